"""What each infraction is called, on pages, in the log and in workbooks."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

INFRACTION_NAMES: dict[str, str | Promise] = {
    "deck_problem": gettext_lazy("Deck problem"),
    "decklist_problem": gettext_lazy("Decklist problem"),
    "marked_cards": gettext_lazy("Marked cards"),
    "insufficient_shuffling": gettext_lazy("Insufficient shuffling"),
    "tardiness": gettext_lazy("Tardiness"),
    "slow_play": gettext_lazy("Slow play"),
    "outside_assistance": gettext_lazy("Outside assistance"),
    "communication": gettext_lazy("Wrong or hidden information"),
    "game_rule": gettext_lazy("Game rule violation"),
    "unsporting_minor": gettext_lazy("Unsporting conduct, minor"),
    "unsporting_major": gettext_lazy("Unsporting conduct, major"),
    "improper_winner": gettext_lazy("Improperly determining a winner"),
    "bribery": gettext_lazy("Bribery and wagering"),
    "aggressive_behaviour": gettext_lazy("Aggressive behaviour"),
    "stalling": gettext_lazy("Stalling"),
    "cheating": gettext_lazy("Cheating"),
    "other": gettext_lazy("Something else"),
}
"""What each key of `tournaments.play.infractions.INFRACTIONS` is called."""


def infraction_name(key: str) -> str:
    """What an infraction is called; a key no longer known is shown as it stands."""
    return str(INFRACTION_NAMES.get(key, key))
