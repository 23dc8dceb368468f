"""Who may work on a job: one worker at a time, never none for long, whatever happens to messages and workers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from jobs.kinds import KINDS, Kind, jobs_at_once
from jobs.models import Job
from jobs.services import leases
from jobs.services.leases import LEASE, announce, ask_job, claim, finish, put_off, renew, sweep
from tests.background import no_worker, time_passes
from tests.two_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
KIND, OTHER = "tests.nothing", "tests.nothing_else"


@pytest.fixture(autouse=True)
def kinds() -> Iterator[None]:
    """Of one kind any number of jobs is worked on at a time, of the other two."""
    made = {
        name: Kind(name, lambda subject: None, lambda subject, reason: None, at_once=count)
        for name, count in ((KIND, 100), (OTHER, 2))
    }
    with patch.dict(KINDS, made):
        yield


@pytest.fixture
def announced() -> Iterator[list[int]]:
    """The jobs that workers were notified of."""
    jobs: list[int] = []
    with patch.object(leases, "announce", lambda job_id: not jobs.append(job_id)):  # type: ignore[func-returns-value]
        yield jobs


def ask(subject: int = 1) -> Job:
    ask_job(kind=KIND, subject=subject)
    return Job.objects.get(kind=KIND, subject=subject)


def test_a_job_is_announced_after_the_commit_alone(announced: list[int]) -> None:
    with transaction.atomic():
        job = ask()
        assert announced == []
    assert announced == [job.pk]
    with transaction.atomic():
        ask_job(kind=KIND, subject=2)
        transaction.set_rollback(True)
    assert announced == [job.pk]


def test_a_job_for_later_is_taken_up_when_it_is_due_and_may_be_moved(announced: list[int]) -> None:
    hour = 3600
    ask_job(kind=KIND, subject=1, due_at=timezone.now() + timedelta(seconds=hour))
    job = Job.objects.get()
    assert (sweep(), claim(job.pk), announced) == (0, None, [])
    ask_job(kind=KIND, subject=1, due_at=timezone.now() + timedelta(seconds=2 * hour))
    time_passes(hour)
    assert (sweep(), claim(job.pk)) == (0, None)
    time_passes(hour)
    assert (sweep(), announced) == (1, [job.pk])
    assert claim(job.pk) is not None


def test_a_queue_that_cannot_be_reached_loses_nothing(announced: list[int]) -> None:
    with patch.object(leases, "current_app") as app:
        app.tasks.__getitem__.return_value.apply_async.side_effect = OperationalError("no broker")
        job = ask()
        announced.clear()
    assert sweep() == 1
    assert announced == [job.pk]


def test_announcing_to_nobody_is_no_error() -> None:
    with patch.object(leases, "current_app") as app:
        for error in (OperationalError("no broker"), ConnectionRefusedError()):
            app.tasks.__getitem__.return_value.apply_async.side_effect = error
            assert not announce(1)


def test_one_worker_gets_the_job() -> None:
    with no_worker():
        job = ask()
    taken = at_once(job, lambda: claim(job.pk), lambda: claim(job.pk))
    assert sorted(lease is None for lease in taken) == [False, True]
    assert claim(job.pk) is None


def test_a_lease_that_ran_out_is_taken_over_and_counted(announced: list[int]) -> None:
    first = claim(ask().pk)
    assert first is not None
    assert sweep() == 0
    time_passes(LEASE.total_seconds() + 1)
    assert sweep() == 1
    second = claim(first.job_id)
    assert second is not None
    assert second.losses == 1
    assert not renew(first)
    finish(first)
    assert renew(second)
    finish(second)
    assert not Job.objects.exists()


def test_a_renewed_lease_does_not_run_out(announced: list[int]) -> None:
    lease = claim(ask().pk)
    assert lease is not None
    time_passes(LEASE.total_seconds() - 1)
    assert renew(lease)
    time_passes(2)
    assert sweep() == 0
    assert claim(lease.job_id) is None


def test_a_message_that_nobody_took_up_is_sent_again(announced: list[int]) -> None:
    job = ask()
    assert (sweep(), sweep()) == (1, 0)
    time_passes(leases.ANNOUNCED_AGAIN_AFTER.total_seconds() + 1)
    assert sweep() == 1
    assert announced == [job.pk] * 3


def test_a_sweep_without_a_queue_stops_at_the_first(announced: list[int]) -> None:
    for subject in range(3):
        ask(subject)
    with patch.object(leases, "announce", return_value=False) as tried:
        sweep()
    assert tried.call_count == 1


def test_a_request_while_the_job_runs_is_answered_after_it(announced: list[int]) -> None:
    lease = claim(ask().pk)
    assert lease is not None
    assert ask().asked == 2
    announced.clear()
    finish(lease)
    assert announced == [lease.job_id]
    again = claim(lease.job_id)
    assert again is not None
    finish(again)
    assert not Job.objects.exists()


def test_a_job_that_is_put_off_waits_longer_each_time(announced: list[int]) -> None:
    job, delays = ask(), []
    for _ in range(6):
        lease = claim(job.pk)
        assert lease is not None
        put_off(lease, trouble="disk_full")
        assert claim(job.pk) is None
        job.refresh_from_db()
        delays.append(round((job.due_at - job.asked_at).total_seconds()))
        time_passes(leases.MAX_DELAY + 1)
        Job.objects.update(asked_at=leases.Now())
    assert delays == [5, 10, 20, 40, 60, 60]
    assert job.setbacks == 6
    assert ask().setbacks == 0


def test_half_a_lease_cannot_be_written() -> None:
    with pytest.raises(IntegrityError, match="job_lease_is_whole"):
        Job.objects.create(kind=KIND, subject=1, held_until=leases.Now())


@pytest.fixture
def others() -> list[Job]:
    """Four jobs of the kind of which two are worked on at a time."""
    for subject in range(4):
        ask_job(kind=OTHER, subject=subject)
    return list(Job.objects.filter(kind=OTHER).order_by("pk"))


def test_a_kind_of_job_leaves_the_worker_to_the_others(announced: list[int], others: list[Job]) -> None:
    """As many of a kind as may be; any of another kind begins; the end of one announces the next."""
    first, second = claim(others[0].pk), claim(others[1].pk)
    assert first is not None
    assert second is not None
    assert [claim(job.pk) for job in others] == [None] * 4
    assert claim(ask().pk) is not None
    announced.clear()
    finish(first)
    assert announced == [others[2].pk]
    assert claim(others[2].pk) is not None
    assert claim(others[3].pk) is None


def test_a_job_that_is_put_off_leaves_its_place_to_the_next(announced: list[int], others: list[Job]) -> None:
    lease = claim(others[0].pk)
    assert lease is not None
    announced.clear()
    put_off(lease, trouble="disk_full")
    assert announced == [others[1].pk]


def test_a_job_whose_worker_is_gone_holds_up_no_other(announced: list[int], others: list[Job]) -> None:
    assert [claim(job.pk) is not None for job in others] == [True, True, False, False]
    time_passes(LEASE.total_seconds() * 2)
    assert [claim(job.pk) is not None for job in others[2:]] == [True, True]


def test_of_two_jobs_claimed_at_once_no_more_are_worked_on_than_may_be(announced: list[int], others: list[Job]) -> None:
    assert claim(others[0].pk) is not None
    calls = [partial(claim, job.pk) for job in others[2:]]
    assert [bool(lease) for lease in at_once(others[1], *calls)].count(True) == 1


def test_a_job_that_is_gone_is_not_claimed() -> None:
    assert claim(0) is None


def test_the_worker_has_a_process_for_every_job_that_may_be_worked_on() -> None:
    with patch.dict(KINDS, {OTHER: Kind(OTHER, lambda subject: None, lambda subject, reason: None)}, clear=True):
        assert jobs_at_once() == 1
        KINDS["more"] = Kind("more", lambda subject: None, lambda subject, reason: None, at_once=3)
        assert jobs_at_once() == 4
