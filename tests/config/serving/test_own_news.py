"""News about one match reach the phones of its players before everybody's turn comes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError

from config.serving import streams as streams_module
from config.serving.own_entries import MAX_EVENTS, MAX_OWN_ENTRIES, Own, Owners, own_entries
from config.serving.streams import Streams
from tests.config.serving.asking import Visit
from tests.own_loop import run_async

OWN = "event: own\ndata: 7.4"


async def opened(streams: Streams, *own: int, session: str = "") -> tuple[Visit, asyncio.Task[None]]:
    """A stream of a phone with these entries, that has sent its first mark."""
    visit = Visit("GET", "/t/abc/live/stream")
    named = Own({"abc": frozenset(own)}, session)
    task = asyncio.create_task(streams.serve({"abc": "7.3"}, visit.receive, visit.send, own=named))
    while len(visit.sent) < 2:
        await asyncio.sleep(0)
    return visit, task


def test_the_phones_of_the_named_entries_alone_hear_of_it_while_everybody_waits() -> None:
    async def tell() -> list[str]:
        streams = Streams()
        visits = [await opened(streams, *own) for own in ((41,), (41, 50), (60,), ())]
        feed = streams.feeds["abc"]
        feed.next_at = asyncio.get_running_loop().time() + 1e6
        streams.heard("abc", "7.4")
        streams.concerned("abc", "7.4", [41, 50])
        await asyncio.gather(*streams.telling)
        texts = [visit.text for visit, _task in visits]
        assert feed.announced == "7.3"
        for visit, task in visits:
            visit.left.set()
            await task
        assert (feed.of_entry, feed.streams) == ({}, {})
        assert feed.waiting is not None
        feed.waiting.cancel()
        return texts

    texts = run_async(tell())
    assert [text.count(OWN) for text in texts] == [1, 1, 0, 0]


def test_everybody_else_hears_a_moment_later_in_a_full_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of the same does not put it off, and what is for everybody waits for nothing."""
    monkeypatch.setattr(streams_module, "FIRST_FOR_OWN", 60.0)

    async def tell() -> None:
        streams = Streams()
        visit, task = await opened(streams, 41)
        feed = streams.feeds["abc"]
        feed.next_at = 0.0
        streams.heard("abc", "7.4", of_entries=True)
        assert (feed.announced, feed.waiting is not None) == ("7.3", True)
        first = feed.waiting.when() if feed.waiting else 0.0
        monkeypatch.setattr(streams_module, "FIRST_FOR_OWN", 90.0)
        streams.heard("abc", "7.5", of_entries=True)
        assert feed.waiting is not None
        assert feed.waiting.when() == pytest.approx(first, abs=5)
        streams.heard("abc", "7.6")
        while feed.waiting is not None:
            await asyncio.sleep(0)
        assert feed.announced == "7.6"
        visit.left.set()
        await task

    run_async(tell())


def test_what_is_in_no_public_page_reaches_those_alone_whose_entry_it_is_now() -> None:
    """Somebody who names another's entry would hear that their deck was saved, or checked; and so would a phone whose
    link was revoked while its page was open."""
    asked: list[tuple[Collection[int], Collection[str]]] = []
    owners = {"mother"}

    def read(entries: Collection[int], sessions: Collection[str]) -> set[str]:
        asked.append((entries, sessions))
        return owners & set(sessions)

    async def tell() -> list[str]:
        streams = Streams()
        with ThreadPoolExecutor(1) as thread:
            streams.owners = Owners(read, thread)
            visits = [
                await opened(streams, 41),
                await opened(streams, 41, session="mother"),
                await opened(streams, 41, session="stranger"),
                await opened(streams, 50, session="mother"),
            ]
            for mark in ("7.4", "7.5"):
                streams.concerned("abc", mark, [41], True)
                await asyncio.gather(*streams.telling)
                owners.clear()
        for visit, task in visits:
            visit.left.set()
            await task
        return [visit.text for visit, _task in visits]

    assert [text.count("event: own") for text in run_async(tell())] == [0, 1, 0, 0]
    assert asked == [([41], ["mother", "stranger"])] * 2


def test_where_the_database_does_not_answer_nobody_is_notified() -> None:
    async def tell() -> set[str]:
        def read(entries: Collection[int], sessions: Collection[str]) -> set[str]:
            raise OperationalError("away")

        with ThreadPoolExecutor(1) as thread:
            return await Owners(read, thread).among({"mother"}, [41])

    assert run_async(tell()) == set()


def test_news_of_an_event_that_nobody_watches_go_nowhere() -> None:
    async def tell() -> int:
        streams = Streams()
        streams.concerned("abc", "7.4", [41])
        return len(streams.telling)

    assert run_async(tell()) == 0


@pytest.mark.parametrize(
    ("query", "named"),
    [
        (b"", set()),
        (b"own=41,77", {41, 77}),
        (b"own=41,x,-3,%EF%BC%91,77&own=5", {41, 77}),
        (b"own=" + b"9" * 400, set()),
        (b"own=" + b",".join(b"%d" % number for number in range(1000)), set(range(MAX_OWN_ENTRIES))),
    ],
)
def test_what_a_stream_names_is_read_strictly(query: bytes, named: set[int]) -> None:
    assert own_entries({"query_string": query, "headers": []}, "abc") == Own({"abc": frozenset(named)})


def test_a_stream_has_the_session_of_its_browser() -> None:
    cookie = (b"cookie", b"a=1; dueldesk_session=k3y; b=2")
    assert own_entries({"query_string": b"own=41", "headers": [cookie]}, "abc").session == "k3y"


@pytest.mark.parametrize(
    ("query", "named"),
    [
        (b"event=abc&own=41,77&event=def&own=50", {"abc": {41, 77}, "def": {50}}),
        (b"event=abc&own=&event=def&own=50", {"abc": set(), "def": {50}}),
        (b"event=abc&event=def&own=41&own=50&own=60", {"abc": {41}, "def": {50}}),
        (b"own=41", {}),
        (
            b"&".join(b"event=e%d" % number for number in range(99)),
            {f"e{number}": set() for number in range(MAX_EVENTS)},
        ),
    ],
)
def test_a_stream_of_several_events_names_the_entries_of_each(query: bytes, named: dict[str, set[int]]) -> None:
    assert own_entries({"query_string": query, "headers": []}).named == named


def test_one_stream_follows_several_events_and_hears_of_the_own_entries_of_each() -> None:
    async def tell() -> tuple[str, list[str]]:
        streams = Streams()
        visit = Visit("GET", "/my/live/stream")
        own = Own({"abc": frozenset({41}), "def": frozenset({50})})
        task = asyncio.create_task(streams.serve({"abc": "7.3", "def": "8.1"}, visit.receive, visit.send, own=own))
        while len(visit.sent) < 2:
            await asyncio.sleep(0)
        watched = streams.watched()
        streams.concerned("abc", "7.4", [41])
        streams.concerned("abc", "7.5", [50])
        streams.concerned("def", "8.2", [50])
        await asyncio.gather(*streams.telling)
        visit.left.set()
        await task
        assert (streams.watched(), streams.open) == ([], 0)
        return visit.text, watched

    text, watched = run_async(tell())
    assert watched == ["abc", "def"]
    data = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data")]
    assert data == ["7.3", "8.1", "7.4", "8.2"]
