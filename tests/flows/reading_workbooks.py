"""Workbooks read back with openpyxl, and the standings sheet compared with the independent table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.flows.independent_table import IndependentTable


def rows_of(book: Workbook, sheet: str) -> list[dict[str, Any]]:
    """A sheet's rows by its headers."""
    head, *body = book[sheet].iter_rows(values_only=True)
    return [dict(zip((str(cell) for cell in head), row, strict=True)) for row in body]


def facts_of(book: Workbook, sheet: str = "Event") -> dict[str, Any]:
    """The event sheet as settings and values."""
    return {str(label): value for label, value in book[sheet].iter_rows(min_row=2, values_only=True)}


def all_text(book: Workbook) -> str:
    """Every cell's text, for checking what must not appear."""
    return "\n".join(str(value) for page in book for row in page.iter_rows(values_only=True) for value in row if value)


def assert_standings(
    book: Workbook, table: IndependentTable, *, shown: Callable[[str], str] = str, sheet: str = "Standings"
) -> None:
    """Every cell of the standings: rank, points, record, drop, and the percentages to the last digit a file keeps.

    Rows are compared by name, ranks as written; `shown` is a player's name as the viewer sees it.
    """
    rows = {row["Player"]: row for row in rows_of(book, sheet)}
    lines = table.lines()
    assert len(rows) == len(lines)
    for line in lines:
        row = rows[shown(line.name)]
        record = f"{line.won}-{line.lost}-{line.drawn}"
        assert (row["Rank"], row["Points"], row["W-L-D"]) == (line.rank, line.points, record), line
        assert (row["Wins"], row["Losses"], row["Draws"]) == (line.won, line.lost, line.drawn)
        assert row["Left after round"] == line.left_after
        exact = [float(line.omw), float(line.gw), float(line.ogw)]
        assert [value for head, value in row.items() if head.endswith(" %)")] == pytest.approx(exact, rel=1e-14), line
    _assert_formats(book, sheet)


def _assert_formats(book: Workbook, sheet: str) -> None:
    head, *body = book[sheet].iter_rows()
    for row in body:
        for header, cell in zip((cell.value for cell in head), row, strict=True):
            if str(header).endswith("%)"):
                assert (cell.data_type, cell.number_format) == ("n", "0.00%")
            elif header in ("Player", "W-L-D", "Team"):
                assert cell.value is None or cell.data_type == "s"
            else:
                assert cell.value is None or isinstance(cell.value, int)


def book_from(source: IO[bytes] | Path) -> Workbook:
    """The workbook in an open file or at a path."""
    return load_workbook(source)
