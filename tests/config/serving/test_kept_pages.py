"""Public pages sent from memory without Django, and to whom they are not sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from config.serving import kept_pages
from config.serving.front import Front
from config.serving.kept_pages import MAX_LAG
from config.serving.lanes import MAX_BEHIND, Lane, LaneSize
from config.serving.marks import SITE_READ_EVERY
from tests.config.serving.asking import Visit, ask
from tests.config.serving.whole_front import FULL, close_lanes, whole_front
from tests.own_loop import run_async
from tests.running_events import finish_round, publish, score, start_event
from tournaments.models import Tournament
from tournaments.pages.store import KeptPage, keep_body, store
from tournaments.queries.versions import mark_of, marks_of

pytestmark = pytest.mark.django_db(transaction=True)

VISITOR = {"Accept-Language": "en", "Accept-Encoding": "identity"}


@pytest.fixture
def front() -> Iterator[Front]:
    store.clear()
    with whole_front() as made:
        yield made


@pytest.fixture
def event() -> Tournament:
    """An event in its first round."""
    tournament = start_event(4)
    publish(tournament)
    return tournament


def see(front: Front, event: Tournament, headers: dict[str, str] | None = None, method: str = "GET") -> Visit:
    """The pairings as the front answers them."""
    return run_async(ask(front, Visit(method, f"/t/{event.code}/pairings/", VISITOR | (headers or {}))))


def test_a_page_is_worked_out_once_and_then_sent_from_memory(front: Front, event: Tournament) -> None:
    first = see(front, event)
    assert first.status == 200
    close_lanes(front)
    again = see(front, event)
    assert (again.status, again.text) == (200, first.text)
    assert "default-src 'self'" in again.answer_headers["content-security-policy"]
    assert again.answer_headers["x-content-type-options"] == "nosniff"
    tag = again.answer_headers["etag"]
    assert see(front, event, {"If-None-Match": tag}).status == 304
    assert see(front, event, {"Accept-Encoding": "gzip"}).answer_headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(("seen", "known"), [(True, False), (False, True), (False, False)])
def test_an_open_page_hears_the_same_from_the_web_process_and_from_django(
    front: Front, event: Tournament, client: Client, seen: bool, known: bool
) -> None:
    """`static/js/live.js` takes 200 and 204 for contact with the server, and everything else for none."""
    path, mark = f"/t/{event.code}/live/mark", str(mark_of(event.code))
    query = f"seen={mark}" if seen else ""
    headers = {"If-None-Match": f'"{mark}"'} if known else {}
    visit = run_async(ask(front, Visit("GET", path, headers, query=query)))
    answer = client.get(path, {"seen": mark} if seen else {}, headers=headers)
    assert visit.status == answer.status_code == (204 if seen else 304 if known else 200)
    assert visit.text == answer.content.decode() == ("" if seen or known else mark)
    for name in ("ETag", "Cache-Control"):
        assert visit.answer_headers[name.lower()] == answer[name]


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "dueldesk_session=anything; dueldesk_own=staff"},
        {"Authorization": "Bearer dd_x"},
        {"HX-Request": "true"},
        {"Host": "attacker.example"},
    ],
)
def test_who_may_get_another_page_is_asked_of_django(front: Front, event: Tournament, headers: dict[str, str]) -> None:
    assert see(front, event).status == 200
    close_lanes(front)
    assert see(front, event, headers).status == 503
    assert see(front, event, method="POST").status == 503


@pytest.mark.parametrize("cookies", ["dueldesk_session=anything", "theme=auto; messages=x; dueldesk_session=y"])
def test_somebody_gets_everybodys_page_when_django_cannot_answer(front: Front, event: Tournament, cookies: str) -> None:
    page = see(front, event).text
    close_lanes(front)
    busy = see(front, event, {"Cookie": cookies})
    assert (busy.status, busy.text) == (200, page)
    cookie = busy.answer_headers["set-cookie"]
    assert cookie == f"dueldesk_own=ask; Path=/t/{event.code}/; Max-Age=43200; SameSite=Lax"
    assert "set-cookie" not in see(front, event, {"Cookie": f"{cookies}; dueldesk_own=ask"}).answer_headers


def test_behind_others_somebody_whose_script_fills_it_gets_everybodys_page(front: Front, event: Tournament) -> None:
    page = see(front, event).text
    scripted = {"Cookie": "dueldesk_session=anything; dueldesk_own=live"}
    front.bridge.application = refuse
    assert see(front, event, scripted).status == 418
    front.lanes["read"] = Lane("read", FULL)
    assert front.lanes["read"].is_busy
    busy = see(front, event, scripted)
    assert (busy.status, busy.text) == (200, page)
    assert "set-cookie" not in busy.answer_headers


def test_phones_that_wait_for_one_page_get_it_when_the_first_has_it(front: Front, event: Tournament) -> None:
    """Of requests that arrive together before a page is kept, one is sent to Django; the others share its page."""
    asked: list[str] = []
    django = front.bridge.application

    def counted(environment: dict[str, Any], start_response: Callable[..., None]) -> Any:
        asked.append(environment.get("HTTP_COOKIE", ""))
        return django(environment, start_response)

    front.bridge.application = counted
    front.lanes["read"] = lane = Lane("read", LaneSize(threads=1, waiting=10, patience=60))
    scripted = "dueldesk_session=anything; dueldesk_own=live"
    cookies = ["", "", scripted, "dueldesk_session=anything", ""]

    async def all_at_once() -> list[Visit]:
        path = f"/t/{event.code}/pairings/"
        visits = [Visit("GET", path, VISITOR | ({"Cookie": cookie} if cookie else {})) for cookie in cookies]
        return list(await asyncio.gather(*(ask(front, visit) for visit in visits)))

    seen = run_async(all_at_once())
    lane.pool.shutdown()
    assert [visit.status for visit in seen] == [200] * len(cookies)
    assert asked == ["", "dueldesk_session=anything"], "those without the script get their own page"
    assert seen[1].text == seen[2].text == seen[4].text == seen[0].text


def test_a_hall_that_signs_in_by_links_gets_the_page_however_short_the_queue(front: Front, event: Tournament) -> None:
    """Nobody has had a page of the event yet, and none is kept: those who did not fit into the queue got a 503."""
    front.lanes["read"] = lane = Lane("read", LaneSize(threads=1, waiting=3, patience=60))
    headers = VISITOR | {"Cookie": "dueldesk_session=anything"}

    async def all_at_once() -> list[Visit]:
        visits = [Visit("GET", f"/t/{event.code}/pairings/", headers) for _ in range(30)]
        return list(await asyncio.gather(*(ask(front, visit) for visit in visits)))

    seen = run_async(all_at_once())
    lane.pool.shutdown()
    assert [visit.status for visit in seen] == [200] * len(seen)
    asks_later = ["dueldesk_own=ask" in visit.answer_headers.get("set-cookie", "") for visit in seen]
    assert asks_later == [False] * 4 + [True] * 26


def test_behind_many_others_somebody_gets_everybodys_page_at_once(front: Front, event: Tournament) -> None:
    """The lane of visitors lets more wait, for what only Django can answer."""
    page = see(front, event).text
    front.lanes["read"] = lane = Lane("read", LaneSize(threads=0, waiting=MAX_BEHIND + 1, patience=60))

    async def behind() -> Visit:
        lane.queue.extend(asyncio.get_running_loop().create_future() for _ in range(MAX_BEHIND))
        cookies = {"Cookie": "dueldesk_session=anything"}
        return await ask(front, Visit("GET", f"/t/{event.code}/pairings/", VISITOR | cookies))

    assert run_async(behind()).text == page


def refuse(environment: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
    """A Django whose answer differs from a kept page."""
    start_response("418 Asked", [])
    return []


def test_a_language_that_was_not_worked_out_is_asked_of_django(front: Front, event: Tournament) -> None:
    assert see(front, event).status == 200
    close_lanes(front)
    assert see(front, event, {"Accept-Language": "zh-CN"}).status == 503


def test_a_newer_version_is_asked_of_django_and_the_last_one_is_sent_when_it_is_busy(
    front: Front, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = see(front, event).text
    score(event.rounds.get().matches.order_by("table")[0], 2, 0)
    front.marks.take(event.code, marks_of([event.code])[event.code])
    front.streams.feeds.clear()
    now = see(front, event).text
    assert now != before

    score(event.rounds.get().matches.order_by("table")[1], 0, 2)
    front.marks.take(event.code, marks_of([event.code])[event.code])
    front.streams.feeds.clear()
    close_lanes(front)
    busy = see(front, event)
    assert (busy.status, busy.text) == (200, now)
    monkeypatch.setattr(KeptPage, "age", MAX_LAG + 1)  # A name that it shows may have been hidden since.
    assert see(front, event).status == 503


def test_while_the_database_is_away_pages_go_out_as_they_were_when_it_was_lost(
    front: Front, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of a version that was the last one hours before may show a name that has been hidden since."""
    page = see(front, event).text
    front.bridge.application = away
    monkeypatch.setattr(KeptPage, "age", 10_000)
    assert see(front, event).text == page, "nothing has changed since"
    known = mark_of(event.code)
    assert known is not None
    front.marks.take(event.code, str(replace(known, version=known.version + 1)))
    front.streams.feeds.clear()
    assert see(front, event).status == 503
    front.marks.away_since = time.monotonic() - 10_000
    assert see(front, event).text == page, "it was new when the database was lost"


def away(environment: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
    """A Django whose database does not answer."""
    start_response("503 Away", [])
    return []


def test_the_address_that_is_shared_leads_everybody_on_from_memory(front: Front, event: Tournament) -> None:
    """A QR code sends a whole hall there at one moment."""

    def led(cookies: str = "") -> tuple[int, str]:
        visit = run_async(ask(front, Visit("GET", f"/t/{event.code}/", VISITOR | {"Cookie": cookies})))
        return visit.status, visit.answer_headers.get("location", "")

    to_pairings = (302, f"/t/{event.code}/pairings/")
    assert led() == to_pairings
    open_lanes = front.lanes
    close_lanes(front)
    for cookies in ("", "dueldesk_session=anything", "dueldesk_session=anything; dueldesk_own=staff; messages=x"):
        assert led(cookies) == to_pairings

    finish_round(event.rounds.get())
    front.lanes = open_lanes
    front.marks.take(event.code, marks_of([event.code])[event.code])
    front.streams.feeds.clear()
    assert led() == (302, f"/t/{event.code}/standings/")


def test_the_first_page_is_sent_from_memory_until_any_event_changes(front: Front, event: Tournament) -> None:
    def first(cookies: str = "") -> Visit:
        return run_async(ask(front, Visit("GET", "/", VISITOR | {"Cookie": cookies})))

    page = first()
    assert (page.status, event.name in page.text) == (200, True)
    open_lanes = front.lanes
    close_lanes(front)
    again = first()
    assert (again.status, again.text) == (200, page.text)
    assert "set-cookie" not in again.answer_headers
    signed_in = first("dueldesk_session=anything")
    assert (signed_in.status, signed_in.text) == (200, page.text), "better than no page while Django cannot answer"
    assert "set-cookie" not in signed_in.answer_headers

    score(event.rounds.get().matches.order_by("table")[0], 2, 0)
    front.lanes = open_lanes
    front.marks.site_read_at, front.marks.site_changed_at = -SITE_READ_EVERY, time.monotonic()
    front.streams.feeds.clear()
    now = first()
    assert now.text != page.text
    assert "1 / 2" in now.text


@pytest.mark.parametrize("page", ["hall", "info"])
def test_a_page_that_prints_its_address_is_worked_out_once_for_all_addresses(
    front: Front, event: Tournament, settings: Any, page: str
) -> None:
    """A visitor may name any number of addresses of the machine; each had the page worked out again."""
    settings.ALLOWED_HOSTS = ["*"]

    def seen_at(host: str) -> Visit:
        return run_async(ask(front, Visit("GET", f"/t/{event.code}/{page}/", VISITOR | {"host": host})))

    with patch("tournaments.views.everybody.keep_body", side_effect=keep_body) as worked_out:
        for number in range(5):
            visit = seen_at(f"10.0.0.{number}:8000")
            assert (visit.status, 'class="qr"' in visit.text) == (200, True)
            assert page == "hall" or f"http://10.0.0.{number}:8000/t/{event.code}/" in visit.text
    assert worked_out.call_count == 1
    close_lanes(front)
    here, there = seen_at("10.0.0.3:8000"), seen_at("10.0.0.4:8000")
    assert (here.status, there.status) == (200, 200), "from memory"
    assert here.text != there.text
    assert seen_at("10.0.0.9:8000").status == 503


def test_where_an_address_leads_is_found_once(front: Front, event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a hall waited for a page, a fifth of the event loop's time was spent on finding its view."""
    looked_for: list[str] = []
    find = kept_pages.resolve
    monkeypatch.setattr(kept_pages, "resolve", lambda path: looked_for.append(path) or find(path))
    paths = [f"/t/{event.code}/pairings/", f"/t/{event.code}/register/", f"/t/{event.code}/" + "x" * 1_000]
    keys = [[front.kept.key_of(Visit("GET", path, VISITOR).scope) for path in paths] for _ in range(3)]
    assert keys == [keys[0]] * 3
    assert [key is not None for key in keys[0]] == [True, False, False]
    assert looked_for == paths[:2]
