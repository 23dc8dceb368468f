"""How long a deck check may keep its table: what checks of this event took, and when the decks are due back.

A table may be checked while the extra time it is then owed (`tournaments.play.extra_time`, which contains the length of
the check) does not make it the one the round waits for, in `WANTED` of all cases of `tournaments.play.round_end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.play.extra_time import check_minutes
from tournaments.play.round_end import PastTable, share_in_time

DEFAULT_MINUTES = 7
"""How long a check is taken to last where too few were made; with what it is owed, ten minutes of a round."""
MIN_MINUTES, MAX_MINUTES = 3, 15
"""What a few checks ended at once, or left open over lunch, cannot make the usual length less or more than."""
MIN_CHECKS = 4
"""Finished checks on which the usual length rests."""
WITHIN = Fraction(3, 4)
"""The share of the checks made that took no longer than the usual length."""
WANTED = Fraction(3, 4)
"""The share of cases in which a checked table has to finish in time."""


def usual_minutes(seconds: Sequence[int]) -> int:
    """How long a check usually takes here, in whole minutes, from what the finished ones took."""
    if len(seconds) < MIN_CHECKS:
        return DEFAULT_MINUTES
    place = -(-len(seconds) * WITHIN.numerator // WITHIN.denominator) - 1
    minutes = -(-sorted(seconds)[place] // 60)
    return min(max(minutes, MIN_MINUTES), MAX_MINUTES)


def is_in_time(*, elapsed: int, length: int, others: Sequence[int], past: Sequence[PastTable], minutes: int) -> bool:
    """Whether a table without extra time may be checked now, if the check takes that many minutes.

    The rest is as in `tournaments.play.round_end.share_in_time`.
    """
    owed = 60 * check_minutes(60 * minutes)
    return share_in_time(elapsed=elapsed, length=length, others=others, past=past, delay=owed) >= WANTED
