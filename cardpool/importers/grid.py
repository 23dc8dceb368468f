"""A card table as rows of cells, whichever kind of file it came in."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from cardpool.intake.budget import WorkbookLimits
from cardpool.intake.csv_text import csv_rows, delimiter_of, has_hint
from cardpool.intake.text import decode
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import SIGNATURE, Cell, Workbook

MAX_BYTES = 64 * 1024 * 1024
MAX_ROWS = 200_000
MAX_COLUMNS = 200
CARD_WORKBOOK = WorkbookLimits(
    max_entries=2_000,
    max_unpacked=256 * 1024 * 1024,
    max_elements=12_000_000,
    max_sheets=200,
    max_strings=2_000_000,
    max_styles=70_000,
    max_text=32_767,
    max_columns=MAX_COLUMNS,
)
"""Room for MAX_ROWS cards with some twenty filled cells each; 65,490 styles is what a spreadsheet program allows."""

_SIGNATURES = (
    (b"SQLite format 3\x00", "is_database"),
    (b"\xd0\xcf\x11\xe0", "old_excel"),
    (b"\x89PNG", "is_picture"),
    (b"\xff\xd8\xff", "is_picture"),
    (b"GIF8", "is_picture"),
    (b"%PDF", "is_pdf"),
)


@dataclass(frozen=True)
class Grid:
    """An opened table: the rows with their number as a spreadsheet counts them, and how many are to come (0 unknown).

    `sheets` are the names of a workbook's sheets and `sheet` the one read; both empty for a text table.
    """

    file: str
    rows: Generator[tuple[int, list[Cell]], None, None]
    total: int
    sheets: tuple[str, ...] = ()
    sheet: str = ""


def open_grid(path: Path, *, sheet: str = "", limits: WorkbookLimits = CARD_WORKBOOK) -> Grid:
    """Open a CSV or XLSX table, distinguished by what is inside; `sheet` empty: the first one that is not hidden.

    Raises `UnreadableFile` at once or while the rows are read: no table at all, an unknown encoding, a
    workbook that asks for more work than a card table does, more than MAX_ROWS rows or MAX_COLUMNS columns.
    """
    place = Place(path.name)
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableFile(place, "file_too_large", megabytes=MAX_BYTES // 2**20)
    with path.open("rb") as file:
        start = file.read(16)
    if not start.strip():
        raise UnreadableFile(place, "file_empty")
    for signature, code in _SIGNATURES:
        if start.startswith(signature):
            raise UnreadableFile(place, code)
    if start.startswith(SIGNATURE):
        return _open_workbook(path, place, sheet, limits)
    text = decode(path.read_bytes(), place, layout=None)
    rows = csv_rows(text, place, delimiter_of(text))
    return Grid(path.name, _bounded(path.name, rows), text.count("\n") - has_hint(text))


def _open_workbook(path: Path, place: Place, wanted: str, limits: WorkbookLimits) -> Grid:
    with path.open("rb") as file:
        book = Workbook(file, place, limits)
        sheet = next((sheet for sheet in book.sheets if sheet.name == wanted or not wanted), None)
        names = tuple(sheet.name for sheet in book.sheets)
        if sheet is None:
            raise UnreadableFile(place, "no_such_sheet", sheet=wanted, sheets=list(names))
        total = book.count_rows(sheet)
    return Grid(path.name, _bounded(path.name, _sheet_rows(path, place, sheet.name, limits)), total, names, sheet.name)


def _sheet_rows(path: Path, place: Place, name: str, limits: WorkbookLimits) -> Iterator[tuple[int, list[Cell]]]:
    """The rows of a sheet; the file is open only while they are read."""
    with path.open("rb") as file:
        book = Workbook(file, place, limits)
        yield from book.rows(next(sheet for sheet in book.sheets if sheet.name == name))


def _bounded(file: str, rows: Iterator[tuple[int, list[Cell]]]) -> Generator[tuple[int, list[Cell]], None, None]:
    """The rows that hold anything, cells beyond the last filled one cut off."""
    count = 0
    for number, cells in rows:
        while cells and (cells[-1] is None or (isinstance(cells[-1], str) and not cells[-1].strip())):
            cells.pop()
        if not cells:
            continue
        count += 1
        if len(cells) > MAX_COLUMNS:
            raise UnreadableFile(Place(file, number), "too_many_columns", most=MAX_COLUMNS)
        if count > MAX_ROWS:
            raise UnreadableFile(Place(file, number), "too_many_rows", most=MAX_ROWS)
        yield number, cells
