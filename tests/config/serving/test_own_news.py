"""News about one match reach the phones of its players before everybody's turn comes."""

from __future__ import annotations

import asyncio
import time

import pytest

from config.serving import streams as streams_module
from config.serving.own_entries import MAX_OWN_ENTRIES, Own, own_entries
from config.serving.streams import Streams
from tests.config.serving.asking import Visit
from tests.own_loop import run_async
from tournaments.own_proof import prove_entry

OWN = "event: own\ndata: 7.4"


async def opened(streams: Streams, *own: int, proved: bool = False) -> tuple[Visit, asyncio.Task[None]]:
    """A stream of a phone with these entries, that has sent its first mark."""
    visit = Visit("GET", "/t/abc/live/stream")
    named = Own(frozenset(own), frozenset(own if proved else ()))
    task = asyncio.create_task(streams.serve("abc", "7.3", visit.receive, visit.send, own=named))
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


def test_what_is_in_no_public_page_reaches_those_alone_who_proved_the_entry() -> None:
    """Somebody who names another's entry would hear that their deck was saved, or checked."""

    async def tell() -> list[str]:
        streams = Streams()
        visits = [
            await opened(streams, 41),
            await opened(streams, 41, proved=True),
            await opened(streams, 50, proved=True),
        ]
        streams.concerned("abc", "7.3", [41], True)
        await asyncio.gather(*streams.telling)
        texts = [visit.text for visit, _task in visits]
        for visit, task in visits:
            visit.left.set()
            await task
        return texts

    assert [text.count("event: own") for text in run_async(tell())] == [0, 1, 0]


def test_an_entry_is_proved_by_what_its_own_page_was_given_and_by_nothing_else() -> None:
    one, other = prove_entry(41), prove_entry(77)
    for proofs, proved in (
        (f"{one},{other}", {41, 77}),
        (f"{other},{one}", set()),
        (f",{other}", {77}),
        (one, {41}),
        ("", set()),
        ("%C3%BC", set()),
    ):
        own = own_entries({"query_string": f"own=41,77&proof={proofs}".encode()})
        assert (own.named, own.proved) == ({41, 77}, proved)


@pytest.mark.parametrize(("hours", "is_proved"), [(0, True), (24, True), (48, False)])
def test_a_proof_out_of_an_old_address_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, hours: int, is_proved: bool
) -> None:
    """Addresses are written down by servers in between: a proof held for good."""
    proof, now = prove_entry(41), time.time()
    monkeypatch.setattr(time, "time", lambda: now + hours * 3600)
    own = own_entries({"query_string": f"own=41&proof={proof}".encode()})
    assert own.proved == ({41} if is_proved else set())


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
    assert own_entries({"query_string": query}) == Own(frozenset(named))
