"""What reading and judging a list costs its visitor: docs/architecture/limits.md.

A unit is about a hundredth of a millisecond of a core, for lists as people write them and for those made to be slow
alike. What a text weighs is known before it is read, and is refused beyond the visitor's allowance; what its reader
tried and found is known afterwards, and counts against what the visitor asks for next.
"""

from __future__ import annotations

import unicodedata

from django.http import HttpRequest

from accounts.allowances import Allowance, require_allowance, spend
from decks.text.listing import MAX_CHARACTERS, ReadList

READ_LISTS = Allowance("read_lists", visitor=1_000_000, newcomers=2_000_000, address=5_000_000)
"""Within a minute: a list of 60 cards 110 times, as somebody who types causes, or 17 s of a core where every list is
made to be slow."""

MIN_CHARACTERS, MIN_LINE_CHARACTERS = 500, 40
"""The least that reading a text weighs, and the least that each of its lines does."""

LINE_UNITS = 100
"""Of each card that is named, which is judged and shown, and of each line that stays open, which is asked about."""

FILE_UNITS = 30_000
"""Of an uploaded file: a workbook is unpacked and searched for its list, whatever that list then costs."""


def weight_of(text: str) -> int:
    """Units of work before a text is read: its characters, with each line counted as `MIN_LINE_CHARACTERS` at least."""
    text = text[:MAX_CHARACTERS]
    lines = text.count("\n") + 1
    return max(MIN_CHARACTERS, MIN_LINE_CHARACTERS * lines, len(unicodedata.normalize("NFKC", text)))


def work_on(read: ReadList) -> int:
    """Units of work that a list that was read turned out to be, beyond the weight of its text."""
    named = max(sum(len(line.cards) for line in read.lines), len(read.entries))
    return read.tried + LINE_UNITS * (named + read.open_lines)


def require_files(request: HttpRequest) -> None:
    """Take what reading the uploaded files costs from the visitor's allowance. Raises TooMany `too_often`."""
    if request.FILES:
        require_allowance(request, READ_LISTS, FILE_UNITS * len(request.FILES))


def require_reading(request: HttpRequest, text: str) -> None:
    """Take what the text weighs from the visitor's allowance. Raises TooMany `too_often`."""
    require_allowance(request, READ_LISTS, weight_of(text))


def note_reading(request: HttpRequest, read: ReadList) -> None:
    """Take what reading it cost from the visitor's allowance; nothing is refused for it now."""
    spend(request, READ_LISTS, work_on(read))
