"""The largest request the site reads: nobody fills its disk with one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

MOST_BYTES = 16 * 1024 * 1024
"""Well above any card spreadsheet; each form and each endpoint has a narrower limit of its own."""

WORDS = (
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    "<title>413</title><p lang=zh-Hans>一次最多上传 16 MB。请返回，少选一些文件，其余的之后再追加。"
    "<p lang=en>At most 16 MB can be sent at once. Go back, choose fewer files, and add the rest afterwards."
).encode()
"""In both languages: whose request it is has not been read."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Awaitable[None]]
"""Called with scope, receive and send; frameworks type these three in ways of their own."""


class BodyLimit:
    """An ASGI application that answers 413 to a larger body before the one behind it has kept a byte.

    Django writes a whole body to the disk before any view or setting can refuse it. A body of unstated length is cut
    off where the limit is reached, as if the visitor had gone.
    """

    def __init__(self, application: Application, most: int = MOST_BYTES) -> None:
        self.application = application
        self.most = most

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif self._stated(scope) > self.most:
            headers = [(b"connection", b"close"), (b"content-type", b"text/html; charset=utf-8")]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            await send({"type": "http.response.body", "body": WORDS})
        else:
            await self.application(scope, self._counted(receive), send)

    @staticmethod
    def _stated(scope: Message) -> int:
        stated = dict(scope["headers"]).get(b"content-length", b"")
        return int(stated[:19]) if stated.isdigit() else 0

    def _counted(self, receive: Receive) -> Receive:
        taken = 0

        async def next_part() -> Message:
            nonlocal taken
            part = await receive()
            taken += len(part.get("body", b""))
            return part if taken <= self.most else {"type": "http.disconnect"}

        return next_part
