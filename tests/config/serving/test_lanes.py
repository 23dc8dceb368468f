"""A lane does a bounded amount of work at once, and lets a bounded number wait."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from config.serving import lanes
from config.serving.lanes import Lane, LaneFull, LaneSize, VisitorGone, lane_here
from tests.own_loop import run_async


def test_work_runs_in_a_thread_of_the_lane() -> None:
    lane = Lane("read", LaneSize(threads=1, waiting=0, patience=1))
    assert run_async(lane.run(lane_here)) == "read"
    assert lane_here() == ""


def test_who_comes_when_the_queue_is_full_is_refused_at_once() -> None:
    async def three_come() -> list[object]:
        lane = Lane("read", LaneSize(threads=1, waiting=1, patience=60))
        go_on = Event()
        running = asyncio.ensure_future(lane.run(lambda: go_on.wait(60)))
        waiting = asyncio.ensure_future(lane.run(lambda: "second"))
        await asyncio.sleep(0)
        with pytest.raises(LaneFull):
            await lane.run(lambda: "third")
        go_on.set()
        done = [await running, await waiting]
        return [*done, await lane.run(lambda: "later"), lane.free]

    assert run_async(three_come()) == [True, "second", "later", 1]


def test_who_had_to_wait_gets_what_those_before_have_made() -> None:
    async def three_come() -> list[object]:
        lane = Lane("read", LaneSize(threads=1, waiting=2, patience=60))
        go_on, made = Event(), []

        async def found() -> object:
            return made[0] if made else None

        first = asyncio.ensure_future(lane.run(lambda: made.append("page") or go_on.wait(60), instead=found))
        behind = [asyncio.ensure_future(lane.run(lambda: "worked out again", instead=found)) for _ in range(2)]
        await asyncio.sleep(0)
        go_on.set()
        done = [await first, *[await one for one in behind]]
        return [*done, await lane.run(lambda: "nobody before", instead=found), lane.free]

    assert run_async(three_come()) == [True, "page", "page", "nobody before", 1]


def test_where_nothing_was_made_the_work_is_done() -> None:
    async def two_come() -> list[object]:
        lane = Lane("read", LaneSize(threads=1, waiting=1, patience=60))
        go_on = Event()

        async def nothing() -> object:
            return None

        first = asyncio.ensure_future(lane.run(lambda: go_on.wait(60)))
        second = asyncio.ensure_future(lane.run(lambda: "worked out", instead=nothing))
        await asyncio.sleep(0)
        go_on.set()
        return [await first, await second, lane.free]

    assert run_async(two_come()) == [True, "worked out", 1]


def test_who_waits_too_long_or_leaves_is_not_served() -> None:
    served: list[str] = []

    async def come_and_go() -> None:
        lane = Lane("read", LaneSize(threads=1, waiting=5, patience=0.01))
        go_on = Event()
        running = asyncio.ensure_future(lane.run(lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        with pytest.raises(LaneFull):
            await lane.run(lambda: served.append("impatient"))

        async def gone() -> None:
            return None

        with pytest.raises(VisitorGone):
            await lane.run(lambda: served.append("gone"), gone)
        go_on.set()
        await running
        assert (lane.free, len(lane.queue)) == (1, 0)

    run_async(come_and_go())
    assert served == []


def test_work_that_fails_frees_its_place() -> None:
    async def fail() -> int:
        lane = Lane("read", LaneSize(threads=1, waiting=0, patience=1))
        with pytest.raises(ZeroDivisionError):
            await lane.run(lambda: 1 // 0)
        return lane.free

    assert run_async(fail()) == 1


def test_a_reader_begins_when_what_was_sent_has_been_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A result whose row lock was held while pages were rendered beside it kept all other results waiting."""
    monkeypatch.setattr(lanes, "HELD_BACK", 60)

    async def both_come() -> list[object]:
        write = Lane("write", LaneSize(threads=1, waiting=0, patience=60))
        read = Lane("read", LaneSize(threads=2, waiting=9, patience=60), (write,))
        go_on, done = Event(), []
        writing = asyncio.ensure_future(write.run(lambda: go_on.wait(60) and done.append("written")))
        await asyncio.sleep(0)
        reading = [asyncio.ensure_future(read.run(lambda: done.append("read"))) for _ in range(5)]
        await asyncio.sleep(0)
        assert (read.free, len(read.queue), read.is_busy) == (2, 5, True)
        go_on.set()
        await asyncio.gather(writing, *reading)
        return [*done, read.free, write.free]

    assert run_async(both_come()) == ["written", *["read"] * 5, 2, 1]


def test_a_long_page_of_staff_keeps_no_reader_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "HELD_BACK", 0.01)

    async def both_come() -> list[object]:
        staff = Lane("staff", LaneSize(threads=1, waiting=0, patience=60))
        read = Lane("read", LaneSize(threads=1, waiting=9, patience=60), (staff,))
        go_on = Event()
        long = asyncio.ensure_future(staff.run(lambda: go_on.wait(60)))
        await asyncio.sleep(0)
        done = [await read.run(lambda: "page") for _ in range(3)]
        go_on.set()
        return [*done, await long, read.free]

    assert run_async(both_come()) == ["page"] * 3 + [True, 1]


def test_who_is_broken_off_with_a_place_gives_it_back() -> None:
    async def come_and_go() -> int:
        lane = Lane("read", LaneSize(threads=1, waiting=1, patience=60))
        go_on = Event()
        first = asyncio.ensure_future(lane.run(lambda: go_on.wait(60)))
        second = asyncio.ensure_future(lane.run(lambda: None))
        await asyncio.sleep(0)
        lane.queue.popleft().set_result(None)
        second.cancel()
        await asyncio.wait([second])
        go_on.set()
        await first
        return lane.free

    assert run_async(come_and_go()) == 2, "the place given away in the test, and the lane's own"
