"""News about one match reach the phones of its players before everybody's turn comes."""

from __future__ import annotations

import asyncio

import pytest

from config.serving.streams import MAX_OWN_ENTRIES, Streams, own_entries
from tests.config.serving.asking import Visit
from tests.own_loop import run_async

OWN = "event: own\ndata: 7.4"


async def opened(streams: Streams, *own: int) -> tuple[Visit, asyncio.Task[None]]:
    """A stream of a phone with these entries, that has sent its first mark."""
    visit = Visit("GET", "/t/abc/live/stream")
    task = asyncio.create_task(streams.serve("abc", "7.3", visit.receive, visit.send, own=frozenset(own)))
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
        assert (feed.of_entry, feed.streams) == ({}, set())
        assert feed.waiting is not None
        feed.waiting.cancel()
        return texts

    texts = run_async(tell())
    assert [text.count(OWN) for text in texts] == [1, 1, 0, 0]


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
    assert own_entries({"query_string": query}) == named
