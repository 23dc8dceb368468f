"""Which fields are certain to be paired in a moment, as one can tell without pairing them."""

from tournaments.swiss.history import PairingHistory
from tournaments.swiss.look_ahead import runs_short
from tournaments.swiss.settings import PairingSettings

MAX_QUICK = 40
"""This many players are paired in a moment even where everybody has to be weighed against everybody."""
MAX_QUICK_AHEAD = 8
"""This many where the rounds to come are looked at too."""


def is_quick(history: PairingHistory, settings: PairingSettings) -> bool:
    """Whether pairing the field, or repairing its round, takes a moment whatever has been played."""
    looks_ahead = settings.look_ahead and runs_short(history)
    return len(history.entrants) <= (MAX_QUICK_AHEAD if looks_ahead else MAX_QUICK)
