"""Writes sheets to an .xlsx file with openpyxl's write-only mode: memory stays flat however long they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import IO, Any

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.exports.sheet import Cell, Kind, Sheet

_FORMATS = {Kind.WHOLE: "0", Kind.PERCENT: "0.00%", Kind.DECIMAL: "0.00", Kind.MOMENT: "yyyy-mm-dd hh:mm"}
_LOOKS_LIKE_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_FORBIDDEN_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
_TITLE_LENGTH = 31
_WIDEST, _NARROWEST = 60, 6
_ROWS_BETWEEN_REPORTS = 500
_MOST_CHARACTERS = 32_767  # Excel's own limit for one cell.

_HEADER_FONT = Font(bold=True, color="FFFFFFFF")
_HEADER_FILL = PatternFill("solid", start_color="FF2B3038")
_HEADER_ALIGNMENT = Alignment(vertical="center", wrap_text=False)


def write_workbook(sheets: Sequence[Sheet], target: IO[bytes], *, progress: Callable[[int], None]) -> None:
    """Write the sheets in order to `target`, reporting the percent of rows written (0 to 100, never falling)."""
    book = Workbook(write_only=True)
    total = sum(len(sheet.rows) for sheet in sheets) or 1
    written = 0
    for sheet, title in zip(sheets, unique_titles(sheet.title for sheet in sheets), strict=True):
        page = book.create_sheet(title)
        _lay_out(page, sheet)
        page.append(_header_cells(page, sheet))
        for row in sheet.rows:
            page.append([_cell(page, value, column.kind) for value, column in zip(row, sheet.columns, strict=True)])
            written += 1
            if written % _ROWS_BETWEEN_REPORTS == 0:
                progress(written * 100 // total)
    book.save(target)
    progress(100)


def unique_titles(titles: Iterable[str]) -> list[str]:
    """Titles Excel accepts: at most 31 characters, none of `[]:*?/\\`, no apostrophe at the ends, none twice."""
    result: list[str] = []
    for raw in titles:
        base = _FORBIDDEN_IN_TITLES.sub(" ", raw).strip().strip("'").strip()[:_TITLE_LENGTH] or "Sheet"
        title, copy = base, 2
        while title.casefold() in {taken.casefold() for taken in result}:
            suffix = f" ({copy})"
            title, copy = base[: _TITLE_LENGTH - len(suffix)] + suffix, copy + 1
        result.append(title)
    return result


def _lay_out(page: Worksheet, sheet: Sheet) -> None:
    """Everything about the page that openpyxl must know before the first row is streamed."""
    last = get_column_letter(len(sheet.columns))
    page.freeze_panes = "A2"
    page.auto_filter.ref = f"A1:{last}{len(sheet.rows) + 1}"
    page.print_title_rows = "1:1"
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.orientation = "landscape" if sheet.landscape else "portrait"
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.oddFooter = HeaderFooterItem(center=_HeaderFooterPart(text="&A · &P / &N"))
    for index, column in enumerate(sheet.columns):
        width = max((_width(_shown(row[index], column.kind)) for row in sheet.rows), default=0)
        width = max(width, _width(column.header) + 3, _NARROWEST)
        page.column_dimensions[get_column_letter(index + 1)].width = min(width + 2, _WIDEST)


def _header_cells(page: Worksheet, sheet: Sheet) -> list[Any]:
    cells = []
    for column in sheet.columns:
        cell = _text_cell(page, column.header)
        cell.font, cell.fill, cell.alignment = _HEADER_FONT, _HEADER_FILL, _HEADER_ALIGNMENT
        cells.append(cell)
    return cells


def _cell(page: Worksheet, value: Cell, kind: Kind) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return _text_cell(page, value) if _needs_care(value) else value
    if isinstance(value, datetime) and timezone.is_aware(value):
        value = timezone.make_naive(value)  # Excel knows no time zones; the event's own zone is the active one.
    if kind not in _FORMATS or (kind is Kind.MOMENT) != isinstance(value, datetime):
        return value
    cell = WriteOnlyCell(page, value)
    cell.number_format = _FORMATS[kind]
    return cell


def _needs_care(text: str) -> bool:
    return (
        text.startswith(_LOOKS_LIKE_FORMULA)
        or len(text) > _MOST_CHARACTERS
        or ILLEGAL_CHARACTERS_RE.search(text) is not None
    )


def _text_cell(page: Worksheet, text: str) -> Any:
    """A cell that stays text whatever it looks like, even after somebody edits it in Excel (quote prefix).

    Control characters cannot stand in the format at all: their Unicode pictures (U+2400 …) take their place.
    """
    shown = ILLEGAL_CHARACTERS_RE.sub(lambda match: chr(0x2400 + ord(match[0])), text)[:_MOST_CHARACTERS]
    cell = WriteOnlyCell(page, shown)
    cell.data_type = "s"
    cell.quotePrefix = shown.startswith(_LOOKS_LIKE_FORMULA)
    return cell


def _shown(value: Cell, kind: Kind) -> str:
    if value is None:
        return ""
    if kind is Kind.PERCENT:
        return "100.00%"
    if isinstance(value, datetime):
        return "2000-01-01 00:00"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _width(text: str) -> int:
    """Columns a text takes: East Asian wide characters count two."""
    longest = max(text.splitlines() or [""], key=len)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in longest)
