"""HTTP/1.1 as cheap as a client can have it: the phones share the cores with the site that is measured.

A general client takes as long for a page as the site does. This one writes a request that was put together beforehand
and reads the status, the length and the bytes of the answer.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

import brotli


@dataclass(frozen=True)
class Reply:
    """One answer; `head` is all before the body."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        """A header's text, empty where there is none."""
        before, found, _ = self.head.lower().partition(f"\r\n{name.lower()}: ".encode())
        return self.head[len(before) + len(found) :].partition(b"\r\n")[0].decode() if found else ""


def unpacked(reply: Reply) -> bytes:
    """The body of an answer as it was before it was compressed."""
    packed = reply.header("content-encoding")
    if packed == "br":
        return cast("bytes", brotli.decompress(reply.body))
    return gzip.decompress(reply.body) if packed == "gzip" else reply.body


def request(method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {text}" for name, text in headers.items())]
    if body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection(asyncio.Protocol):
    """A connection that stays open and carries one question after another."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.held = b""
        self.answer: asyncio.Future[Reply] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by class.

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("closed before the answer was whole"))

    def data_received(self, data: bytes) -> None:
        self.held += data
        end = self.held.find(b"\r\n\r\n")
        if end < 0 or self.answer is None or self.answer.done():
            return
        head = self.held[:end]
        status = int(head[9:12])
        length = 0 if status in {204, 304} else int(Reply(status, head, b"").header("content-length") or 0)
        if len(self.held) >= end + 4 + length:
            body, self.held = self.held[end + 4 : end + 4 + length], self.held[end + 4 + length :]
            self.answer.set_result(Reply(status, head, body))

    async def ask(self, wire: bytes, seconds: float) -> Reply:
        """Send a request; its answer. Raises OSError when the connection breaks, TimeoutError after `seconds`."""
        if self.transport is None:
            raise ConnectionResetError("the connection is closed")
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(wire)
        try:
            async with asyncio.timeout(seconds):
                return await self.answer
        except TimeoutError:
            self.close()
            raise

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Stream(asyncio.Protocol):
    """One open stream of server-sent events: `heard` gets every mark, `heard_own` those about the phone's own entry,
    `heard_seat` where it sits in a new round, `heard_news` the clock and the announcements, `ended` why there are no
    more."""

    def __init__(
        self,
        wire: bytes,
        heard: Callable[[str], None],
        ended: Callable[[str], None],
        heard_own: Callable[[str], None] = lambda mark: None,
        heard_seat: Callable[[str], None] = lambda facts: None,
        heard_news: Callable[[str], None] = lambda facts: None,
    ) -> None:
        self.wire, self.ended = wire, ended
        self.hearers = {b"mark": heard, b"own": heard_own, b"seat": heard_seat, b"news": heard_news}
        self.kind = b""
        self.transport: asyncio.Transport | None = None
        self.held = b""
        self.refused = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by class.
        self.transport.write(self.wire)

    def data_received(self, data: bytes) -> None:
        self.held += data
        if self.held.startswith(b"HTTP/1.1 ") and len(self.held) >= 12 and self.held[9:12] != b"200":
            self.refused = f"stream HTTP {self.held[9:12].decode()}"
            self.close()
            return
        *whole, self.held = self.held.split(b"\n")
        for line in whole:
            if line.startswith(b"event: "):
                self.kind = line[7:].strip()
            elif line.startswith(b"data: ") and self.kind in self.hearers:
                self.hearers[self.kind](line[6:].decode().strip())

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self.ended(self.refused or "the stream was cut off")

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


@dataclass(frozen=True)
class Place:
    """Where the site listens."""

    host: str
    port: int

    @classmethod
    def of(cls, base: str) -> Place:
        parts = urlsplit(base)
        return cls(parts.hostname or "127.0.0.1", parts.port or 80)

    async def connect(self) -> Connection:
        """A new connection."""
        _, connection = await asyncio.get_running_loop().create_connection(Connection, self.host, self.port)
        return connection

    async def listen(
        self,
        wire: bytes,
        heard: Callable[[str], None],
        ended: Callable[[str], None],
        heard_own: Callable[[str], None] = lambda mark: None,
        heard_seat: Callable[[str], None] = lambda facts: None,
        heard_news: Callable[[str], None] = lambda facts: None,
    ) -> Stream:
        """A new stream."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(
            lambda: Stream(wire, heard, ended, heard_own, heard_seat, heard_news), self.host, self.port
        )
        return stream
