"""The jobs behind exports: written by a worker, killed, failed, without a queue or a disk."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from config.celery import app
from jobs.models import Job
from jobs.queries import SLOW_TO_START
from jobs.services import running
from jobs.services.leases import LEASE, claim
from jobs.tasks import look
from tests.background import no_worker, time_passes
from tests.flows.asked_exports import ask, sent_file, status, waiting_export, words
from tests.people_and_events import enter, make_actor, make_event
from tests.web.public.visiting import browser
from tournaments.models import Export, Tournament
from tournaments.services import exporting
from tournaments.services.exporting import (
    write_export,
)
from tournaments.tasks import WRITERS

pytestmark = pytest.mark.django_db(transaction=True)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def tournament() -> Tournament:
    made = make_event(name="周末赛 5/3")
    enter(made, "Ann", "Bob")
    return made


def test_a_real_worker_writes_it(tournament: Tournament, celery_worker: Any) -> None:
    client = browser(make_actor())
    with patch.object(exporting, "write_workbook", wraps=exporting.write_workbook) as written:
        export = ask(client, tournament)
        for _attempt in range(2000):
            answer = status(client, export, htmx=True)
            if "hx-get" not in words(answer):
                break
    assert written.call_count == 1
    assert reverse("export_file", args=[export.key]) in answer["HX-Trigger"]
    assert sent_file(client, export).status_code == 200


def test_progress_is_seen_while_the_file_is_written(tournament: Tournament) -> None:
    client, seen = browser(actor := make_actor()), []
    export = waiting_export(tournament, actor)
    assert 'value="0"' in words(status(client, export))

    def slowly(sheets: Any, target: Any, *, progress: Any) -> None:
        for percent in (0, 40, 100):
            progress(percent)
            export.refresh_from_db()
            page = words(status(client, export, htmx=True))
            assert f'value="{export.progress}"' in page
            assert "hx-get" in page
            seen.append((export.state, export.progress))

    with patch.object(exporting, "write_workbook", slowly):
        write_export(export_id=export.pk, writers=WRITERS)
    assert seen == [("running", 0), ("running", 40), ("running", 99)]


def test_a_job_delivered_twice_writes_once(tournament: Tournament) -> None:
    export = waiting_export(tournament, make_actor())
    write_export(export_id=export.pk, writers=WRITERS)
    with patch.object(exporting, "write_workbook") as again:
        write_export(export_id=export.pk, writers=WRITERS)
    again.assert_not_called()


@pytest.fixture
def failures_stay_in_the_job() -> Iterator[None]:
    """As with a worker: the code that requested the job does not see its exception."""
    app.conf.update(task_eager_propagates=False)
    yield
    app.conf.update(task_eager_propagates=True)


def test_a_failed_job_says_so_and_can_be_asked_for_again(
    tournament: Tournament, failures_stay_in_the_job: None
) -> None:
    client = browser(make_actor())
    with patch.object(exporting, "write_workbook", side_effect=OSError("disk full")):
        export = ask(client, tournament)
    export.refresh_from_db()
    assert (export.state, export.error) == (Export.State.FAILED, "failed")
    page = words(status(client, export))
    assert "because of an internal error" in page
    assert "disk full" not in page
    assert f'action="{reverse("export_request", args=[tournament.code])}"' in page
    assert sent_file(client, export).status_code == 404
    again = ask(client, tournament)
    assert again.pk != export.pk
    assert sent_file(client, again).status_code == 200


def test_without_a_broker_it_waits_and_is_written_later(tournament: Tournament) -> None:
    client = browser(make_actor())
    with no_worker():
        export = ask(client, tournament)
        assert ask(client, tournament) == export
        assert "No worker has taken this up" not in words(status(client, export))
        time_passes(SLOW_TO_START.total_seconds() + 1)
        page = words(status(client, export))
        assert "No worker has taken this up yet" in page
        assert "Waiting for the worker" in page
        assert ask(client, tournament) == export
    look()
    assert sent_file(client, export).status_code == 200


def test_a_worker_that_was_killed_is_logged_and_another_writes_it(tournament: Tournament) -> None:
    client = browser(actor := make_actor())
    export = waiting_export(tournament, actor)
    lease = claim(Job.objects.get().pk)
    Export.objects.update(state=Export.State.RUNNING, progress=40)
    assert lease is not None
    assert "Writing the file" in words(status(client, export))
    time_passes(LEASE.total_seconds() + 1)
    assert "it starts again by itself within a minute" in words(status(client, export))
    look()
    assert sent_file(client, export).status_code == 200


class Killed(BaseException):
    """As when a worker dies: nothing after it runs."""


@pytest.mark.parametrize("place", ["write_workbook", "_keep", "finish"])
@pytest.mark.parametrize("is_done", [False, True], ids=["before", "after"])
def test_killed_at_any_step_another_writes_it(tournament: Tournament, place: str, is_done: bool) -> None:
    where = running if place == "finish" else exporting
    real = getattr(where, place)

    def dies(*args: Any, **facts: Any) -> None:
        if is_done:
            real(*args, **facts)
        raise Killed

    client = browser(actor := make_actor())
    export = waiting_export(tournament, actor)
    with patch.object(where, place, dies), pytest.raises(Killed):
        running.run_job(Job.objects.get().pk)
    time_passes(LEASE.total_seconds() + 1)
    look()
    assert not Job.objects.exists()
    assert sent_file(client, export).status_code == 200
    export.refresh_from_db()
    path = Path(export.file.path)
    assert list(path.parent.glob(f"*{export.key}*")) == [path]


def test_a_full_disk_is_reported_and_waited_for(tournament: Tournament) -> None:
    client = browser(make_actor())
    with patch.object(exporting, "write_workbook", side_effect=OSError(errno.ENOSPC, "No space left on device")):
        export = ask(client, tournament)
    page = words(status(client, export))
    assert "The disk is full" in page
    assert "hx-get" in page
    time_passes(60)
    look()
    assert sent_file(client, export).status_code == 200


def test_a_page_that_waits_long_looks_more_seldom(tournament: Tournament) -> None:
    export = waiting_export(tournament, Actor())
    pauses = []
    for age in (0, 5, 60):
        Export.objects.update(created_at=timezone.now() - timedelta(seconds=age))
        (pause,) = re.findall(r"load delay:(\d+)ms", words(status(browser(), export)))
        pauses.append(int(pause))
    assert pauses == [400, 1000, 3000]
