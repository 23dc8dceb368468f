"""Lanes: bounded groups of threads that run Django, each with its own bounded queue and database connections.

Phones that read can fill only the lane of readers; results are written in another, and before them.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

Result = TypeVar("Result")

_here = threading.local()


@dataclass(frozen=True)
class LaneSize:
    """How many threads a lane has in one web process, how many requests may wait for one, and for how many seconds."""

    threads: int
    waiting: int
    patience: float


SIZES = {
    "read": LaneSize(threads=2, waiting=600, patience=8.0),
    "own": LaneSize(threads=2, waiting=600, patience=8.0),
    "write": LaneSize(threads=2, waiting=600, patience=15.0),
    "staff": LaneSize(threads=3, waiting=200, patience=15.0),
    "health": LaneSize(threads=1, waiting=20, patience=5.0),
}
"""`read`: pages that anybody may open. `own`: a phone's own page and parts, asked for by whom the news is about while
everybody else's phone asks for public pages. `write`: what visitors send, and programs that are not known yet.
`staff`: the desk, judges, the admin, and programs with a token of theirs. `health`: `/healthz`, which anybody may ask.

Threads are few: Python works on one page at a time, and with many threads every page is late. As many may wait in the
lanes of visitors as are served while they are patient: a thousand players who open their personal links at once."""


OTHER_CONNECTIONS = 2
"""Database connections of a web process outside the lanes: reading marks, and checking whether searches are ready."""


def connections_of_a_process() -> int:
    """The maximum number of database connections of one web process: one for each thread that may need one."""
    return sum(size.threads for size in SIZES.values()) + OTHER_CONNECTIONS


MIN_BUSY = 4
"""From this many waiting requests on, requests that can be answered without the lane are."""


MAX_BEHIND = 200
"""From this many waiting requests on, everybody's page goes out to those who would have to wait for their own."""


HELD_BACK = 0.1
"""Seconds. A reader's place stays free while a request of staff is in its first such seconds: results are written
between pages, not beside them. A long page of staff keeps nobody waiting, and where staff's requests come without
pause, one reader begins in each such time."""


class LaneFull(Exception):
    """The lane's queue is full, or the request has waited as long as it may."""


class VisitorGone(Exception):
    """The visitor left before the request was complete, or had its turn."""


def lane_here() -> str:
    """The lane the running thread belongs to; empty outside all lanes."""
    return getattr(_here, "lane", "")


def _enter(name: str) -> None:
    _here.lane = name


class Lane:
    """One lane; everything except the work itself happens on the event loop. `first` are lanes it gives way to."""

    def __init__(self, name: str, size: LaneSize, first: Sequence[Lane] = ()) -> None:
        self.name = name
        self.size = size
        self.free = size.threads
        self.queue: deque[asyncio.Future[None]] = deque()
        self.first = tuple(first)
        self.behind: list[Lane] = []
        for lane in first:
            lane.behind.append(self)
        self.began: list[float] = []
        self.looks_again: asyncio.TimerHandle | None = None
        self.pool = ThreadPoolExecutor(max(size.threads, 1), f"lane-{name}", initializer=_enter, initargs=(name,))

    @property
    def is_busy(self) -> bool:
        """Whether a new request would wait behind several others."""
        return not self._has_place and len(self.queue) >= min(MIN_BUSY, self.size.waiting)

    @property
    def is_crowded(self) -> bool:
        """Whether a new request would wait behind `MAX_BEHIND` others."""
        return not self._has_place and len(self.queue) >= min(MAX_BEHIND, self.size.waiting)

    @property
    def _has_place(self) -> bool:
        """Whether a request may begin now."""
        return self.free > 0 and not any(lane._has_begun for lane in self.first)

    @property
    def _has_begun(self) -> bool:
        """Whether a request began just now and is not done."""
        return bool(self.began) and time.monotonic() - self.began[-1] < HELD_BACK

    async def run(
        self,
        work: Callable[[], Result],
        gone: Callable[[], Awaitable[object]] | None = None,
        instead: Callable[[], Awaitable[Result | None]] | None = None,
    ) -> Result:
        """Run `work` in one of the lane's threads, after those that came before.

        `gone` returns once nobody waits for the result any more; requests that left the queue are not served. A request
        that had to wait gets what `instead` finds when its turn comes, if anything: an earlier request may have made
        it. Raises LaneFull and VisitorGone.
        """
        has_waited = await self._take_place(gone)
        began = time.monotonic()
        self.began.append(began)
        try:
            found = await instead() if has_waited and instead is not None else None
            if found is not None:
                return found
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)
        finally:
            self.began.remove(began)
            self._leave()

    async def _take_place(self, gone: Callable[[], Awaitable[object]] | None) -> bool:
        """Take a place; returns whether there was a wait."""
        if self._has_place:
            self.free -= 1
            return False
        if len(self.queue) >= self.size.waiting:
            raise LaneFull(self.name)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queue.append(turn)
        self._look_again()
        leaving = {asyncio.ensure_future(gone())} if gone is not None else set()
        awaited: set[asyncio.Future[Any]] = {turn} | leaving
        try:
            await asyncio.wait(awaited, timeout=self.size.patience, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if turn.done():
                self._leave()
            raise
        finally:
            has_left = any(future.done() for future in leaving)
            for future in leaving:
                future.cancel()
            if not turn.done():
                turn.cancel()
                self.queue.remove(turn)
        if turn.cancelled():
            if has_left:
                raise VisitorGone
            raise LaneFull(self.name)
        return True

    def _leave(self) -> None:
        """Give the place to the next in the queue, and those held back theirs."""
        self.free += 1
        self._go_on()
        for lane in self.behind:
            lane._go_on()

    def _go_on(self) -> None:
        """Let in those who may begin now."""
        while self.queue and self._has_place:
            self._let_in()
        self._look_again()

    def _let_in(self) -> None:
        self.free -= 1
        self.queue.popleft().set_result(None)

    def _look_again(self) -> None:
        """Where a place is free and held back, let one in after `HELD_BACK`."""
        if self.looks_again is None and self.queue and self.free > 0:
            self.looks_again = asyncio.get_running_loop().call_later(HELD_BACK, self._end_holding)

    def _end_holding(self) -> None:
        self.looks_again = None
        if self.queue and self.free > 0:
            self._let_in()
        self._go_on()


def make_lanes() -> dict[str, Lane]:
    """The lanes of a web process, by name: readers give way to staff.

    Not to `write`, where anybody may send something: who sends without pause would keep the readers waiting.
    """
    first = {name: Lane(name, SIZES[name]) for name in ("staff", "write", "health")}
    return first | {name: Lane(name, SIZES[name], (first["staff"],)) for name in ("read", "own")}
