"""The answer to a request that is refused before it reaches Django; rendered once, without the database."""

from __future__ import annotations

import json
from http import HTTPStatus

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from config.serving.asgi_types import Answer, Message, header
from config.serving.bodies import MEGABYTE, BodyRefused
from config.serving.busy import language_of
from config.serving.unavailable import RETRY_SECONDS

OF_BODY = "body_refused"
OF_HEAD = {
    HTTPStatus.BAD_REQUEST: "unreadable_request",
    HTTPStatus.REQUEST_TIMEOUT: "too_slow",
    HTTPStatus.REQUEST_URI_TOO_LONG: "address_too_long",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "headers_too_long",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal_error",
}
"""The codes that tell programs what is wrong with a request, except for its body."""


class Refusals:
    """Makes the answer to a request that is refused: a page, a notice for htmx, problem details for programs.

    `ready` has one answer for each refusal, language and kind of request, all of which stay: no versions, no threads.
    """

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.headers = headers
        self.ready: dict[tuple[str, int, int, str, str], Answer] = {}

    def answer(self, refused: BodyRefused, scope: Message) -> Answer:
        """The answer to a body beyond a limit; the connection is closed, because the rest of the body is not read."""
        return self._ready(OF_BODY, refused.status, refused.most, scope)

    def of_head(self, status: int, scope: Message) -> Answer:
        """The answer to a head beyond a limit, and to a request that fails by a fault of the site."""
        return self._ready(OF_HEAD[HTTPStatus(status)], status, 0, scope)

    def _ready(self, code: str, status: int, most: int, scope: Message) -> Answer:
        """In the visitor's language."""
        language, kind = language_of(scope), _kind(scope)
        key = (code, status, most, language, kind)
        if key not in self.ready:
            with translation.override(language):
                heading, words = _words_of_body(status, most) if code == OF_BODY else _words_of_head(code)
                self.ready[key] = self._made(code, status, heading, words, kind)
        return self.ready[key]

    def _made(self, code: str, status: int, heading: str, words: str, kind: str) -> Answer:
        headers = [(b"connection", b"close"), (b"cache-control", b"no-store"), *self.headers]
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
        if kind == "problem":
            problem = {"type": "about:blank", "status": status, "title": heading, "detail": words}
            problem |= {"code": code, "clause": "", "facts": {}, "errors": []}
            headers.append((b"content-type", b"application/problem+json"))
            return Answer(status, json.dumps(problem, ensure_ascii=False).encode(), headers)
        headers.append((b"content-type", b"text/html; charset=utf-8"))
        facts = {"status": status, "heading": heading, "words": words}
        if kind == "notice":
            headers += [(b"hx-retarget", b"#messages"), (b"hx-reswap", b"outerHTML show:window:top")]
            return Answer(status, render_to_string("serving/refused_notice.html", facts).encode(), headers)
        return Answer(status, render_to_string("serving/refused.html", facts).encode(), headers)


def _kind(scope: Message) -> str:
    if scope["path"].startswith("/api/"):
        return "problem"
    return "notice" if header(scope, b"hx-request") == b"true" else "page"


def _words_of_head(code: str) -> tuple[str, str]:
    if code == "address_too_long":
        return _("This address is too long"), _("Shorten the address, or start from the list of events.")
    if code == "headers_too_long":
        return _("Too much comes along with the request"), _(
            "Delete the cookies of this site in the browser's settings, then open the page again."
        )
    if code == "too_slow":
        return _("The request arrived too slowly"), _("Open the page again on a better connection.")
    if code == "internal_error":
        return _("Something went wrong, and it has been logged"), _(
            "Everything saved before is kept. Go back and try again in a moment. "
            "If it happens again, tell the organiser."
        )
    return _("The request cannot be read"), _("Open the page again. If it happens again, try another browser.")


def _words_of_body(status: int, most: int) -> tuple[str, str]:
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        words = _(
            "At most %(most)s MB can be sent at once here. Go back, send less or choose fewer files, and add the rest "
            "later."
        )
        return _("Not saved: this is too large"), words % {"most": most // MEGABYTE}
    if status == HTTPStatus.REQUEST_TIMEOUT:
        return _("Not saved: this arrived too slowly"), _(
            "Go back and send it again on a better connection; your browser has kept what you typed."
        )
    if status == HTTPStatus.INSUFFICIENT_STORAGE:
        return _("Not saved: the disk is full"), _(
            "Everything saved before is kept and can be read. Tell the site's owner; once there is space, "
            "go back and send it again: your browser has kept what you typed."
        )
    return _("Not saved: many people are sending at this moment"), _(
        "Go back: your browser has kept what you typed. Send it again in a few seconds."
    )
