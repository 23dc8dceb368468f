"""How long a job is silent, and what becomes of one that hangs; the clocks are the test's own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event, Thread
from unittest.mock import patch

import pytest
from django.db import connection, transaction

from jobs.kinds import KINDS, Kind
from jobs.models import Job
from jobs.progress import MAX_PASSED, MAX_SILENCE, Silence, moved, watched
from jobs.queries import SLOW_TO_MOVE, standing
from jobs.services import running
from jobs.services.leases import ask_job, claim, leave, renew
from jobs.services.running import MAX_LOSSES, job_hangs, run_job
from jobs.tasks import look
from jobs.wording import say_reason, say_standing
from tests.background import no_worker, time_passes
from tests.sentences import assert_sentence

KIND = "tests.hanging"


class Clocks:
    """The time that has passed, and the part of it in which the thread computed."""

    def __init__(self, patch_: pytest.MonkeyPatch) -> None:
        self.passed = self.computed = 0.0
        patch_.setattr(time, "monotonic", lambda: self.passed)
        patch_.setattr(time, "clock_gettime", lambda clock: self.computed)

    def go_on(self, passed: float, computed: float) -> None:
        self.passed += passed
        self.computed += computed


@pytest.fixture
def clocks() -> Iterator[Clocks]:
    with pytest.MonkeyPatch.context() as patch_:
        yield Clocks(patch_)


@pytest.mark.parametrize(
    ("computed", "counted"),
    [(0.0, 5.0), (5.0, 5.0), (1.0, 1.0)],
    ids=["waits for something", "computes", "gets too little of the machine"],
)
def test_silence_counts_what_a_thread_did_or_that_it_did_nothing(
    clocks: Clocks, computed: float, counted: float
) -> None:
    silence = Silence()
    for times in (1, 2):
        clocks.go_on(5.0, computed)
        assert not silence.look()
        assert silence.seconds == counted * times
    silence.end()
    clocks.go_on(5.0, computed)
    assert silence.look()
    assert silence.seconds == 0.0


@pytest.mark.parametrize("computed", [0.0, 5.0, 600.0])
def test_a_process_that_was_held_up_is_not_silent_for_that(clocks: Clocks, computed: float) -> None:
    silence = Silence()
    clocks.go_on(600.0, computed)
    silence.look()
    assert silence.seconds <= MAX_PASSED


@pytest.mark.django_db(transaction=True)
def test_a_wait_for_a_lock_is_no_silence() -> None:
    started = Event()
    found: list[Silence] = []

    def wait_for_lock() -> None:
        with watched() as silence, connection.cursor() as cursor:
            found.append(silence)
            started.set()
            cursor.execute("SELECT pg_advisory_xact_lock(7071)")
        connection.close()

    thread = Thread(target=wait_for_lock)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(7071)")
        thread.start()
        assert started.wait(60)
        silence = found[0]
        silence.seconds = MAX_SILENCE
        while not silence.is_excused():
            assert thread.is_alive()
        assert silence.seconds == 0.0
    thread.join(60)
    silence.seconds = MAX_SILENCE
    assert not silence.is_excused()
    assert silence.seconds == MAX_SILENCE


@pytest.mark.django_db
def test_a_statement_is_a_sign_of_progress_and_so_is_saying_so() -> None:
    moved()
    with watched() as silence:
        assert not silence.look()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert silence.look()
        assert not silence.look()
        moved()
        assert silence.look()


class Hanging:
    """A kind of job that does nothing until it is given up or a test ends it."""

    def __init__(self) -> None:
        self.ran = 0
        self.hangs = True
        self.left = Event()
        self.given_up: list[str] = []

    def run(self, subject: int) -> None:
        self.ran += 1
        if self.hangs:
            assert self.left.wait(60)
            self.left.clear()

    def ends(self, **_: object) -> None:
        """In place of the process that ends."""
        self.left.set()


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    made = Hanging()
    monkeypatch.setattr(running, "BEAT_SECONDS", 0.001)
    monkeypatch.setattr(running, "MAX_SILENCE", 0.0)
    job_hangs.connect(made.ends)
    with patch.dict(KINDS, {KIND: Kind(KIND, made.run, lambda subject, reason: made.given_up.append(reason))}):
        yield made
    job_hangs.disconnect(made.ends)


@pytest.fixture
def job(transactional_db: None) -> Job:
    with no_worker():
        ask_job(kind=KIND, subject=7)
    return Job.objects.get()


@pytest.mark.language("en")
def test_a_job_that_hangs_is_left_and_run_again(hanging: Hanging, job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    with patch.object(running, "finish"):  # The process is gone before.
        run_job(job.pk)
    job.refresh_from_db()
    assert job.trouble == "no_progress"
    assert job.holder is not None
    assert_sentence(say_standing(standing(KIND, 7)), "no_progress")
    monkeypatch.setattr(running, "MAX_SILENCE", MAX_SILENCE)
    hanging.hangs = False
    look()
    assert hanging.ran == 2
    assert hanging.given_up == []
    assert not Job.objects.exists()


@pytest.mark.language("en")
def test_a_job_that_hangs_each_time_is_given_up(hanging: Hanging, job: Job) -> None:
    for _ in range(MAX_LOSSES + 1):
        with patch.object(running, "finish"):
            run_job(job.pk)
    run_job(job.pk)
    assert hanging.given_up == ["no_progress"]
    assert hanging.ran == MAX_LOSSES + 1
    assert_sentence(say_reason("no_progress"), "no_progress")
    assert not Job.objects.exists()


def test_a_job_that_hangs_after_its_lease_was_lost_is_ended(
    hanging: Hanging, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(silence: Silence) -> bool:
        silence.seconds += 1.0
        return False

    monkeypatch.setattr(Silence, "look", look)
    monkeypatch.setattr(running, "MAX_SILENCE", 3.0)
    with patch.object(running, "renew", return_value=False) as renewed:
        run_job(job.pk)
    assert renewed.call_count == 1
    assert hanging.ran == 1


@pytest.mark.language("en")
def test_a_page_says_early_that_a_job_is_slow(hanging: Hanging, job: Job) -> None:
    lease = claim(job.pk)
    assert lease is not None
    time_passes(SLOW_TO_MOVE.total_seconds() + 1)
    assert renew(lease, moved=False)
    found = standing(KIND, 7)
    assert found is not None
    assert (found.is_running, found.is_slow, found.is_quiet) == (True, True, True)
    assert_sentence(say_standing(found), "quiet")
    assert renew(lease, moved=True)
    assert say_standing(standing(KIND, 7)) == ""


@pytest.mark.language("en")
def test_a_worker_lost_after_a_hang_is_said_to_be_lost(hanging: Hanging, job: Job) -> None:
    first = claim(job.pk)
    assert first is not None
    leave(first, trouble="no_progress")
    assert claim(job.pk) is not None
    time_passes(60)
    found = standing(KIND, 7)
    assert found is not None
    assert found.trouble == "worker_lost"
