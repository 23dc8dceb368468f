"""What tells one kept page from another."""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass

from accounts.themes import THEMES


@dataclass(frozen=True)
class PageKey:
    """One rendering of one address. `is_part` is the answer to htmx where that differs."""

    path: str
    section: int = 1
    language: str = ""
    theme: str = THEMES[0]
    is_part: bool = False

    @property
    def in_redis(self) -> str:
        """The key's own key in Redis."""
        return f"dueldesk:page:{hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:40]}"


def section_of(text: str) -> int:
    """The section an address asks for; 1 for anything that is not a number of one."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else 1
    return max(number, 1)


def prints_its_address(path: str) -> bool:
    """Whether the page of a path holds an absolute address of the event, as a QR code."""
    return path.endswith(("/info/", "/hall/"))
