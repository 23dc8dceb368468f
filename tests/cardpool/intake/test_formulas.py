"""Cells that a spreadsheet would run."""

from __future__ import annotations

import pytest

from cardpool.intake.formulas import guarded, unguarded


@pytest.mark.parametrize("cell", ["=1+1", "+86 139", "-1", "@SUM(A1)", "\t=1", "'=1", "''-1"])
def test_a_formula_is_text_and_read_back(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"
    assert unguarded(guarded(cell)) == cell


@pytest.mark.parametrize("cell", ["", "Zero", "'Tis", "1-1", "'"])
def test_other_text_stays_as_it_is(cell: str) -> None:
    assert guarded(cell) == unguarded(cell) == cell
