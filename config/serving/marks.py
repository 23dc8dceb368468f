"""The newest mark of each watched event, and of all together, in the memory of one web process.

Redis announces every change as it is committed. The database has the truth: it is asked once for a code that is new
here, and every few seconds for all watched events. Losing Redis therefore delays marks and loses none.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor

from django.db import Error
from redis import asyncio as redis
from redis.exceptions import RedisError

from tournaments.marks import PRIVATE, SITE, read_mark

logger = logging.getLogger(__name__)

LOOKS_EVERY = 5.0
"""Seconds between two queries of the database for the events being watched."""
LOOKS_WITHOUT_REDIS = 1.0
WATCHED_FOR = 60.0
"""Seconds without a request after which an event is no longer looked up."""
MAX_KNOWN = 10_000
"""Codes kept in memory, including those that name no event."""
UNKNOWN_FOR = 10.0
"""Seconds for which a code that named no event is answered without looking again."""
MAX_READING = 50
"""Codes looked up in the database at once for visitors; one thread does it."""
SITE_READ_EVERY = 0.25
"""Seconds between two queries for the mark of all events, while they change."""
REDIS_SECONDS = 3.0
"""How long Redis may take to connect, and to answer a ping."""

ReadMarks = Callable[[Collection[str]], dict[str, str]]
Heard = Callable[[str, str, bool], None]
Concerned = Callable[[str, str, list[int], bool], None]
Watched = Callable[[], Iterable[str]]


class Unread(Exception):
    """The database could not say whether there is such an event, or has too many to look up at once."""


class Marks:
    """Marks by code.

    `heard` is called on the event loop whenever one is newer than before, and whether the news is about single entries;
    `concerned` when an announcement names the entries that it is about, and whether they alone may know; `watched`
    names the codes that are kept without being asked for. The event loop alone reads and writes what is held here; a
    mark goes when nobody watches the event, not when space is short, and a code is `unknown` until a mark of it is
    announced or `UNKNOWN_FOR` has passed.
    """

    def __init__(
        self,
        *,
        redis_url: str,
        channel: str,
        read: ReadMarks,
        heard: Heard,
        watched: Watched,
        concerned: Concerned = lambda code, mark, entries, is_private: None,
    ) -> None:
        self.redis_url = redis_url
        self.channel = channel
        self.read = read
        self.heard = heard
        self.watched = watched
        self.concerned = concerned
        self.marks: dict[str, str] = {}
        self.asked_at: dict[str, float] = {}
        self.unknown: OrderedDict[str, float] = OrderedDict()
        self.reading: dict[str, asyncio.Future[None]] = {}
        self.site_read_at = self.site_changed_at = 0.0
        self.listening = False
        self.away_since: float | None = None
        self.thread = ThreadPoolExecutor(1, "marks")
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Listen and look from now on; called on the event loop."""
        self.tasks = [asyncio.create_task(self._listen_for_good()), asyncio.create_task(self._look_for_good())]

    def stop(self) -> None:
        """End both; called on the event loop."""
        for task in self.tasks:
            task.cancel()
        self.thread.shutdown(wait=False)

    async def of(self, code: str) -> str | None:
        """The event's mark; None if there is no such event. Raises Unread."""
        now = time.monotonic()
        mark = self.marks.get(code)
        if mark is not None and not (code == SITE and self._site_is_due(now)):
            self.asked_at[code] = now
            return mark
        if now < self.unknown.get(code, 0.0):
            return None
        if code not in self.reading:
            if len(self.reading) >= MAX_READING:
                raise Unread(code)
            self.reading[code] = asyncio.ensure_future(self._read([code]))
            self.reading[code].add_done_callback(lambda _: self.reading.pop(code, None))
        await asyncio.shield(self.reading[code])
        if code not in self.marks and code not in self.unknown:
            raise Unread(code)
        if code in self.marks:
            self.asked_at[code] = now
        return self.marks.get(code)

    def away_for(self) -> float:
        """Seconds for which the database has not answered: nothing can have been changed in the meantime."""
        return time.monotonic() - self.away_since if self.away_since is not None else 0.0

    def _site_is_due(self, now: float) -> bool:
        """Whether any event has changed since the mark of all was read."""
        return self.site_changed_at >= self.site_read_at and now - self.site_read_at >= SITE_READ_EVERY

    def take(self, code: str, mark: str, *, of_entries: bool = False) -> None:
        """Store a mark that was announced or read; one older than the known one is a late message. `of_entries`: it
        was announced as about single entries."""
        new, known = read_mark(mark), read_mark(self.marks.get(code, ""))
        if new is None or (known is not None and new <= known):
            return
        self.marks[code] = mark
        self.unknown.pop(code, None)
        self.heard(code, mark, of_entries)

    async def _read(self, codes: list[str]) -> None:
        if SITE in codes:
            self.site_read_at = time.monotonic()
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.thread, self.read, codes)
        except Error as mistake:
            logger.warning("marks_not_read: %s", type(mistake).__name__)
            self.away_since = self.away_since or time.monotonic()
            return
        self.away_since = None
        for code in codes:
            if code in found:
                self.take(code, found[code])
            else:
                self._forget(code)

    def _forget(self, code: str) -> None:
        self.marks.pop(code, None)
        self.asked_at.pop(code, None)
        self.unknown[code] = time.monotonic() + UNKNOWN_FOR
        while len(self.unknown) > MAX_KNOWN:
            self.unknown.popitem(last=False)

    async def _look_for_good(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_EVERY if self.listening else LOOKS_WITHOUT_REDIS)
            now = time.monotonic()
            self.asked_at.update((code, now) for code in self.watched() if code in self.marks)
            since = now - WATCHED_FOR
            for code in [code for code, asked in self.asked_at.items() if asked < since]:
                del self.asked_at[code]
                del self.marks[code]
            if self.asked_at:
                await self._read(list(self.asked_at))

    async def _listen_for_good(self) -> None:
        while True:
            try:
                await self._listen()
            except (RedisError, OSError, TimeoutError) as mistake:
                if self.listening:
                    logger.warning("redis_not_heard: %s; marks come from the database", type(mistake).__name__)
            self.listening = False
            await asyncio.sleep(1.0)

    async def _listen(self) -> None:
        """Receive announcements until Redis is lost, or does not answer a ping."""
        client = redis.Redis.from_url(
            self.redis_url, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS, decode_responses=True
        )
        try:
            async with client.pubsub() as subscription:
                await subscription.subscribe(self.channel)
                await self._read(list(self.asked_at))
                self.listening = True
                await self._take_messages(subscription)
        finally:
            await client.aclose()

    async def _take_messages(self, subscription: redis.client.PubSub) -> None:
        pinged = False
        while True:
            message = await subscription.get_message(timeout=REDIS_SECONDS)
            if message is None and pinged:
                raise TimeoutError
            pinged = message is None
            if message is None:
                await subscription.ping()
            elif message["type"] == "message":
                code, _, words = message["data"].partition(" ")
                mark, _, entries = words.partition(" ")
                self.site_changed_at = time.monotonic()
                if self.away_since is not None:  # Another process can write.
                    self.away_since = self.site_changed_at
                if code in self.marks:
                    self.take(code, mark, of_entries=bool(entries))
                    if entries:
                        keys = [int(entry) for entry in entries.removeprefix(PRIVATE).split(",")]
                        self.concerned(code, mark, keys, entries.startswith(PRIVATE))
