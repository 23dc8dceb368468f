"""The types of the ASGI protocol, and the answers made without Django."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
REFUSED = "dueldesk.refused"
"""Where the scope of a request refused by the protocol (`config/embedded/protocol.py`) has the status."""


@dataclass(frozen=True)
class Answer:
    """A whole response; `headers` are complete except for the length of the body."""

    status: int
    body: bytes = b""
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)

    async def to(self, send: Send) -> None:
        """Send it."""
        headers = [*self.headers, (b"content-length", str(len(self.body)).encode())]
        if self.status in {204, 304}:
            headers = self.headers
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


def header(scope: Message, name: bytes) -> bytes:
    """The first header with that lower-case name; empty if there is none."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return b""
