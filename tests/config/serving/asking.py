"""Requests to an ASGI application, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Visit:
    """One request: what was sent back so far, and a way to disconnect."""

    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""
    body: bytes = b""
    sent: list[dict[str, Any]] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    _given: bool = False

    @property
    def scope(self) -> dict[str, Any]:
        raw = [(name.lower().encode(), value.encode()) for name, value in {"host": "localhost", **self.headers}.items()]
        return {
            "type": "http",
            "method": self.method,
            "path": self.path,
            "query_string": self.query.encode(),
            "headers": raw,
            "scheme": "http",
            "http_version": "1.1",
            "server": ("localhost", 80),
            "client": ("127.0.0.1", 1),
        }

    async def receive(self) -> dict[str, Any]:
        if not self._given:
            self._given = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def answer_headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def text(self) -> str:
        return b"".join(message["body"] for message in self.sent[1:]).decode()


async def ask(application: Callable[..., Awaitable[None]], visit: Visit) -> Visit:
    """The visit, once it is answered completely."""
    await application(visit.scope, visit.receive, visit.send)
    return visit
