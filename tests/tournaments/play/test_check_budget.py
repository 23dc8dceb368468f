"""How long a check usually takes, and whether it would hold up its round, against every case counted one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.play.check_budget import (
    DEFAULT_MINUTES,
    MAX_MINUTES,
    MIN_CHECKS,
    MIN_MINUTES,
    is_in_time,
    usual_minutes,
)
from tournaments.play.round_end import EXTRA_SECONDS, MIN_PAST, TAIL, PastTable, share_in_time

HOUR = 3600
PAST = st.lists(st.integers(1, HOUR + 900), min_size=MIN_PAST, max_size=6)
OTHERS = st.lists(st.sampled_from((0, 300, 600)), max_size=2)


@given(st.lists(st.integers(0, 4000), max_size=12))
def test_three_of_four_checks_fit_into_the_usual_length(took: list[int]) -> None:
    minutes = usual_minutes(took)
    if len(took) < MIN_CHECKS:
        assert minutes == DEFAULT_MINUTES
        return
    assert MIN_MINUTES <= minutes <= MAX_MINUTES
    within = 4 * sum(one <= 60 * minutes for one in took)
    assert minutes == MAX_MINUTES or within >= 3 * len(took)
    shorter = 4 * sum(one <= 60 * (minutes - 1) for one in took)
    assert minutes == MIN_MINUTES or shorter < 3 * len(took)


@given(PAST, OTHERS, st.integers(0, HOUR + 1200), st.integers(0, 1500))
@settings(max_examples=60)
def test_the_share_is_that_of_all_cases(took: list[int], others: list[int], elapsed: int, delay: int) -> None:
    def moments(extra: int) -> list[int]:
        later = [one + extra for one in [*took, HOUR + EXTRA_SECONDS] if one + extra > elapsed]
        return later or [elapsed + more for more in TAIL]

    cases = list(product(moments(0), *(moments(extra) for extra in others)))
    in_time = [own + delay <= HOUR or any(own + delay <= other for other in rest) for own, *rest in cases]
    past = [PastTable(one, HOUR) for one in took]
    share = share_in_time(elapsed=elapsed, length=HOUR, others=others, past=past, delay=delay)
    assert share == Fraction(sum(in_time), len(cases))


@given(PAST, OTHERS, st.integers(0, HOUR), st.integers(1, 14))
@settings(max_examples=40)
def test_a_longer_check_and_fewer_tables_to_wait_for_are_never_better(
    took: list[int], others: list[int], elapsed: int, minutes: int
) -> None:
    past = [PastTable(one, HOUR) for one in took]

    def fits(waiting: list[int], length: int) -> bool:
        return is_in_time(elapsed=elapsed, length=HOUR, others=waiting, past=past, minutes=length)

    assert fits(others, minutes) >= fits(others, minutes + 1)
    assert fits([*others, 0], minutes) >= fits(others, minutes)


@pytest.mark.parametrize(("elapsed", "fits"), [(0, True), (3000, True), (3001, False), (4000, False)])
def test_without_tables_before_what_is_owed_fits_into_the_time_left(elapsed: int, fits: bool) -> None:
    assert is_in_time(elapsed=elapsed, length=HOUR, others=[0, 0], past=[], minutes=DEFAULT_MINUTES) is fits


def test_an_event_whose_tables_are_quick_has_room_and_one_whose_tables_are_slow_has_none() -> None:
    quick, slow = [PastTable(1500, 3000)] * 20, [PastTable(2900, 3000)] * 20
    assert is_in_time(elapsed=300, length=3000, others=[0] * 7, past=quick, minutes=7)
    assert not is_in_time(elapsed=300, length=3000, others=[0] * 7, past=slow, minutes=7)
    assert is_in_time(elapsed=300, length=3000, others=[0] * 7 + [900], past=slow, minutes=7), "one plays on anyhow"
