"""The workbook writer: what openpyxl reads back is what was meant."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tournaments.exports.sheet import Column, Kind, Sheet
from tournaments.exports.workbook import unique_titles, write_workbook


def written(*sheets: Sheet):
    target = BytesIO()
    seen: list[int] = []
    write_workbook(sheets, target, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 100
    target.seek(0)
    return load_workbook(target)


@pytest.mark.parametrize("text", ["=1+1", "+86 139", "-3", "@SUM(A1)", "\tx", "=cmd|' /C calc'!A0"])
def test_text_that_looks_like_a_formula_is_text(text):
    cell = written(Sheet("S", [Column("Player")], [[text]]))["S"]["A2"]
    assert (cell.value, cell.data_type) == (text, "s")
    assert cell.quotePrefix


def test_ordinary_text_has_no_quote_prefix():
    assert not written(Sheet("S", [Column("Player")], [["赛罗"]]))["S"]["A2"].quotePrefix


def test_percent_is_a_real_number_with_a_percent_format():
    cell = written(Sheet("S", [Column("OMW", Kind.PERCENT)], [[0.583333333333]]))["S"]["A2"]
    assert (cell.value, cell.number_format) == (0.583333333333, "0.00%")


def test_page_is_frozen_filtered_and_printable():
    page = written(Sheet("第 1 轮", [Column("桌"), Column("选手")], [[1, "甲"], [2, "乙"]], landscape=True))["第 1 轮"]
    assert page.freeze_panes == "A2"
    assert page.auto_filter.ref == "A1:B3"
    assert page.print_title_rows == "$1:$1"
    assert page.page_setup.orientation == "landscape"
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert page.column_dimensions["B"].width >= 6


def test_an_empty_sheet_keeps_its_header():
    page = written(Sheet("Games", [Column("Round"), Column("Table")], []))["Games"]
    assert [cell.value for cell in page[1]] == ["Round", "Table"]


def test_moments_are_written_in_the_active_zone(settings):
    cell = written(Sheet("S", [Column("At", Kind.MOMENT)], [[datetime(2026, 3, 1, 4, 30, tzinfo=UTC)]]))["S"]["A2"]
    assert cell.value.isoformat() == "2026-03-01T12:30:00"


def test_moments_stand_in_a_column_of_texts_too():
    moment = datetime(2026, 3, 1, 4, 30, tzinfo=UTC)
    page = written(Sheet("S", [Column("Value")], [["a"], [moment], ["=b"], [""], [7]]))["S"]
    assert [cell.value for cell in page["A"]][1:2] == ["a"]
    assert page["A3"].value is not None
    assert (page["A4"].value, page["A4"].data_type) == ("=b", "s")
    assert (page["A5"].value, page["A6"].value) == (None, 7)


def test_formatted_cells_keep_their_own_values_row_by_row():
    columns = [Column("OMW", Kind.PERCENT), Column("At", Kind.MOMENT), Column("n", Kind.WHOLE)]
    rows = [
        [number / 8, datetime(2026, 3, 1, number, tzinfo=UTC).replace(tzinfo=None), number] for number in range(1, 6)
    ] + [[None, None, None]]
    page = written(Sheet("S", columns, rows))["S"]
    assert [[cell.value for cell in row] for row in page.iter_rows(min_row=2, max_row=6)] == rows[:5]
    assert {cell.number_format for cell in page["A"][1:6]} == {"0.00%"}
    assert {cell.number_format for cell in page["B"][1:6]} == {"yyyy-mm-dd hh:mm"}


def test_a_row_as_long_as_the_columns_only():
    with pytest.raises(ValueError, match="1 values in 2 columns"):
        written(Sheet("S", [Column("a"), Column("b")], [["x", "y"], ["x"]]))


def test_control_characters_become_their_pictures():
    assert written(Sheet("S", [Column("Player")], [["a\x00b\x1b"]]))["S"]["A2"].value == "a␀b␛"


@given(st.lists(st.text(max_size=50), min_size=1, max_size=8))
def test_titles_are_always_accepted_and_never_twice(titles):
    result = unique_titles(titles)
    assert len({title.casefold() for title in result}) == len(titles)
    assert all(0 < len(title) <= 31 and not set(title) & set("[]:*?/\\") for title in result)


@given(st.text(max_size=80))
def test_any_text_survives_apart_from_control_characters(text):
    cell = written(Sheet("S", [Column("Player")], [["x" + text]]))["S"]["A2"]
    expected = "".join(chr(0x2400 + ord(c)) if ord(c) < 32 and c not in "\t\n\r" else c for c in "x" + text)
    assert cell.value.replace("_x000D_", "\r").replace("\r\n", "\n").replace("\r", "\n") == expected.replace(
        "\r\n", "\n"
    ).replace("\r", "\n")
