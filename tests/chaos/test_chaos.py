"""A short chaos run as part of the suite, the plan that a seed stands for, and how a run is judged."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from cardpool.importing.jobs import IMPORT_CARDS
from jobs.services.leases import LEASE, RUN_JOB
from tests.chaos import judged, product
from tests.chaos.__main__ import format_report
from tests.chaos.checks import faults_found
from tests.chaos.faults import FULL_DISK, KILLS
from tests.chaos.judged import Run, unjudged
from tests.chaos.moments import Doing, Moments, NoAnswer
from tests.chaos.opening import Opened
from tests.chaos.people import Notes
from tests.chaos.run import Report, run
from tests.chaos.strikes import ACTIONS, Hits, plan
from tests.chaos.watch import JobHistory, SeenJob
from tournaments.services.exporting import WRITE_EXPORT
from tournaments.services.rejudging import REJUDGE
from tournaments.services.snapshots.asking import COPY_SNAPSHOT

KINDS = (*KILLS, FULL_DISK)
START = datetime(2026, 5, 1, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_the_names_are_the_sites() -> None:
    kinds = (product.IMPORT_CARDS, product.WRITE_EXPORT, product.REJUDGE, product.COPY_SNAPSHOT)
    assert kinds == (IMPORT_CARDS, WRITE_EXPORT, REJUDGE, COPY_SNAPSHOT)
    assert (product.RUN_JOB, product.LEASE) == (RUN_JOB, LEASE)


def test_a_seed_is_a_plan() -> None:
    first = plan(7, 25, KINDS)
    assert first == plan(7, 25, KINDS) != plan(8, 25, KINDS)
    assert plan(7, 5, KINDS) == first[:5]
    assert {strike.fault for strike in first[: len(KINDS)]} == set(KINDS)
    assert {strike.action for strike in first[: len(ACTIONS)]} == set(ACTIONS)


def test_a_request_is_unfinished_until_its_answer() -> None:
    assert Doing("reporting", began=1.0).was_unfinished(2.0)
    assert Doing("reporting", began=1.0, ended=2.5, is_answered=True).was_unfinished(2.0)
    assert not Doing("reporting", began=1.0, ended=1.5, is_answered=True).was_unfinished(2.0)
    assert Doing("reporting", began=1.0, ended=1.9, is_answered=False).was_unfinished(2.0)


def test_a_request_that_was_cut_off_has_no_answer() -> None:
    moments = Moments()
    with pytest.raises(NoAnswer), moments.doing("reporting"):
        raise NoAnswer
    with moments.doing("publishing"):
        assert moments.newest["publishing"].ended is None
    assert not moments.newest["reporting"].is_answered
    assert moments.newest["publishing"].is_answered


def seen(
    at: float, holder: str | None, last_sign: float = 0.0, losses: int = 0, started: float | None = None
) -> SeenJob:
    held = after(last_sign) + LEASE if holder else None
    return SeenJob(1, losses, holder, held, after(started) if started is not None else None, START, after(at))


def test_a_job_is_idle_from_its_workers_last_sign_of_life_on() -> None:
    history = JobHistory()
    for job in (seen(4, None), seen(6, "a", 5), seen(30, "a", 10), seen(35, "b", 34, losses=1, started=34)):
        history.add([job])
    assert history.taken_over == 1
    assert history.longest_orphaned == timedelta(seconds=24)
    assert history.longest_waiting == timedelta(seconds=4)


def test_a_job_that_nobody_takes_over_is_idle_as_long_as_it_is_seen() -> None:
    history = JobHistory()
    for job in (seen(6, "a", 5), seen(80, "a", 5)):
        history.add([job])
    assert Report(seed=1, jobs=history).late == ["an interrupted job: 75 s"]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        (Run(("7", "added"), True, 40, 40, after(3)), 0),
        (Run(("7", "added"), False, 40, 40, after(3)), 1),
        (Run(("7", "added"), True, 40, 39, after(3)), 1),
        (Run(("7", "added"), True, 39, 39, after(3)), 1),
        (Run(("8", "added"), True, 40, 40, after(3)), 0),  # It began after both.
        (Run(("6", "added"), True, 40, 40, after(3)), 1),  # It may have begun before.
    ],
)
def test_a_change_needs_a_finished_judging_of_all_decks(what: Run, expected: int) -> None:
    made = {("6", "added"): after(0), ("7", "added"): after(1), ("8", "added"): after(2)}
    assert len(unjudged([("7", "added")], made, [what], 40)) == expected


def test_an_acknowledged_change_has_to_be_there() -> None:
    assert unjudged([("7", "added")], {}, [], 40) == ["the acknowledged change ('7', 'added') is not there"]


class _Broken:
    """Stands for the site and its visitor: nothing acknowledged is there, and an open deck has the wrong verdict."""

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        return {judged.OPEN_DECKS: [(5, "not_legal")]}.get(query, [])

    def get(self, path: str) -> SimpleNamespace:
        return SimpleNamespace(status=200, json=lambda: {"matches": [], "status": "draft"})

    def get_until(self, path: str) -> SimpleNamespace:
        return SimpleNamespace(json=list)


def test_everything_acknowledged_is_looked_for() -> None:
    broken: Any = _Broken()
    notes = Notes(
        results={("code", 1): {3: 1}},
        published={("code", 1)},
        exports={"key": "queued"},
        imports={"import": ["A-1"]},
        changes=[("7", "added")],
    )
    found = faults_found(broken, broken, Opened((), 40, "", "", "", ""), notes)
    assert found == [
        "the acknowledged result of match 3 is not there",
        "the acknowledged publication of code round 1 is not there",
        "the acknowledged workbook key is not there",
        "1 cards of the finished import import are not there",
        "the acknowledged change ('7', 'added') is not there",
        "entry 5: not_legal, not legal",
        "1 open decks of 40",
    ]


def test_a_run_that_hit_nothing_has_shown_nothing() -> None:
    hits = Hits(delivered=Counter(reporting=3, exporting=2), hit=Counter(exporting=1))
    assert hits.wrong == ["no fault came in the middle of reporting"]


@pytest.mark.slow
def test_a_few_faults_lose_nothing() -> None:
    """How fast the site recovers, and whether the faults came in the middle of everything, is measured by `make chaos`:
    a machine that runs tests may be busy."""
    report = run(seed=3, runs=3, seconds=240, kinds=("worker's children", "PostgreSQL", "web processes"))
    assert report.wrong == []
    assert sum(map(len, report.healthy.values())) > 0
    assert report.moments.acknowledged["reporting"] > 0
    assert report.moments.acknowledged["publishing"] > 0
    assert report.moments.answers[500] == 0


def test_the_table_says_what_was_wrong() -> None:
    times = {"Redis": [1.0, 2.0, 30.0]}
    report = Report(seed=5, healthy=times, working={"Redis": [4.0] * 3}, wrong=["a job that is left: [(1,)]"])
    report.hits = Hits(delivered=Counter(reporting=3), hit=Counter(reporting=2), by_fault=Counter(Redis=2))
    assert report.everything_wrong == ["a job that is left: [(1,)]", "late: the pages after Redis: 30.0 s"]
    table = format_report(report)
    assert "| Redis | 3 | 2 | 2.0 s | 30.0 s | 4.0 s | 4.0 s |" in table
    assert "| reporting | 3 | 2 |" in table
    assert "| lost, doubled, torn, hung, failed or not judged | 1 |" in table
    assert "| seed, faults, seconds | 5, 3, 0 |" in table
