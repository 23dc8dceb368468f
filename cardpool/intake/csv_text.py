"""Text tables cut into rows, and rows written: which delimiter, which rows, none longer than anybody's table needs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from cardpool.intake.unreadable import Place, UnreadableFile

MAX_ROW_CHARACTERS = 1_000_000
"""Characters of one row with all its cells. The csv module bounds each cell, and nothing else."""

DELIMITERS = ",;\t|"
_HINT = re.compile(r'"?sep=([,;\t|])"?\r?\n', re.IGNORECASE)
_SAMPLE = 20_000
_UNWANTED = dict.fromkeys([*range(9), 11, 12, *range(14, 32)])
"""Control characters other than tab and line ends."""


def has_hint(text: str) -> bool:
    """Whether the first line only tells a spreadsheet program the delimiter (`sep=;`)."""
    return _HINT.match(text) is not None


def delimiter_of(text: str) -> str:
    """What stands between cells: as the hint says, else what cuts the first lines most evenly into most cells."""
    if hint := _HINT.match(text):
        return hint[1]
    return max(DELIMITERS, key=lambda character: _evenness(text[:_SAMPLE], character))


def _evenness(sample: str, delimiter: str) -> tuple[int, int]:
    """How many of the first rows have as many cells as the widest of them (where those are two or more); that width."""
    widths = []
    try:
        for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter):
            if row:
                widths.append(len(row))
            if len(widths) == 20:
                break
    except csv.Error:
        pass
    widest = max(widths, default=0)
    return (widths.count(widest), widest) if widest > 1 else (0, 0)


class _Lines:
    """The lines of a text, counted since the last whole row."""

    def __init__(self, text: str, place: Place) -> None:
        self._lines = io.StringIO(text, newline="")
        self._place = place
        self.row = 0
        self.taken = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.taken += len(line)
        if self.taken > MAX_ROW_CHARACTERS:
            raise UnreadableFile(Place(self._place.file, self.row), "row_too_long", most=MAX_ROW_CHARACTERS)
        return line


def csv_rows(
    text: str, place: Place, delimiter: str, *, strict: bool = True, by_line: bool = False
) -> Iterator[tuple[int, list[Any]]]:
    """Every row with its number as a spreadsheet counts it (a cell may hold line ends), or `by_line` with the number of
    the line it begins on. Not `strict`: text may follow a closing quotation mark.

    Raises `UnreadableFile`: `broken_quotes`, `cell_too_long` for a cell no spreadsheet could hold, and `row_too_long`.
    """
    lines = _Lines(text, place)
    if has_hint(text):
        next(lines)
    rows = csv.reader(lines, delimiter=delimiter, strict=strict)
    hint = lines.row = int(has_hint(text))
    while True:
        lines.row, lines.taken = (rows.line_num + hint if by_line else lines.row) + 1, 0
        try:
            row = next(rows, None)
        except csv.Error as mistake:
            code = "cell_too_long" if "field limit" in str(mistake) else "broken_quotes"
            raise UnreadableFile(Place(place.file, lines.row), code, most=csv.field_size_limit()) from None
        if row is None:
            return
        yield lines.row, [cell.translate(_UNWANTED) for cell in row]


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of a row on one line; none where a quotation mark makes it unreadable."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


class _Echo:
    """A target for `csv.writer` that gives each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def csv_line(cells: Iterable[Any], *, delimiter: str = ",", end: str = "\n") -> str:
    """A row as a line of text, with quotation marks where RFC 4180 wants them."""
    line: str = csv.writer(_Echo(), delimiter=delimiter, lineterminator=end).writerow(cells)
    return line
