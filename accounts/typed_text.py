"""Short texts that people type: names, places, reasons, days."""

from __future__ import annotations

import unicodedata
from datetime import date

from django.utils import timezone
from django.utils.dateparse import parse_date

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that turn the direction of whatever is printed after them, and the byte order mark."""


def one_line(text: str) -> str:
    """The text with single spaces, none at its ends, without control characters and marks that turn its direction."""
    visible = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or is_printable(character)
    )
    return " ".join(visible.split())


def is_printable(character: str) -> bool:
    """Whether a character may stand in a name: no control character, no half of a pair, no mark that turns the
    direction."""
    return unicodedata.category(character) not in {"Cc", "Cs"} and character not in _TURNING


def day_or_today(typed: str) -> date:
    """The day typed as 2026-05-01; today's for anything else."""
    try:
        return parse_date(typed) or timezone.localdate()
    except ValueError:
        return timezone.localdate()
