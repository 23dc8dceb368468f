"""The layout of a registration sheet: pages of two columns that never cut a line off. Pure.

`lay_out` is where to start. Heights are in rows; the style sheet says what a row is in millimetres.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

COLUMNS = 2
MAX_WORD_LENGTH = 3
"""The maximum number of rows of a card's name; the style sheet cuts off a longer one."""


class LineKind(StrEnum):
    """What a line of a sheet is: the head of a section or of a group in it, a card, a row to write in, a subtotal."""

    HEAD = "head"
    GROUP = "group"
    CARD = "card"
    BLANK = "blank"
    SUM = "sum"


@dataclass(frozen=True)
class SheetCard:
    """A card as the sheet names it."""

    count: int
    number: str
    name: str


@dataclass(frozen=True)
class SheetSection:
    """A section of the sheet: its cards by named groups, or rows to fill in. `asked` is the required size, as text."""

    name: str
    asked: str
    groups: tuple[tuple[str, tuple[SheetCard, ...]], ...] = ()
    blanks: int = 0

    @property
    def total(self) -> int:
        """Cards of the section."""
        return sum(card.count for _name, cards in self.groups for card in cards)


@dataclass(frozen=True)
class SheetLine:
    """One line, `rows` high. A HEAD that repeats that of the previous column is `is_continued`."""

    kind: LineKind
    text: str = ""
    number: str = ""
    count: int = 0
    rows: int = 1
    is_continued: bool = False


Column = tuple[SheetLine, ...]


@dataclass(frozen=True)
class SheetPage:
    """One sheet of paper."""

    number: int
    columns: tuple[Column, ...]


def lay_out(sections: Sequence[SheetSection], *, rows: int, letters: int) -> tuple[SheetPage, ...]:
    """Fill pages of two columns, each `rows` high; a name wraps after `letters` Latin letters (half as many wide ones).

    A head is never at the foot of a column without a card below it, a subtotal is never alone at the top, and a section
    that continues in the next column repeats its name there. The columns of the last page are about equally long.
    """
    lines = [line for section in sections for line in _lines(section, letters)]
    columns = _columns(lines, rows)
    if len(columns) <= COLUMNS:
        columns = _levelled(lines, rows)
    columns += [()] * (-len(columns) % COLUMNS)
    pages = [tuple(columns[start : start + COLUMNS]) for start in range(0, len(columns), COLUMNS)] or [((), ())]
    return tuple(SheetPage(number, page) for number, page in enumerate(pages, start=1))


def blank_rows(sizes: Sequence[int | None], *, rows: int, usual: int) -> tuple[int, ...]:
    """The rows to write in of each section: one for every card it may contain, `usual` if there is no maximum.

    What does not fit on one page is taken from the longest sections, since nobody plays one copy of each card.
    """
    wanted = [usual if size is None else size for size in sizes]
    room = COLUMNS * rows - 2 * len(wanted) - COLUMNS
    while sum(wanted) > max(room, len(wanted)) and max(wanted) > 1:
        wanted[wanted.index(max(wanted))] -= 1
    return tuple(wanted)


def _lines(section: SheetSection, letters: int) -> Iterator[SheetLine]:
    yield SheetLine(LineKind.HEAD, section.name, section.asked)
    for name, cards in section.groups:
        if name:
            yield SheetLine(LineKind.GROUP, name, count=sum(card.count for card in cards))
        for card in cards:
            yield SheetLine(LineKind.CARD, card.name, card.number, card.count, _rows(card.name, letters))
    for _position in range(section.blanks):
        yield SheetLine(LineKind.BLANK)
    yield SheetLine(LineKind.SUM, section.name, section.asked, section.total)


def _rows(name: str, letters: int) -> int:
    """How many rows a name takes when it wraps."""
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
    return min(max(1, -(-width // max(letters, 1))), MAX_WORD_LENGTH)


def _levelled(lines: Sequence[SheetLine], rows: int) -> list[Column]:
    """Two columns as equal as possible."""
    least = max(1, sum(line.rows for line in lines) // COLUMNS)
    for height in range(least, rows):
        columns = _columns(lines, height)
        if len(columns) <= COLUMNS:
            return columns
    return _columns(lines, rows)


def _columns(lines: Sequence[SheetLine], rows: int) -> list[Column]:
    """Columns filled one after the other."""
    columns: list[Column] = []
    column: list[SheetLine] = []
    head: SheetLine | None = None
    for block in _blocks(lines):
        needed = sum(line.rows for line in block)
        if column and sum(line.rows for line in column) + needed > rows:
            columns.append(tuple(column))
            goes_on = head is not None and block[0].kind is not LineKind.HEAD
            column = [replace(head, is_continued=True)] if goes_on and head else []
        head = next((line for line in block if line.kind is LineKind.HEAD), head)
        column.extend(block)
    return [*columns, tuple(column)] if column else columns


def _blocks(lines: Iterable[SheetLine]) -> Iterator[list[SheetLine]]:
    """Lines that stay together: heads with the card after them, a subtotal with the card before it."""
    block: list[SheetLine] = []
    for line in lines:
        is_open = not block or block[-1].kind in (LineKind.HEAD, LineKind.GROUP)
        if not is_open and line.kind is not LineKind.SUM:
            yield block
            block = []
        block.append(line)
    if block:
        yield block
