"""The parts of a page that belong to one visitor, cut out of what everybody sees.

A page for everybody marks the places; for one visitor their own parts are put there. What people type is escaped in
pages, so it never reads as a marker.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.http import HttpRequest

_PLACE = re.compile(r"<!--own:(\w+)-->.*?<!--/own-->", re.DOTALL)


def is_for_everybody(request: HttpRequest | None) -> bool:
    """Whether a page is being worked out for everybody at once, and nothing of one visitor may be in it."""
    return bool(getattr(request, "for_everybody", False))


def place(name: str, html: str) -> str:
    """A visitor's own place with what stands there for everybody."""
    return f"<!--own:{name}-->{html}<!--/own-->"


def fill(page: str, parts: Mapping[str, str]) -> str:
    """The page with a visitor's own parts in their places; a place without one keeps what everybody sees."""
    return _PLACE.sub(lambda found: parts.get(found.group(1), found.group(0)), page)
