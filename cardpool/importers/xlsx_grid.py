"""Workbooks, read row by row and never trusted: an XLSX is a zip file of XML, and both can be made to explode."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from xml.parsers.expat import ParserCreate

from openpyxl import load_workbook

from cardpool.broken_workbooks import BROKEN_WORKBOOK
from cardpool.importers.records import Place, UnreadableFile

MOST_UNPACKED = 256 * 1024 * 1024
MOST_ENTRIES = 2_000
MOST_RATIO = 200
SMALL_ENTRY = 1024 * 1024
LAST_ROW = 1_048_576
"""The last row a spreadsheet has."""


@dataclass(frozen=True)
class OpenedSheet:
    """One sheet of a workbook: its rows with their numbers, about how many (0 unknown), and all sheets' names."""

    rows: Iterator[tuple[int, list[Any]]]
    total: int
    name: str
    names: tuple[str, ...]


def open_sheet(path: Path, *, wanted: str = "", most_columns: int) -> OpenedSheet:
    """Open the sheet of that name, or the first that is not hidden; formulas give the values they were saved with.

    Raises `UnreadableFile`: `no_workbook`, `zip_bomb`, `xml_entities`, `no_such_sheet`. One column more than
    `most_columns` is read, so that the caller can tell a wider table.
    """
    place = Place(path.name)
    _guard(path, place)
    file = path.open("rb")  # By its name openpyxl would refuse a workbook whose extension is another.
    try:
        book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except BROKEN_WORKBOOK:
        file.close()
        raise UnreadableFile(place, "no_workbook") from None
    names = tuple(sheet.title for sheet in sheets)
    chosen: Any = next((sheet for sheet in sheets if sheet.title == wanted or not wanted), None)
    if chosen is None:
        file.close()
        raise UnreadableFile(place, "no_such_sheet", sheet=wanted, sheets=list(names))
    total = _count_rows(path, chosen._worksheet_path)
    chosen.reset_dimensions()  # What a sheet states of its own size is often wrong, and may be a lie.
    rows = _rows(chosen, file, place, most_columns)
    return OpenedSheet(rows, total, chosen.title, names)


def _rows(sheet: Any, file: IO[bytes], place: Place, most_columns: int) -> Iterator[tuple[int, list[Any]]]:
    number = 0
    try:
        for cells in sheet.iter_rows(max_col=most_columns + 1, values_only=True):
            number += 1
            if number > LAST_ROW:
                raise UnreadableFile(Place(place.file, number), "too_many_rows", most=LAST_ROW)
            if cells.count(None) < len(cells):
                yield number, list(cells)
    except BROKEN_WORKBOOK:
        raise UnreadableFile(Place(place.file, number + 1), "no_workbook") from None
    finally:
        file.close()


def _count_rows(path: Path, entry: str) -> int:
    """About how many rows a sheet has, for the progress (many a program does not state it); 0 where that fails."""
    try:
        with zipfile.ZipFile(path) as packed, packed.open(entry) as part:
            return sum(piece.count(b"<row ") for piece in iter(lambda: part.read(1 << 20), b""))
    except BROKEN_WORKBOOK:
        return 0  # Whoever reads the rows says what is wrong.


def _guard(path: Path, place: Place) -> None:
    """Read the zip's own list of contents before anything is unpacked.

    A list that states smaller sizes than there are is no way around it: zipfile stops at the stated size.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            _guard_entries(packed.infolist(), place)
            for entry in packed.infolist():
                if entry.filename.endswith((".xml", ".rels")):
                    with packed.open(entry) as part:
                        _guard_xml(part, place)
    except BROKEN_WORKBOOK:
        raise UnreadableFile(place, "no_workbook") from None


def _guard_entries(entries: list[zipfile.ZipInfo], place: Place) -> None:
    names = [entry.filename for entry in entries]
    if "xl/workbook.xml" not in names and "[Content_Types].xml" not in names:
        raise UnreadableFile(place, "no_workbook")
    too_dense = any(
        entry.file_size > SMALL_ENTRY and entry.file_size > MOST_RATIO * max(entry.compress_size, 1)
        for entry in entries
    )
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED or too_dense:
        raise UnreadableFile(place, "zip_bomb")


class _RootReached(Exception):
    """Nothing that could declare an entity comes after the start of the root element."""


def _guard_xml(part: IO[bytes], place: Place) -> None:
    """Refuse XML with a document type, the only place that can declare entities; OOXML has none (ECMA-376-2, 8.3.1)."""

    def refuse(*_: object) -> None:
        raise UnreadableFile(place, "xml_entities")

    def stop(*_: object) -> None:
        raise _RootReached

    parser = ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = stop
    try:
        parser.ParseFile(part)
    except _RootReached:
        return
