"""The answer to a request whose lane is full: rendered once for each number of seconds, or in a thread for a form."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import IO

from django.core.handlers.wsgi import WSGIRequest
from django.http import parse_cookie
from django.utils import translation

from config.serving.asgi_types import Answer, Message, header
from config.serving.bridge import length_of, wsgi_environment
from config.serving.unavailable import Asked, asked_by, retry_seconds, unavailable
from tournaments.pages.ready import language_asked_for

MAX_FORM = 256 * 1024
"""Bytes of a form that is read so that it can be shown again."""
MAX_FORMS = 30
"""Forms waiting to be shown again; later ones are asked to go back, since the browser has kept what was typed."""


class Busy:
    """Makes the 503 of a full lane; everything except forms happens on the event loop.

    `ready` has one answer for each language and kind of request, all of which stay: no versions, no threads.
    """

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.headers = headers
        self.thread = ThreadPoolExecutor(1, "busy")
        self.forms = 0
        self.ready: dict[tuple[str, bool, bool, bool, int], Answer] = {}

    async def answer(self, scope: Message, body: IO[bytes]) -> Answer:
        """The answer in the visitor's language, a form with what it contained."""
        language = language_of(scope)
        asked = Asked(
            scope["method"],
            "/api/" if scope["path"].startswith("/api/") else "",
            is_htmx=header(scope, b"hx-request") == b"true",
        )
        is_form = not (asked.is_read or asked.is_api or asked.is_htmx)
        if is_form and self.forms < MAX_FORMS and length_of(body) <= MAX_FORM:
            self.forms += 1
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self.thread, self._form, scope, body, language)
            finally:
                self.forms -= 1
        seconds = retry_seconds()
        key = (language, asked.is_read, asked.is_api, asked.is_htmx, seconds)
        if key not in self.ready:
            self.ready[key] = self._made(asked, language, seconds)
        return self.ready[key]

    def _form(self, scope: Message, body: IO[bytes], language: str) -> Answer:
        return self._made(asked_by(WSGIRequest(wsgi_environment(scope, body))), language, retry_seconds())

    def _made(self, asked: Asked, language: str, seconds: int) -> Answer:
        with translation.override(language):
            headers, body = unavailable(asked, busy=True, seconds=seconds)
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        return Answer(503, body, [*raw, *self.headers])


def language_of(scope: Message) -> str:
    """The visitor's language, as far as cookies and headers tell."""
    cookies = parse_cookie(header(scope, b"cookie").decode("latin-1"))
    return language_asked_for(cookies, header(scope, b"accept-language").decode("latin-1"))
