"""Hostile files: each is refused with a reason, quickly and without filling the memory."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from cardpool.games import shipped_pack
from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.importers.records import RefusedRow
from cardpool.importers.table import read_table, table_heads
from cardpool.intake.unreadable import UnreadableFile

PACK = shipped_pack("ultraman-hero-duel")
SHEET = "xl/worksheets/sheet1.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
STRINGS = "xl/sharedStrings.xml"
STRINGS_RELATION = (
    b'<Relationship Id="shared" Target="sharedStrings.xml" '
    b'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"/>'
)
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def code_of(path: Path, **options: Any) -> str:
    """Why a file is refused, when it is read whole and when only its header line is."""
    with pytest.raises(UnreadableFile) as raised:
        list(read_table([path], PACK, options).rows)
    return raised.value.code


def book_with(folder: Path, **parts: str | bytes) -> Path:
    """A sound workbook of one card, with parts of it replaced."""
    book = Workbook()
    book.active.append(["编号", "名称"])
    book.active.append(["HBU01-A07", "赛罗"])
    sound = io.BytesIO()
    book.save(sound)
    path = folder / "book.xlsx"
    replaced = {name.replace("__", "/").replace("_xml", ".xml"): text for name, text in parts.items()}
    with zipfile.ZipFile(sound) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.namelist():
            part = replaced.pop(entry, source.read(entry))
            if entry == RELATIONS and STRINGS in replaced:
                part = bytes(part).replace(b"</Relationships>", STRINGS_RELATION + b"</Relationships>")
            target.writestr(entry, part)
        for entry, text in replaced.items():
            target.writestr(entry, text)
    return path


def sheet(rows: str, before: str = "") -> str:
    return f'<?xml version="1.0"?>{before}<worksheet xmlns="{NAMESPACE}"><sheetData>{rows}</sheetData></worksheet>'


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


HEADER = f'<row r="1">{cell("A1", "编号")}{cell("B1", "名称")}</row>'


def test_a_zip_bomb(tmp_path: Path) -> None:
    path = book_with(tmp_path, xl__sharedStrings_xml=b" " * 300_000_000)
    assert path.stat().st_size < 1_000_000
    assert code_of(path) == "zip_bomb"
    with pytest.raises(UnreadableFile):
        table_heads([path], PACK, {})


def test_a_dense_part_of_a_workbook(tmp_path: Path) -> None:
    assert code_of(book_with(tmp_path, xl__sharedStrings_xml=b"a" * 20_000_000)) == "zip_bomb"


def test_many_entries(tmp_path: Path) -> None:
    parts = {f"xl__extra{number}_xml": "x" for number in range(CARD_WORKBOOK.max_entries + 1)}
    assert code_of(book_with(tmp_path, **parts)) == "zip_bomb"


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path) -> None:
    path = book_with(tmp_path, xl__worksheets__sheet1_xml=sheet(HEADER) + " " * 5_000_000)
    data = path.read_bytes()
    with zipfile.ZipFile(path) as packed:
        entry = packed.getinfo(SHEET)
    lying = data.replace(entry.file_size.to_bytes(4, "little"), (500).to_bytes(4, "little"))
    assert lying != data
    path.write_bytes(lying)
    assert code_of(path) == "no_workbook"


@pytest.mark.parametrize("part", ["xl__worksheets__sheet1_xml", "xl__workbook_xml", "xl__sharedStrings_xml"])
def test_a_billion_laughs(tmp_path: Path, part: str) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    before = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]>'
    text = sheet(f'<row r="1">{cell("A1", "&l9;")}</row>', before)
    assert code_of(book_with(tmp_path, **{part: text})) == "xml_entities"


def test_an_entity_from_outside(tmp_path: Path) -> None:
    before = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    text = sheet(f'<row r="1">{cell("A1", "&e;")}</row>', before)
    assert code_of(book_with(tmp_path, xl__worksheets__sheet1_xml=text)) == "xml_entities"


def test_a_million_columns(tmp_path: Path) -> None:
    wide = "".join(f'<c t="inlineStr"><is><t>x{n}</t></is></c>' for n in range(100_000))
    text = sheet(HEADER + f'<row r="2">{wide}</row>')
    assert code_of(book_with(tmp_path, xl__worksheets__sheet1_xml=text)) == "too_many_columns"


def test_a_row_number_beyond_every_sheet(tmp_path: Path) -> None:
    text = sheet(HEADER + f'<row r="2000000000">{cell("A2000000000", "x")}</row>')
    assert code_of(book_with(tmp_path, xl__worksheets__sheet1_xml=text)) == "too_many_rows"


def test_too_many_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardpool.importers.grid.MAX_ROWS", 10)
    path = tmp_path / "long.csv"
    path.write_text("编号,名称\n" + "HBU01-A07,x\n" * 11, encoding="utf-8")
    assert code_of(path) == "too_many_rows"


def test_a_stated_size_is_not_believed(tmp_path: Path) -> None:
    text = sheet(HEADER + f'<row r="2">{cell("A2", "HBU01-A07")}{cell("B2", "赛罗")}</row>').replace(
        "<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'
    )
    opened = read_table([book_with(tmp_path, xl__worksheets__sheet1_xml=text)], PACK, {})
    assert opened.total == 2, "rows there are, header and all"
    assert len(list(opened.rows)) == 1


def test_a_cell_of_fifty_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "cell.csv"
    path.write_text("编号,名称\nHBU01-A07," + "x" * 50_000_000 + "\n", encoding="utf-8")
    assert code_of(path) == "row_too_long"


def test_a_long_cell_refuses_its_row(tmp_path: Path) -> None:
    path = tmp_path / "cell.csv"
    path.write_text("编号,名称\nHBU01-A07," + "x" * 100_000 + "\nHBU01-A08,y\n", encoding="utf-8")
    first, second = read_table([path], PACK, {}).rows
    assert isinstance(first, RefusedRow)
    assert (first.code, first.facts["column"]) == ("cell_too_long", "名称")
    assert not isinstance(second, RefusedRow)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.csv", b"\x89PNG\r\n\x1a\n" + bytes(64), "is_picture"),
        ("a.xlsx", b"SQLite format 3\x00" + bytes(64), "is_database"),
        ("a.xlsx", b"PK\x03\x04" + bytes(64), "no_workbook"),
        ("a.xls", b"\xd0\xcf\x11\xe0" + bytes(64), "old_excel"),
        ("a.csv", b"%PDF-1.7", "is_pdf"),
        ("a.csv", b"", "file_empty"),
        ("a.csv", b" \n\n ", "file_empty"),
        ("a.csv", "编号,名称\nHBU01\x00,x".encode(), "not_text"),
        ("a.csv", b"\xff\xfea", "unknown_encoding"),
        ("a.csv", "numéro,nom\nHBU01-A07,éàü".encode("latin-1"), "unknown_encoding"),
        ("a.csv", bytes(range(1, 256)), "unknown_encoding"),
        ("a.csv", '编号,名称\nHBU01-A07,"open\n'.encode(), "broken_quotes"),
        ("a.csv", ("x," * 201 + "编号\n").encode(), "too_many_columns"),
        ("a.csv", "只有,这些\n1,2\n".encode(), "no_card_column"),
    ],
)
def test_what_is_no_table_is_refused_by_name(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert code_of(path) == code


def test_paths_in_a_zip_lead_nowhere(tmp_path: Path) -> None:
    path = book_with(tmp_path, **{"..__..__evil.txt": "x"})
    assert len(list(read_table([path], PACK, {}).rows)) == 1
    assert not (tmp_path.parent / "evil.txt").exists()


def test_a_part_packed_another_way_and_damaged(tmp_path: Path) -> None:
    """Each compression method has its own errors, and the reader knows them all."""
    path = tmp_path / "book.xlsx"
    for way in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(path, "w", way) as target:
            target.writestr("[Content_Types].xml", bytes(range(256)) * 40)
        data = bytearray(path.read_bytes())
        start = 30 + len("[Content_Types].xml")
        for place in range(start + 4, start + 40):
            data[place] ^= 0x5A
        path.write_bytes(data)
        assert code_of(path) == "no_workbook"


def test_a_zip_that_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "cards.xlsx"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("cards.csv", "编号,名称\n")
    assert code_of(path) == "no_workbook"
