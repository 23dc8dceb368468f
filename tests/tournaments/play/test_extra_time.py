"""Extra time for a deck check: its length and three minutes (MTR 2.6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.play.extra_time import MAX_MINUTES, check_minutes, minutes_owed


@pytest.mark.parametrize(
    ("seconds", "minutes"), [(0, 3), (1, 4), (60, 4), (61, 5), (240, 7), (241, 8), (7200, 120), (99_999, 120)]
)
def test_whole_minutes_rounded_up_and_three(seconds: int, minutes: int) -> None:
    assert check_minutes(seconds) == minutes


def test_two_decks_of_one_table_at_once_are_one_interruption() -> None:
    assert minutes_owed([(0, 240), (30, 300)]) == 8
    assert minutes_owed([(0, 240), (290, 300)]) == 8
    assert minutes_owed([(0, 240), (30, 300)], given=7) == 1
    assert minutes_owed([(0, 240), (0, 100)], given=7) == 0


def test_checks_apart_are_two_interruptions() -> None:
    assert minutes_owed([(0, 240), (1000, 1060)]) == 7 + 4
    assert minutes_owed([]) == 0


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000)).map(sorted).map(tuple), max_size=5))
def test_never_less_than_the_longest_and_never_more_than_all(checks: list[tuple[int, int]]) -> None:
    owed = minutes_owed(checks)
    each = [check_minutes(end - start) for start, end in checks]
    assert max(each, default=0) <= owed or owed == MAX_MINUTES
    assert owed <= min(MAX_MINUTES, sum(each) + len(checks))
