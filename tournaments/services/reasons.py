"""Reasons that people give for what they do."""

from __future__ import annotations

from accounts.refusals import Refusal
from accounts.typed_text import one_line

MAX_REASON_LENGTH = 200


def tidy_reason(reason: str, *, required: bool = True) -> str:
    """A reason with single spaces. Raises Refusal `reason_required` (where it is) or `reason_too_long`."""
    tidy = one_line(reason)
    if required and not tidy:
        raise Refusal("reason_required", field="reason")
    if len(tidy) > MAX_REASON_LENGTH:
        raise Refusal("reason_too_long", field="reason", limit=MAX_REASON_LENGTH)
    return tidy


def tidy_note(note: str, *, limit: int) -> str:
    """A note of several lines, each with single spaces, none at its ends. Raises Refusal `remark_too_long`."""
    tidy = "\n".join(one_line(line) for line in note.splitlines()).strip()
    if len(tidy) > limit:
        raise Refusal("remark_too_long", field="note", limit=limit)
    return tidy
