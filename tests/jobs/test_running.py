"""What becomes of a job: done, put off, given up; if interrupted at any point, it is run again."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any
from unittest.mock import Mock, patch

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, OperationalError, connection
from psycopg.errors import DiskFull
from redis.exceptions import ConnectionError as RedisConnectionError

from jobs.kinds import KINDS, Kind
from jobs.models import Job
from jobs.queries import SLOW_TO_END, SLOW_TO_START, standing
from jobs.services import leases, running
from jobs.services.leases import LEASE, ask_job, claim
from jobs.services.running import MAX_LOSSES, MAX_SETBACKS, run_job
from jobs.tasks import look
from jobs.wording import say_reason, say_standing
from tests.background import no_worker, time_passes
from tests.sentences import assert_sentence

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]
KIND = "tests.something"


class Work:
    """A kind of job whose runs a test decides: `does` is called with each subject."""

    def __init__(self) -> None:
        self.does: Callable[[int], Any] = lambda subject: None
        self.ran: list[int] = []
        self.given_up: list[tuple[int, str]] = []

    def run(self, subject: int) -> None:
        self.ran.append(subject)
        self.does(subject)

    def give_up(self, subject: int, reason: str) -> None:
        self.given_up.append((subject, reason))


@pytest.fixture
def work() -> Iterator[Work]:
    kind = Work()
    with patch.dict(KINDS, {KIND: Kind(KIND, kind.run, kind.give_up)}):
        yield kind


def waiting() -> Job:
    """A job that no worker was notified of."""
    with no_worker():
        ask_job(kind=KIND, subject=7)
    return Job.objects.get()


def raising(error: BaseException) -> Callable[[int], None]:
    def fail(subject: int) -> None:
        raise error

    return fail


def sql_error(cause: Exception) -> DatabaseError:
    error = OperationalError("could not extend file")
    error.__cause__ = cause
    return error


def test_what_is_done_is_gone(work: Work) -> None:
    ask_job(kind=KIND, subject=7)
    assert work.ran == [7]
    assert not Job.objects.exists()
    run_job(1)
    assert work.ran == [7]


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (OperationalError("the connection is closed"), "database_away"),
        (sql_error(DiskFull("No space left on device")), "disk_full"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (RedisConnectionError("refused"), "queue_away"),
    ],
)
def test_a_fault_that_passes_puts_the_job_off(work: Work, error: Exception, trouble: str) -> None:
    work.does = raising(error)
    job = waiting()
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.trouble, job.holder, work.given_up) == (trouble, None, [])
    assert_sentence(say_standing(standing(KIND, 7)), trouble)
    work.does = lambda subject: None
    time_passes(60)
    look()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("error", "reason"), [(ValueError("no"), "failed"), (OSError("x"), "failed"), (SoftTimeLimitExceeded(), "too_long")]
)
def test_a_fault_that_stays_gives_the_job_up(work: Work, error: Exception, reason: str) -> None:
    work.does = raising(error)
    job = waiting()
    with pytest.raises(type(error)):
        run_job(job.pk)
    assert work.given_up == [(7, reason)]
    assert_sentence(say_reason(reason), reason)
    assert not Job.objects.exists()


def test_a_fault_that_does_not_pass_after_all_gives_the_job_up(work: Work) -> None:
    work.does = raising(OSError(errno.ENOSPC, "full"))
    job = waiting()
    Job.objects.update(setbacks=MAX_SETBACKS)
    with pytest.raises(OSError, match="full"):
        run_job(job.pk)
    assert work.given_up == [(7, "disk_full")]


def test_a_failure_that_cannot_be_noted_is_tried_again(work: Work) -> None:
    """The database goes away while the job fails: neither the failure nor the job is lost."""
    work.does = raising(ValueError("no"))
    job = waiting()
    KINDS[KIND] = Kind(KIND, work.run, lambda subject, reason: raising(OperationalError("gone"))(subject))
    with pytest.raises(OperationalError):
        run_job(job.pk)
    job.refresh_from_db()
    assert job.holder is not None
    work.does = lambda subject: None
    time_passes(LEASE.total_seconds() + 1)
    look()
    assert work.ran == [7, 7]
    assert not Job.objects.exists()


class Killed(BaseException):
    """As when a worker dies: nothing after it runs."""


@pytest.mark.parametrize("place", ["claim", "run", "finish", "put_off", "_give_up"])
def test_killed_at_any_place_it_is_run_again(work: Work, place: str) -> None:
    job = waiting()
    if place in ("put_off", "_give_up"):
        work.does = raising(OperationalError("away") if place == "put_off" else ValueError("no"))
    if place == "run":
        work.does = raising(Killed())
        with pytest.raises(Killed):
            run_job(job.pk)
    else:
        with patch.object(running, place, side_effect=Killed), pytest.raises(Killed):
            run_job(job.pk)
    assert Job.objects.exists()
    work.does = lambda subject: None
    time_passes(LEASE.total_seconds() + 1)
    look()
    assert work.ran[-1] == 7
    assert not Job.objects.exists()


def test_a_job_that_kills_its_workers_is_given_up(work: Work) -> None:
    work.does = raising(Killed())
    job = waiting()
    for _ in range(MAX_LOSSES + 1):
        with pytest.raises(Killed):
            run_job(job.pk)
        time_passes(LEASE.total_seconds() + 1)
    assert_sentence(say_standing(standing(KIND, 7)), "worker_lost")
    run_job(job.pk)
    assert work.given_up == [(7, "worker_lost")]
    assert len(work.ran) == MAX_LOSSES + 1
    assert not Job.objects.exists()


def test_signs_of_life_keep_the_lease(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = Event()
    real = running.renew

    def renew(lease: leases.Lease, *, moved: bool) -> bool:
        try:
            return real(lease, moved=moved)
        finally:
            beaten.set()

    def long(subject: int) -> None:
        time_passes(LEASE.total_seconds() - 1)
        beaten.clear()
        assert beaten.wait(30)
        time_passes(2)
        assert claim(Job.objects.get().pk) is None

    monkeypatch.setattr(running, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(running, "renew", renew)
    work.does = long
    run_job(waiting().pk)
    assert work.given_up == []


def test_how_a_job_stands(work: Work) -> None:
    assert standing(KIND, 7) is None
    assert say_standing(None) == ""
    job = waiting()
    assert say_standing(standing(KIND, 7)) == ""
    time_passes(SLOW_TO_START.total_seconds() + 1)
    assert "No worker has taken this up yet" in say_standing(standing(KIND, 7))
    lease = claim(job.pk)
    assert lease is not None
    assert say_standing(standing(KIND, 7)) == ""
    time_passes(SLOW_TO_END.total_seconds() + 1)
    assert "starts again by itself" in say_standing(standing(KIND, 7))
    leases.renew(lease)
    assert "it is being worked on" in say_standing(standing(KIND, 7))


def test_a_look_without_a_database_waits_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "cursor", Mock(side_effect=OperationalError("gone")))
    look()
