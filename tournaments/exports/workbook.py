"""Writes sheets to an .xlsx file with openpyxl's write-only mode: memory stays flat however long they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import Cell as OpenpyxlCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem, _HeaderFooterPart
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from cardpool.intake.formulas import FORMULA_STARTS
from tournaments.exports.sheet import Cell, Kind, Sheet

_FORMATS = {Kind.PERCENT: "0.00%", Kind.DECIMAL: "0.00", Kind.MOMENT: "yyyy-mm-dd hh:mm"}
_FORBIDDEN_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
_TITLE_LENGTH = 31
_MAX_WIDTH, _MIN_WIDTH = 60, 6
_ROWS_BETWEEN_REPORTS = 500
_MAX_CHARACTERS = 32_767  # Excel's own limit for one cell.

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
        _check_lengths(sheet)
        plans = [_plan_column(sheet, index) for index in range(len(sheet.columns))]
        _lay_out(page, sheet, plans)
        page.append(_header_cells(page, sheet))
        write_row = _RowWriter(page, sheet, plans).cells
        for row in sheet.rows:
            page.append(write_row(row))
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


def _lay_out(page: Worksheet, sheet: Sheet, plans: Sequence[_ColumnPlan]) -> None:
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
    for index, plan in enumerate(plans):
        width = max(plan.width, _width(sheet.columns[index].header) + 3, _MIN_WIDTH)
        page.column_dimensions[get_column_letter(index + 1)].width = min(width + 2, _MAX_WIDTH)


def _check_lengths(sheet: Sheet) -> None:
    for row in sheet.rows:
        if len(row) != len(sheet.columns):
            raise ValueError(f"{len(row)} values in {len(sheet.columns)} columns")


@dataclass(frozen=True)
class _ColumnPlan:
    """What a look at a column's different values says: how wide it is, and whether any value in it needs care."""

    width: int
    careful: bool


def _plan_column(sheet: Sheet, index: int) -> _ColumnPlan:
    kind = sheet.columns[index].kind
    width, careful = 0, False
    for value in {row[index] for row in sheet.rows}:
        if isinstance(value, str):
            width = max(width, _width(value))
            careful = careful or not value or _needs_care(value)
        elif isinstance(value, datetime):
            width, careful = max(width, len("2000-01-01 00:00")), True
        elif value is not None:
            width = max(width, len("100.00%") if kind is Kind.PERCENT else len(_number(value)))
    return _ColumnPlan(width, careful)


def _number(value: float) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _header_cells(page: Worksheet, sheet: Sheet) -> list[Any]:
    cells = []
    for column in sheet.columns:
        cell = _text_cell(page, column.header)
        cell.font, cell.fill, cell.alignment = _HEADER_FONT, _HEADER_FILL, _HEADER_ALIGNMENT
        cells.append(cell)
    return cells


class _FormattedCell(OpenpyxlCell):
    """A cell that is cheap to name: openpyxl puts the name of every ready-made cell into an exception it drops."""

    __slots__ = ()

    def __repr__(self) -> str:
        return ""


class _RowWriter:
    """Turns rows of values into what openpyxl appends.

    A styled cell costs openpyxl more than its text, so every formatted column has one cell that takes the row's value:
    in write-only mode a row is on its way to the file before the next one comes. Whole numbers need no format at all.
    """

    def __init__(self, page: Worksheet, sheet: Sheet, plans: Sequence[_ColumnPlan]) -> None:
        self._page = page
        self._kinds = [column.kind for column in sheet.columns]
        self._cells = [_FormattedCell(page, row=1, column=1) for _column in sheet.columns]
        for cell, kind in zip(self._cells, self._kinds, strict=True):
            if kind in _FORMATS:
                cell.number_format = _FORMATS[kind]
        self._special = [place for place, plan in enumerate(plans) if plan.careful or self._kinds[place] in _FORMATS]

    def cells(self, row: Sequence[Cell]) -> list[Any]:
        """One row."""
        cells: list[Any] = list(row)
        for place in self._special:
            value, kind = row[place], self._kinds[place]
            if isinstance(value, str):
                cells[place] = (_text_cell(self._page, value) if _needs_care(value) else value) or None
            elif isinstance(value, datetime):
                cells[place] = self._moment(place, value) if kind is Kind.MOMENT else _plain_moment(value)
            elif value is not None and kind in _FORMATS and kind is not Kind.MOMENT:
                cell = cells[place] = self._cells[place]
                cell.value = value
        return cells

    def _moment(self, place: int, value: datetime) -> Any:
        cell = self._cells[place]
        cell.value = _plain_moment(value)
        cell.number_format = _FORMATS[Kind.MOMENT]
        return cell


def _plain_moment(value: datetime) -> datetime:
    """Excel knows no time zones; the event's own zone is the active one."""
    return timezone.make_naive(value) if timezone.is_aware(value) else value


def _needs_care(text: str) -> bool:
    if text.startswith(FORMULA_STARTS) or len(text) > _MAX_CHARACTERS:
        return True
    return not text.isprintable() and ILLEGAL_CHARACTERS_RE.search(text) is not None


def _text_cell(page: Worksheet, text: str) -> Any:
    """A cell that stays text whatever it looks like, even after somebody edits it in Excel (quote prefix).

    Control characters cannot stand in the format at all: their Unicode pictures (U+2400 …) take their place.
    """
    shown = ILLEGAL_CHARACTERS_RE.sub(lambda match: chr(0x2400 + ord(match[0])), text)[:_MAX_CHARACTERS]
    cell = WriteOnlyCell(page, shown)
    cell.data_type = "s"
    cell.quotePrefix = shown.startswith(FORMULA_STARTS)
    return cell


def _width(text: str) -> int:
    """Columns a text takes: East Asian wide characters count two."""
    if text.isascii() and text.isprintable():
        return len(text)
    longest = max(text.splitlines() or [""], key=len)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in longest)
