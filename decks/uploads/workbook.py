"""One list as an XLSX workbook. What is uploaded is a zip file of XML, and both can be made to explode.

With defusedxml installed openpyxl refuses XML that declares entities (openpyxl's own documentation, "Security").
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from cardpool.broken_workbooks import BROKEN_WORKBOOK
from decks.text.listing import MOST_LINES
from decks.text.tables import column_places, is_table_head, write_rows

SIGNATURE = b"PK\x03\x04"
MOST_UNPACKED = 24_000_000
MOST_ENTRIES = 400
MOST_COLUMNS = 40
LONGEST_CELL = 2_000
WIDEST = 1_000
"""Cells beyond this column are not looked at; no list has any."""
_HEAD_WITHIN = 30
_WIDTHS = (16, 8, 20, 40)


class UnusableWorkbook(ValueError):
    """A workbook that is no list. `code`: `no_workbook`, `unpacks_too_large`, `too_many_rows`, `too_many_columns`,
    `cell_too_long`; `limit` is what is allowed."""

    def __init__(self, code: str, limit: int | None = None) -> None:
        self.code = code
        self.limit = limit
        super().__init__(code)


def workbook_text(data: bytes) -> str:
    """A workbook's list as comma-separated text, a line per row.

    It is the first sheet whose first rows name the columns of a list, else the first sheet that holds anything; rows
    above the column names become comments. Raises `UnusableWorkbook`.
    """
    _guard(data)
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [list(_rows(sheet)) for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except UnusableWorkbook:
        raise
    except BROKEN_WORKBOOK:
        raise UnusableWorkbook("no_workbook") from None
    if not sheets:
        raise UnusableWorkbook("no_workbook")
    headed = next((rows for rows in sheets if _head(rows) is not None), None)
    chosen = headed if headed is not None else next((rows for rows in sheets if rows), [])
    head = _head(chosen)
    if head is None:
        return "\n".join(", ".join(filter(None, row)) for row in chosen)
    above = [f"# {' '.join(filter(None, row))}".strip() for row in chosen[:head]]
    return "\n".join([*above, write_rows(chosen[head:])])


def write_workbook(title: str, head: Sequence[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    """A workbook with one sheet: column names in the first row, a card in each row below."""
    book = Workbook(write_only=True)
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


def _rows(sheet: Any) -> Iterator[list[str]]:
    sheet.reset_dimensions()
    empty = 0
    for number, values in enumerate(sheet.iter_rows(max_col=WIDEST, values_only=True), start=1):
        if number > MOST_LINES:
            raise UnusableWorkbook("too_many_rows", MOST_LINES)
        cells = [_said(value) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS:
            raise UnusableWorkbook("too_many_columns", MOST_COLUMNS)
        if not cells:
            empty += 1
            continue
        yield from ([] for _ in range(empty))
        empty = 0
        yield cells


def _said(value: Any) -> str:
    """A cell as text on one line; a whole number without its decimals."""
    if value is None:
        return ""
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    if len(text) > LONGEST_CELL:
        raise UnusableWorkbook("cell_too_long", LONGEST_CELL)
    return " ".join(text.split())


def _head(rows: Sequence[Sequence[str]]) -> int | None:
    """Which row names the columns, None where none near the top does."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        if is_table_head(column_places(row)):
            return at
    return None


def _guard(data: bytes) -> None:
    """Read the zip's own list of contents before anything is unpacked; zipfile stops at the sizes it states."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
    except BROKEN_WORKBOOK:
        raise UnusableWorkbook("no_workbook") from None
    if not any(entry.filename == "xl/workbook.xml" for entry in entries):
        raise UnusableWorkbook("no_workbook")
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise UnusableWorkbook("unpacks_too_large", MOST_UNPACKED)
