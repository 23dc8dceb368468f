"""What a request may cost before the site has seen it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from config.embedded import protocol
from config.embedded.protocol import MAX_ASKED_BY, MAX_HEAD, BoundedProtocol
from config.serving.asgi_types import REFUSED, Answer
from tests.own_loop import run_async

GET = b"GET / HTTP/1.1\r\nhost: a\r\n"
POST = b"POST / HTTP/1.1\r\nhost: a\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the bytes of the body it has read, or with the refusal of the request."""
    if REFUSED in scope:
        said = b" ".join([scope["path"][:20].encode(), *(b"=".join(header) for header in scope["headers"])])
        await Answer(scope[REFUSED], said).to(send)
        return
    size, more = 0, True
    while more:
        part = await receive()
        more, size = part.get("more_body", False), size + len(part.get("body", b""))
    body = str(size).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Wire(asyncio.Transport):
    """A connection that stores what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = asyncio.Event()

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed.is_set()

    def close(self) -> None:
        self.closed.set()

    def pause_reading(self) -> None:
        """Nothing is read here."""

    def resume_reading(self) -> None:
        """Nothing is read here."""


def said(*parts: bytes, until_closed: bool = True) -> bytes:
    """The answer to what arrives in these parts, until the connection is closed or an answer is there."""

    async def talk() -> bytes:
        wire = Wire()
        config = Config(application, http=BoundedProtocol, lifespan="off", log_config=None)
        server = BoundedProtocol(config, ServerState(), {})
        server.connection_made(wire)
        for part in parts:
            server.data_received(part)
            await asyncio.sleep(0)
        while not (wire.closed.is_set() or (wire.written and not until_closed)):
            await asyncio.sleep(0)
        server.connection_lost(None)
        return wire.written

    return run_async(asyncio.wait_for(talk(), 30))


def pieces(data: bytes, size: int = 65_536) -> list[bytes]:
    """The data in pieces, as a socket delivers it."""
    return [data[start : start + size] for start in range(0, len(data), size)]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET /" + b"a" * (MAX_HEAD + 1) + b" HTTP/1.1\r\nhost: a\r\n\r\n", b"414"),
        (b"GET /" + b"a" * 400_000, b"414"),
        (GET + b"x: " + b"a" * MAX_HEAD + b"\r\n\r\n", b"431"),
        (GET + b"x: " + b"a" * 400_000, b"431"),
        (GET + b"x: y\r\n" * 100_000, b"431"),
        (b"\r\n" * 200_000, b"431"),
        (b"nonsense\r\n\r\n", b"400"),
    ],
)
def test_a_head_beyond_the_limit_is_refused_and_the_connection_closed(data: bytes, status: bytes) -> None:
    assert said(*pieces(data)).startswith(b"HTTP/1.1 " + status)


def test_the_application_learns_what_the_words_of_a_refusal_depend_on() -> None:
    known = b"accept-language: en\r\ncookie: a=" + b"b" * MAX_ASKED_BY + b"\r\nHX-Request: true\r\nx: "
    answer = said(b"GET /api/v1/ HTTP/1.1\r\nhost: a\r\n" + known + b"a" * MAX_HEAD + b"\r\n\r\n")
    assert answer.endswith(b"\r\n\r\n/api/v1/ accept-language=en hx-request=true")
    assert b"connection: close\r\n" in answer


def test_nothing_is_read_after_a_refusal() -> None:
    answer = said(b"nonsense\r\n\r\n" + GET + b"\r\n", GET + b"\r\n")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_a_head_within_the_limit_passes() -> None:
    assert said(GET + b"x: " + b"a" * (MAX_HEAD - 200) + b"\r\n\r\n", until_closed=False).startswith(b"HTTP/1.1 200")


def test_a_head_that_does_not_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.01)
    assert said(GET).startswith(b"HTTP/1.1 408")
    assert said(b"\r\n").startswith(b"HTTP/1.1 408")


def test_a_long_body_is_no_head() -> None:
    size = 3_000_000
    sent = pieces(POST + b"content-length: %d\r\n\r\n" % size + b"a" * size)
    assert said(*sent, until_closed=False).endswith(b"\r\n\r\n%d" % size)
    chunked = b"".join(b"200\r\n" + b"a" * 512 + b"\r\n" for _ in range(6_000)) + b"0\r\n\r\n"
    sent = pieces(POST + b"transfer-encoding: chunked\r\n\r\n" + chunked)
    assert said(*sent, until_closed=False).endswith(b"\r\n\r\n%d" % (6_000 * 512))


def test_trailers_are_bounded_like_headers() -> None:
    begun = POST + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: "
    assert said(*pieces(begun + b"a" * 1_000_000)) == b""
