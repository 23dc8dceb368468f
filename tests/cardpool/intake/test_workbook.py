"""What the cells of a workbook say, as spreadsheet programs store them."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from openpyxl import Workbook as Written

from bench.hostile_files import package
from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import Workbook


def opened(data: bytes) -> Workbook:
    return Workbook(io.BytesIO(data), Place("book.xlsx"), CARD_WORKBOOK)


def rows_of(data: bytes) -> list[tuple[int, list[Any]]]:
    book = opened(data)
    return list(book.rows(book.sheets[0]))


def test_shared_texts_with_formats_and_their_pronunciation() -> None:
    strings = "<si><t>赛罗</t></si><si><r><t>奥特</t></r><r><t>曼</t></r><rPh><t>おおとまん</t></rPh></si><si><t/></si>"
    cells = '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>'
    assert rows_of(package(f'<row r="1">{cells}</row>', strings=strings)) == [(1, ["赛罗", "奥特曼"])]


def test_each_kind_of_cell() -> None:
    cells = (
        '<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>算出</v></c><c><v>3</v></c>'
        '<c><v>2.5E-1</v></c><c t="inlineStr"><is><r><t>富</t></r><r><t>文本</t></r></is></c>'
        '<c t="d"><v>2026-01-31</v></c>'
    )
    [(number, values)] = rows_of(package(f"<row>{cells}</row>"))
    assert (number, values) == (1, [True, "#N/A", "算出", 3, 0.25, "富文本", date(2026, 1, 31)])


def test_places_may_be_stated_or_left_out_and_empty_rows_are_passed_over() -> None:
    rows = '<row r="3"><c r="C3"><v>1</v></c><c><v>2</v></c></row><row/><row><c r="AB5"><v>3</v></c></row>'
    assert rows_of(package(rows)) == [(3, [None, None, 1, 2]), (5, [None] * 27 + [3])]


MORNING = datetime.fromisoformat("2026-01-31T09:30:00")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (MORNING, MORNING),
        (date(2026, 1, 31), datetime.fromisoformat("2026-01-31")),
        (time(9, 30), time(9, 30)),
        (timedelta(hours=30), timedelta(hours=30)),
    ],
)
def test_dates_as_a_program_writes_them(value: Any, read: Any) -> None:
    book, out = Written(), io.BytesIO()
    book.active.append([value])
    book.save(out)
    [(_, [found])] = rows_of(out.getvalue())
    assert found == read


def test_a_date_no_calendar_has_is_an_error_and_not_a_crash() -> None:
    styles = '<numFmt numFmtId="200" formatCode="yyyy-mm-dd"/><cellXfs><xf/><xf numFmtId="200"/></cellXfs>'
    assert rows_of(package('<row><c s="1"><v>1E300</v></c></row>', styles=styles)) == [(1, ["#VALUE!"])]


def test_another_prefix_is_the_same_name() -> None:
    rows = '<x:row xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:c><x:v>7</x:v></x:c></x:row>'
    assert rows_of(package(rows)) == [(1, [7])]


@pytest.mark.parametrize(
    "rows",
    ['<row><c t="s"><v>5</v></c></row>', '<row><c t="s"><v>x</v></c></row>', '<row><c r="?9"><v>1</v></c></row>'],
    ids=["no such text", "no number", "no place"],
)
def test_what_contradicts_itself_is_damaged(rows: str) -> None:
    with pytest.raises(UnreadableFile) as raised:
        rows_of(package(rows))
    assert raised.value.code == "no_workbook"


def test_text_beyond_the_longest_cell_is_cut_one_character_later() -> None:
    [(_, [found])] = rows_of(package(f'<row><c t="inlineStr"><is><t>{"x" * 50_000}</t></is></c></row>'))
    assert len(found) == CARD_WORKBOOK.max_text + 1
