"""Rows of tables with several cards, and with sections in their heads or cells."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.converting import as_own_text
from decks.text.editing import ListEditor
from decks.text.reading import read_list
from decks.text.tables import write_rows
from tests.decks.text.list_pools import HEROES, NUMBERS, PRINTED, PRINTINGS, held, read_heroes, read_ptcg, troubles

A, B = "HBU01-A07", "HBU01-CR"
BOTH = [("main", A, 3), ("main", B, 3)]
PARTED = [("main", A, 3), ("side", B, 3)]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (f"编号,数量,编号,数量\n{A},3,{B},3", BOTH),
        (f"编号\t数量\t编号\t数量\n{A}\t3\t{B}\t3", BOTH),
        (f"| 编号 | 数量 | 编号 | 数量 |\n|---|---|---|---|\n| {A} | 3 | {B} | 3 |", BOTH),
        (f"我的牌\n编号,数量,编号,数量\n{A},3,{B},3", BOTH),
        ("名称,数量,名称,数量\n赛罗奥特曼,3,令迦奥特曼,3", BOTH),
        ("数量,名称,数量,名称\n3,赛罗奥特曼,3,令迦奥特曼", BOTH),
        (f"编号2,数量2\n{A},3\n{B},3", BOTH),
        (f"编号,数量,编号2,数量2\n{A},3,{B},3", BOTH),
        (f"编号,数量,,编号,数量\n{A},3,,{B},3", BOTH),
        (f"编号,数量,编号,数量\n{A},3,,\n,,{B},3", BOTH),
        (f"编号,数量,编号,数量,编号,数量\n{A},3,{B},3,HBU09-A01,1", [*BOTH, ("main", "HBU09-A01", 1)]),
        (f"主牌编号,数量,备牌编号,数量\n{A},3,{B},3", PARTED),
        (f"编号,数量,side编号,数量\n{A},3,{B},3", PARTED),
        (f"编号,数量,副卡组编号,副卡组数量\n{A},3,{B},3", PARTED),
        (f"编号,数量,编号,数量\n主牌,,备牌,\n{A},3,{B},3\n合计,3,合计,3", PARTED),
        (f"区域,编号,数量,区域,编号,数量\n主牌,{A},2,备牌,{B},2\n,{A},1,,{B},1", PARTED),
        (f"编号,主牌数量,备牌数量\n{A},3,\n{B},0,3", PARTED),
        (f"编号,主牌数量,备牌数量\n{A},1,1", [("main", A, 1), ("side", A, 1)]),
        (f"编号,主牌,备牌\n{A},1,1", [("main", A, 1), ("side", A, 1)]),
    ],
)
def test_no_half_of_a_row_is_lost(text: str, cards: list[tuple[str, str, int]]) -> None:
    read = read_heroes(text)
    assert (held(read), troubles(read), read.is_settled) == (cards, [], True)
    assert sorted(held(read_heroes(as_own_text(text, form=NUMBERS, catalogue=HEROES)))) == sorted(cards)


@pytest.mark.parametrize(
    "text",
    [
        f"编号,数量,编号,数量\n{A},3,{A},3",
        f"编号,数量,编号,数量\n{A},3,{B},",
        f"编号,数量,编号,数量\n{A},3,??,3",
        f"编号,数量,编号,数量\n备牌,,{B},3",
        f"编号,数量\n{A},3,{B},3",
        f"编号,编号,数量\n{A},{B},3",
        "名称,名称,数量\n赛罗奥特曼,令迦奥特曼,3",
        f"编号,数量,\n{A},3,{B}",
        f"主牌,数量,备牌,数量\n{A},3,{B},3",
        f"编号,数量,编号,备牌\n{A},3,{B},3",
    ],
)
def test_a_row_that_is_not_sure_asks_as_a_whole(text: str) -> None:
    read = read_heroes(text)
    assert (read.entries, len(read.questions), read.is_settled) == ((), 1, False)
    assert not read_heroes(as_own_text(text, form=NUMBERS, catalogue=HEROES)).is_settled


def test_sections_side_by_side_in_a_first_row_are_an_error() -> None:
    read = read_heroes(f"主牌,备牌\n{A} x3,{B} x3")
    assert troubles(read) == [("sections_side_by_side", 1)]


def test_a_change_in_a_table_with_halves_is_made_to_its_card() -> None:
    text = f"编号,数量,备牌编号,数量\n{A},3,{B},3\n{B},1,{A},1"
    assert sorted(held(read_heroes(ListEditor(NUMBERS, HEROES).take(text, "side", B)))) == sorted(
        [("main", A, 3), ("side", B, 2), ("main", B, 1), ("side", A, 1)]
    )


@pytest.mark.parametrize("head", ["卡组", "分类", "类型", "位置", "归属", "备注", "Note", "区域"])
def test_a_cell_may_say_the_section_of_its_row(head: str) -> None:
    read = read_heroes(f"编号,数量,{head}\n{A},3,主卡组\n{B},3,副卡组")
    assert (held(read), troubles(read)) == (PARTED, [])


def test_a_column_may_tick_the_cards_of_a_section() -> None:
    read = read_heroes(f"编号,数量,是否备牌\n{A},3,否\n{B},3,是")
    assert (held(read), troubles(read)) == (PARTED, [])


@pytest.mark.parametrize(
    ("head", "cell"),
    [
        *(("备牌", "1"), ("备牌数量", "1"), ("是否备牌", "1"), ("是否备牌", "?"), ("卡组", "备选"), ("备注", "不带")),
        *(("是否携带", "否"), ("备注", "缺2张"), ("Note", "goes to the sideboard"), ("Status", "sold")),
        *(("备注", cell) for cell in ("另有1", "还有一张", "加2", "其中1张闪", "1", "2 more", "plus 1", "两版各1")),
        *(
            ("状态", "缺货"),
            ("其他", "另有1"),
            ("库存", "无"),
            ("备注", "2主1备"),
            ("备注", "x2"),
            ("备注", B),
            ("", B),
        ),
    ],
)
def test_a_cell_that_says_more_makes_its_row_ask(head: str, cell: str) -> None:
    read = read_heroes(f"编号,数量,{head}\n{A},3,{cell}\n{B},3,")
    assert ([line for _, line in troubles(read)], read.is_settled) == ([2], False)


@pytest.mark.parametrize(
    ("head", "cell"),
    [
        *(
            ("稀有度", "SR"),
            ("价格", "12"),
            ("系列", "HBU01"),
            *(("备注", cell) for cell in ("闪", "12元", "5月1日", "第3版", "25周年", "PSA10", "9成新", "2026")),
            ("备注", "无"),
            ("说明", "没有"),
            ("状态", "有货"),
        ),
        *(("效果", "没有手牌时可以替换"), ("攻击力", "3000"), ("类型", "奥特曼"), ("备牌", "0"), ("备牌", "-")),
        *(
            ("是否备牌", "否"),
            ("是否闪卡", "否"),
            ("备注", "主力"),
            ("库存", "7"),
            ("图片", "a.png"),
            ("卡组", "贝利亚融合"),
        ),
    ],
)
def test_ordinary_columns_are_ignored(head: str, cell: str) -> None:
    read = read_heroes(f"编号,数量,{head}\n{A},3,{cell}\n{B},3,")
    assert (held(read), troubles(read)) == (BOTH, [])


@pytest.mark.parametrize(
    "text",
    [
        "编号,数量,备牌编号,数量\nTWM-128,3,SVI-189,3",
        "编号,数量,备牌编号,数量\nTWM-128,3,SVI-189,3\nTWM-128,,,",
        "编号,主牌数量,备牌数量\nTWM-128,3,\nSVI-189,,3",
        "编号,数量,是否备牌\nTWM-128,3,否\nSVI-189,3,是",
        "区域,编号,数量,区域,编号,数量\n主牌,TWM-128,3,备选,SVI-189,3",
        "编号,数量,编号,数量\n主牌,,备牌,\nTWM-128,3,SVI-189,3",
    ],
)
def test_what_the_game_has_no_part_for_is_apart(text: str) -> None:
    read = read_ptcg(text)
    assert held(read) == [("main", "TWM-128", 3)]
    assert [(entry.number, entry.count) for entry in read.apart] == [("SVI-189", 3)]
    again = read_ptcg(as_own_text(text, form=PRINTINGS, catalogue=PRINTED))
    assert (held(again), [one.number for one in again.apart]) == (held(read), ["SVI-189"])


@pytest.mark.parametrize("word", ["盒子", "备选", ""])
def test_a_column_of_sections_between_lines_is_read(word: str) -> None:
    read = read_heroes(f"我的牌\n| 区域 | 编号 | 数量 |\n| 备牌 | {B} | 3 |\n| {word} | {A} | 3 |")
    assert (held(read), [line for _, line in troubles(read)]) == ([("side", B, 3)], [4])


def test_an_empty_cell_below_another_section_asks() -> None:
    read = read_heroes(f"编号,数量,分类\n{A},3,备牌\n{B},3,")
    assert (held(read), troubles(read)) == ([("side", A, 3)], [("words_left", 3)])


NUMBERED = [f"HBU01-A{number:02d}" for number in range(1, 30)]
CARDS = Catalogue.of(ListedCard(number, f"卡{number}") for number in NUMBERED[:20])
SECTIONS = {"main": ("主牌", "主卡组", "Main"), "side": ("备牌", "副卡组", "Side")}
DECKS = st.dictionaries(st.tuples(st.sampled_from(sorted(SECTIONS)), st.sampled_from(NUMBERED)), st.integers(1, 99))


def _held(rows: list[list[str | int]]) -> tuple[list[tuple[str, str, int]], bool]:
    read = read_list(write_rows(rows), form=NUMBERS, catalogue=CARDS)
    return sorted(held(read)), read.is_settled


@settings(max_examples=100, deadline=None)
@given(
    cards=st.dictionaries(st.sampled_from(NUMBERED), st.integers(1, 99), min_size=1),
    halves=st.integers(2, 4),
    has_gap=st.booleans(),
    in_side=st.booleans(),
)
def test_round_trip_of_a_repeated_head(cards: dict[str, int], halves: int, *, has_gap: bool, in_side: bool) -> None:
    gap = [""] * has_gap
    last = "备牌编号" if in_side else "编号"
    heads = [cell for at in range(halves) for cell in (last if at == halves - 1 else "编号", "数量", *gap)]
    cells = list(cards.items())
    rows = [cells[at : at + halves] for at in range(0, len(cells), halves)]
    padded = [[*row, *[("", "")] * (halves - len(row))] for row in rows]
    table = [heads, *([cell for number, count in row for cell in (number, count, *gap)] for row in padded)]
    expected = [
        ("side" if in_side and at % halves == halves - 1 else "main", number, count)
        for at, (number, count) in enumerate(cells)
    ]
    assert _held(table) == (sorted(expected), True)


@settings(max_examples=100, deadline=None)
@given(
    deck=DECKS.filter(bool),
    head=st.sampled_from(["卡组", "分类", "类型", "位置", "备注", "区域"]),
    at=st.integers(0, 2),
    word=st.integers(0, 2),
)
def test_round_trip_of_a_column_of_sections(deck: dict[tuple[str, str], int], head: str, at: int, word: int) -> None:
    rows: list[list[str | int]] = [["编号", "数量"], *([number, count] for (_, number), count in deck.items())]
    said = [head, *(SECTIONS[section][word] for section, _ in deck)]
    table = [[*row[:at], cell, *row[at:]] for row, cell in zip(rows, said, strict=True)]
    expected = sorted((section, number, count) for (section, number), count in deck.items())
    assert _held(table) == (expected, True)
