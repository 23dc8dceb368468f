"""Kept pages are rendered once, shared with the other processes, and bounded."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import brotli
import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.log import log_response

from tournaments.marks import Mark, redis_client
from tournaments.pages import flights as flights_module
from tournaments.pages import store as store_module
from tournaments.pages.flights import Budget, Flights, PutOff, UnderWay
from tournaments.pages.keys import PageKey
from tournaments.pages.sending import reply_with
from tournaments.pages.store import KeptPage, PageStore, body_for_one, keep_body
from tournaments.views.everybody import unless_under_way

KEY = PageKey(path="/t/abc/pairings/")
OLD, NEW = Mark(1, 1), Mark(1, 2)


@pytest.fixture(autouse=True)
def empty_redis(services: Path) -> None:
    redis_client().flushdb()


def page(mark: Mark, words: bytes = b"page") -> KeptPage:
    return keep_body(words, mark=mark, content_type="text/html")


def nothing() -> None:
    """There is no connection to return here."""


def in_threads(number: int, work: Callable[[], Any]) -> list[Any]:
    """What this many threads got that began at the same moment."""
    start, got = Barrier(number), list[Any]()

    def run() -> None:
        start.wait()
        got.append(work())

    threads = [Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def test_a_crowd_has_a_page_worked_out_once() -> None:
    flights, waiting, calls = Flights(PageStore()), Event(), list[int]()

    def work_out() -> KeptPage:
        calls.append(1)
        assert waiting.wait(3)
        return page(NEW)

    got = in_threads(12, lambda: flights.page(KEY, NEW, work_out, waiting.set))
    assert len(calls) == 1
    assert {one.body for one in got} == {b"page"}


def test_two_processes_work_a_page_out_once() -> None:
    here, beside = Flights(PageStore()), Flights(PageStore())
    begun, calls = Event(), list[str]()

    def slowly() -> KeptPage:
        calls.append("here")
        begun.set()
        assert asked.wait(3)
        return page(NEW)

    def again() -> KeptPage:
        calls.append("beside")
        return page(NEW)

    asked = Event()
    thread = Thread(target=lambda: here.page(KEY, NEW, slowly, nothing))
    thread.start()
    assert begun.wait(3)
    got = beside.page(KEY, NEW, again, asked.set)
    thread.join()
    assert got is not None
    assert got.body == b"page"
    assert calls == ["here"]


def forbidden() -> None:
    raise AssertionError("nobody else works it out, and nobody waits in a thread")


def put_off_by(flights: Flights) -> PutOff:
    """What a request gets that arrives while the page is being rendered."""
    put_off = PutOff()
    with pytest.raises(UnderWay):
        flights.page(KEY, NEW, forbidden, forbidden, put_off=put_off)
    return put_off


def test_who_is_not_to_wait_is_notified_of_the_landing() -> None:
    flights, waiting = Flights(PageStore()), list[PutOff]()

    def work_out() -> KeptPage:
        waiting.extend(put_off_by(flights) for _ in range(2))
        assert not waiting[0].landing.done()
        return page(NEW)

    flights.page(KEY, NEW, work_out, nothing, put_off=PutOff())
    assert waiting[0].landing is waiting[1].landing
    assert waiting[0].landing.result(timeout=0) is True
    found = flights.page(KEY, NEW, forbidden, forbidden, put_off=waiting[0])
    assert found is not None
    assert found.body == b"page"


def test_who_has_waited_gets_what_was_new_when_they_came() -> None:
    """While pages change faster than they are rendered, no request is put off forever."""
    flights, waiting = Flights(PageStore()), list[PutOff]()

    def work_out() -> KeptPage:
        waiting.append(put_off_by(flights))
        return page(NEW)

    flights.page(KEY, NEW, work_out, nothing)
    newer = replace(NEW, version=NEW.version + 1)
    found = flights.page(KEY, newer, forbidden, forbidden, put_off=waiting[0])
    assert found is not None
    assert found.mark == NEW


@pytest.mark.parametrize("fails", [True, False])
def test_a_crowd_at_what_is_no_page_waits_once(fails: bool) -> None:
    """A round that does not exist: each request that waited is then answered by itself, and none waits for another."""
    flights, waiting = Flights(PageStore()), list[PutOff]()

    def work_out() -> None:
        waiting.extend(put_off_by(flights) for _ in range(3))
        if fails:
            raise ValueError("no page")

    with suppress(ValueError):
        flights.page(KEY, NEW, work_out, nothing)
    assert {one.landing.result(timeout=0) for one in waiting} == {False}
    asked = list[int]()
    for one in waiting:
        one.is_alone = True
        assert flights.page(KEY, NEW, lambda: asked.append(1), forbidden, put_off=one) is None
    assert len(asked) == 3


@pytest.mark.parametrize("has_page", [True, False])
def test_nobody_waits_in_a_thread_for_the_process_beside(has_page: bool) -> None:
    here, beside = Flights(PageStore()), Flights(PageStore())
    waiting: list[PutOff] = []

    def work_out() -> KeptPage | None:
        waiting.extend(put_off_by(here) for _ in range(2))
        return page(NEW) if has_page else None

    beside.page(KEY, NEW, work_out, nothing)
    assert waiting[0].landing is waiting[1].landing
    waiting[0].landing.result(timeout=10)
    found = here.page(KEY, NEW, lambda: page(NEW, b"mine"), nothing, put_off=waiting[0])
    assert found is not None
    assert found.body == (b"page" if has_page else b"mine")


def test_redis_hands_a_page_over_but_never_an_older_one() -> None:
    here, beside = PageStore(), PageStore()
    here.put(KEY, page(OLD))
    assert beside.find(KEY, NEW) is None
    here.put(KEY, page(NEW, b"newer"))
    found = beside.find(KEY, NEW)
    assert found is not None
    assert found.body == b"newer"
    beside.put(KEY, page(OLD))
    assert beside.in_memory(KEY) == found


def test_pages_asked_for_longest_ago_go_first() -> None:
    keys = [replace(KEY, section=number) for number in range(1, 4)]
    store = PageStore(max_memory=2 * page(NEW).size)
    for key in keys[:2]:
        store.put(key, page(NEW))
    store.in_memory(keys[0])
    store.put(keys[2], page(NEW))
    assert [store.in_memory(key) is not None for key in keys] == [True, False, True]
    assert store.size == 2 * page(NEW).size


def test_an_older_page_goes_out_while_nothing_is_left_to_spend(monkeypatch: pytest.MonkeyPatch) -> None:
    store, budget = PageStore(), Budget(share=0)
    flights = Flights(store, budget)
    store.put(KEY, page(OLD, b"older"))

    def newer() -> KeptPage:
        return page(NEW, b"newer")

    budget.spend(1_000)
    lagging = flights.page(KEY, NEW, newer, nothing)
    assert lagging is not None
    assert lagging.body == b"older"
    monkeypatch.setattr(flights_module, "STALE_FOR", 0.0)
    fresh = flights.page(KEY, NEW, newer, nothing)
    assert fresh is not None
    assert fresh.body == b"newer"


def test_a_flood_owes_no_more_than_a_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    budget = Budget(share=0.5, burst=3)
    budget.spend(1_000)
    assert budget.left() == -3
    now += 8
    assert budget.left() == 1


def test_a_page_that_cannot_be_worked_out_holds_nobody_up() -> None:
    flights = Flights(PageStore())

    def fails() -> KeptPage:
        raise ValueError("no page")

    with pytest.raises(ValueError, match="no page"):
        flights.page(KEY, NEW, fails, nothing)
    found = flights.page(KEY, NEW, lambda: page(NEW), nothing)
    assert found is not None


def test_a_page_for_one_browser_is_compressed_as_it_asks_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each search was compressed twice, also for a browser that had the page already."""
    body = b"<p>P05</p>" * 100
    found = body_for_one(body, mark=NEW, made_at=time.time(), content_type="text/html")
    done: list[str] = []
    compressors = {"gzip": store_module.gzip, "br": store_module.brotli}
    for name, module in compressors.items():
        compress = module.compress
        monkeypatch.setattr(
            module,
            "compress",
            lambda *given, name=name, compress=compress, **more: done.append(name) or compress(*given, **more),
        )
    etags = {}
    for accepted, undo in (("br, gzip", brotli.decompress), ("gzip", gzip.decompress), ("", bytes)):
        reply = reply_with(found, accept_encoding=accepted, if_none_match="")
        assert undo(reply.body) == body
        etags[accepted] = reply.headers["ETag"]
    assert done == ["br", "gzip"]
    for accepted, etag in etags.items():
        assert reply_with(found, accept_encoding=accepted, if_none_match=etag).status == 304
    assert done == ["br", "gzip"]
    assert found.body == body


def test_a_request_that_is_put_off_is_no_error_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def shown() -> HttpResponse:
        raise UnderWay

    answer = unless_under_way(shown)
    log_response("%s", "put off", response=answer, request=RequestFactory().get("/t/abc/seats/my/0/"))
    assert (answer.status_code, caplog.records) == (503, [])
    log_response("%s", "another", response=HttpResponse(status=503), request=RequestFactory().get("/"))
    assert len(caplog.records) == 1
