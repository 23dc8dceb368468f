"""Why a field cannot be paired."""

from enum import StrEnum


class NoPairingReason(StrEnum):
    """What stands in the way of every pairing."""

    NO_ENTRANTS = "no_entrants"
    """Nobody is left to pair."""
    NO_OPPONENT = "no_opponent"
    """The named entrants may not meet anybody, and the bye (if there is one) cannot take them all."""
    TEAM_TOO_LARGE = "team_too_large"
    """Members of one team, the named entrants, may not meet and outnumber the rest of the field."""
    PROHIBITIONS_CLASH = "prohibitions_clash"
    """Everybody has somebody to meet, yet the prohibitions leave no way to pair all; the named entrants stay over in a
    pairing of as many as possible."""


class NoLegalPairing(ValueError):
    """No pairing of the field exists: ``reason`` and the ids of the ``entrants`` concerned."""

    def __init__(self, reason: NoPairingReason, entrants: tuple[int, ...] = ()) -> None:
        super().__init__(f"no legal pairing: {reason.value} {list(entrants)}")
        self.reason = reason
        self.entrants = entrants
