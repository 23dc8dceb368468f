"""When a round will end: when the last of its open tables will finish, by how long tables of this event took before.

Each open table finishes like one of the tables before that, scaled to the length of this round, took longer than the
time used up so far; each of those is as likely, and tables do not influence each other. Then the share of cases in
which all have finished by a moment is the product of their shares, and a quantile of the round's end is the first
moment at which it is reached. One more table that plays to the end of extra time counts with those before: a round may
be longer than any so far. Without enough tables before, each is taken to end in extra time.

All times are whole seconds since the clock of the round was started. Time that a table was given is left out of what it
took before, and added to what it may take now.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

EXTRA_SECONDS = 300
"""How long tables play on after the round's time: the five extra turns, and the slip to the desk."""
TAIL = (EXTRA_SECONDS // 5, EXTRA_SECONDS // 2, EXTRA_SECONDS)
"""When a table of which nothing is known finishes, after the round's time or, where that is over, after now."""
MIN_PAST = 4
"""Tables before on which a forecast rests; with fewer, each is taken to end in extra time."""
EARLY, MIDDLE, LATE = Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)


@dataclass(frozen=True)
class PastTable:
    """How long a table took, without the time it was given, and how long its round was, both in seconds."""

    seconds: int
    round_seconds: int


@dataclass(frozen=True)
class Forecast:
    """When the last table finishes: as likely before as after `likely`; in 8 of 10 cases from `earliest` to `latest`.

    `tables` is how many tables before it rests on, 0 where it rests on the round's time alone.
    """

    earliest: int
    likely: int
    latest: int
    tables: int


def forecast(*, elapsed: int, length: int, given: Sequence[int], past: Sequence[PastTable]) -> Forecast:
    """When the open tables of a round will have finished; `given` has the extra seconds of each, and is not empty.

    `elapsed` seconds are used up of a round of `length` seconds.
    """
    scaled = _scaled(past, length)
    is_known = rests_on_tables(past)
    finishes = [*scaled, length + EXTRA_SECONDS] if is_known else [length + more for more in TAIL]
    tables = _open_tables(finishes, elapsed, given)
    return Forecast(
        earliest=quantile(tables, EARLY),
        likely=quantile(tables, MIDDLE),
        latest=quantile(tables, LATE),
        tables=len(scaled) if is_known else 0,
    )


def share_in_time(
    *, elapsed: int, length: int, others: Sequence[int], past: Sequence[PastTable], delay: int
) -> Fraction:
    """The share of cases in which an open table that is held up for `delay` seconds now does not hold up its round.

    It finishes within the round's time, or no later than the last of the other open tables, whose extra seconds are
    `others`. Without enough tables before it is 1 while `delay` fits into what is left of the round's time, else 0.
    """
    scaled = _scaled(past, length)
    if not rests_on_tables(past):
        return Fraction(int(elapsed + delay <= length))
    finishes = [*scaled, length + EXTRA_SECONDS]
    tables = _open_tables(finishes, elapsed, others)
    held_up = Counter(moment + delay for moment in _still_possible(finishes, elapsed, 0))
    late = sum(
        (count * _share_done(tables, moment - 1) for moment, count in held_up.items() if moment > length), Fraction(0)
    )
    return 1 - late / held_up.total()


def rests_on_tables(past: Sequence[PastTable]) -> bool:
    """Whether there are enough tables before to go by, rather than the round's time alone."""
    return sum(one.round_seconds > 0 for one in past) >= MIN_PAST


def quantile(tables: Sequence[tuple[Sequence[int], int]], share: Fraction) -> int:
    """The first moment by which the last table has finished in at least this share of all cases.

    Each kind of table is the sorted moments at which it may finish, each as likely, and how many tables there are.
    """
    moments = sorted({moment for finishes, _count in tables for moment in finishes})
    low, high = 0, len(moments) - 1
    while low < high:
        middle = (low + high) // 2
        if _share_done(tables, moments[middle]) >= share:
            high = middle
        else:
            low = middle + 1
    return moments[low]


def _share_done(tables: Sequence[tuple[Sequence[int], int]], moment: int) -> Fraction:
    share = Fraction(1)
    for finishes, count in tables:
        share *= Fraction(bisect_right(finishes, moment), len(finishes)) ** count
    return share


def _scaled(past: Sequence[PastTable], length: int) -> list[int]:
    return sorted(one.seconds * length // one.round_seconds for one in past if one.round_seconds > 0)


def _open_tables(finishes: Sequence[int], elapsed: int, given: Sequence[int]) -> list[tuple[list[int], int]]:
    return [(_still_possible(finishes, elapsed, extra), count) for extra, count in sorted(Counter(given).items())]


def _still_possible(finishes: Sequence[int], elapsed: int, extra: int) -> list[int]:
    """The moments, in order, at which a table with extra time may finish that has not finished yet."""
    later = sorted(moment + extra for moment in finishes if moment + extra > elapsed)
    return later or [elapsed + more for more in TAIL]
