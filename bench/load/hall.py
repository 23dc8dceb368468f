"""A hall of phones that have one page of an event open, and do after each new mark what static/js/live.js does."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from bench.load.phones import HEADERS, Heard, Phone, phones_of
from bench.load.site import LoadedSite
from bench.load.wire import Place, Reply, Stream, request, unpacked

OPENING = 120.0
"""Seconds in which all streams have to be open."""
AT_ONCE = 100
"""Phones that open their stream at a time."""
LAGGING_TRIES = 8
PAGE_PAUSE, OWN_PAUSE = 1.0, 5.0
OWN_SELDOM = 60.0
"""As in live.js: how often a page that is older than its mark is asked for again; the seconds, doubled each time, after
which a phone that is asked to wait asks again for a page or its own parts; the least seconds between two requests for
one's own parts while nothing of one's own is seen to change."""
OWN_PATIENCE = 90.0
"""Seconds to wait for the last private parts, which are timed and have no aim."""
QUIET = 4.0
"""As in live.js: seconds without news after which the next is fetched soon."""


@dataclass(frozen=True)
class Spread:
    """As in following.js: the seconds for each player and the most over which the phones of a hall are spread."""

    each: float
    most: float

    def moment(self, players: int) -> float:
        """When one of them has its turn."""
        return random.random() * self.latest(players)

    def latest(self, players: int) -> float:
        """When the last of them may have its turn."""
        return min(0.2 + players * self.each, self.most)


FIRST_SPREAD, SPREAD, LATER_SPREAD = Spread(0.0003, 1.2), Spread(0.002, 1.5), Spread(0.002, 10.0)
OWN_SPREAD, OWN_PUSHED_SPREAD = Spread(0.004, 20.0), Spread(0.012, 60.0)
SEATS_IN_SECTION = 100
MARK = re.compile(rb'data-mark="\d+\.(\d+)"')


@dataclass
class Watched:
    """Phones with an open page: how long each took to show what was published, and what went wrong.

    `shown` is the page, `seats` the own table and opponent on it, `own` what needs the session.
    """

    shown: Heard = field(default_factory=Heard)
    seats: Heard = field(default_factory=Heard)
    own: Heard = field(default_factory=Heard)
    opened: int = 0
    memory: int = 0
    pages: int = 0


@dataclass
class Watcher:
    """One phone's open page: the versions it shows and has heard of."""

    phone: Phone
    shown: int = 0
    newest: str = ""
    is_due: bool = False
    renewed_at: float = -QUIET
    own_due: bool = False
    own_seldom: bool = False
    is_counted: bool = False
    is_pushed: bool = False
    stream: Stream | None = None


class Hall:
    """All of them; a context manager that opens their streams and closes them."""

    def __init__(self, site: LoadedSite, event: dict[str, Any], phones: int, path: str) -> None:
        self.site, self.path = site, path
        code = event["code"]
        self.stream_path = f"/t/{code}/live/stream"
        self.own_path = f"/t/{code}/mine/?at={path}&bar="
        self.seats_path = f"/t/{code}/seats/pairings/"
        self.place = Place.of(site.base)
        self.watchers = [Watcher(phone) for phone in phones_of(site.base, phones, event["sessions"])]
        self.watched = Watched()
        self.versions: dict[str, int] = {}
        self.wanted_above: int | None = None
        self.published_at = 0.0
        self.left = self.own_left = self.seats_left = 0
        self.all_shown = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def __aenter__(self) -> Hall:
        deadline = time.monotonic() + OPENING
        for start in range(0, len(self.watchers), AT_ONCE):
            await asyncio.gather(*(self._listen(watcher) for watcher in self.watchers[start : start + AT_ONCE]))
        while any(not watcher.newest for watcher in self.watchers) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        self.watched.opened = sum(watcher.newest != "" for watcher in self.watchers)
        self.watched.memory = await asyncio.to_thread(self.site.web_memory)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.closing = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for watcher in self.watchers:
            watcher.phone.close()
            if watcher.stream is not None:
                watcher.stream.close()
        await asyncio.sleep(0.1)

    async def _listen(self, watcher: Watcher) -> None:
        def heard(data: str) -> None:
            mark, *later = data.split()
            first, watcher.newest = not watcher.newest, mark
            if first:
                watcher.shown = _version(mark)
            elif _version(mark) > watcher.shown:
                is_first = time.monotonic() - watcher.renewed_at > QUIET
                spread = LATER_SPREAD if later else FIRST_SPREAD if is_first else SPREAD
                self._due(watcher, spread.moment(len(self.watchers)))

        def heard_seat(facts: str) -> None:
            seat = json.loads(facts)
            if self.wanted_above is not None and seat["entry"] == watcher.phone.entry and not watcher.is_pushed:
                watcher.is_pushed = True
                self.watched.seats.seconds.append(time.perf_counter() - self.published_at)

        def ended(why: str) -> None:
            if not self.closing:
                self.watched.shown.errors.append(why)

        own = f"?own={watcher.phone.entry}" if watcher.phone.session else ""
        wire = request("GET", self.stream_path + own, HEADERS | {"Accept": "text/event-stream"})
        watcher.stream = await self.place.listen(wire, heard, ended, heard_seat=heard_seat)

    def _due(self, watcher: Watcher, after: float, tries: int = 0) -> None:
        if not watcher.is_due:
            watcher.is_due = True
            self._start(self._renew(watcher, after, tries))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _renew(self, watcher: Watcher, after: float, tries: int = 0) -> None:
        """Fetch the page, again where it is older than the mark that was heard, and then one's own parts."""
        await asyncio.sleep(after)
        watcher.is_due = False
        watcher.renewed_at = time.monotonic()
        wanted = watcher.newest
        wire = request("GET", self.path, HEADERS | {"X-Event-Mark": wanted})
        answer = await self._answer(watcher, wire, self.watched.shown, PAGE_PAUSE)
        if answer is None:
            return
        self.watched.pages += 1
        watcher.shown = max(watcher.shown, self._version_of(answer))
        self._note(watcher)
        if watcher.shown < _version(wanted) and tries < LAGGING_TRIES:
            self._due(watcher, random.uniform(0.4, 1.2), tries + 1)
            return
        is_soon = self.wanted_above is not None
        if watcher.phone.session and is_soon and not watcher.own_due:
            self.seats_left += 1
            self._start(self._renew_seat(watcher))
        if watcher.phone.session and not (watcher.own_due if is_soon else watcher.own_seldom):
            self._start(self._renew_own(watcher, is_soon=is_soon))

    async def _renew_seat(self, watcher: Watcher) -> None:
        """One's own seat, out of the section that everybody may read; timed from the publication where its table and
        opponent were not pushed."""
        if watcher.is_pushed:
            await asyncio.sleep(LATER_SPREAD.moment(len(self.watchers)))
        path = f"{self.seats_path}{watcher.phone.entry // SEATS_IN_SECTION}/"
        for turn in range(LAGGING_TRIES):
            if turn:
                await asyncio.sleep(random.uniform(0.4, 1.2))
            wire = request("GET", path, HEADERS | {"X-Event-Mark": watcher.newest})
            answer = await self._answer(watcher, wire, self.watched.seats, PAGE_PAUSE)
            if answer is None or self._version_of(answer) >= watcher.shown:
                break
        if answer is not None and not watcher.is_pushed:
            self.watched.seats.seconds.append(time.perf_counter() - self.published_at)
        self.seats_left -= 1

    async def _renew_own(self, watcher: Watcher, *, is_soon: bool) -> None:
        """One's own parts, soon after a new round; a result of others brings nothing, so then now and then."""
        watcher.own_due, watcher.own_seldom = watcher.own_due or is_soon, True
        self.own_left += is_soon
        start = time.perf_counter()
        await asyncio.sleep(OWN_SPREAD.moment(len(self.watchers)) if is_soon else OWN_SELDOM * (1 + random.random()))
        watcher.own_seldom = False
        wire = request("GET", self.own_path + watcher.phone.bar, watcher.phone.headers(own=True))
        if await self._answer(watcher, wire, self.watched.own, OWN_PAUSE) is not None:
            self.watched.own.seconds.append(time.perf_counter() - start)
        self.own_left -= is_soon

    async def _answer(self, watcher: Watcher, wire: bytes, heard: Heard, pause: float) -> Reply | None:
        """A whole answer; one that is asked to wait asks again as live.js does, and is not an error unless for good."""
        for turn in range(LAGGING_TRIES):
            try:
                answer = await watcher.phone.ask(wire)
            except (OSError, TimeoutError) as mistake:
                heard.errors.append(type(mistake).__name__)
                return None
            if answer.status == 200:
                return answer
            if answer.status != 503:
                heard.errors.append(f"HTTP {answer.status}")
                return None
            heard.waits += 1
            await asyncio.sleep(random.uniform(1, 2) * pause * 2 ** min(turn, 5))
        heard.errors.append("503 again and again")
        return None

    def _version_of(self, answer: Reply) -> int:
        """The version a page shows; each page is unpacked once, however many phones get it."""
        tag = answer.header("etag")
        if tag not in self.versions:
            found = MARK.search(unpacked(answer))
            self.versions[tag] = int(found[1]) if found else 0
        return self.versions[tag]

    def _note(self, watcher: Watcher) -> None:
        if self.wanted_above is not None and not watcher.is_counted and watcher.shown > self.wanted_above:
            watcher.is_counted = True
            self.watched.shown.seconds.append(time.perf_counter() - self.published_at)
            self.left -= 1
            if self.left == 0:
                self.all_shown.set()

    def begin(self) -> None:
        """From now on every phone is timed until it shows a newer version than the newest that any has heard of."""
        self.wanted_above = max(_version(watcher.newest) for watcher in self.watchers)
        self.left = len(self.watchers)
        self.published_at = time.perf_counter()

    async def wait(self, *, seconds: float) -> Watched:
        """Wait until every phone shows what was published, and then for own parts that are due.

        Who does not in that time counts as an error.
        """
        try:
            async with asyncio.timeout(seconds):
                await self.all_shown.wait()
            async with asyncio.timeout(OWN_PATIENCE):
                while self.own_left or self.seats_left:
                    await asyncio.sleep(0.1)
        except TimeoutError:
            self.watched.shown.errors += ["not shown"] * self.left
            self.watched.own.errors += ["not shown"] * self.own_left
            self.watched.seats.errors += ["not shown"] * self.seats_left
        return self.watched


def _version(mark: str) -> int:
    return int(mark.partition(".")[2] or 0)
