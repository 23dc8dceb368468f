"""Asking for a workbook, watching it, fetching it: with a real worker, without one, and when writing fails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu import Connection
from openpyxl import load_workbook

from accounts.actor import Actor
from config.celery import app
from tests.people_and_events import enter, make_actor, make_event, player_actor
from tests.web.public.visiting import browser
from tournaments.models import Export, Tournament
from tournaments.services import exporting
from tournaments.services.exporting import (
    GOOD_FOR,
    KEPT_FOR,
    MOST_WAITING,
    request_export,
    write_export,
)
from tournaments.tasks import write_export_job
from tournaments.views.exporting import FRESH_FOR_SECONDS, SLOW_AFTER_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def tournament() -> Tournament:
    made = make_event(name="周末赛 5/3")
    enter(made, "Ann", "Bob")
    return made


def ask(client: Client, tournament: Tournament) -> Export:
    """Press the button; the export it led to."""
    answer = client.post(reverse("export_request", args=[tournament.code]))
    export = Export.objects.latest("pk")
    assert answer.status_code == 302
    assert answer["Location"] == reverse("export_status", args=[export.key])
    return export


def status(client: Client, export: Export, *, htmx: bool = False) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    return client.get(reverse("export_status", args=[export.key]), headers=headers)


def words(answer: Any) -> str:
    return str(answer.content.decode())


def sent_file(client: Client, export: Export) -> Any:
    return client.get(reverse("export_file", args=[export.key]))


def waiting_export(tournament: Tournament, actor: Actor) -> Export:
    """An export nobody works on."""
    return request_export(actor=actor, tournament_id=tournament.pk, language="en").export


def test_a_small_event_is_ready_at_once_and_downloads_by_itself(tournament: Tournament) -> None:
    client = browser(make_actor())
    export = ask(client, tournament)
    page = words(status(client, export))
    assert f'data-download="{reverse("export_file", args=[export.key])}"' in page
    assert "The download starts by itself" in page
    answer = sent_file(client, export)
    assert answer["Content-Type"] == XLSX
    assert "attachment" in answer["Content-Disposition"]
    assert "%E5%91%A8%E6%9C%AB%E8%B5%9B%205%203" in answer["Content-Disposition"]
    book = load_workbook(BytesIO(b"".join(answer.streaming_content)))
    assert book.sheetnames == ["Standings", "Games", "Decklists", "Event"]


def test_an_old_file_looked_up_again_does_not_download_by_itself(tournament: Tournament) -> None:
    client = browser(make_actor())
    export = ask(client, tournament)
    Export.objects.update(created_at=timezone.now() - timedelta(seconds=FRESH_FOR_SECONDS + 1))
    page = words(status(client, export))
    assert "data-download" not in page
    assert reverse("export_file", args=[export.key]) in page


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
        write_export(export_id=export.pk)
    assert seen == [("running", 0), ("running", 40), ("running", 99)]


def test_a_job_delivered_twice_writes_once(tournament: Tournament) -> None:
    export = waiting_export(tournament, make_actor())
    write_export(export_id=export.pk)
    with patch.object(exporting, "write_workbook") as again:
        write_export(export_id=export.pk)
    again.assert_not_called()


@pytest.fixture
def failures_stay_in_the_job() -> Iterator[None]:
    """As with a worker: whoever asked for the job does not meet its exception."""
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
    assert (export.state, export.error) == (Export.State.FAILED, exporting.WRITING_FAILED)
    page = words(status(client, export))
    assert "because of a fault of ours" in page
    assert "disk full" not in page
    assert f'action="{reverse("export_request", args=[tournament.code])}"' in page
    assert sent_file(client, export).status_code == 404
    again = ask(client, tournament)
    assert again.pk != export.pk
    assert sent_file(client, again).status_code == 200


@pytest.fixture
def no_broker(settings: Any) -> Iterator[None]:
    """Jobs are to go to a Redis that is not there."""
    nowhere = Connection("redis://127.0.0.1:1/0")
    send = partial(write_export_job.apply_async, connection=nowhere, retry=False)
    settings.CELERY_TASK_ALWAYS_EAGER = False
    app.conf.update(task_always_eager=False)
    with patch.object(write_export_job, "delay", lambda export_id: send((export_id,))):
        yield
    app.conf.update(task_always_eager=True)


def test_without_a_broker_it_fails_at_once_with_a_way_to_try_again(tournament: Tournament, no_broker: None) -> None:
    client = browser(make_actor())
    export = ask(client, tournament)
    export.refresh_from_db()
    assert (export.state, export.error) == (Export.State.FAILED, exporting.QUEUE_UNREACHABLE)
    page = words(status(client, export))
    assert "the background worker cannot be reached" in page
    assert f'action="{reverse("export_request", args=[tournament.code])}"' in page


def test_a_worker_that_does_not_come_is_told_after_a_while(tournament: Tournament) -> None:
    client = browser(actor := make_actor())
    export = waiting_export(tournament, actor)
    assert ask(client, tournament) == export
    assert "takes longer than it should" not in words(status(client, export))
    Export.objects.update(created_at=timezone.now() - timedelta(seconds=SLOW_AFTER_SECONDS + 1))
    page = words(status(client, export))
    assert "takes longer than it should" in page
    assert "Ask again" in page
    assert ask(client, tournament) != export


def test_only_who_asked_sees_and_fetches_it(tournament: Tournament) -> None:
    entries = list(tournament.registrations.select_related("player"))
    askers = [make_actor(), player_actor(entries[0]), None]
    browsers = [browser(actor) for actor in askers]
    exports = [ask(client, tournament) for client in browsers]
    everybody = [*browsers, browser(make_actor()), browser(player_actor(entries[1])), browser()]
    for owner, export in zip(browsers, exports, strict=True):
        for client in everybody:
            expected = 200 if client is owner else 404
            assert status(client, export).status_code == expected
            assert sent_file(client, export).status_code == expected


def test_reading_the_address_of_the_button_asks_for_nothing(tournament: Tournament) -> None:
    assert browser(make_actor()).get(reverse("export_request", args=[tournament.code])).status_code == 405
    assert not Export.objects.exists()


def test_the_same_file_is_given_again_until_something_changes(tournament: Tournament) -> None:
    client = browser(make_actor())
    first = ask(client, tournament)
    client.post(reverse("export_request", args=[tournament.code]))
    assert list(Export.objects.all()) == [first]
    assert ask(browser(make_actor()), tournament) != first
    enter(tournament, "Carl")
    second = ask(client, tournament)
    assert second != first
    Export.objects.update(created_at=timezone.now() - GOOD_FOR - timedelta(seconds=1))
    assert ask(client, tournament) != second


def test_nobody_lets_more_than_a_few_be_written_at_once(tournament: Tournament, celery_worker: Any) -> None:
    client = browser(actor := make_actor())
    for number in range(MOST_WAITING):
        waiting_export(make_event(name=f"E{number}"), actor)
    path = reverse("export_request", args=[tournament.code])
    refused = client.post(path)
    assert refused.status_code == 429
    assert "still being written" in words(refused)
    told = client.post(path, headers={"Referer": "http://testserver/"}, follow=True)
    assert "still being written" in words(told)
    assert Export.objects.count() == MOST_WAITING


def test_old_files_of_other_events_are_cleared_too(tournament: Tournament) -> None:
    client = browser(make_actor())
    old = ask(client, tournament)
    old.refresh_from_db()
    Export.objects.update(created_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    new = ask(client, make_event(name="E2"))
    assert not old.file.storage.exists(old.file.name)
    assert list(Export.objects.all()) == [new]


def test_files_older_than_a_week_are_cleared_away(tournament: Tournament) -> None:
    client = browser(make_actor())
    old = ask(client, tournament)
    old.refresh_from_db()
    storage, name = old.file.storage, old.file.name
    Export.objects.update(created_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    new = ask(client, tournament)
    assert not storage.exists(name)
    assert list(Export.objects.all()) == [new]
    new.refresh_from_db()
    new.file.storage.delete(new.file.name)
    assert sent_file(client, new).status_code == 404
