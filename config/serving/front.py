"""The outermost application of a web process.

It answers on the event loop what needs no thread: whether an event has anything new, streams, static files, kept public
pages. Everything else is one synchronous call of Django in the lane the request belongs to (`config/serving/lanes.py`).
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import IO, Any

from csp.utils import build_policy
from django.conf import settings

from config.serving.arrivals import Arrivals
from config.serving.asgi_types import REFUSED, Answer, Message, Receive, Send, header
from config.serving.bodies import Bodies, BodyRefused
from config.serving.bridge import Bridge, Reply
from config.serving.busy import Busy
from config.serving.kept_pages import CODE, MAX_LAG, KeptPages
from config.serving.lanes import Lane, LaneFull, VisitorGone, make_lanes
from config.serving.marks import Marks, Unread
from config.serving.own_entries import Own, Owners, ReadOwners, own_entries
from config.serving.pushed import NewsReader, ReadNews, ReadSeating, SeatReader
from config.serving.recognised import OF_STAFF, has_known_token, has_staff_session
from config.serving.refusals import Refusals
from config.serving.statics import StaticFiles
from config.serving.streams import Streams, answer_mark, current_mark
from config.serving.unavailable import RETRY_SECONDS
from tournaments.pages.flights import PutOff

logger = logging.getLogger(__name__)

LIVE = re.compile(rf"/t/({CODE})/live/(mark|stream)$", re.ASCII)
OF_ONES_OWN = re.compile(rf"/my/|/t/{CODE}/mine/", re.ASCII)
MY_STREAM = "/my/live/stream"
TIME_PATH = "/time/"
TIME_HEADERS = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]


def security_headers() -> list[tuple[bytes, bytes]]:
    """The headers that Django's middlewares would add to a page of this site."""
    headers = {
        "content-security-policy": build_policy(),
        "x-content-type-options": "nosniff",
        "x-frame-options": settings.X_FRAME_OPTIONS,
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
    }
    if settings.SECURE_CROSS_ORIGIN_OPENER_POLICY:
        headers["cross-origin-opener-policy"] = settings.SECURE_CROSS_ORIGIN_OPENER_POLICY
    if settings.SECURE_HSTS_SECONDS:
        parts = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
        parts += ["includeSubDomains"] if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else []
        parts += ["preload"] if settings.SECURE_HSTS_PRELOAD else []
        headers["strict-transport-security"] = "; ".join(parts)
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def lane_name(scope: Message) -> str:
    """The lane a request belongs to.

    The staff's lane is for browsers and programs that were recognised as staff's: their pages, and whatever they send,
    a corrected list and an ordered file, too. Others wait with visitors: programs
    whose token is new to the process with those who write, whose lane phones that read cannot fill. What a phone reads
    of its own does not wait for everybody's pages.
    """
    path = scope["path"]
    if path == "/healthz":
        return "health"
    if path.startswith("/api/") and header(scope, b"authorization"):
        return "staff" if has_known_token(scope) else "write"
    is_read = scope["method"] in {"GET", "HEAD", "OPTIONS"}
    if (not is_read or OF_STAFF.match(path)) and has_staff_session(scope):
        return "staff"
    if is_read:
        return "own" if OF_ONES_OWN.match(path) else "read"
    return "write"


class Front:
    """One web process's whole site; `beside` is called once the process serves, to start what runs alongside."""

    def __init__(
        self,
        django: Callable[..., Any],
        *,
        read_marks: Callable[..., dict[str, str]],
        channel: str,
        redis_url: str,
        read_seating: ReadSeating | None = None,
        read_news: ReadNews | None = None,
        read_owners: ReadOwners | None = None,
        beside: Callable[[], object] = lambda: None,
    ) -> None:
        self.beside = beside
        self.bridge = Bridge(django)
        self.bodies = Bodies()
        self.lanes = make_lanes()
        self.streams = Streams()
        self.marks = Marks(
            redis_url=redis_url,
            channel=channel,
            read=read_marks,
            heard=self.streams.heard,
            watched=self.streams.watched,
            concerned=self.streams.concerned,
        )
        self.streams.seats = SeatReader(read_seating, self.marks.thread) if read_seating is not None else None
        self.streams.news = NewsReader(read_news, self.marks.thread) if read_news is not None else None
        self.streams.owners = Owners(read_owners, self.marks.thread) if read_owners is not None else None
        self.statics = StaticFiles()
        self.arrivals = Arrivals()
        headers = security_headers()
        self.kept = KeptPages(headers)
        self.busy = Busy(headers)
        self.refusals = Refusals(headers)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and REFUSED in scope:
            await self.refusals.of_head(scope[REFUSED], scope).to(send)
        elif scope["type"] == "http":
            await self._answer_or_say_why(scope, receive, send)

    async def _answer_or_say_why(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer; a fault outside Django, which nothing else would report, is logged and reported."""
        has_begun = False

        async def begin(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._answer(scope, receive, begin)
        except Exception:
            if has_begun:
                raise
            logger.exception("request_failed")
            await self.refusals.of_head(HTTPStatus.INTERNAL_SERVER_ERROR, scope).to(send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Begin to listen when the server starts; when it has to stop, end the streams it would wait for."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.marks.start()
                self.streams.start()
                self.beside()
                self._end_streams_on(signal.SIGTERM)
                await send({"type": "lifespan.startup.complete"})
            else:
                self.streams.stop()
                self.marks.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _end_streams_on(self, number: signal.Signals) -> None:
        server = signal.getsignal(number)
        loop = asyncio.get_running_loop()

        def stop(received: int, frame: Any) -> None:
            loop.call_soon_threadsafe(self.streams.stop)
            if callable(server):
                server(received, frame)

        signal.signal(number, stop)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        live = LIVE.match(scope["path"]) if scope["method"] in {"GET", "HEAD"} else None
        if live is not None:
            await self._answer_live(live[1], live[2], scope, receive, send)
            return
        if scope["path"] == MY_STREAM and scope["method"] == "GET":
            await self._answer_stream(own_entries(scope), scope, receive, send)
            return
        if scope["path"] == TIME_PATH:
            await Answer(200, b"%d" % (time.time_ns() // 1_000_000), TIME_HEADERS).to(send)
            return
        static = self.statics.answer(scope)
        if static is not None:
            await static.to(send)
            return
        kept = await self._kept_page(scope)
        if kept is not None:
            await kept.to(send)
            return
        await self._ask_django(scope, receive, send)

    async def _kept_page(self, scope: Message, *, has_waited: bool = False) -> Answer | None:
        """The page as everybody sees it at this moment, if this process keeps it. `has_waited`: for a lane."""
        mark = await self._mark(scope)
        is_busy = has_waited or self.lanes["read"].is_busy
        return self.kept.answer(scope, mark, busy=is_busy) if mark is not None else None

    async def _mark(self, scope: Message) -> str | None:
        """The version of the event that a page must have to answer the request; None if it is not known."""
        code = self.kept.event_of(scope)
        if not code:
            return None
        try:
            return await current_mark(self.streams, self.marks, code, self.kept.heard_mark(scope))
        except Unread:
            return None

    async def _answer_live(self, code: str, what: str, scope: Message, receive: Receive, send: Send) -> None:
        if what == "stream" and scope["method"] == "GET":
            await self._answer_stream(own_entries(scope, code), scope, receive, send)
            return
        try:
            await answer_mark(self.streams, self.marks, code, scope, send)
        except Unread:
            await self._unread().to(send)

    async def _answer_stream(self, own: Own, scope: Message, receive: Receive, send: Send) -> None:
        """The stream of the events that are named; of those that there are."""
        try:
            found = {code: await current_mark(self.streams, self.marks, code) for code in own.named}
        except Unread:
            await self._unread().to(send)
            return
        marks = {code: mark for code, mark in found.items() if mark is not None}
        if not marks:
            await Answer(404).to(send)
            return
        address = (scope.get("client") or ("",))[0]
        await self.streams.serve(marks, receive, send, address=address, own=own)

    def _unread(self) -> Answer:
        return Answer(503, b"", [(b"retry-after", str(RETRY_SECONDS).encode())])

    async def _ask_django(self, scope: Message, receive: Receive, send: Send) -> None:
        lane = self.lanes[lane_name(scope)]
        try:
            async with self.bodies.read(scope, receive) as body:
                reply = await self._ask_lane(lane, scope, receive, body)
        except VisitorGone:
            return
        except BodyRefused as refused:
            reply = self.refusals.answer(refused, scope)
        if isinstance(reply, Answer):
            await reply.to(send)
        else:
            await self.bridge.send(reply, send, lane)

    async def _ask_lane(self, lane: Lane, scope: Message, receive: Receive, body: IO[bytes]) -> Reply | Answer:
        """Django's answer; if it is not there in time, the last kept page, or the page that says that the site is busy.

        Requests for a page that is being rendered wait here, so that the lane is free for others.
        """
        until = asyncio.get_running_loop().time() + lane.size.patience
        mark = await self._mark(scope)
        page = self.kept.key_of(scope, mark)
        while mark is not None and lane.is_busy and await self.arrivals.wait(page, until):
            kept = self.kept.answer(scope, mark, busy=True)
            if kept is not None:
                return kept
            page, arrived = self.kept.key_of(scope, mark), page
            if page == arrived:
                break  # It is not a page that is kept.
        crowded = self._last_good(scope) if lane.is_crowded else None
        if crowded is not None:
            return crowded
        try:
            # The request of somebody signed in brings everybody's page, too, into which their own parts are put.
            with self.arrivals.bringing(page or self.kept.key_of(scope, mark, busy=False)):
                reply = await self._ask_bridge(lane, scope, receive, body, until)
        except LaneFull:
            await self.arrivals.wait(self.kept.key_of(scope, busy=False), until)
            return self._last_good(scope) or await self.busy.answer(scope, body)
        return (self._last_good(scope) if reply.status == 503 else None) or reply

    def _last_good(self, scope: Message) -> Answer | None:
        """The page that goes out while Django cannot answer: of an earlier version than the newest for `MAX_LAG`, not
        counting the time in which the database is away and nothing can be hidden."""
        newest = self.marks.marks.get(self.kept.event_of(scope))
        return self.kept.last_good(scope, max_age=MAX_LAG + self.marks.away_for(), newest=newest)

    async def _ask_bridge(
        self, lane: Lane, scope: Message, receive: Receive, body: IO[bytes], until: float
    ) -> Reply | Answer:
        """Django's answer; waiting for a page that is being rendered takes no thread. Raises LaneFull."""
        loop, put_off = asyncio.get_running_loop(), PutOff()
        instead = partial(self._kept_page, scope, has_waited=True)
        reply = await self.bridge.answer(scope, receive, lane, body, instead, put_off)
        while put_off.landing is not None:
            landing, put_off.landing = put_off.landing, None
            await asyncio.wait([asyncio.wrap_future(landing)], timeout=until - loop.time())
            if not landing.done():
                raise LaneFull(lane.name)
            put_off.is_alone = not landing.result()
            kept = self.kept.answer(scope, str(put_off.mark), busy=True)
            if kept is not None:
                return kept
            reply = await self.bridge.answer(scope, receive, lane, body, instead, put_off)
        return reply
