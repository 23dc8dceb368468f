"""The answer to a request whose body was refused before Django was asked; rendered once, without the database."""

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


class Refusals:
    """Makes the answer to a body beyond a limit: a page, a notice for htmx, problem details for programs."""

    def __init__(self, headers: list[tuple[bytes, bytes]]) -> None:
        self.headers = headers
        self.ready: dict[tuple[int, int, str, str], Answer] = {}

    def answer(self, refused: BodyRefused, scope: Message) -> Answer:
        """The answer in the visitor's language; the connection is closed, for the rest of the body is not read."""
        language, kind = language_of(scope), _kind(scope)
        key = (refused.status, refused.most, language, kind)
        if key not in self.ready:
            with translation.override(language):
                self.ready[key] = self._made(refused, kind)
        return self.ready[key]

    def _made(self, refused: BodyRefused, kind: str) -> Answer:
        heading, words = _words(refused)
        headers = [(b"connection", b"close"), (b"cache-control", b"no-store"), *self.headers]
        if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
            headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
        if kind == "problem":
            problem = {"type": "about:blank", "status": refused.status, "title": heading, "detail": words}
            problem |= {"code": "body_refused", "clause": "", "facts": {}, "errors": []}
            headers.append((b"content-type", b"application/problem+json"))
            return Answer(refused.status, json.dumps(problem, ensure_ascii=False).encode(), headers)
        headers.append((b"content-type", b"text/html; charset=utf-8"))
        facts = {"status": refused.status, "heading": heading, "words": words}
        if kind == "notice":
            headers += [(b"hx-retarget", b"#messages"), (b"hx-reswap", b"outerHTML show:window:top")]
            return Answer(refused.status, render_to_string("serving/refused_notice.html", facts).encode(), headers)
        return Answer(refused.status, render_to_string("serving/refused.html", facts).encode(), headers)


def _kind(scope: Message) -> str:
    if scope["path"].startswith("/api/"):
        return "problem"
    return "notice" if header(scope, b"hx-request") == b"true" else "page"


def _words(refused: BodyRefused) -> tuple[str, str]:
    if refused.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        words = _(
            "At most %(most)s MB can be sent at once here. Go back, send less or choose fewer files, and add the rest "
            "later."
        )
        return _("Not saved: this is too large"), words % {"most": refused.most // MEGABYTE}
    if refused.status == HTTPStatus.REQUEST_TIMEOUT:
        return _("Not saved: this arrived too slowly"), _(
            "Go back and send it again on a better connection; your browser has kept what you typed."
        )
    if refused.status == HTTPStatus.INSUFFICIENT_STORAGE:
        return _("Not saved: the disk is full"), _(
            "Everything saved before is kept and can be read. Tell the site's owner; once there is space, "
            "go back and send it again: your browser has kept what you typed."
        )
    return _("Not saved: many are sending at this moment"), _(
        "Go back: your browser has kept what you typed. Send it again in a few seconds."
    )
