"""Bodies of requests: read whole on the event loop, before Django is called, so that no slow phone holds a thread.

Their cost, each and together, is bounded here, before the sender is known.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import tempfile
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import IO, Any, TypeVar

from config.disk.space import Level
from config.serving.asgi_types import Message, Receive, header
from config.serving.lanes import VisitorGone
from jobs.space import gauge

logger = logging.getLogger(__name__)

UPLOADS = re.compile(r"/desk/(?:games/[-\w]+/import|snapshot)/", re.ASCII)
"""Card tables and snapshots: the only paths below which more than `MAX_BODY` is taken."""
MEGABYTE = 1024 * 1024
MAX_BODY, BODY_SECONDS = 2 * MEGABYTE, 30.0
MAX_UPLOAD, UPLOAD_SECONDS = 16 * MEGABYTE, 180.0
"""Bytes of a body, and how long it may take; each form and each endpoint has a lower limit of its own."""
IN_MEMORY = MEGABYTE // 2
"""Bytes of a body kept in memory; a longer one is written to a temporary file by a separate thread."""
MAX_HELD, MAX_HELD_BY_UPLOADS = 128 * MEGABYTE, 64 * MEGABYTE
"""Bytes of all bodies that one process holds, from the first byte until there is an answer."""
MAX_UNCOUNTED = 16 * 1024
"""Bytes of a body that is always taken: results and most forms are a few hundred."""

Result = TypeVar("Result")


class BodyRefused(Exception):
    """A body is beyond a limit; `status` says which. `config.serving.refusals` has the message."""

    def __init__(self, status: int, most: int = MAX_BODY) -> None:
        super().__init__(status)
        self.status, self.most = status, most


class Bodies:
    """Reads bodies and counts what is held of all of them; everything except files happens on the event loop."""

    def __init__(self) -> None:
        self.held = 0
        self.thread = ThreadPoolExecutor(1, "bodies")

    @asynccontextmanager
    async def read(self, scope: Message, receive: Receive) -> AsyncIterator[IO[bytes]]:
        """The whole body, positioned at its start, for as long as it is needed. Raises VisitorGone and BodyRefused."""
        is_upload = UPLOADS.match(scope["path"]) is not None
        body = _Body(self, most=MAX_UPLOAD if is_upload else MAX_BODY, together=_together(is_upload=is_upload))
        try:
            if _stated(scope) > body.most:
                raise BodyRefused(413, body.most)
            try:
                async with asyncio.timeout(UPLOAD_SECONDS if is_upload else BODY_SECONDS):
                    whole = await body.whole(receive)
            except TimeoutError:
                raise BodyRefused(408) from None
            except OSError as mistake:
                logger.error("body_not_kept: %s", mistake)
                raise BodyRefused(507) from None
            yield whole
        finally:
            body.close()


def _temporary_file() -> IO[bytes]:
    return tempfile.TemporaryFile()


def _together(*, is_upload: bool) -> int:
    return MAX_HELD_BY_UPLOADS if is_upload else MAX_HELD


def _stated(scope: Message) -> int:
    stated = header(scope, b"content-length")
    return int(stated[:19]) if stated.isdigit() else 0


class _Body:
    """One body being read."""

    def __init__(self, bodies: Bodies, *, most: int, together: int) -> None:
        self.bodies, self.most, self.together = bodies, most, together
        self.size = self.counted = 0
        self.file: IO[bytes] | None = None

    async def whole(self, receive: Receive) -> IO[bytes]:
        """All of it."""
        pieces, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise VisitorGone
            piece, more = message.get("body", b""), message.get("more_body", False)
            self._count(len(piece))
            pieces += piece
            if self.size > IN_MEMORY and (len(pieces) > IN_MEMORY or not more):
                await self._write(bytes(pieces))
                pieces.clear()
        if self.file is None:
            return io.BytesIO(pieces)
        await self._in_thread(self.file.seek, 0)
        return self.file

    def _count(self, more: int) -> None:
        self.size += more
        if self.size > self.most:
            raise BodyRefused(413, self.most)
        if self.size > MAX_UNCOUNTED:
            if self.bodies.held + self.size - self.counted > self.together:
                raise BodyRefused(503)
            self.bodies.held += self.size - self.counted
            self.counted = self.size

    async def _write(self, data: bytes) -> None:
        file = self.file
        if file is None:
            if gauge().level >= Level.SCARCE:
                raise BodyRefused(507)
            file = await self._in_thread(_temporary_file)
            self.file = file
        await self._in_thread(file.write, data)

    async def _in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self.bodies.thread, work, *arguments)

    def close(self) -> None:
        """Release what is held; the file is closed after pending writes."""
        self.bodies.held -= self.counted
        self.counted = 0
        if self.file is not None:
            self.bodies.thread.submit(self.file.close)
