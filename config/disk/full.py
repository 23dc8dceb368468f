"""507 Insufficient Storage: what a request gets that would write where there is no space left.

Reading goes on. A level is refused before anything is written, so that PostgreSQL keeps what it needs to stay up; where
the disk runs full all the same, the error that tells of it is answered in the same words.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from config.disk.space import MEGABYTE, Level
from config.serving.unavailable import server_error as other_error
from jobs.space import gauge
from jobs.troubles import DATABASE_AWAY, DISK_FULL, passing_trouble

READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
HARMLESS = ("/i18n/",)
"""Paths below which a POST writes nothing."""

SMALL = 256 * 1024
"""Bytes of a request that is taken while space is scarce."""


class DiskSpaceMiddleware:
    """Refuses to write when the disk is full, and to take what is large when space is scarce."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in READING or request.path.startswith(HARMLESS):
            return self.get_response(request)
        level = gauge().level
        if level is Level.FULL or (level is Level.SCARCE and _size(request) > SMALL):
            return disk_full_response(request)
        return self.get_response(request)


def _size(request: HttpRequest) -> int:
    length = request.headers.get("Content-Length") or "0"
    return int(length[:19]) if length.isascii() and length.isdigit() else 0


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: what comes from a full disk is a 507; for others see `config.serving.unavailable`.

    A database that is away while the disk is full is away because of that.
    """
    error = sys.exc_info()[1]
    trouble = passing_trouble(error) if error is not None else ""
    if trouble == DISK_FULL or (trouble == DATABASE_AWAY and gauge().level is Level.FULL):
        return disk_full_response(request)
    return other_error(request)


def disk_full_response(request: HttpRequest) -> HttpResponse:
    """The 507 in the request's language: a page, a notice for htmx, problem details for programs. Asks no database."""
    read = request.method in READING
    if request.path.startswith("/api/"):
        body = json.dumps(_problem(read=read), ensure_ascii=False)
        return HttpResponse(body, status=507, content_type="application/problem+json")
    facts = {"read": read}
    if request.headers.get("HX-Request") == "true":
        answer = render(request, "disk_full_notice.html", facts, status=507)
        answer["HX-Retarget"] = "#messages"
        answer["HX-Reswap"] = "outerHTML show:window:top"
        return answer
    return render(request, "507.html", facts, status=507)


def _problem(*, read: bool) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "status": 507,
        "title": _("The disk is full"),
        "detail": _("The site's disk is full. Try again once there is space.")
        if read
        else _("The site's disk is full: this was not saved. Send it again once there is space."),
        "code": "disk_full",
        "clause": "",
        "facts": {},
        "errors": [],
    }


def disk_notice(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `disk_notice`, what the person who runs the site is shown about its disk; empty for all
    others."""
    return {"disk_notice": SimpleLazyObject(lambda: _notice(request))}


def _notice(request: HttpRequest) -> str:
    level = gauge().level
    user = getattr(request, "user", None)
    if level is Level.PLENTY or not getattr(user, "is_superuser", False):
        return ""
    facts = {"left": gauge().room // MEGABYTE, "full": gauge().limits.full // MEGABYTE}
    if level is Level.LOW:
        words = _("The disk is filling up: %(left)s MB are left. Make space; below %(full)s MB nothing is saved.")
    elif level is Level.SCARCE:
        words = _(
            "The disk is almost full: %(left)s MB are left. Results are still saved; uploads are refused, and exports "
            "and imports wait. Make space now; below %(full)s MB nothing is saved."
        )
    else:
        words = _(
            "The disk is full: %(left)s MB are left, and nothing is saved until there is more. Everything "
            "saved before can be read. Make space now; the site then continues by itself."
        )
    return words % facts
