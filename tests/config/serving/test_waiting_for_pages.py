"""A page that is being rendered takes no thread from requests for something else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.serving.front import Front
from config.serving.lanes import Lane, LaneSize
from tests.config.serving.asking import Visit, ask
from tests.own_loop import run_async
from tournaments.marks import Mark, redis_client
from tournaments.pages.flights import Flights
from tournaments.pages.keys import PageKey
from tournaments.pages.store import KeptPage, PageStore, keep_body
from tournaments.views import everybody

MARK = Mark(1, 1)
VISITOR = {"Accept-Language": "en"}
CROWD = 30

begun, go_on = Event(), Event()
worked_out: list[str] = []


def slow_down(request: HttpRequest) -> None:
    worked_out.append(request.path)
    begun.set()
    assert go_on.wait(20)


@everybody.for_everybody()
def slow(request: HttpRequest, code: str) -> HttpResponse:
    """A page that is being rendered until `go_on`."""
    slow_down(request)
    return HttpResponse("worked out")


@everybody.for_everybody()
def nothing(request: HttpRequest, code: str) -> HttpResponse:
    """What turns out not to be a page after `go_on`."""
    slow_down(request)
    return HttpResponse(status=404)


def other(request: HttpRequest, code: str = "") -> HttpResponse:
    return HttpResponse("something else")


urlpatterns = [
    path("t/<code>/pairings/", slow, name="pairings"),
    path("t/<code>/standings/", slow, name="standings"),
    path("t/<code>/nothing/", nothing, name="nothing"),
    path("t/<code>/mine/", other),
    path("other/", other),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def front(services: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Front]:
    settings.MIDDLEWARE = ["django.middleware.locale.LocaleMiddleware"]
    redis_client().flushdb()
    monkeypatch.setattr(everybody, "mark_of", lambda code: MARK)
    begun.clear()
    go_on.clear()
    worked_out.clear()
    made = Front(get_wsgi_application(), read_marks=lambda codes: {}, channel="c", redis_url="redis://nowhere")
    made.lanes["read"] = Lane("read", LaneSize(threads=2, waiting=200, patience=30))
    yield made
    go_on.set()
    for lane in made.lanes.values():
        lane.pool.shutdown()


def opened(front: Front, tail: str) -> asyncio.Task[Visit]:
    return asyncio.ensure_future(ask(front, Visit("GET", f"/t/abc/{tail}/", {"Accept-Language": "en"})))


def test_a_crowd_that_waits_for_a_page_leaves_a_thread_to_others(front: Front) -> None:
    async def crowd() -> tuple[Visit, list[Visit]]:
        first = opened(front, "pairings")
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, 20)
        waiting = [opened(front, "pairings") for _ in range(CROWD)]
        await asyncio.sleep(0)
        elsewhere = await ask(front, Visit("GET", "/other/"))
        assert not any(one.done() for one in [first, *waiting])
        go_on.set()
        return elsewhere, [await one for one in [first, *waiting]]

    elsewhere, answered = run_async(crowd())
    assert elsewhere.text == "something else"
    assert {(one.status, one.text) for one in answered} == {(200, "worked out")}
    assert worked_out == ["/t/abc/pairings/"]


def test_pages_under_work_in_the_process_beside_hold_no_thread(front: Front) -> None:
    """Otherwise both threads of the lane would wait, one for each page."""
    beside, tails = Flights(PageStore()), ("pairings", "standings")
    started = [Event() for _ in tails]

    def work_out(tail: str, under_way: Event) -> None:
        def made() -> KeptPage:
            under_way.set()
            assert go_on.wait(20)
            return keep_body(b"beside", mark=MARK, content_type="text/html")

        beside.page(PageKey(path=f"/t/abc/{tail}/", language="en"), MARK, made, lambda: None)

    async def crowd() -> tuple[Visit, list[Visit]]:
        waiting = [opened(front, tail) for tail in tails for _ in range(CROWD)]
        await asyncio.sleep(0)
        elsewhere = await ask(front, Visit("GET", "/other/"))
        assert not any(one.done() for one in waiting)
        go_on.set()
        return elsewhere, [await one for one in waiting]

    with ThreadPoolExecutor(len(tails)) as threads:
        pages = [threads.submit(work_out, *one) for one in zip(tails, started, strict=True)]
        assert all(one.wait(20) for one in started)
        elsewhere, answered = run_async(crowd())
        for one in pages:
            one.result()
    assert elsewhere.text == "something else"
    assert {(one.status, one.text) for one in answered} == {(200, "beside")}
    assert worked_out == []


def test_a_crowd_at_a_page_that_is_none_is_answered_in_turn(front: Front) -> None:
    """Each request reaches Django at most twice: once to be asked to wait, once for its own answer."""

    async def crowd() -> list[Visit]:
        first = opened(front, "nothing")
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, 20)
        waiting = [opened(front, "nothing") for _ in range(CROWD)]
        elsewhere = await ask(front, Visit("GET", "/other/"))
        assert elsewhere.status == 200
        go_on.set()
        return [await one for one in [first, *waiting]]

    assert {one.status for one in run_async(crowd())} == {404}
    assert len(worked_out) <= CROWD + 1


@pytest.mark.parametrize("cookie", ["", "dueldesk_session=x; dueldesk_own=live"])
def test_a_hall_that_opens_a_page_is_one_request_however_short_the_queue(front: Front, cookie: str) -> None:
    """No request is answered with 503 while another is about to render the page."""
    front.lanes["read"] = Lane("read", LaneSize(threads=1, waiting=3, patience=30))
    front.marks.read = lambda codes: dict.fromkeys(codes, str(MARK))

    async def hall() -> list[Visit]:
        front.lanes["read"].free = 0  # All threads are busy with something else.
        headers = {"Accept-Language": "en"} | ({"Cookie": cookie} if cookie else {})
        elsewhere = [asyncio.ensure_future(ask(front, Visit("GET", "/other/"))) for _ in range(2)]
        opened = [
            asyncio.ensure_future(ask(front, Visit("GET", "/t/abc/pairings/", headers if number else VISITOR)))
            for number in range(CROWD)
        ]
        while not front.lanes["read"].is_busy:
            await asyncio.sleep(0)
        go_on.set()
        front.lanes["read"]._leave()
        await asyncio.gather(*elsewhere)
        return await asyncio.gather(*opened)

    answered = run_async(hall())
    assert {(one.status, one.text) for one in answered} == {(200, "worked out")}
    assert worked_out == ["/t/abc/pairings/"]


def test_own_parts_wait_for_nobody_elses(front: Front) -> None:
    """They have one address for everybody, but are not the same for everybody."""
    cookies = {"Cookie": "dueldesk_session=x; dueldesk_own=live"}
    assert front.kept.key_of(Visit("GET", "/t/abc/pairings/", cookies).scope) is not None
    assert front.kept.key_of(Visit("GET", "/t/abc/mine/", cookies).scope) is None


def test_who_waits_longer_than_the_lane_is_patient_is_asked_to_come_again(front: Front) -> None:
    front.lanes["read"] = Lane("read", LaneSize(threads=2, waiting=200, patience=0.05))

    async def impatient() -> Visit:
        first = opened(front, "pairings")
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, 20)
        busy = await opened(front, "pairings")
        go_on.set()
        await first
        return busy

    busy = run_async(impatient())
    assert busy.status == 503
    assert 5 <= int(busy.answer_headers["retry-after"]) <= 10
    assert "opens itself again" in busy.text
