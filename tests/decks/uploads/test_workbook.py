"""Workbooks as people and programs make them, and as attackers do."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from cardpool.intake.unreadable import UnreadableFile
from decks.list_files import MAX_BYTES, file_list
from decks.text.listing import MAX_LINES
from decks.uploads.workbook import LIST_WORKBOOK, MAX_CELL, MAX_COLUMNS, format_workbook, workbook_text
from tests.decks.text.list_pools import held, read_heroes, troubles

HEAD = ["区域", "张数", "编号", "名称"]
ROWS = [["主牌", 3, "HBU01-A07", "赛罗奥特曼"], ["备牌", 2.0, "HBU01-CR", None]]
READ = [("main", "HBU01-A07", 3), ("side", "HBU01-CR", 2)]


def workbook(*sheets: list[list[Any]], change: Callable[[Workbook], None] = lambda book: None) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, **changes: bytes) -> bytes:
    """The workbook with other content in some of its files (`sheet1` for the first sheet)."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            stem = entry.filename.rsplit("/", 1)[-1].removesuffix(".xml")
            target.writestr(entry.filename, changes.pop(stem, source.read(entry.filename)))
        for name, content in changes.items():
            target.writestr(f"xl/{name}.bin", content)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        workbook([HEAD, *ROWS]),
        workbook([["我的套牌"], [], HEAD, *ROWS]),
        workbook([["说明"], ["随便"]], [HEAD, *ROWS]),
        workbook(
            [["编号", "备注", "数量", "分区"], ["HBU01-A07", "x", 3, "主牌"], [], ["HBU01-CR", None, "2", "备牌"]]
        ),
        workbook([["3 HBU01-A07 赛罗奥特曼"], ["备牌"], [2, "HBU01-CR"]]),
        format_workbook("套牌", HEAD, [["主牌", 3, "HBU01-A07", "赛罗奥特曼"], ["备牌", 2, "HBU01-CR", "令迦奥特曼"]]),
    ],
    ids=["plain", "title", "second sheet", "other columns", "no columns", "own"],
)
def test_a_workbook_is_read_by_its_content(data: bytes) -> None:
    read = read_heroes(file_list(data, "list.txt"))
    assert (troubles(read), held(read)) == ([], READ)


def test_lines_are_rows() -> None:
    text = workbook_text(workbook([["我的套牌"], [], HEAD, ROWS[0], [], ["主牌", 1, "??"]]))
    assert troubles(read_heroes(text)) == [("unreadable", 6)]


def test_a_hidden_sheet_is_no_list() -> None:
    def hide(book: Workbook) -> None:
        book.worksheets[0].sheet_state = "hidden"

    text = workbook_text(workbook([HEAD, ["主牌", 1, "HBU01-CR"]], [HEAD, *ROWS], change=hide))
    assert held(read_heroes(text)) == READ


def test_nothing_becomes_a_formula() -> None:
    data = format_workbook("x", HEAD, [["主牌", 1, "HBU01-A10", "=1+1"]])
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")
    read = read_heroes(file_list(data))
    assert [(one.number, one.name, one.count) for one in read.entries] == [("HBU01-A10", "=1+1", 1)]
    assert (read.questions, read.errors) == ((), ())


PLAIN = workbook([HEAD, *ROWS])
BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04\x00\x00", "no_workbook"),
        (PLAIN[: len(PLAIN) // 2], "no_workbook"),
        (repacked(PLAIN, sheet1=b"<worksheet><sheetData><row"), "no_workbook"),
        (repacked(PLAIN, sheet1=BOMB), "xml_entities"),
        (repacked(PLAIN, workbook=b"<x/>"), "no_workbook"),
        (repacked(PLAIN, zeros=b"\0" * (LIST_WORKBOOK.max_unpacked + 1)), "zip_bomb"),
        (repacked(PLAIN, **{f"f{n}": b"" for n in range(500)}), "zip_bomb"),
        (workbook([HEAD, *[["主牌", 1, "HBU01-A07"]] * MAX_LINES]), "too_many_rows"),
        (workbook([HEAD + [None] * MAX_COLUMNS + ["x"]]), "too_many_columns"),
        (workbook([["x" * (MAX_CELL + 1)]]), "cell_too_long"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_workbook"),
        (b"x" * (MAX_BYTES + 1), "file_too_large"),
        (b"\x89PNG\r\n\x1a\n\x00", "not_text"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        file_list(data)
    assert caught.value.code == code


def test_a_zip_of_other_things_is_no_workbook() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("word/document.xml", "<x/>")
    with pytest.raises(UnreadableFile) as caught:
        file_list(out.getvalue())
    assert caught.value.code == "no_workbook"


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.binary(max_size=80).map(b"PK\x03\x04".__add__),
        st.integers(0, len(PLAIN) - 1).map(lambda at: PLAIN[:at] + bytes([PLAIN[at] ^ 0x5A]) + PLAIN[at + 1 :]),
    )
)
def test_no_bytes_do_harm(data: bytes) -> None:
    try:
        text = file_list(data, "list.csv")
    except UnreadableFile:
        return
    assert isinstance(text, str)
