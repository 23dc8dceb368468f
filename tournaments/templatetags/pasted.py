"""What is said of the lines of a pasted list: `{% load pasted %}`."""

from __future__ import annotations

from django import template

from tournaments.services.entries.preview_rows import Remark
from tournaments.wording.pasted import say_skipped_line

register = template.Library()


@register.filter
def say_remark(remark: Remark | None) -> str:
    """Why a line is not entered unasked, or not at all; nothing where it is."""
    return say_skipped_line(remark) if remark is not None else ""
