"""When a round will end: the forecast against every case counted one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.play.round_end import EXTRA_SECONDS, MIN_PAST, TAIL, PastTable, forecast, quantile

HOUR = 3600
MOMENTS = st.lists(st.integers(0, 12), min_size=1, max_size=4)


def counted(tables: Sequence[Sequence[int]], share: Fraction) -> int:
    """The oracle: the end of each case, in order, and the first that enough of them have reached."""
    ends = sorted(max(case) for case in product(*tables))
    return next(end for number, end in enumerate(ends, start=1) if Fraction(number, len(ends)) >= share)


@given(st.lists(MOMENTS, min_size=1, max_size=4), st.fractions(Fraction(1, 20), 1))
@settings(max_examples=60)
def test_a_quantile_is_that_of_all_cases(tables: list[list[int]], share: Fraction) -> None:
    assert quantile([(sorted(one), 1) for one in tables], share) == counted(tables, share)


@given(MOMENTS, st.integers(1, 4), st.fractions(Fraction(1, 20), 1))
@settings(max_examples=40)
def test_tables_of_one_kind_count_together(moments: list[int], count: int, share: Fraction) -> None:
    assert quantile([(sorted(moments), count)], share) == counted([moments] * count, share)


TOOK = st.lists(st.integers(60, 2 * HOUR), max_size=8)


@given(TOOK, st.lists(st.integers(0, 600), min_size=1, max_size=6), st.integers(0, 2 * HOUR))
@settings(max_examples=60)
def test_the_end_is_still_to_come_and_its_bounds_are_in_order(took: list[int], extra: list[int], elapsed: int) -> None:
    found = forecast(elapsed=elapsed, length=HOUR, given=extra, past=[PastTable(one, HOUR) for one in took])
    assert elapsed < found.earliest <= found.likely <= found.latest
    more = forecast(elapsed=elapsed, length=HOUR, given=[*extra, 0], past=[PastTable(one, HOUR) for one in took])
    assert more.likely >= found.likely, "another open table makes no round shorter"


def test_without_tables_before_it_is_the_rounds_time_and_extra_time() -> None:
    found = forecast(elapsed=600, length=3000, given=[0] * 8, past=[])
    assert (found.earliest, found.likely, found.latest, found.tables) == (3300, 3300, 3300, 0)
    [first, _second, _third] = TAIL
    assert forecast(elapsed=600, length=3000, given=[0], past=[]).earliest == 3000 + first


def test_a_few_tables_before_say_nothing_yet() -> None:
    few = [PastTable(900, 3000)] * (MIN_PAST - 1)
    assert forecast(elapsed=0, length=3000, given=[0], past=few).tables == 0


def test_tables_before_are_scaled_to_the_length_of_this_round() -> None:
    past = [PastTable(1500, 3000)] * 20
    assert forecast(elapsed=0, length=1800, given=[0], past=past).likely == 900


def test_who_plays_longer_than_all_before_is_expected_by_the_end_of_extra_time() -> None:
    past = [PastTable(1500, 3000)] * 20
    assert forecast(elapsed=2000, length=3000, given=[0], past=past).likely == 3000 + EXTRA_SECONDS


def test_after_all_that_was_ever_seen_it_is_soon() -> None:
    found = forecast(elapsed=5000, length=3000, given=[0], past=[PastTable(1500, 3000)] * 20)
    assert (found.earliest, found.latest) == (5000 + TAIL[0], 5000 + TAIL[-1])


def test_a_table_with_extra_time_is_later_by_it() -> None:
    past = [PastTable(1500, 3000)] * 20
    assert forecast(elapsed=0, length=3000, given=[480], past=past).likely == 1980
