"""Django as one synchronous call in a thread of a lane: no change of thread for each middleware and view.

The event loop has read the request's body (`config/serving/bodies.py`) and sends the answer, so that a slow phone holds
no thread.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from config.serving.asgi_types import Answer, Message, Receive, Send
from config.serving.lanes import Lane
from tournaments.pages.flights import PUT_OFF, PutOff

FILE_PIECE = 256 * 1024
"""Bytes of a file read and sent at once."""

WSGIApplication = Callable[[dict[str, Any], Callable[..., Any]], Any]


class FilePieces:
    """WSGI's `file_wrapper`: the answer is a file, to be read and sent piece by piece."""

    def __init__(self, file: IO[bytes], block_size: int = FILE_PIECE) -> None:
        self.file = file
        self.close = file.close
        """Django has made this the response's own `close`."""

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.file.read(FILE_PIECE):
            yield piece


@dataclass(frozen=True)
class Reply:
    """Django's answer: either `body` is all of it, or `pieces` are still to be read and `close` to be called."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    pieces: Iterator[bytes] | None
    close: Callable[[], None]


def length_of(body: IO[bytes]) -> int:
    """The length of the body in bytes."""
    length = body.seek(0, io.SEEK_END)
    body.seek(0)
    return length


def wsgi_environment(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """The request as a WSGI environment.

    Headers with an underscore in their name are left out, so that none can pass as a header that a proxy sets.
    """
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    environment: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FilePieces,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if name in {"content-type", "content-length"} or "_" in name:
            if name == "content-type":
                environment["CONTENT_TYPE"] = value
            continue
        key = "HTTP_" + name.upper().replace("-", "_")
        glue = "; " if name == "cookie" else ","
        environment[key] = f"{environment[key]}{glue}{value}" if key in environment else value
    environment["CONTENT_LENGTH"] = str(length_of(body))
    return environment


def call(application: WSGIApplication, environment: dict[str, Any]) -> Reply:
    """Call the application, entirely in this thread unless the answer is a file or a stream."""
    head: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        head.extend((int(status.split(" ", 1)[0]), headers))

    response = application(environment, start_response)
    status, headers = head
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    close = getattr(response, "close", lambda: None)
    if getattr(response, "streaming", False) or isinstance(response, FilePieces):
        return Reply(status, raw, b"", iter(response), close)
    try:
        return Reply(status, raw, b"".join(response), None, close)
    finally:
        close()


class Bridge:
    """Answers ASGI requests with a WSGI application that runs in a lane."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    async def answer(
        self,
        scope: Message,
        receive: Receive,
        lane: Lane,
        body: IO[bytes],
        instead: Callable[[], Awaitable[Answer | None]],
        put_off: PutOff,
    ) -> Reply | Answer:
        """The application's answer, or what `instead` finds after waiting in the queue.

        It is not final if `put_off` has a landing afterwards. Raises LaneFull and VisitorGone.
        """

        def work() -> Reply | Answer:
            return call(self.application, wsgi_environment(scope, body) | {PUT_OFF: put_off})

        return await lane.run(work, gone=receive, instead=instead)

    @staticmethod
    async def send(reply: Reply, send: Send, lane: Lane) -> None:
        """Send it; a file's pieces are read in the lane's threads, one at a time, while the visitor takes them."""
        headers = reply.headers
        if reply.pieces is None:
            if not any(name == b"content-length" for name, _ in headers) and reply.status not in {204, 304}:
                headers = [*headers, (b"content-length", str(len(reply.body)).encode())]
            await send({"type": "http.response.start", "status": reply.status, "headers": headers})
            await send({"type": "http.response.body", "body": reply.body})
            return
        loop = asyncio.get_running_loop()
        pieces = reply.pieces
        try:
            await send({"type": "http.response.start", "status": reply.status, "headers": headers})
            while piece := await loop.run_in_executor(lane.pool, lambda: next(pieces, b"")):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await loop.run_in_executor(lane.pool, reply.close)
