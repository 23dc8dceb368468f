"""The clock and the announcements are pushed to every open page of an event as soon as they are others."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import OperationalError

from config.serving import streams as streams_module
from config.serving.feeds import MAX_MESSAGES, MESSAGE_BYTES
from config.serving.pushed import MAX_WITH_TEXT, NewsReader
from config.serving.streams import Streams
from tests.config.serving.asking import Visit
from tests.own_loop import run_async
from tournaments.models import Announcement
from tournaments.queries.clock import ClockFace
from tournaments.queries.event_news import EventNews

RUNNING = ClockFace(ends=1_800_000_000_000, left=1200, whole=3000, extra_turns=False)
NOON = datetime(2026, 11, 28, 4, 0, tzinfo=UTC)


def announcement(number: int, text: str = "Lunch", **facts: Any) -> Announcement:
    return Announcement(pk=number, text=text, made_at=NOON, **facts)


class Hall:
    """Streams of one event, `abc`, which is read instead of the database."""

    def __init__(self) -> None:
        self.news: EventNews | Exception | None = EventNews(9, None, [])
        self.asked = 0
        self.thread = ThreadPoolExecutor(1)
        self.streams = Streams()
        self.streams.news = NewsReader(self._read, self.thread)
        self.visits: list[tuple[Visit, asyncio.Task[None]]] = []

    def _read(self, code: str) -> EventNews | None:
        self.asked += 1
        if isinstance(self.news, Exception):
            raise self.news
        return self.news

    async def open(self) -> Visit:
        visit = Visit("GET", "/t/abc/live/stream")
        self.visits.append((visit, asyncio.create_task(self.streams.serve({"abc": "7.3"}, visit.receive, visit.send))))
        while len(visit.sent) < 2:
            await asyncio.sleep(0)
        return visit

    async def hear(self, mark: str, *, of_entries: bool = False) -> None:
        self.streams.heard("abc", mark, of_entries)
        await self.settle()

    async def settle(self) -> None:
        """Wait for everything that is being read and sent."""
        while self.streams.telling:
            await asyncio.gather(*self.streams.telling, return_exceptions=True)

    async def close(self) -> None:
        for visit, task in self.visits:
            visit.left.set()
            await task
        self.thread.shutdown()


@pytest.fixture(autouse=True)
def without_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams_module, "NEWS_PAUSE", 0)


def in_a_hall(play: Callable[[Hall, Visit], Awaitable[None]]) -> tuple[Hall, list[dict[str, Any]]]:
    """The hall, and what an open page of it was pushed."""

    async def run() -> tuple[Hall, list[dict[str, Any]]]:
        hall = Hall()
        visit = await hall.open()
        await play(hall, visit)
        await hall.close()
        return hall, pushed_to(visit)

    return run_async(run())


def pushed_to(visit: Visit) -> list[dict[str, Any]]:
    lines = [one.split("\n") for one in visit.text.split("\n\n")]
    return [json.loads(line[1].removeprefix("data: ")) for line in lines if line[0] == "event: news"]


def test_a_clock_that_runs_is_given_by_when_it_ends_and_one_that_waits_by_what_is_left() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        hall.news = EventNews(9, RUNNING, [])
        await hall.hear("7.4")
        hall.news = EventNews(9, ClockFace(ends=None, left=-61, whole=3000, extra_turns=True), [])
        await hall.hear("7.5")
        hall.news = EventNews(9, None, [])
        await hall.hear("7.6")

    _, pushed = in_a_hall(play)
    runs = {"ends": RUNNING.ends, "seconds": 3000, "turns": False, "face": "", "gone": "0", "over": False}
    waits = {"ends": None, "seconds": 3000, "turns": True, "face": "+1:01", "gone": "100.0", "over": True}
    assert [one["mark"] for one in pushed] == ["7.4", "7.5", "7.6"]
    assert [one["clock"] for one in pushed] == [runs, waits, None]
    assert {one["round"] for one in pushed} == {9}


def test_an_announcement_comes_in_both_languages_and_old_ones_by_number_alone() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        older = [announcement(number) for number in range(MAX_WITH_TEXT + 1, 0, -1)]
        newest = announcement(12, "第 2 轮\n12:30", until_round=3)
        hall.news = EventNews(None, None, [newest, *older])
        await hall.hear("7.4")

    _, [pushed] = in_a_hall(play)
    first, *_others, last = pushed["announcements"]
    assert first == {
        "id": 12,
        "text": "第 2 轮\n12:30",
        "at": "2026-11-28T04:00:00+00:00",
        "until": None,
        "made": {"zh-hans": "2026年11月28日 12:00", "en": "11/28/2026 noon"},
        "end": {"zh-hans": "显示到第 3 轮结束", "en": "shown until round 3 ends"},
    }
    assert last == {"id": 1}
    assert len(pushed["announcements"]) == MAX_WITH_TEXT + 2


def test_what_is_as_it_was_is_not_pushed_again() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        hall.news = EventNews(9, RUNNING, [announcement(1)])
        await hall.hear("7.4")
        hall.news = EventNews(
            9, ClockFace(RUNNING.ends, RUNNING.left - 5, RUNNING.whole, extra_turns=False), [announcement(1)]
        )
        await hall.hear("7.5")

    hall, pushed = in_a_hall(play)
    assert (hall.asked, len(pushed)) == (2, 1)


def test_nothing_is_read_for_news_of_single_tables() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        hall.news = EventNews(9, RUNNING, [])
        await hall.hear("7.4", of_entries=True)

    hall, pushed = in_a_hall(play)
    assert (hall.asked, pushed) == (0, [])


def test_a_clock_does_not_wait_for_the_pause_of_the_announcements() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        hall.streams.feeds["abc"].next_at = time.monotonic() + 60
        hall.news = EventNews(9, RUNNING, [])
        await hall.hear("7.4")

    _, pushed = in_a_hall(play)
    assert [one["mark"] for one in pushed] == ["7.4"]


def test_a_storm_of_changes_is_read_once_while_one_is_read() -> None:
    async def play(hall: Hall, _: Visit) -> None:
        hall.news = EventNews(9, RUNNING, [])
        for number in range(4, 40):
            hall.streams.heard("abc", f"7.{number}", False)
        await hall.settle()

    hall, pushed = in_a_hall(play)
    assert hall.asked <= 2
    assert len(pushed) == 1


def test_without_the_database_pages_look_for_themselves_and_the_next_change_is_read() -> None:
    async def play(hall: Hall, visit: Visit) -> None:
        hall.news = OperationalError("away")
        await hall.hear("7.4")
        assert "event: mark\ndata: 7.4" in visit.text
        hall.news = None
        await hall.hear("7.5")
        hall.news = EventNews(9, RUNNING, [])
        await hall.hear("7.6")

    _, pushed = in_a_hall(play)
    assert [one["mark"] for one in pushed] == ["7.6"]


def test_a_sleeping_phone_is_not_sent_more_than_it_can_leave_lying() -> None:
    """Ten long announcements that change all the time: the stream ends before it is full."""

    async def play(hall: Hall, visit: Visit) -> None:
        for number in range(1, 60):
            hall.news = EventNews(9, None, [announcement(number, "很" * 500)] * 3)
            await hall.hear(f"7.{number + 3}")
        assert visit.sent[-1]["more_body"] is False
        assert len(visit.text.encode()) <= MAX_MESSAGES * MESSAGE_BYTES

    _, pushed = in_a_hall(play)
    assert len(pushed) > 5
