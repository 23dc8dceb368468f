"""Lists on paper: columns and pages that never split a row, and slips that stay sorted when cut. Pure.

Heights are in lines of text; the style sheet says what a line is in millimetres.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

WIDE, CAPITAL, NARROW = 1.0, 0.78, 0.6
"""Widths of characters in ems, on the safe side for a bold sans serif: a Chinese character, a capital, any other."""
MAX_LINES = 4


def lines_needed(text: str, width: float) -> int:
    """Lines that a text takes in a box `width` ems wide, from 1 to `MAX_LINES`."""
    return max(1, min(MAX_LINES, -int(-text_width(text) // width)))


def text_width(text: str) -> float:
    """The width of a text in ems, on the safe side."""
    return sum(_width(character) for character in text)


def cut_to(text: str, width: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis into `width` ems."""
    if text_width(text) <= width:
        return text
    while text and text_width(text) > width - WIDE:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return WIDE
    return CAPITAL if character.isupper() else NARROW


def filled(rows: Sequence[T], *, lines: Callable[[T], int], capacity: int) -> list[list[T]]:
    """The rows in columns of `capacity` lines, in order; a row taller than a column has one to itself."""
    columns: list[list[T]] = []
    left = 0
    for row in rows:
        taken = lines(row)
        if not columns or taken > left:
            columns.append([])
            left = capacity
        columns[-1].append(row)
        left -= taken
    return columns


def in_groups(items: Sequence[T], size: int) -> list[list[T]]:
    """The items in groups of `size`, the last one as it falls."""
    return [list(items[first : first + size]) for first in range(0, len(items), size)]


def stacked(items: Sequence[T], per_page: int) -> list[list[T]]:
    """The items on pages of `per_page` places, so that cut stacks stay sorted.

    The pages are cut all at once, and the piles are put on top of each other, the one from the first place uppermost:
    then the items are in order. So a pile holds items that follow each other, one on each page. Only last piles have
    empty places, at the end.
    """
    pages = -(-len(items) // per_page)
    return [[items[at] for at in range(page, len(items), pages)] for page in range(pages)]
