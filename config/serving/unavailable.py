"""503: the site is busy, or its database does not answer. Nothing typed is lost, and readers need not do anything.

A page reloads itself. A form that was sent is shown with what it contained and a button that sends it again. The API
answers with problem details. None of this needs the database.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error as django_server_error

RETRY_SECONDS, MAX_RETRY_SECONDS = 5, 10
"""Seconds after which an answer asks to be asked again, at least and at most: `retry_seconds`."""
MAX_KEPT = 200_000
"""Characters of a form that are shown again; longer ones are still there when the browser goes back."""
AWAY = frozenset({"57P01", "57P02", "57P03", "53300"})
"""SQLSTATEs of a server that shuts down, crashed, starts, or has no connection left."""
LOCK_NOT_AVAILABLE = "55P03"
"""The SQLSTATE of a row that another held for longer than a request waits (`lock_timeout`)."""
SECRET_WORDS = ("password", "secret", "token")
"""Fields whose name contains one of these are asked for again instead of being written into a page."""
UNREADABLE = (MultiPartParserError, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent, UnreadablePostError)
KEPT_AS_IT_IS = "csrfmiddlewaretoken"


def is_database_away(error: BaseException | None) -> bool:
    """Whether an error means that the database cannot be reached, not that it refused a statement."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state in AWAY or state.startswith("08")


def is_row_busy(error: BaseException | None) -> bool:
    """Whether an error means that others held a row for too long; the transaction was undone, so nothing was saved."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE


@dataclass(frozen=True)
class Asked:
    """The request, as far as the answer depends on it."""

    method: str
    path: str
    is_htmx: bool = False
    form: QueryDict | None = None
    files: list[str] = field(default_factory=list)

    @property
    def is_read(self) -> bool:
        return self.method in {"GET", "HEAD", "OPTIONS"}

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")


@dataclass(frozen=True)
class Field:
    """One field of a form that is shown again."""

    name: str
    value: str
    is_secret: bool
    is_shown: bool


def retry_seconds() -> int:
    """When to ask again, another number for each answer: those refused in one moment do not return in one moment."""
    return random.randint(RETRY_SECONDS, MAX_RETRY_SECONDS)


def unavailable(asked: Asked, *, busy: bool, seconds: int) -> tuple[dict[str, str], bytes]:
    """Headers and body of the 503, in the active language: ask again after `seconds`.

    `busy`: too many requests; else no database.
    """
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    if asked.is_api:
        return headers | {"Content-Type": "application/problem+json"}, _problem(asked, busy=busy, seconds=seconds)
    headers["Content-Type"] = "text/html; charset=utf-8"
    facts = {"busy": busy, "asked": asked, "seconds": seconds}
    if asked.is_htmx:
        retarget = {"HX-Retarget": "#messages", "HX-Reswap": "outerHTML show:window:top"}
        return headers | retarget, render_to_string("serving/unavailable_notice.html", facts).encode()
    return headers, render_to_string("503.html", facts | {"fields": _fields(asked)}).encode()


def _fields(asked: Asked) -> list[Field] | None:
    """The fields to show again; None if there is nothing to send again, or too much."""
    form = asked.form
    if (
        asked.is_read
        or form is None
        or sum(len(value) for _name, values in form.lists() for value in values) > MAX_KEPT
    ):
        return None
    return [
        Field(
            name,
            "" if _is_secret(name) else value,
            is_secret=_is_secret(name),
            is_shown=bool(value.strip()) and name != KEPT_AS_IT_IS,
        )
        for name, values in form.lists()
        for value in values
    ]


def _is_secret(name: str) -> bool:
    return name != KEPT_AS_IT_IS and any(word in name.lower() for word in SECRET_WORDS)


def words(asked: Asked, *, busy: bool) -> str:
    """The message for programs."""
    if busy and asked.is_read:
        return _("The site is very busy. Try again in a few seconds.")
    if busy:
        return _("The site is very busy; nothing was saved. Send it again in a few seconds.")
    if asked.is_read:
        return _("The database does not answer at the moment. Try again in a few seconds.")
    return _("The database did not answer, so this may not have been saved. Check what is there, then send it again.")


def _problem(asked: Asked, *, busy: bool, seconds: int) -> bytes:
    body: dict[str, Any] = {
        "type": "about:blank",
        "status": 503,
        "title": _("Not available at the moment"),
        "detail": words(asked, busy=busy),
        "code": "busy" if busy else "database_unavailable",
        "clause": "",
        "facts": {"retry_after": seconds},
        "errors": [],
    }
    return json.dumps(body, ensure_ascii=False).encode()


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: an error of a busy or unavailable database is a 503, any other the error page.

    It is called wherever the error arose, in a view or in a middleware before it.
    """
    error = sys.exc_info()[1]
    is_busy = is_row_busy(error)
    if not is_busy and not is_database_away(error):
        return django_server_error(request)
    headers, body = unavailable(asked_by(request), busy=is_busy, seconds=retry_seconds())
    return HttpResponse(body, status=503, headers=headers)


def asked_by(request: HttpRequest) -> Asked:
    """The request's facts, with its form if it has one that can be read."""
    method, path = request.method or "GET", request.get_full_path()
    asked = Asked(method, path, is_htmx=request.headers.get("HX-Request") == "true")
    if asked.is_read or asked.is_api:
        return asked
    try:
        return replace(asked, form=request.POST, files=sorted(request.FILES))
    except UNREADABLE:
        return asked
