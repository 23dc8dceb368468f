"""What players are penalised for, and where a judge usually starts.

A small neutral set after the public Magic Infraction Procedure Guide, whose sections it cites; the penalty is always
the judge's own decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class PenaltyLevel(StrEnum):
    """Penalties from the lightest to the most severe."""

    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Infraction:
    """One kind of infraction: its starting penalty, and the section of the IPG it follows (empty: none)."""

    key: str
    level: PenaltyLevel
    clause: str = ""


_LISTED = (
    Infraction("deck_problem", PenaltyLevel.WARNING, "IPG 3.5"),
    Infraction("decklist_problem", PenaltyLevel.GAME_LOSS, "IPG 3.4"),
    Infraction("marked_cards", PenaltyLevel.WARNING, "IPG 3.8"),
    Infraction("insufficient_shuffling", PenaltyLevel.WARNING, "IPG 3.9"),
    Infraction("tardiness", PenaltyLevel.GAME_LOSS, "IPG 3.1"),
    Infraction("slow_play", PenaltyLevel.WARNING, "IPG 3.3"),
    Infraction("outside_assistance", PenaltyLevel.MATCH_LOSS, "IPG 3.2"),
    Infraction("communication", PenaltyLevel.WARNING, "IPG 3.7"),
    Infraction("game_rule", PenaltyLevel.WARNING, "IPG 2.5"),
    Infraction("unsporting_minor", PenaltyLevel.WARNING, "IPG 4.1"),
    Infraction("unsporting_major", PenaltyLevel.MATCH_LOSS, "IPG 4.2"),
    Infraction("improper_winner", PenaltyLevel.DISQUALIFICATION, "IPG 4.3"),
    Infraction("bribery", PenaltyLevel.DISQUALIFICATION, "IPG 4.4"),
    Infraction("aggressive_behaviour", PenaltyLevel.DISQUALIFICATION, "IPG 4.5"),
    Infraction("stalling", PenaltyLevel.DISQUALIFICATION, "IPG 4.7"),
    Infraction("cheating", PenaltyLevel.DISQUALIFICATION, "IPG 4.8"),
    Infraction("other", PenaltyLevel.CAUTION),
)
INFRACTIONS: Mapping[str, Infraction] = {infraction.key: infraction for infraction in _LISTED}
"""Every infraction by its key, in the order a form offers them."""

_GRAVER = {PenaltyLevel.WARNING: PenaltyLevel.GAME_LOSS, PenaltyLevel.GAME_LOSS: PenaltyLevel.MATCH_LOSS}


def usual_level(infraction: Infraction, *, repeated: bool = False, sizes_fit: bool = True) -> PenaltyLevel:
    """Where a judge usually starts.

    A deck with a wrong number of cards found in a deck check is a game loss (IPG 3.5, upgrade); the same
    infraction repeated in one event usually gets the next penalty.
    """
    level = infraction.level
    if infraction.key == "deck_problem" and not sizes_fit:
        level = PenaltyLevel.GAME_LOSS
    return _GRAVER.get(level, level) if repeated else level
