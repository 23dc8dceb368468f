"""Requesting a workbook, its progress, downloading it: with a real worker, without one, and when writing fails."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from accounts.actor import Actor
from jobs.models import Job
from jobs.tasks import look
from tests.background import no_worker
from tests.flows.asked_exports import ask, ask_again, sent_file, status, waiting_export, words
from tests.flows.reading_workbooks import all_text
from tests.people_and_events import CONSENT, enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.two_at_once import at_once
from tests.web.public.visiting import browser, some_years_ago
from tournaments.models import Export, StaffMember, Tournament
from tournaments.services.entries import add_entry
from tournaments.services.exporting import (
    EVERYBODYS_GOOD_FOR,
    EVERYBODYS_KEPT_FOR,
    GOOD_FOR,
    KEPT_FOR,
    MAX_WAITING,
    MAX_WAITING_FOR_EVERYBODY,
    request_export,
    write_export,
)
from tournaments.tasks import WRITERS
from tournaments.views.exporting import FRESH_FOR_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def tournament() -> Tournament:
    made = make_event(name="周末赛 5/3")
    enter(made, "Ann", "Bob")
    return made


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


def test_a_file_of_the_staffs_is_for_anyone_who_asked_while_they_are_staff(tournament: Tournament) -> None:
    entry = tournament.registrations.select_related("player").first()
    askers = [owner_of(tournament), *(staff_actor(tournament, role) for role in ("organiser", "judge", "scorekeeper"))]
    browsers = [browser(actor) for actor in askers]
    exports = [ask(client, tournament) for client in browsers]
    assert len({export.pk for export in exports}) == len(askers)
    everybody = [*browsers, browser(make_actor()), browser(player_actor(entry)), browser()]
    for asker, export in zip(browsers, exports, strict=True):
        for client in everybody:
            expected = 200 if client is asker else 404
            assert status(client, export).status_code == expected
            assert sent_file(client, export).status_code == expected
    StaffMember.objects.filter(user=askers[-1].user).delete()
    assert status(browsers[-1], exports[-1]).status_code == 404
    assert sent_file(browsers[-1], exports[-1]).status_code == 404


def test_nobodys_name_is_in_the_file_that_everybody_gets(tournament: Tournament) -> None:
    """Requested by the child, by the staff and by strangers, in turn and when files are there already."""
    child = add_entry(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        name="王小明",
        birth_year=some_years_ago(9),
        consent=CONSENT,
    )
    staff, own, stranger = browser(owner_of(tournament)), browser(player_actor(child)), browser()
    first = ask(staff, tournament)
    for client in (own, stranger, own):
        export = ask_again(client, tournament)
        assert export != first
        text = all_text(load_workbook(BytesIO(b"".join(sent_file(client, export).streaming_content))))
        assert "王小明" not in text
        assert "王＊＊" in text
    assert ask_again(staff, tournament) == first
    assert "王小明" in all_text(load_workbook(BytesIO(b"".join(sent_file(staff, first).streaming_content))))


def test_anyone_who_ceases_to_be_staff_gets_what_everybody_sees(tournament: Tournament) -> None:
    add_entry(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        name="王小明",
        birth_year=some_years_ago(9),
        consent=CONSENT,
    )
    judge = staff_actor(tournament, "judge")
    export = waiting_export(tournament, judge)
    StaffMember.objects.filter(user=judge.user).delete()
    write_export(export_id=export.pk, writers=WRITERS)
    export.refresh_from_db()
    with export.file.open("rb") as file:
        assert "王小明" not in all_text(load_workbook(file))


def test_a_thousand_askers_are_one_job(tournament: Tournament) -> None:
    entries = [player_actor(entry) for entry in tournament.registrations.all()]
    askers = [Actor(), make_actor(), *entries] * 250
    with no_worker():
        asked = {request_export(actor=actor, tournament_id=tournament.pk, language="en") for actor in askers}
        assert len(asked) == Job.objects.count() == 1
        look()
        asked |= {request_export(actor=actor, tournament_id=tournament.pk, language="en") for actor in askers[:10]}
        assert len(asked) == Export.objects.count() == 1
        chinese = request_export(actor=Actor(), tournament_id=tournament.pk, language="zh-hans")
    assert chinese not in asked


def test_two_who_ask_at_once_order_one_file(tournament: Tournament) -> None:
    def press() -> Export:
        return request_export(actor=Actor(), tournament_id=tournament.pk, language="en")

    with no_worker():
        assert len(set(at_once(tournament, press, press, press))) == 1
    assert Job.objects.count() == 1


def test_anyone_who_gets_a_file_that_is_there_waits_for_nobody(tournament: Tournament) -> None:
    """The event's row is every result's: a thousand requests must not wait for it."""
    client = browser()
    first = ask(client, tournament)
    with CaptureQueriesContext(connection) as queries:
        assert ask_again(client, tournament) == first
    assert not [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]]
    assert not client.cookies  # A session would take the kept pages from this phone.


def test_while_things_change_no_more_than_one_file_waits_behind_the_one_being_written(tournament: Tournament) -> None:
    with no_worker():
        first = request_export(actor=Actor(), tournament_id=tournament.pk, language="en")
        Export.objects.update(state=Export.State.RUNNING)
        assert request_export(actor=Actor(), tournament_id=tournament.pk, language="en") == first
        later = set()
        for name in ("Carl", "Dora", "Emil"):
            enter(tournament, name)
            later.add(request_export(actor=Actor(), tournament_id=tournament.pk, language="en"))
        assert len(later) == 1
        Export.objects.update(state=Export.State.RUNNING)
        for name in ("Fred", "Gita"):
            enter(tournament, name)
            request_export(actor=Actor(), tournament_id=tournament.pk, language="en")
            Export.objects.update(state=Export.State.RUNNING)
        assert Export.objects.count() == MAX_WAITING_FOR_EVERYBODY
        enter(tournament, "Hugo")
        refused = browser().post(reverse("export_request", args=[tournament.code]))
    assert refused.status_code == 429
    assert "Ask again in a minute" in words(refused)


def test_everybodys_file_lives_for_an_hour(tournament: Tournament) -> None:
    client = browser()
    first = ask(client, tournament)
    first.refresh_from_db()
    storage, name = first.file.storage, first.file.name
    Export.objects.update(created_at=timezone.now() - EVERYBODYS_GOOD_FOR - timedelta(seconds=1))
    second = ask(client, tournament)
    assert second != first
    assert sent_file(client, first).status_code == 200
    Export.objects.filter(pk=first.pk).update(created_at=timezone.now() - EVERYBODYS_KEPT_FOR - timedelta(seconds=1))
    ask(client, make_event(name="E2"))
    assert sent_file(client, first).status_code == 404
    assert not storage.exists(name)
    waiting_export(make_event(name="E3"), Actor())
    Export.objects.update(created_at=timezone.now() - EVERYBODYS_KEPT_FOR - timedelta(seconds=1))
    ask(client, make_event(name="E4"))
    assert set(Export.objects.values_list("tournament__name", flat=True)) == {"E3", "E4"}


def test_reading_the_address_of_the_button_asks_for_nothing(tournament: Tournament) -> None:
    assert browser(make_actor()).get(reverse("export_request", args=[tournament.code])).status_code == 405
    assert not Export.objects.exists()


def test_the_same_file_is_given_again_until_something_changes(tournament: Tournament) -> None:
    client = browser(owner_of(tournament))
    first = ask(client, tournament)
    client.post(reverse("export_request", args=[tournament.code]))
    assert list(Export.objects.all()) == [first]
    assert ask(browser(staff_actor(tournament, "judge")), tournament) != first
    enter(tournament, "Carl")
    second = ask(client, tournament)
    assert second != first
    Export.objects.update(created_at=timezone.now() - GOOD_FOR - timedelta(seconds=1))
    assert ask(client, tournament) != second


def test_nobody_lets_more_than_a_few_be_written_at_once(tournament: Tournament, celery_worker: Any) -> None:
    client = browser(actor := owner_of(tournament))
    for number in range(MAX_WAITING):
        waiting_export(make_event(actor, name=f"E{number}"), actor)
    path = reverse("export_request", args=[tournament.code])
    refused = client.post(path)
    assert refused.status_code == 429
    assert "still being written" in words(refused)
    answered = client.post(path, headers={"Referer": "http://testserver/"}, follow=True)
    assert "still being written" in words(answered)
    assert Export.objects.count() == MAX_WAITING


def test_old_files_of_other_events_are_cleared_too(tournament: Tournament) -> None:
    client = browser(owner_of(tournament))
    old = ask(client, tournament)
    old.refresh_from_db()
    Export.objects.update(created_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    new = ask(client, make_event(name="E2"))
    assert not old.file.storage.exists(old.file.name)
    assert list(Export.objects.all()) == [new]


def test_files_older_than_a_week_are_cleared_away(tournament: Tournament) -> None:
    client = browser(owner_of(tournament))
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
