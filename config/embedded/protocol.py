"""HTTP as uvicorn speaks it with httptools, with bounds on what a request may cost before the site has seen it.

httptools bounds nothing: a request line or a header may be as long as memory, and its sender as slow as they like.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, cast

from uvicorn._types import HTTPScope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.serving.asgi_types import REFUSED

MAX_HEAD = 64 * 1024
"""Bytes of a request line and its headers; browsers and proxies send a few kilobytes."""
BODY_PER_FRAMING = 4
"""A chunked body may bring a byte of lengths and trailers for this many of its own, beyond `MAX_HEAD`."""
HEAD_SECONDS = 10.0
"""How long a request line and its headers may take from their first byte."""
ASKED_BY = frozenset({b"accept-language", b"cookie", b"hx-request"})
MAX_ASKED_BY = 4 * 1024
"""Headers that say how a refusal is worded, and how long one may be to be looked at."""


class Refused(Exception):
    """The head of the request is beyond a limit."""


class BoundedProtocol(HttpToolsProtocol):
    """Refuses a head longer than `MAX_HEAD` (414, 431), a slow one (408) and what is not HTTP (400).

    The application puts the refusal into words: its scope says `REFUSED`. Then the connection is closed.
    A connection that says nothing at all is closed after uvicorn's `timeout_keep_alive`, a new one, too.
    """

    url = b""
    beside_body = 0
    """Bytes of the request so far that are not its body, to within what is read at once (256 kB)."""
    is_refused = False
    deadline: asyncio.TimerHandle | None = None
    """When the head that has begun must be whole."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self.is_refused:
            return
        self.beside_body += len(data)
        super().data_received(data)
        if self.beside_body > MAX_HEAD:
            self._refuse(self._too_long())
        elif self._awaits_head() and self.deadline is None:
            self.deadline = self.loop.call_later(HEAD_SECONDS, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.beside_body = 0

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD:
            self._refuse(self._too_long())
            raise Refused
        self.beside_body = 0
        self._end_deadline()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.beside_body -= len(body) + len(body) // BODY_PER_FRAMING
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn for what is not HTTP, and after an exception in one of the functions above."""
        self._refuse(HTTPStatus.BAD_REQUEST)

    def _awaits_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _too_long(self) -> HTTPStatus:
        is_url = len(self.url) > MAX_HEAD // 2
        return HTTPStatus.REQUEST_URI_TOO_LONG if is_url else HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE

    def _refuse(self, status: HTTPStatus) -> None:
        """Let the application say why, and close; in the middle of another answer close without a word."""
        self._end_deadline()
        if self.transport.is_closing() or self.is_refused:
            return
        if not self._awaits_head():
            self.transport.close()
            return
        self.is_refused = True
        self.cycle = RequestResponseCycle(
            scope=cast(HTTPScope, self._scope_of_refusal(status)),  # With a key of this site's own.
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=False,
            on_response=self.on_response_complete,
        )
        self._start_asgi_task(self.cycle, self.app)

    def _scope_of_refusal(self, status: HTTPStatus) -> dict[str, Any]:
        """What is known of the request, as far as the words of the answer depend on it."""
        headers = [(name, text) for name, text in self.headers or () if name in ASKED_BY and len(text) <= MAX_ASKED_BY]
        return {
            "type": "http",
            "asgi": {"version": self.asgi_version, "spec_version": "2.3"},
            "http_version": "1.1",
            "server": self.server,
            "client": self.client,
            "scheme": self.scheme,
            "root_path": self.root_path,
            "method": "GET",
            "path": self.url[:MAX_ASKED_BY].decode("latin-1"),
            "query_string": b"",
            "headers": headers,
            REFUSED: int(status),
        }

    def _end_deadline(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
