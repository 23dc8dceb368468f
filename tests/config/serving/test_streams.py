"""What is announced to phones, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import pytest
from django.db import OperationalError

from config.serving import feeds
from config.serving import marks as marks_module
from config.serving.asgi_types import Message
from config.serving.feeds import MAX_MESSAGES, Feed, Stream
from config.serving.marks import Marks, Unread
from config.serving.streams import PING, Streams, answer_mark, current_mark
from tests.config.serving.asking import Visit
from tests.own_loop import run_async


def marks_of(table: dict[str, str], streams: Streams, asked: list[list[str]] | None = None) -> Marks:
    """Marks whose database is a dictionary."""

    def read(codes: Collection[str]) -> dict[str, str]:
        if asked is not None:
            asked.append(sorted(codes))
        return {code: table[code] for code in codes if code in table}

    return Marks(redis_url="redis://nowhere", channel="c", read=read, heard=streams.heard, watched=streams.watched)


def events(visit: Visit) -> list[str]:
    """The marks a stream has sent."""
    return [line.removeprefix("data: ") for line in visit.text.splitlines() if line.startswith("data: ")]


async def opened(streams: Streams, code: str, mark: str) -> tuple[Visit, asyncio.Task[None]]:
    """A stream that has sent its first mark."""
    visit = Visit("GET", f"/t/{code}/live/stream")
    task = asyncio.create_task(streams.serve({code: mark}, visit.receive, visit.send))
    while len(visit.sent) < 2:
        await asyncio.sleep(0)
    return visit, task


def test_a_stream_tells_its_mark_at_once_and_each_newer_one() -> None:
    async def follow() -> Visit:
        streams = Streams()
        marks = marks_of({"abc": "7.3"}, streams)
        mark = await current_mark(streams, marks, "abc")
        assert mark == "7.3"
        visit, task = await opened(streams, "abc", mark)
        streams.feeds["abc"].next_at = 0
        marks.take("abc", "7.4")
        marks.take("abc", "7.2")
        while len(events(visit)) < 2:
            await asyncio.sleep(0)
        visit.left.set()
        await task
        assert (streams.open, streams.watched()) == (0, [])
        return visit

    visit = run_async(follow())
    assert events(visit) == ["7.3", "7.4"]
    assert visit.answer_headers["content-type"].startswith("text/event-stream")


def test_a_storm_of_changes_is_reported_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MIN_PAUSE", 0.02)

    async def storm() -> list[str]:
        streams = Streams()
        marks = marks_of({"abc": "7.1"}, streams)
        await marks.of("abc")
        visit, task = await opened(streams, "abc", "7.1")
        streams.feeds["abc"].next_at = 0
        for number in range(2, 102):
            marks.take("abc", f"7.{number}")
        assert streams.announced("abc", "7.101") == "7.2"
        while events(visit)[-1] != "7.101":
            await asyncio.sleep(0.001)
        visit.left.set()
        await task
        return events(visit)

    assert run_async(storm()) == ["7.1", "7.2", "7.101"]


def waits(feed: Feed, times: list[float]) -> list[float]:
    """How long after each announcement the next one may be made."""
    found = []
    for now in times:
        feed.spend(now)
        found.append(feed.next_at - now)
    return found


def test_a_few_announcements_follow_each_other_and_a_storm_is_paced() -> None:
    def feed() -> Feed:
        streams = {Stream(send=ignore, ended=None): frozenset[int]() for _ in range(500)}  # type: ignore[arg-type]
        return Feed(announced="7.1", streams=streams)

    assert waits(feed(), [100, 100.5, 101]) == [0.5, 0.5, 0.5], "unpublished, paired again, published"
    storm, now = feed(), 100.0
    for _ in range(20):
        storm.spend(now)
        now = storm.next_at
    assert storm.next_at - storm.counted_at == pytest.approx(2.5), "200 streams a second"
    assert waits(storm, [now + 60]) == [0.5], "and after a minute's quiet the next is not kept waiting"


async def ignore(message: Message) -> None:
    """Nobody reads this stream."""


def test_a_phone_that_heard_of_a_newer_mark_elsewhere_gets_it() -> None:
    async def asked() -> list[str | None]:
        streams = Streams()
        marks = marks_of({"abc": "7.1"}, streams)
        await marks.of("abc")
        streams.heard("abc", "7.1")
        marks.marks["abc"] = "7.9"
        return [await current_mark(streams, marks, "abc", name) for name in ("", "7.5", "7.9", "7.10", "x")]

    assert run_async(asked()) == ["7.1", "7.5", "7.9", "7.1", "7.1"]


@pytest.mark.parametrize("name", ["²", "7.²", "7.5.1", "7." + "5" * 5_000, "٧.٥", "."])
def test_what_is_no_mark_is_not_listened_to(name: str) -> None:
    async def asked() -> str | None:
        streams = Streams()
        marks = marks_of({"abc": "7.1"}, streams)
        await marks.of("abc")
        streams.heard("abc", "7.1")
        marks.marks["abc"] = "7.9"
        return await current_mark(streams, marks, "abc", name)

    assert run_async(asked()) == "7.1"


def test_streams_beyond_the_limit_are_sent_to_the_mark() -> None:
    async def crowd() -> Visit:
        streams = Streams(most=1)
        first, task = await opened(streams, "abc", "7.1")
        second = Visit("GET", "/t/abc/live/stream")
        await streams.serve({"abc": "7.1"}, second.receive, second.send)
        first.left.set()
        await task
        return second

    visit = run_async(crowd())
    assert visit.status == 503
    assert int(visit.answer_headers["retry-after"]) > 0


def test_one_address_leaves_streams_for_others() -> None:
    async def crowd() -> tuple[list[int], int]:
        streams = Streams(most=10, most_of_address=2)
        visits = [Visit("GET", "/t/abc/live/stream") for _ in range(4)]
        tasks = [
            asyncio.create_task(streams.serve({"abc": "7.1"}, visit.receive, visit.send, address=address))
            for visit, address in zip(visits, ["stranger", "stranger", "stranger", "phone"], strict=True)
        ]
        while not all(visit.sent for visit in visits):
            await asyncio.sleep(0)
        for visit in visits:
            visit.left.set()
        await asyncio.gather(*tasks)
        return [visit.status for visit in visits], len(streams.open_of)

    assert run_async(crowd()) == ([200, 200, 503, 200], 0)


def test_a_stream_ends_before_what_was_not_taken_piles_up() -> None:
    async def wear_out() -> Visit:
        streams = Streams()
        visit, task = await opened(streams, "abc", "7.1")
        for _ in range(MAX_MESSAGES):
            await feeds.tell_all(list(streams.feeds["abc"].streams), PING)
        await task
        return visit

    visit = run_async(wear_out())
    assert visit.sent[-1].get("more_body") is False
    assert len(visit.sent) == MAX_MESSAGES + 1
    assert sum(len(message["body"]) for message in visit.sent[1:]) < 64 * 1024


def test_streams_end_when_the_process_is_asked_to_stop() -> None:
    async def stop() -> int:
        streams = Streams()
        _, task = await opened(streams, "abc", "7.1")
        streams.stop()
        await task
        return streams.open

    assert run_async(stop()) == 0


def answered(streams: Streams, marks: Marks, code: str, **more: Any) -> Visit:
    async def one() -> Visit:
        visit = Visit("GET", f"/t/{code}/live/mark", **more)
        await answer_mark(streams, marks, code, visit.scope, visit.send)
        return visit

    return run_async(one())


def test_the_mark_is_read_once_and_then_answered_from_memory() -> None:
    asked: list[list[str]] = []
    streams = Streams()
    marks = marks_of({"abc": "7.3"}, streams, asked)
    for _ in range(5):
        assert answered(streams, marks, "abc").text == "7.3"
        assert answered(streams, marks, "nope").status == 404
    assert asked == [["abc"], ["nope"]]


def test_who_has_the_mark_gets_that_nothing_is_new() -> None:
    streams = Streams()
    marks = marks_of({"abc": "7.3"}, streams)
    assert answered(streams, marks, "abc", headers={"If-None-Match": '"7.3"'}).status == 304
    assert answered(streams, marks, "abc", query="seen=7.3").status == 204
    assert answered(streams, marks, "abc", query="seen=7.3").text == ""
    assert answered(streams, marks, "abc", query="seen=7.2").status == 200


def test_a_code_that_names_an_event_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table: dict[str, str] = {}
    streams = Streams()
    marks = marks_of(table, streams)
    assert answered(streams, marks, "abc").status == 404
    table["abc"] = "8.1"
    assert answered(streams, marks, "abc").status == 404
    monkeypatch.setattr(marks_module, "UNKNOWN_FOR", 0)
    marks.unknown.clear()
    assert answered(streams, marks, "abc").text == "8.1"


def test_a_database_that_is_away_is_no_unknown_event() -> None:
    streams = Streams()
    marks = marks_of({}, streams)

    def away(codes: Collection[str]) -> dict[str, str]:
        raise OperationalError("away")

    marks.read = away
    with pytest.raises(Unread):
        answered(streams, marks, "abc")
    marks.read = lambda codes: {"abc": "7.1"}
    assert answered(streams, marks, "abc").text == "7.1"


def test_codes_asked_of_the_database_at_once_are_few() -> None:
    asked: list[list[str]] = []

    async def guess() -> list[Any]:
        streams = Streams()
        marks = marks_of({"abc": "7.1"}, streams, asked)
        await marks.of("abc")
        guesses = [marks.of(f"code{number}") for number in range(marks_module.MAX_READING + 5)]
        return await asyncio.gather(*guesses, marks.of("abc"), return_exceptions=True)

    answers = run_async(guess())
    assert sum(isinstance(answer, Unread) for answer in answers) == 5
    assert answers[-1] == "7.1"
    assert len(asked) == 1 + marks_module.MAX_READING
