"""`GET /t/<code>/live/mark`, `/live/stream` and `/my/live/stream`: whether anything is new, by polling or by push.

A stream costs a connection and a few kilobytes; it holds no thread and no database connection.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any

from config.serving.asgi_types import Answer, Message, Receive, Send, header
from config.serving.feeds import MAX_MESSAGES, Feed, Stream, tell_all
from config.serving.marks import Marks
from config.serving.own_entries import NOBODYS, Own, Owners
from config.serving.pushed import NewsReader, SeatReader, event_for_later, event_of, event_of_news, events_of_seats
from tournaments.marks import read_mark

MAX_STREAMS = 5_000
"""Open streams of one web process; further phones ask every few seconds instead."""
MAX_STREAMS_OF_ADDRESS = 3_000
"""Of these, from one address. A hall may have one address for all its phones, which two processes share."""
RETRY_SECONDS = 30
PING_EVERY = 20.0
"""Seconds between two pings, which keep a silent connection open and tell a screen that it is not alone."""
FIRST_FOR_OWN = 0.0002
"""Seconds for each stream that what is about single tables waits until everybody hears of it: by then the phones it is
about, reached at once, have their answers. Half a second in a process with 2,500."""

NEWS_PAUSE = 0.3
"""Seconds between two times that what concerns everybody at an event is read."""

PLAIN = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-cache")]
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
PING = b"event: ping\ndata: 1\n\n"


class Streams:
    """Announces events' marks to phones; everything happens on the event loop."""

    def __init__(self, *, most: int = MAX_STREAMS, most_of_address: int = MAX_STREAMS_OF_ADDRESS) -> None:
        self.seats: SeatReader | None = None
        """Without one no seats are pushed."""
        self.news: NewsReader | None = None
        """Without one nothing is pushed that concerns everybody."""
        self.owners: Owners | None = None
        """Without one nobody hears of private news."""
        self.feeds: dict[str, Feed] = {}
        self.open = 0
        self.open_of: Counter[str] = Counter()
        """By address; only addresses with open streams."""
        self.most, self.most_of_address = most, most_of_address
        self.closing = False
        self.pinging: asyncio.Task[None] | None = None
        self.telling: set[asyncio.Task[None]] = set()
        """Messages that are under way: a task that nobody holds may vanish."""

    def start(self) -> None:
        """Keep silent connections open from now on."""
        self.pinging = asyncio.create_task(self._ping_for_good())

    def stop(self) -> None:
        """End all streams: their phones reconnect to another process, or to this one's successor."""
        self.closing = True
        if self.pinging is not None:
            self.pinging.cancel()
        for feed in self.feeds.values():
            for stream in feed.streams:
                stream.end()

    def heard(self, code: str, mark: str, of_entries: bool = False) -> None:
        """An event has a newer mark: announce it now, or after the pause that the last announcement began."""
        feed = self.feeds.get(code)
        if feed is None:
            self.feeds[code] = Feed(announced=mark)
            return
        if not of_entries:
            self._push_news(code, feed, mark)
        feed.is_of_entries &= of_entries
        wait = max(feed.next_at - time.monotonic(), FIRST_FOR_OWN * len(feed.streams) if of_entries else 0.0)
        if feed.waiting is None and wait <= 0:
            self._announce(code, feed, mark)
            return
        loop = asyncio.get_running_loop()
        if feed.waiting is not None:
            wait = min(wait, feed.waiting.when() - loop.time())
            feed.waiting.cancel()
        feed.waiting = loop.call_later(max(wait, 0.0), self._announce, code, feed, mark)

    def _push_news(self, code: str, feed: Feed, mark: str) -> None:
        """Push what concerns everybody if it is new, whatever pause the announcement of the mark waits for."""
        feed.news_of = mark
        if self.news is not None and feed.streams and feed.reading_news is None:
            feed.reading_news = self._start(self._read_news(code, feed, self.news))

    async def _read_news(self, code: str, feed: Feed, reader: NewsReader) -> None:
        try:
            while feed.news_of:
                mark, feed.news_of = feed.news_of, ""
                feed.news_sent.clear()
                facts = await reader.facts(code)
                if facts is not None and facts != feed.news:
                    feed.news = facts
                    await tell_all(list(feed.streams), event_of_news(mark, facts))
                feed.news_sent.set()
                await asyncio.sleep(NEWS_PAUSE)
        finally:
            feed.reading_news = None
            feed.news_sent.set()

    def concerned(self, code: str, mark: str, entries: list[int], is_private: bool = False) -> None:
        """Tell the phones of these entries of a mark that is about them, before everybody's turn comes; of what
        `is_private` those whose browser has one of them as its own at this moment."""
        feed = self.feeds.get(code)
        found = {stream for entry in entries for stream in feed.of_entry.get(entry, ())} if feed is not None else set()
        if found and is_private:
            self._start(self._tell_owners(list(found), entries, mark))
        elif found:
            self._start(tell_all(list(found), event_of(mark, "own")))

    async def _tell_owners(self, found: list[Stream], entries: list[int], mark: str) -> None:
        """Ask whose the entries are when there is news, not when a stream is opened: it may stay open for days, while a
        link is revoked and a session ends."""
        if self.owners is None:
            return
        owners = await self.owners.among({stream.session for stream in found}, entries)
        await tell_all([stream for stream in found if stream.session in owners], event_of(mark, "own"))

    def watched(self) -> list[str]:
        """The codes of the events that have a stream."""
        return [code for code, feed in self.feeds.items() if feed.streams]

    def announced(self, code: str, mark: str) -> str:
        """The mark announced to phones at this moment, `mark` being the newest known."""
        feed = self.feeds.get(code)
        return feed.announced if feed is not None else mark

    def _announce(self, code: str, feed: Feed, mark: str) -> None:
        feed.waiting = None
        feed.announced = mark
        feed.spend(time.monotonic())
        is_of_entries, feed.is_of_entries = feed.is_of_entries, True
        if feed.streams:
            feed.telling = self._start(self._tell_mark(code, feed, mark, is_of_entries))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.telling.add(task)
        task.add_done_callback(self.telling.discard)
        return task

    async def _tell_mark(self, code: str, feed: Feed, mark: str, is_of_entries: bool) -> None:
        """Tell all streams of a mark; where everybody may be sitting elsewhere, first those of players, each where the
        entries of its phone sit now."""
        if feed.reading_news is not None:
            await feed.news_sent.wait()
        seats, is_new = await self._new_seats(code, feed, mark)
        is_for_later = is_of_entries and not is_new
        everybodys = event_for_later(mark, len(feed.streams)) if is_for_later else event_of(mark)

        def for_phone(stream: Stream) -> bytes:
            return b"".join(seats[entry] for entry in feed.streams.get(stream, ()) if entry in seats) + everybodys

        first = sorted(feed.streams, key=lambda stream: seats.keys().isdisjoint(feed.streams[stream]))
        await tell_all(first, for_phone)

    async def _new_seats(self, code: str, feed: Feed, mark: str) -> tuple[dict[int, bytes], bool]:
        """What is sent for each entry that sits in a new round and has a stream, and whether the moment is new."""
        if self.seats is None or not feed.of_entry:
            return {}, False
        known = feed.moment
        found = await self.seats.seating(code, frozenset(feed.of_entry), known)
        if found is None:
            return {}, False
        feed.moment = found.moment
        is_new = found.moment != known
        return events_of_seats(mark, found, len(feed.streams)) if is_new else {}, is_new

    async def _ping_for_good(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            await tell_all(list({stream for feed in self.feeds.values() for stream in feed.streams}), PING)
            for code, feed in list(self.feeds.items()):
                if not feed.streams and feed.waiting is None and feed.next_at < time.monotonic() - PING_EVERY:
                    del self.feeds[code]

    async def serve(
        self,
        marks: dict[str, str],
        receive: Receive,
        send: Send,
        *,
        address: str = "",
        own: Own = NOBODYS,
    ) -> None:
        """One stream of the events with these marks, from its first messages until the phone leaves, MAX_MESSAGES are
        sent or the process ends."""
        if self.open >= self.most or self.open_of[address] >= self.most_of_address or self.closing:
            headers = [*PLAIN, (b"retry-after", str(RETRY_SECONDS).encode())]
            await Answer(503, b"Too many streams; ask for the mark instead.", headers).to(send)
            return
        feeds = {code: self.feeds.setdefault(code, Feed(announced=mark)) for code, mark in marks.items()}
        stream = Stream(send, asyncio.get_running_loop().create_future(), own.session)
        self.open += 1
        self.open_of[address] += 1
        for code, feed in feeds.items():
            named = own.named.get(code, frozenset())
            feed.enter(stream, named)
            if named and self.seats is not None and not feed.moment:
                self._start(self._learn_moment(code, feed))
        gone = asyncio.ensure_future(wait_until_gone(receive))
        gone.add_done_callback(lambda _: stream.end())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
            retry = b"retry: %d\n" % random.randint(1000, 4000)
            await stream.tell(retry + b"".join(event_of(feed.announced) for feed in feeds.values()))
            await stream.ended
        finally:
            self.open -= 1
            self._leave(address)
            for feed in feeds.values():
                feed.leave(stream)
            gone.cancel()
        if stream.messages < MAX_MESSAGES:
            await send({"type": "http.response.body", "body": b""})

    async def _learn_moment(self, code: str, feed: Feed) -> None:
        """Learn where the event stands, so that the next announcement knows whether that has changed."""
        if self.seats is None or feed.is_learning:
            return
        feed.is_learning = True
        found = await self.seats.seating(code, frozenset(feed.of_entry), "")
        feed.is_learning = False
        if found is not None and not feed.moment:
            feed.moment = found.moment

    def _leave(self, address: str) -> None:
        self.open_of[address] -= 1
        if not self.open_of[address]:
            del self.open_of[address]


async def wait_until_gone(receive: Receive) -> None:
    """Return when the visitor has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def answer_mark(streams: Streams, marks: Marks, code: str, scope: Message, send: Send) -> None:
    """The mark as text; 204 if the phone has `?seen=` it, 304 if its `If-None-Match` names it."""
    mark = await current_mark(streams, marks, code)
    if mark is None:
        await Answer(404, b"", PLAIN).to(send)
        return
    tag = f'"{mark}"'.encode()
    headers = [*PLAIN, (b"etag", tag)]
    status = 304 if tag in header(scope, b"if-none-match") else 200
    if scope.get("query_string", b"") == b"seen=" + mark.encode():
        status = 204
    await Answer(status, mark.encode() if status == 200 else b"", headers).to(send)


async def current_mark(streams: Streams, marks: Marks, code: str, asked: str = "") -> str | None:
    """The mark that this process answers with: the announced one, or a newer one that the phone has received elsewhere.

    A mark named by a phone counts only up to the newest mark known here.
    """
    newest = await marks.of(code)
    if newest is None:
        return None
    announced = streams.announced(code, newest)
    heard, now, known = read_mark(asked), read_mark(newest), read_mark(announced)
    if heard is not None and now is not None and known is not None and known < heard <= now:
        return str(heard)
    return announced
