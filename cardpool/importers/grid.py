"""A card table as rows of cells, whichever kind of file it came in."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from cardpool.importers.csv_grid import csv_rows, decode, delimiter_of, has_hint
from cardpool.importers.records import Place, UnreadableFile
from cardpool.importers.xlsx_grid import open_sheet

Cell = str | int | float | bool | date | datetime | time | None

MOST_BYTES = 64 * 1024 * 1024
MOST_ROWS = 200_000
MOST_COLUMNS = 200
_SIGNATURES = (
    (b"SQLite format 3\x00", "is_database"),
    (b"\xd0\xcf\x11\xe0", "old_excel"),
    (b"\x89PNG", "is_picture"),
    (b"\xff\xd8\xff", "is_picture"),
    (b"GIF8", "is_picture"),
    (b"%PDF", "is_pdf"),
)
_ZIP = b"PK\x03\x04"


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


def open_grid(path: Path, *, sheet: str = "") -> Grid:
    """Open a CSV or XLSX table, told apart by what is inside; `sheet` empty: the first one that is not hidden.

    Raises `UnreadableFile` at once or while the rows are read: no table at all, an encoding that cannot be told, a
    workbook that would unpack to far more than it says, more than MOST_ROWS rows or MOST_COLUMNS columns.
    """
    place = Place(path.name)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise UnreadableFile(place, "file_too_large", megabytes=MOST_BYTES // 2**20)
    with path.open("rb") as file:
        start = file.read(16)
    if not start.strip():
        raise UnreadableFile(place, "file_empty")
    for signature, code in _SIGNATURES:
        if start.startswith(signature):
            raise UnreadableFile(place, code)
    if start.startswith(_ZIP):
        opened = open_sheet(path, wanted=sheet, most_columns=MOST_COLUMNS)
        return Grid(path.name, _bounded(path.name, opened.rows), opened.total, opened.names, opened.name)
    text = decode(path.read_bytes(), place)
    delimiter = delimiter_of(text)
    rows = csv_rows(text, place, delimiter)
    return Grid(path.name, _bounded(path.name, rows), text.count("\n") - has_hint(text))


def _bounded(file: str, rows: Iterator[tuple[int, list[Cell]]]) -> Generator[tuple[int, list[Cell]], None, None]:
    """The rows that hold anything, cells beyond the last filled one cut off."""
    count = 0
    for number, cells in rows:
        while cells and (cells[-1] is None or (isinstance(cells[-1], str) and not cells[-1].strip())):
            cells.pop()
        if not cells:
            continue
        count += 1
        if len(cells) > MOST_COLUMNS:
            raise UnreadableFile(Place(file, number), "too_many_columns", most=MOST_COLUMNS)
        if count > MOST_ROWS:
            raise UnreadableFile(Place(file, number), "too_many_rows", most=MOST_ROWS)
        yield number, cells
