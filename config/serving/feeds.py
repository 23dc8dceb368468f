"""An open stream, and the streams of one event: what was sent to them last, and when the next may be.

The event loop alone uses them (`config/serving/streams.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from config.serving.asgi_types import Send

MAX_MESSAGES = 1_000
"""After this many a stream ends, and the phone opens another: what a sleeping phone has not received stays below the 64
KiB at which sending would wait for it."""
MESSAGE_BYTES = 50
AT_ONCE = 250
"""Streams written to before others have their turn on the event loop."""
STREAMS_A_SECOND = 1_000
MIN_PAUSE, MAX_PAUSE = 0.25, 2.0
"""Seconds between two announcements of one event, growing with its streams. The first after a pause is immediate."""
BURST = 4
"""Announcements that may follow each other so, as when a round is unpublished, paired again and published."""
STEADY_STREAMS_A_SECOND = 200
MAX_STEADY_PAUSE = 5.0
"""The pause after a burst, while results keep coming in: every announcement makes each phone fetch a page, and the
results need the processors too."""


@dataclass(eq=False)
class Stream:
    """One open stream, of one event or several."""

    send: Send
    ended: asyncio.Future[None]
    session: str = ""
    """The key of its browser's session."""
    messages: int = 0

    async def tell(self, message: bytes) -> None:
        """Send a message; the last one allowed ends the stream. A long one counts as several; for one that is too long
        for what is left the stream ends without it."""
        self.messages += 1 + len(message) // MESSAGE_BYTES
        body = message if self.messages <= MAX_MESSAGES else b""
        last = self.messages >= MAX_MESSAGES
        await self.send({"type": "http.response.body", "body": body, "more_body": not last})
        if last:
            self.end()

    def end(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)


@dataclass
class Feed:
    """The streams of one event, and the last mark sent to them."""

    announced: str
    streams: dict[Stream, frozenset[int]] = field(default_factory=dict)
    """With the entries of the event that each names as its phone's."""
    of_entry: dict[int, set[Stream]] = field(default_factory=dict)
    """The streams of phones that named an entry as their own; only entries with open streams."""
    next_at: float = 0.0
    waiting: asyncio.TimerHandle | None = None
    telling: asyncio.Task[None] | None = None
    moment: str = ""
    """Another text whenever everybody may be sitting elsewhere; empty while it is not known."""
    is_learning: bool = False
    news: str = ""
    """What concerns everybody, as it was last pushed."""
    news_of: str = ""
    """The mark for which it has to be read; empty where it is read."""
    reading_news: asyncio.Task[None] | None = None
    news_sent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once what was read last is sent; the mark, after which phones ask for more, waits for that."""
    is_of_entries: bool = True
    """Whether all news since the last announcement are about single entries."""
    burst_left: float = BURST
    counted_at: float = 0.0

    def enter(self, stream: Stream, own: frozenset[int]) -> None:
        self.streams[stream] = own
        for entry in own:
            self.of_entry.setdefault(entry, set()).add(stream)

    def leave(self, stream: Stream) -> None:
        for entry in self.streams.pop(stream):
            found = self.of_entry.get(entry, set())
            found.discard(stream)
            if not found:
                self.of_entry.pop(entry, None)

    def spend(self, now: float) -> None:
        """Count an announcement made at `now`, and set when the next may be."""
        pause = min(MAX_PAUSE, max(MIN_PAUSE, len(self.streams) / STREAMS_A_SECOND))
        steady = min(MAX_STEADY_PAUSE, max(pause, len(self.streams) / STEADY_STREAMS_A_SECOND))
        self.burst_left = min(BURST, self.burst_left + (now - self.counted_at) / steady) - 1
        self.counted_at = now
        self.next_at = now + max(pause, (1 - self.burst_left) * steady)


async def tell_all(streams: list[Stream], message: bytes | Callable[[Stream], bytes]) -> None:
    """Send a message to many streams, the same or one for each, a part at a time."""
    for start in range(0, len(streams), AT_ONCE):
        for stream in streams[start : start + AT_ONCE]:
            if not stream.ended.done():
                await stream.tell(message if isinstance(message, bytes) else message(stream))
        await asyncio.sleep(0)
