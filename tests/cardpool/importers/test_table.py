"""Card tables: encodings, delimiters, headers, cells, and every problem of a row."""

from __future__ import annotations

import csv
import datetime
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from cardpool.games import shipped_pack
from cardpool.importers.columns import fields_of, guess_columns, headers_digest
from cardpool.importers.records import ReadCard, RefusedRow, Row
from cardpool.importers.table import read_table, table_heads
from cardpool.intake.unreadable import UnreadableFile

ULTRAMAN = shipped_pack("ultraman-hero-duel")
RUSH = shipped_pack("rush-duel")
HEADER = "卡牌编号,卡名,星数,关键词\n"


def read(path: Path, pack: Any = ULTRAMAN, **options: Any) -> list[Row]:
    return list(read_table([path], pack, options).rows)


def cards(path: Path, pack: Any = ULTRAMAN, **options: Any) -> list[ReadCard]:
    rows = read(path, pack, **options)
    assert all(isinstance(row, ReadCard) for row in rows), rows
    return [row for row in rows if isinstance(row, ReadCard)]


def refusals(path: Path, pack: Any = ULTRAMAN, **options: Any) -> list[tuple[int, str, str]]:
    """Row, column and reason of everything refused."""
    return [
        (row.place.row, row.facts.get("column", ""), row.code)
        for row in read(path, pack, **options)
        if isinstance(row, RefusedRow)
    ]


def unreadable(path: Path, pack: Any = ULTRAMAN, **options: Any) -> UnreadableFile:
    with pytest.raises(UnreadableFile) as raised:
        read(path, pack, **options)
    return raised.value


def text_file(folder: Path, text: str, encoding: str = "utf-8", name: str = "cards.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def workbook(folder: Path, *rows: list[Any], name: str = "cards.xlsx") -> Path:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    path = folder / name
    book.save(path)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "gbk"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters(tmp_path: Path, encoding: str, delimiter: str) -> None:
    lines = [HEADER, "HBU01-A07,赛罗奥特曼,3,奥特战士|赛罗\n", "hbu01a08,捷德奥特曼,５,奥特战士\n"]
    path = text_file(tmp_path, "".join(lines).replace(",", delimiter), encoding)
    first, second = cards(path)
    assert (first.number, first.name) == ("HBU01-A07", "赛罗奥特曼")
    assert first.attributes == {"star": 3, "keywords": ("奥特战士", "赛罗")}
    assert (second.number, second.attributes["star"]) == ("HBU01-A08", 5)


def test_quotes_and_lines_in_cells_and_a_hint_of_the_delimiter(tmp_path: Path) -> None:
    text = 'sep=;\r\n编号;名称;卡牌效果\r\nHBU01-A07;"赛罗; ""零""";"第一行\r\n第二行"\r\n\r\nHBU01-A08;捷德;\r\n'
    first, second = cards(text_file(tmp_path, text))
    assert first.name == '赛罗; "零"'
    assert first.attributes == {"effect": "第一行\n第二行"}
    assert (first.place.row, second.place.row) == (3, 5), "as a spreadsheet counts them"


def test_a_title_above_the_headers(tmp_path: Path) -> None:
    path = workbook(tmp_path, ["奥特曼英雄对决 卡表"], [], ["No.", "Name", "Stars"], ["HBU01-A07", "Zero", 3])
    assert cards(path)[0].attributes == {"star": 3}
    head = table_heads([path], ULTRAMAN, {})[0]
    assert (head.row, head.headers, head.samples[0]) == (3, ("No.", "Name", "Stars"), ("HBU01-A07",))


def test_what_cells_of_a_workbook_hold(tmp_path: Path) -> None:
    path = workbook(
        tmp_path,
        ["编号", "名称", "星数", "战力", "卡牌效果", "自身张数上限"],
        ["HBU01-A07", "赛罗", 3.0, "3,000", datetime.date(2025, 1, 2), None],
        ["HBU01-A08", 1234, "=1+1", "-", True, ""],
    )
    first, second = cards(path)
    assert first.attributes == {"star": 3, "power": 3000, "effect": "2025-01-02"}
    assert second.name == "1234"
    assert second.attributes == {"effect": "1"}, "a formula that was never worked out says nothing"


def test_every_problem_of_a_row_is_named(tmp_path: Path) -> None:
    text = HEADER + "HBU1,赛罗,很多,\n,捷德,x,\nHBU01-A09,艾斯,3,\n"
    assert refusals(text_file(tmp_path, text)) == [
        (2, "卡牌编号", "not_a_number"),
        (2, "星数", "not_whole"),
        (3, "星数", "not_whole"),
        (3, "卡牌编号", "number_missing"),
    ]


def test_values_are_known_by_their_names(tmp_path: Path) -> None:
    named = {attribute.key: attribute.names.zh for attribute in RUSH.attributes}
    number = RUSH.mapping["cards"]["number"]["examples"][0]
    lines = [f"卡号,卡名,{named['kind']},{named['legend']}"]
    lines += [f"{number},甲,怪兽卡,是", f"{number},乙,Spell card,no", f"{number},丙,法术,"]
    rows = read(text_file(tmp_path, "\n".join(lines)), RUSH)
    assert isinstance(rows[0], ReadCard)
    assert rows[0].attributes["kind"] == "monster"
    assert rows[0].attributes["legend"] is True
    assert isinstance(rows[1], ReadCard)
    assert rows[1].attributes["kind"] == "spell"
    assert rows[1].attributes["legend"] is False
    assert isinstance(rows[2], RefusedRow)
    assert (rows[2].code, rows[2].facts["known"]) == ("unknown_value", ["monster", "spell", "trap"])


def test_a_number_that_became_a_date_is_reported(tmp_path: Path) -> None:
    path = workbook(tmp_path, ["编号", "名称", "星数"], [datetime.date(2025, 3, 1), "赛罗", "#N/A"])
    assert refusals(path) == [(2, "编号", "became_date"), (2, "星数", "cell_error")]


def test_a_key_twice_in_a_deck_rule_is_named_with_its_place(tmp_path: Path) -> None:
    path = text_file(tmp_path, '编号,构筑规则\nHBU01-A07,"[{""kind"":1,""kind"":1}]"\n')
    (row,) = read(path)
    assert isinstance(row, RefusedRow)
    assert (row.place.row, row.code) == (2, "deck_rules_key_twice")
    assert row.facts == {"key": "kind", "line": 1, "column": 12}


def test_rarities_of_one_number_are_printings(tmp_path: Path) -> None:
    found = cards(text_file(tmp_path, "编号,名称,稀有度\nHBU01-A07,赛罗,R\nHBU01-A07,赛罗,SEC\n"))
    assert [(one.code, one.rarity) for card in found for one in card.printings] == [
        ("HBU01-A07", "R"), ("HBU01-A07", "SEC"),
    ]  # fmt: skip


def test_names_in_several_languages(tmp_path: Path) -> None:
    path = text_file(tmp_path, "No,英文名,中文名,日文名,别名\nHBU01-A07,Zero,赛罗,ゼロ,零、小零\n")
    card = cards(path)[0]
    assert (card.name, card.other_names) == ("赛罗", ("Zero", "ゼロ", "零", "小零"))


def test_columns_chosen_and_named(tmp_path: Path) -> None:
    path = text_file(tmp_path, "A,B,C\nHBU01-A07,赛罗,3\n")
    assert unreadable(path).code == "no_card_column"
    assert unreadable(path).facts["headers"] == ["A", "B", "C"]
    digest = headers_digest(["A", "B", "C"])
    chosen = cards(path, columns={digest: ["number", "name", "attributes.star"]})
    assert chosen == cards(path, map={"A": "number", "B": "name", "C": "star"})
    assert chosen[0].attributes == {"star": 3}
    assert unreadable(path, map={"X": "number"}).code == "no_such_column"
    assert unreadable(path, map={"A": "number", "B": "weight"}).code == "no_such_field"
    assert cards(text_file(tmp_path, HEADER + "HBU01-A07,赛罗,3,\n"), map={"星数": ""})[0].attributes == {}


def test_headers_with_spaces_in_traditional_characters_or_by_other_words_are_guessed() -> None:
    headers = ["卡　號", "卡 牌 名 稱", "星 數", "关键字", "效果", "戰力（基礎）", "CardName"]

    guessed = guess_columns(headers, ULTRAMAN)

    facts = ["number", "name", "attributes.star", "attributes.keywords", "attributes.effect", "attributes.power", ""]
    assert list(guessed) == facts
    assert guess_columns(["CardName"], ULTRAMAN) == ("name",)


def test_passcodes_are_the_numbers_of_games_with_card_databases() -> None:
    assert guess_columns(["卡名", "卡密"], RUSH) == ("name", "number")
    assert guess_columns(["卡号", "卡密"], RUSH) == ("number", "codes")
    assert guess_columns(["卡名", "卡密"], ULTRAMAN) == ("name", "codes")


def test_what_a_pack_calls_an_attribute_goes_before_what_others_call_it() -> None:
    assert guess_columns(["Type", "卡片类型", "传说", "防御", "星级"], RUSH) == (
        "attributes.race",
        "attributes.kind",
        "attributes.legend",
        "attributes.defence",
        "attributes.level",
    )
    assert guess_columns(["攻击力", "AP"], shipped_pack("heroes-placement")) == ("attributes.ap", "")


@pytest.mark.parametrize(
    "slug", ["ultraman-hero-duel", "pokemon-tcg", "galaxy-card-game", "heroes-placement", "rush-duel"]
)
def test_headers_of_every_pack_are_guessed(slug: str) -> None:
    pack = shipped_pack(slug)
    for language in ("zh", "en"):
        headers = [attribute.names.in_language(language) for attribute in pack.attributes]
        assert guess_columns(headers, pack) == tuple(f"attributes.{one.key}" for one in pack.attributes)
    headers = ["card No.", "卡牌名称（中文）", "English name", "卡片编号", "密码", "copy limit"]
    assert guess_columns(headers, pack) == ("number", "name", "name_en", "", "codes", "copy_limit")
    assert guess_columns(list(fields_of(pack)), pack) == fields_of(pack)


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12).map(str.strip)


@given(
    stated=st.lists(
        st.tuples(
            st.integers(0, 99), CELLS.filter(bool), st.one_of(st.none(), st.integers(0, 99)),
            st.lists(st.sampled_from(["奥特战士", "赛罗", "A/B", "x, y"]), unique=True, max_size=3),
        ),
        min_size=1, max_size=8, unique_by=lambda card: card[0],
    ),
    delimiter=st.sampled_from(",;\t"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)  # fmt: skip
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, stated: list[Any], delimiter: str, encoding: str
) -> None:
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter)
    writer.writerow(["number", "name", "star", "keywords", "effect"])
    for number, name, star, keywords in stated:
        cell = "|".join([*keywords, ""]) if keywords else ""
        writer.writerow([f"HBU01-A{number:02d}", name, "" if star is None else star, cell, "；，\t"])
    path = text_file(tmp_path_factory.mktemp("tables"), target.getvalue(), encoding)
    found = cards(path)
    assert [card.number for card in found] == [f"HBU01-A{number:02d}" for number, *_ in stated]
    for card, (_, name, star, keywords) in zip(found, stated, strict=True):
        assert card.name == " ".join(name.split()) or name.startswith("#")
        assert card.attributes.get("star") == star
        assert card.attributes.get("keywords", ()) == tuple(keywords)


@given(data=st.binary(max_size=300), name=st.sampled_from(["a.csv", "b.xlsx", "c"]), mark=st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", "编号,名称\n".encode()]))  # fmt: skip  # noqa: E501
def test_any_bytes_are_cards_refusals_or_unreadable(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str, mark: bytes
) -> None:
    path = tmp_path_factory.mktemp("bytes") / name
    path.write_bytes(mark + data)
    try:
        rows = read(path)
    except UnreadableFile:
        return
    assert all(isinstance(row, ReadCard | RefusedRow) for row in rows)
