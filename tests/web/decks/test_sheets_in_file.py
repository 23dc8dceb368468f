"""The sheets of a large event: written to a file by a job, downloaded by those who may still see the lists."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.refusals import NotAllowed
from tests.background import no_worker
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.typed_lists import LEGAL
from tests.web.decks.test_sheets import papers
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.models import Export, StaffMember, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.exporting import SheetOrder, request_export, write_export
from tournaments.tasks import WRITERS
from tournaments.views import sheet_printing, sheets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _few_on_a_page() -> Iterator[None]:
    with patch.object(sheets, "MAX_SHEETS_ON_PAGE", 3), patch.object(sheet_printing, "SHEETS_AT_ONCE", 4):
        yield


@pytest.fixture
def event() -> Tournament:
    made = make_event()
    for number, entry in enumerate(enter(made, *(f"P{number:02}" for number in range(10, 0, -1)), "<i>王</i>")):
        if number % 2:
            save_entry_decklist(
                actor=player_actor(entry), registration_id=entry.pk, text=LEGAL, name="Red", submit=True
            )
    return made


def order(client: Client, event: Tournament, **choice: str) -> Export:
    answer = client.post(reverse("deck_sheets_order", args=[event.code]), choice)
    export = Export.objects.latest("pk")
    assert answer["Location"] == reverse("export_status", args=[export.key])
    return export


def sent(client: Client, export: Export, **headers: str) -> Any:
    return client.get(reverse("export_file", args=[export.key]), headers=headers)


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def names(markup: str) -> list[str]:
    return re.findall(r"<dt>Name</dt><dd>(.*?)</dd>", markup)


def test_a_page_offers_the_file_and_the_file_holds_what_the_page_would(event: Tournament) -> None:
    client = browser(owner_of(event))
    address = reverse("deck_sheets", args=[event.code])
    page = client.get(address)
    assert_clean(page)
    assert "11 sheets are more than a page can hold" in page.content.decode()
    assert papers(page) == []
    export = order(client, event, show="all", language="en")
    status = client.get(reverse("export_status", args=[export.key]))
    assert_clean(status)
    assert "The sheets are ready" in status.content.decode()
    assert "calls-place" in status.content.decode(), "the open calls are on every page of the staff"
    assert "data-download" not in status.content.decode()
    answer = sent(client, export, accept_encoding="gzip")
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Content-Encoding"] == "gzip"
    assert "attachment" not in answer.get("Content-Disposition", "")
    assert "default-src" in answer["Content-Security-Policy"]
    markup = gzip.decompress(body(answer)).decode()
    with patch.object(sheets, "MAX_SHEETS_ON_PAGE", 100):
        whole = client.get(address)
    shown = re.compile(r'<article class="sheet-page.*?</article>', re.DOTALL)
    assert shown.findall(markup) == shown.findall(whole.content.decode())
    assert names(markup) == ["&lt;i&gt;王&lt;/i&gt;", *(f"P{number:02}" for number in range(1, 11))]
    assert markup.lstrip().lower().startswith("<!doctype html>")
    assert markup.rstrip().endswith("</html>")
    assert "<style" not in markup
    assert body(sent(client, export)).decode() == markup


def test_the_choice_and_the_language_are_those_asked_for(event: Tournament) -> None:
    client = browser(owner_of(event))
    export = order(client, event, show="filled", language="zh-hans")
    markup = gzip.decompress(body(sent(client, export, accept_encoding="gzip"))).decode()
    assert len(papers_of(markup)) == 5
    assert "套牌登记表" in markup
    assert 'lang="zh-Hans"' in markup
    other = order(client, event, show="missing", language="zh-hans")
    assert other != export
    assert order(client, event, show="missing", language="zh-hans") == other


def papers_of(markup: str) -> list[str]:
    return re.findall(r'<article class="sheet-page', markup)


def test_who_may_order_and_who_may_fetch(event: Tournament) -> None:
    for actor in (None, staff_actor(event, "scorekeeper"), player_actor(event.registrations.first())):
        assert browser(actor).post(reverse("deck_sheets_order", args=[event.code])).status_code == 403
    judge = staff_actor(event, "judge")
    export = order(browser(judge), event)
    assert sent(browser(judge), export).status_code == 200
    assert sent(browser(owner_of(event)), export).status_code == 404
    token = browser(judge).get(f"/api/v1/exports/{export.key}/")
    assert token.status_code in (401, 403, 404)
    StaffMember.objects.filter(user=judge.user).delete()
    assert sent(browser(judge), export).status_code == 404
    assert browser(judge).get(reverse("export_status", args=[export.key])).status_code == 404


def test_a_judge_who_is_none_any_more_gets_no_file_written(event: Tournament) -> None:
    judge = staff_actor(event, "judge")
    with no_worker():
        export = request_export(
            actor=judge, tournament_id=event.pk, language="en", sheets=SheetOrder("all", "http://testserver")
        )
    StaffMember.objects.filter(user=judge.user).delete()
    with pytest.raises(NotAllowed):
        write_export(export_id=export.pk, writers=WRITERS)
    export.refresh_from_db()
    assert not export.file


def test_waiting_and_failed_are_said_and_failed_is_asked_for_again_as_it_was(event: Tournament) -> None:
    client = browser(owner_of(event))
    with no_worker():
        export = order(client, event, show="missing", language="en")
    Export.objects.filter(pk=export.pk).update(progress=40, state=Export.State.RUNNING)
    assert "40" in client.get(reverse("export_status", args=[export.key])).content.decode()
    Export.objects.filter(pk=export.pk).update(state=Export.State.FAILED, error="failed")
    failed = client.get(reverse("export_status", args=[export.key]))
    assert_clean(failed)
    part = failed.content.decode().split('id="export"')[1]
    part = " ".join(part.split())
    form = re.search(r'<form method="post"\s+action="([^"]+)"[^>]*>.*?</form>', part, re.DOTALL)
    assert form is not None
    assert form[1] == reverse("deck_sheets_order", args=[event.code])
    assert 'name="show" value="missing"' in form[0]
    assert 'name="language" value="en"' in form[0]


def test_entries_are_read_some_at_a_time_and_written_before_the_next(event: Tournament) -> None:
    export = Export(tournament=event, kind=Export.Kind.SHEETS, shown="all", site="http://testserver")
    target, held, most = BytesIO(), [0], [0]
    printed, write = sheet_printing.printed, gzip.GzipFile.write

    def counted(wanted: Any, *, site: str) -> Iterator[str]:
        for sheet in printed(wanted, site=site):
            held[0] += 1
            most[0] = max(most[0], held[0])
            yield sheet

    def written(self: gzip.GzipFile, data: bytes) -> int:
        held[0] = 0
        return write(self, data)

    progress: list[int] = []
    with (
        patch.object(sheet_printing, "printed", counted),
        patch.object(gzip.GzipFile, "write", written),
        CaptureQueriesContext(connection) as queries,
    ):
        sheet_printing.write_event_sheets(export, owner_of(event), target, progress.append)
    assert most == [1]
    assert progress == [36, 72]
    assert len([one for one in queries if "decks_decklistversion" in one["sql"]]) == 3
