"""A short chaos run as part of the suite, and the plan that a seed stands for."""

from __future__ import annotations

import pytest

from tests.chaos.__main__ import format_report
from tests.chaos.faults import FULL_DISK, KILLS
from tests.chaos.run import ACTIONS, Report, plan, run

KINDS = (*KILLS, FULL_DISK)


def test_a_seed_is_a_plan() -> None:
    first = plan(7, 25, KINDS)
    assert first == plan(7, 25, KINDS) != plan(8, 25, KINDS)
    assert plan(7, 5, KINDS) == first[:5]
    assert {strike.fault for strike in first[: len(KINDS)]} == set(KINDS)
    assert {strike.action for strike in first} == set(ACTIONS)


@pytest.mark.slow
def test_a_few_faults_lose_nothing() -> None:
    """How fast the site recovers is measured by `make chaos`: a machine that runs tests may be busy."""
    report = run(seed=3, runs=3, seconds=240, kinds=("worker's child", "PostgreSQL", "web processes"))
    assert report.wrong == []
    assert sum(map(len, report.healthy.values())) == 3
    assert report.moments.acknowledged["reporting"] > 0
    assert report.moments.acknowledged["publishing"] > 0
    assert report.moments.answers[500] == 0


def test_the_table_says_what_was_wrong() -> None:
    report = Report(seed=5, healthy={"Redis": [1.0, 2.0, 30.0]}, wrong=["a job that is left: [(1,)]"])
    assert report.late == ["Redis"]
    table = format_report(report)
    assert "| Redis | 3 | 2.0 s | 30.0 s |" in table
    assert "| lost, doubled, torn, hung or failed | 1 |" in table
    assert "| seed, faults, seconds | 5, 3, 0 |" in table
