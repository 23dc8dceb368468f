"""One-line notices shown on the next page, some with a button that undoes the action."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

UNDO = "undo="


def done(request: HttpRequest, text: str, *, undo: str = "") -> None:
    """Say that something was done; `undo` is the path of a POST that undoes it."""
    messages.success(request, text, extra_tags=f"{UNDO}{undo}" if undo else "")


def refused(request: HttpRequest, text: str) -> None:
    """Say why something was not done."""
    messages.error(request, text)


def undo_path(message: Message) -> str:
    """The path that undoes what the notice reports, or an empty text; only paths of this site count."""
    tags = message.extra_tags or ""
    path = tags.removeprefix(UNDO) if tags.startswith(UNDO) else ""
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""
