"""Phones: many clients of one site in one event loop.

Half of them belong to players who came by their personal link and carry its session, the others to visitors. They keep
a connection open as browsers do and take compressed pages; reading a page means taking all of its bytes, nothing is
drawn. What an open page does after a new mark is what static/js/live.js does.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field

from bench.load.wire import Connection, Place, Reply, request

PATIENCE = 60.0
"""Seconds after which a phone gives up; that counts as an error."""
HEADERS = {"Accept-Encoding": "gzip, br", "Accept-Language": "zh-CN,zh;q=0.9"}
RETRIES = 3
"""How often a phone that is asked to wait (503 with Retry-After) asks again, as the page does by itself."""
COOKIES = "dueldesk_session={}; dueldesk_own=live"
"""Of a player who came by a personal link and has had a page of the event open before."""


@dataclass
class Heard:
    """What the phones met: seconds of what succeeded, words for what did not, and how often they were asked to wait."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    waits: int = 0
    bytes: int = 0

    def quantile(self, part: float) -> float:
        """The time within which that part of all (100 with `part=1`) was done; infinite where too many failed."""
        times = sorted(self.seconds) + [float("inf")] * len(self.errors)
        if not times:
            return float("inf")
        return times[min(len(times) - 1, max(0, round(part * len(times)) - 1))]


@dataclass
class Phone:
    """One phone: where the site is, whose session it carries, whose bar its pages have on top, the key of its entry,
    and its connection, which is opened when needed."""

    place: Place
    session: str = ""
    bar: str = "0.0.0.0"
    entry: int = 0
    connection: Connection | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def headers(self, *, own: bool) -> dict[str, str]:
        """The headers of a request; `own` sends the session along."""
        return HEADERS | ({"Cookie": COOKIES.format(self.session)} if own and self.session else {})

    async def ask(self, wire: bytes) -> Reply:
        """The answer to a request; one that finds its connection closed is sent over another.

        As with browsers, a page is asked for once more when the site closes the connection just then.
        """
        async with self.turn:
            is_used = self.connection is not None and self.connection.transport is not None
            if self.connection is None or not is_used:
                self.connection = await self.place.connect()
            try:
                return await self.connection.ask(wire, PATIENCE)
            except ConnectionResetError:
                if not (is_used and wire.startswith(b"GET ")):
                    raise
            self.connection = await self.place.connect()
            return await self.connection.ask(wire, PATIENCE)

    async def open(self, wire: bytes, heard: Heard) -> bool:
        """Open a page, follow where it leads and wait when asked to; if it came. Time begins with the first try."""
        start = time.perf_counter()
        answer = await self.fetch(wire, heard)
        while answer is not None and answer.status == 302:
            method, _, rest = wire.split(b" ", 2)
            wire = b" ".join([method, answer.header("location").encode(), rest])
            answer = await self.fetch(wire, heard)
        if answer is not None:
            heard.seconds.append(time.perf_counter() - start)
        return answer is not None

    async def fetch(self, wire: bytes, heard: Heard) -> Reply | None:
        """A page, or where it leads, after waiting when asked to; None if it did not come."""
        try:
            for _ in range(RETRIES + 1):
                answer = await self.ask(wire)
                wait = answer.header("retry-after")
                if answer.status in (200, 302, 304):
                    heard.bytes += len(answer.body)
                    return answer
                if answer.status != 503 or not wait:
                    heard.errors.append(f"HTTP {answer.status}")
                    return None
                heard.waits += 1
                await asyncio.sleep(float(wait) * random.uniform(0.8, 1.2))
            heard.errors.append("503 again and again")
        except (TimeoutError, OSError) as mistake:
            heard.errors.append(type(mistake).__name__)
        return None

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()


def phones_of(base: str, count: int, sessions: list[tuple[str, str, int]]) -> list[Phone]:
    """`count` phones, every second one with a session as long as there are any."""
    place = Place.of(base)
    left = iter(sessions)
    nobody = ("", "0.0.0.0", 0)
    return [Phone(place, *(next(left, nobody) if number % 2 else nobody)) for number in range(count)]


async def open_at_once(base: str, path: str, phones: int, sessions: list[tuple[str, str, int]]) -> Heard:
    """`phones` phones, each with a new connection, open one page in the same moment."""
    heard = Heard()
    hall = phones_of(base, phones, sessions)
    asked: list[Awaitable[bool]] = [phone.open(request("GET", path, phone.headers(own=True)), heard) for phone in hall]
    await asyncio.gather(*asked)
    for phone in hall:
        phone.close()
    return heard
