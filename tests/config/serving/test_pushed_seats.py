"""A new round is pushed to the phones of its players, and news about single tables say that they can wait."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError

from config.serving import pushed
from config.serving.feeds import MAX_MESSAGES
from config.serving.own_entries import Own
from config.serving.pushed import SeatReader
from config.serving.streams import Streams
from tests.config.serving.asking import Visit
from tests.own_loop import run_async
from tournaments.queries.seating import Seating

TABLES: dict[int, dict[str, Any]] = {
    41: {"sits": "9.5.1.42", "match": 5, "table": 1, "opponent": "Bob\n"},
    50: {"sits": "9.bye"},
}


class Event:
    """An event that is read instead of the database."""

    def __init__(self) -> None:
        self.moment = "swiss.8"
        self.asked: list[tuple[Collection[int], str]] = []
        self.fault: Exception | None = None
        self.slow = 0.0

    def read(self, code: str, entries: Collection[int], known: str) -> Seating:
        self.asked.append((frozenset(entries), known))
        time.sleep(self.slow)
        if self.fault is not None:
            raise self.fault
        found = {key: seat for key, seat in TABLES.items() if key in entries} if self.moment != known else {}
        return Seating(self.moment, 3, found)


class Hall:
    """Streams of one event, `abc`, each of a phone with some entries."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.thread = ThreadPoolExecutor(1)
        self.streams = Streams()
        self.streams.seats = SeatReader(event.read, self.thread)
        self.visits: list[tuple[Visit, asyncio.Task[None]]] = []

    async def open(self, *own: int) -> Visit:
        visit = Visit("GET", "/t/abc/live/stream")
        served = self.streams.serve({"abc": "7.3"}, visit.receive, visit.send, own=Own({"abc": frozenset(own)}))
        self.visits.append((visit, asyncio.create_task(served)))
        while len(visit.sent) < 2:
            await asyncio.sleep(0)
        await self.settle()
        return visit

    async def settle(self) -> None:
        """Wait for everything that is being sent."""
        while self.streams.telling:
            await asyncio.gather(*self.streams.telling)

    async def announce(self, mark: str, *, of_entries: bool = False) -> None:
        self.streams.feeds["abc"].next_at = 0
        self.streams.heard("abc", mark, of_entries)
        while self.streams.feeds["abc"].waiting is not None:
            await asyncio.sleep(0)
        await self.settle()

    async def close(self) -> None:
        for visit, task in self.visits:
            visit.left.set()
            await task
        self.thread.shutdown()


def sent_to(visit: Visit) -> list[tuple[str, str]]:
    """The events of a stream after its first, as kind and data."""
    lines = [line.split("\n") for line in visit.text.split("\n\n") if "event: " in line]
    found = [(one[-2].removeprefix("event: "), one[-1].removeprefix("data: ")) for one in lines]
    return found[1:]


def in_a_hall(*phones: tuple[int, ...], play: Any, event: Event | None = None) -> list[list[tuple[str, str]]]:
    """What each of these phones is sent while `play` runs."""

    async def run() -> list[list[tuple[str, str]]]:
        hall = Hall(event or Event())
        visits = [await hall.open(*own) for own in phones]
        await play(hall)
        await hall.close()
        return [sent_to(visit) for visit in visits]

    return run_async(run())


def test_a_new_round_brings_each_phone_its_own_seats_before_the_mark() -> None:
    async def play(hall: Hall) -> None:
        hall.event.moment = "swiss.9"
        await hall.announce("7.4")

    first, family, other, nobody = in_a_hall((41,), (41, 50), (60,), (), play=play)
    assert [kind for kind, _ in first] == ["seat", "mark"]
    assert json.loads(first[0][1]) == {
        "mark": "7.4",
        "phones": 4,
        "round": {"zh-hans": "第 3 轮", "en": "Round 3"},
        "who": None,
        "entry": 41,
        **TABLES[41],
    }
    assert sorted(json.loads(data)["entry"] for kind, data in family if kind == "seat") == [41, 50]
    assert other == nobody == [("mark", "7.4")]


def test_an_announcement_reads_once_for_all_phones() -> None:
    event = Event()

    async def play(hall: Hall) -> None:
        event.asked.clear()
        event.moment = "swiss.9"
        await hall.announce("7.4")

    in_a_hall((41,), (50,), (60,), play=play, event=event)
    assert event.asked == [({41, 50, 60}, "swiss.8")]


def test_a_hall_of_visitors_reads_nothing() -> None:
    event = Event()
    assert in_a_hall((), (), play=lambda hall: hall.announce("7.4"), event=event) == [[("mark", "7.4")]] * 2
    assert event.asked == []


def test_news_of_single_tables_can_wait_unless_other_news_came_with_them() -> None:
    async def play(hall: Hall) -> None:
        await hall.announce("7.4", of_entries=True)
        await hall.announce("7.5")
        hall.streams.feeds["abc"].next_at = time.monotonic() + 60
        hall.streams.heard("abc", "7.6", False)
        await hall.announce("7.7", of_entries=True)
        await hall.announce("7.8", of_entries=True)

    [phone] = in_a_hall((41,), play=play)
    assert phone == [("mark", "7.4 later 1"), ("mark", "7.5"), ("mark", "7.7"), ("mark", "7.8 later 1")]


def test_a_round_that_comes_with_the_news_of_a_table_cannot_wait() -> None:
    async def play(hall: Hall) -> None:
        hall.event.moment = "swiss.9"
        await hall.announce("7.4", of_entries=True)

    [phone] = in_a_hall((60,), play=play)
    assert phone == [("mark", "7.4")]


@pytest.mark.parametrize("away", ["down", "slow"])
def test_without_the_database_phones_are_asked_to_look(monkeypatch: pytest.MonkeyPatch, away: str) -> None:
    monkeypatch.setattr(pushed, "PATIENCE", 0.05)

    async def play(hall: Hall) -> None:
        if away == "down":
            hall.event.fault = OperationalError("away")
        else:
            hall.event.slow = 0.2
        hall.event.moment = "swiss.9"
        await hall.announce("7.4")

    assert in_a_hall((41,), play=play) == [[("mark", "7.4")]]


def test_a_phone_with_many_entries_is_not_sent_more_than_it_can_leave_lying() -> None:
    async def run() -> int:
        hall = Hall(Event())
        visit = await hall.open(41)
        for number in range(MAX_MESSAGES):
            hall.event.moment = f"swiss.{number}"
            if not hall.streams.feeds["abc"].streams:
                break
            await hall.announce(f"7.{number + 4}")
        await hall.close()
        return len(visit.text)

    assert 30_000 < run_async(run()) < 64 * 1024
