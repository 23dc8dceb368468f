"""XLSX workbooks read row by row (ECMA-376-1, SpreadsheetML): the sheets' names, the cells' values and nothing else.

Fonts, drawings, formulas and comments are never built; whatever is passed over is counted all the same.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import IO

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel, from_ISO8601

from cardpool.intake.budget import Budget, WorkbookLimits
from cardpool.intake.package import BROKEN_PACKAGE, Attributes, Package, local
from cardpool.intake.unreadable import Place, UnreadableFile

Cell = str | int | float | bool | date | datetime | time | timedelta | None
SIGNATURE = b"PK\x03\x04"
MAX_ROW = 1_048_576
"""The last row a spreadsheet has."""

_MAX_FORMAT = 255
"""Characters of a number format, as spreadsheet programs have it."""


@dataclass(frozen=True)
class Sheet:
    """A sheet that is not hidden: its name and the part it is stored in."""

    name: str
    part: str


class Workbook:
    """An opened workbook. `budget` tells what reading it has cost."""

    def __init__(self, file: IO[bytes], place: Place, limits: WorkbookLimits) -> None:
        """Read what the sheets are called. Raises `UnreadableFile`: `no_workbook`, `zip_bomb`, `xml_entities`,
        `workbook_too_complex`."""
        self.budget = Budget(limits, place)
        self._epoch = CALENDAR_WINDOWS_1900
        try:
            self._package = Package(file, self.budget)
            self._main = self._find_main()
            self._parts = self._relations(self._main)
            self.sheets = self._find_sheets()
            self._strings: list[str] | None = None
            self._formats: list[str] = []
        except BROKEN_PACKAGE:
            raise UnreadableFile(place, "no_workbook") from None
        if not self.sheets:
            raise UnreadableFile(place, "no_workbook")

    def rows(self, sheet: Sheet) -> Iterator[tuple[int, list[Cell]]]:
        """The rows that hold anything, with their numbers; formulas give the values they were saved with.

        Raises `UnreadableFile` as opening does, and `too_many_rows`, `too_many_columns`.
        """
        place = self.budget.place
        try:
            if self._strings is None:
                self._strings = self._read_strings()
                self._formats = self._read_formats()
            reader = _SheetReader(self.budget, self._strings, self._formats, self._epoch)
            for _ in self._package.walk(sheet.part, reader.start, reader.end, reader.text):
                yield from reader.ready
                reader.ready.clear()
        except BROKEN_PACKAGE:
            raise UnreadableFile(place, "no_workbook") from None

    def count_rows(self, sheet: Sheet) -> int:
        """About how many rows a sheet has, for the progress (many a program does not state it).

        The sheet is unpacked for it, and paid for when its rows are read.
        """
        spent = self.budget.unpacked
        try:
            return sum(piece.count(b"<row ") for piece in self._package.pieces(sheet.part))
        except BROKEN_PACKAGE:
            raise UnreadableFile(self.budget.place, "no_workbook") from None
        finally:
            self.budget.unpacked = spent

    def _find_main(self) -> str:
        """The part that lists the sheets, as the package's own relations name it."""
        found = (part for kind, part in self._relations("").values() if kind == "officeDocument")
        return next(found, "xl/workbook.xml")

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """What a part points to inside the package: the kind and the part, by the relation's id."""
        folder, name = posixpath.split(part)
        relations: dict[str, tuple[str, str]] = {}

        def start(tag: str, attributes: Attributes) -> None:
            if tag == "Relationship" and local(attributes, "TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, local(attributes, "Target"))).lstrip("/")
                relations[local(attributes, "Id")] = (local(attributes, "Type").rpartition("/")[2], target)

        source = posixpath.join(folder, "_rels", f"{name}.rels")
        if source in self._package:
            self._package.read(source, start)
        return relations

    def _find_sheets(self) -> tuple[Sheet, ...]:
        sheets: list[Sheet] = []
        seen = 0

        def start(tag: str, attributes: Attributes) -> None:
            nonlocal seen
            if tag == "workbookPr" and local(attributes, "date1904") in ("1", "true"):
                self._epoch = CALENDAR_MAC_1904
            if tag != "sheet":
                return
            seen += 1
            if seen > self.budget.limits.max_sheets:
                raise self.budget.too_complex("sheets", self.budget.limits.max_sheets)
            kind, part = self._parts.get(local(attributes, "id"), ("", ""))
            if kind == "worksheet" and local(attributes, "state") in ("", "visible"):
                sheets.append(Sheet(local(attributes, "name"), part))

        self._package.read(self._main, start)
        return tuple(sheets)

    def _part_of_kind(self, wanted: str) -> str:
        return next((part for kind, part in self._parts.values() if kind == wanted and part in self._package), "")

    def _read_strings(self) -> list[str]:
        """The texts that cells share, in order; how their words are pronounced (`rPh`) is left out."""
        part = self._part_of_kind("sharedStrings")
        reader = _StringsReader(self.budget)
        if part:
            self._package.read(part, reader.start, reader.end, reader.text)
        return reader.strings

    def _read_formats(self) -> list[str]:
        """The number format of every cell style, in order."""
        part = self._part_of_kind("styles")
        reader = _FormatsReader(self.budget)
        if part:
            self._package.read(part, reader.start, reader.end)
        return reader.formats


class _Text:
    """Characters put together up to the limit of a cell, and one more."""

    def __init__(self, budget: Budget) -> None:
        self._room = budget.limits.max_text + 1
        self._pieces: list[str] = []
        self._left = self._room
        self.is_open = False

    def clear(self) -> None:
        self._pieces.clear()
        self._left = self._room
        self.is_open = False

    def take(self, data: str) -> None:
        if self.is_open and self._left > 0:
            self._pieces.append(data[: self._left])
            self._left -= len(data)

    def __str__(self) -> str:
        return "".join(self._pieces)


class _StringsReader:
    """Reads `sharedStrings.xml`."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._text = _Text(budget)
        self._in_phonetic = False
        self.strings: list[str] = []
        self.text = self._text.take

    def start(self, tag: str, attributes: Attributes) -> None:
        if tag == "si":
            self._budget.spend_string()
            self._text.clear()
        elif tag == "rPh":
            self._in_phonetic = True
        elif tag == "t":
            self._text.is_open = not self._in_phonetic

    def end(self, tag: str) -> None:
        if tag == "t":
            self._text.is_open = False
        elif tag == "rPh":
            self._in_phonetic = False
        elif tag == "si":
            self.strings.append(str(self._text))


class _FormatsReader:
    """Reads of `styles.xml` what tells a date from a number."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._own: dict[str, str] = {}
        self._in_cells = False
        self.formats: list[str] = []

    def start(self, tag: str, attributes: Attributes) -> None:
        if tag == "numFmt":
            self._spend(len(self._own))
            self._own[local(attributes, "numFmtId")] = local(attributes, "formatCode")[:_MAX_FORMAT]
        elif tag == "cellXfs":
            self._in_cells = True
        elif tag == "xf" and self._in_cells:
            self._spend(len(self.formats))
            key = local(attributes, "numFmtId") or "0"
            builtin = BUILTIN_FORMATS.get(int(key), "General") if key.isdigit() and len(key) < 6 else "General"
            self.formats.append(self._own.get(key, builtin))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._in_cells = False

    def _spend(self, so_far: int) -> None:
        if so_far >= self._budget.limits.max_styles:
            raise self._budget.too_complex("styles", self._budget.limits.max_styles)


class _SheetReader:
    """Reads a worksheet; finished rows stand in `ready` until they are taken."""

    def __init__(self, budget: Budget, strings: list[str], formats: list[str], epoch: datetime) -> None:
        self._budget = budget
        self._strings = strings
        self._formats = formats
        self._epoch = epoch
        self._text = _Text(budget)
        self._in_phonetic = False
        self._number = 0
        self._column = 0
        self._cells: list[Cell] = []
        self._kind = self._style = ""
        self._has_value = False
        self.ready: list[tuple[int, list[Cell]]] = []
        self.text = self._text.take

    def start(self, tag: str, attributes: Attributes) -> None:
        if tag == "c":
            self._column = _column(attributes.get("r", ""), self._column)
            self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
            self._has_value = False
            self._text.clear()
        elif tag == "v" or (tag == "t" and not self._in_phonetic):
            self._text.is_open = self._has_value = True
        elif tag == "rPh":
            self._in_phonetic = True
        elif tag == "row":
            stated = attributes.get("r", "")
            self._number = int(stated[:12]) if stated.isdigit() else self._number + 1
            self._cells, self._column = [], 0
            if self._number > MAX_ROW:
                raise UnreadableFile(Place(self._budget.place.file, self._number), "too_many_rows", most=MAX_ROW)

    def end(self, tag: str) -> None:
        if tag in ("v", "t"):
            self._text.is_open = False
        elif tag == "rPh":
            self._in_phonetic = False
        elif tag == "c" and self._has_value:
            self._put(self._value(str(self._text)))
        elif tag == "row" and self._cells:
            self.ready.append((self._number, self._cells))
            self._cells = []

    def _put(self, value: Cell) -> None:
        if value is None:
            return
        most = self._budget.limits.max_columns
        if self._column > most:
            raise UnreadableFile(Place(self._budget.place.file, self._number), "too_many_columns", most=most)
        self._cells.extend([None] * (self._column - len(self._cells)))
        self._cells[self._column - 1] = value

    def _value(self, text: str) -> Cell:
        if self._kind == "s":
            return self._strings[int(text[:12])] or None
        if self._kind == "b":
            return text.strip() == "1"
        if self._kind == "n":
            return self._number_of(text.strip())
        if self._kind == "d":
            return _iso_date(text)
        return text or None

    def _number_of(self, text: str) -> Cell:
        if not text:
            return None
        try:
            number = float(text) if any(mark in text for mark in ".eE") else int(text)
        except ValueError:
            return text
        format_ = self._formats[int(self._style)] if self._style.isdigit() and self._formats else "General"
        is_date, is_duration = _reads_as(format_)
        if not is_date:
            return number
        try:
            return from_excel(number, self._epoch, timedelta=is_duration)
        except (OverflowError, ValueError):
            return "#VALUE!"


def _column(place: str, before: int) -> int:
    """The column of `AB12`, from 1; the next one where no place is stated."""
    letters = place.rstrip("0123456789$").replace("$", "")
    if not letters:
        return before + 1
    column = 0
    for letter in letters[:4].upper():
        column = column * 26 + ord(letter) - 64
    if not letters.isascii() or not letters.isalpha():
        raise ValueError(place[:20])
    return column


@lru_cache(maxsize=512)
def _reads_as(format_: str) -> tuple[bool, bool]:
    """Whether numbers of a format are dates, and whether they are lengths of time."""
    return bool(is_date_format(format_)), bool(is_timedelta_format(format_))


def _iso_date(text: str) -> Cell:
    try:
        found: Cell = from_ISO8601(text)
    except ValueError:
        return text
    return found
