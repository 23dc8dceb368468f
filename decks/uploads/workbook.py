"""One list as an XLSX workbook, read and written."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from cardpool.intake.budget import WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import Cell, Sheet, Workbook
from decks.text.columns import column_places, is_table_head
from decks.text.listing import MAX_LINES
from decks.text.tables import write_rows

MAX_COLUMNS = 40
MAX_CELL = 2_000
LIST_WORKBOOK = WorkbookLimits(
    max_entries=400,
    max_unpacked=24_000_000,
    max_elements=120_000,
    max_sheets=50,
    max_strings=50_000,
    max_styles=70_000,
    max_text=MAX_CELL,
    max_columns=MAX_COLUMNS,
)
"""A list of MAX_LINES rows in ten cells each has some 25,000 elements; the rest is room for styled empty cells."""

_HEAD_WITHIN = 30
_WIDTHS = (16, 8, 20, 40)


def workbook_text(data: bytes, name: str = "") -> str:
    """A workbook's list as comma-separated text, a line per row.

    It is the first sheet whose first rows name the columns of a list, else the first sheet that is not empty; rows
    above the column names become comments. Raises `UnreadableFile`: what the intake raises, `too_many_rows` and
    `cell_too_long`.
    """
    book = Workbook(io.BytesIO(data), Place(name), LIST_WORKBOOK)
    chosen: list[list[str]] = []
    for sheet in book.sheets:
        rows = list(_rows(book, sheet))
        head = _head(rows)
        if head is not None:
            above = [f"# {' '.join(filter(None, row))}".strip() for row in rows[:head]]
            return "\n".join([*above, write_rows(rows[head:])])
        chosen = chosen or rows
    return "\n".join(", ".join(filter(None, row)) for row in chosen)


def format_workbook(title: str, head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    """A workbook with one sheet: column names in the first row, a card in each row below."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(title[:31])
    sheet.freeze_panes = "A2"
    for letter, width in zip("ABCD", _WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.append([_cell(sheet, name, bold=True) for name in head])
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Any, value: str | int, *, bold: bool = False) -> Any:
    """A cell that is never taken for a formula."""
    cell = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"
    if bold:
        cell.font = Font(bold=True)
    return cell


def _rows(book: Workbook, sheet: Sheet) -> Iterator[list[str]]:
    """The rows of a sheet as texts; an empty list for every empty row between them."""
    place, before = book.budget.place, 0
    for number, values in book.rows(sheet):
        cells = [_said(value, place) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if number > MAX_LINES:
            raise UnreadableFile(place, "too_many_rows", most=MAX_LINES)
        yield from ([] for _ in range(before + 1, number))
        before = number
        yield cells


def _said(value: Cell, place: Place) -> str:
    """A cell as text on one line; a whole number without its decimals."""
    if value is None:
        return ""
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    if len(text) > MAX_CELL:
        raise UnreadableFile(place, "cell_too_long", most=MAX_CELL)
    return " ".join(text.split())


def _head(rows: Sequence[Sequence[str]]) -> int | None:
    """Which row names the columns, None if none near the top does."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        if is_table_head(column_places(row)):
            return at
    return None
