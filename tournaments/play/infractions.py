"""Where a judge usually starts with a penalty, and the next step on a repeat; the penalty is always the judge's own."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class PenaltyLevel(StrEnum):
    """Penalties from the lightest to the most severe."""

    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


LADDER = tuple(PenaltyLevel)


def usual_level(start: str, *, earlier: Sequence[str] = (), repeat: Sequence[str] | None = None) -> PenaltyLevel:
    """The usual penalty where the first time is `start` and `earlier` were given for the same in one event.

    `repeat` has what a game states for the second time, the third and so on, the last for every further time; without
    it a repeat is one step above the gravest of before and the start. Never is it lighter than what was given before.
    """
    given = [LADDER.index(PenaltyLevel(level)) for level in (start, *earlier)]
    if not earlier:
        return LADDER[given[0]]
    if repeat is None:
        return LADDER[min(max(given) + 1, len(LADDER) - 1)]
    stated = (start, *repeat)[: len(earlier) + 1][-1]
    return LADDER[max(LADDER.index(PenaltyLevel(stated)), *given)]
