"""Tables with the own columns, as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.listing import LineKind, ListFormat
from decks.text.reading import read_list
from decks.text.tables import on_single_lines, write_rows
from tests.decks.text.list_pools import NUMBERS, asked, held, read_heroes, read_ptcg, troubles

HEAD = "区域,张数,编号,名称"
READ = [("main", "HBU01-A07", 3), ("side", "HBU01-CR", 2)]


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}\n主牌,3,HBU01-A07,赛罗奥特曼\n备牌,2,HBU01-CR,令迦奥特曼",
        "Section;Count;Number;Name\nMain;3;hbu01 a07;\nSideboard;2;;令迦奥特曼\n",
        "名称\t数量\t区域\n赛罗奥特曼\t3张\t主牌\n令迦奥特曼\t2\t备牌",
        '"Section","Qty","Card name","Note"\n"main","3","赛罗奥特曼","x, y"\n"side","2.0","令迦奥特曼",""',
        f"# 我的套牌\n\n{HEAD}\n主牌,3,HBU01-A07,\n备牌,,,\n,2,HBU01-CR,\n合计,5,,",
        f"{HEAD}\n主牌,2,HBU01-A07,\n,1,赛罗奥特曼,\n备牌,2,HBU01-CR,\n,,,",
    ],
)
def test_a_table(text: str) -> None:
    read = read_heroes(text)
    assert (troubles(read), held(read), read.notices, read.format) == ([], READ, (), ListFormat.TABLE)


@pytest.mark.parametrize(
    "text",
    [
        "Nombre\tNom\n3\tDreepy",
        "Nombre,Carte\n3,Dreepy",
        "Nombre de cartes;Nom\n3;Dreepy",
        "Cantidad;Nombre\n3;Dreepy",
    ],
)
def test_nombre_is_a_count_in_french_and_a_name_in_spanish(text: str) -> None:
    read = read_ptcg(text)
    assert (troubles(read), [(card.number, card.count) for card in read.entries]) == ([], [("TWM-128", 3)])


def test_every_bad_row_is_an_error_on_its_line() -> None:
    rows = [
        "盒子,1,HBU01-CR,",
        "主牌,x,HBU01-CR,",
        "主牌,100,HBU01-CR,",
        "主牌,1,HBU01-A07,令迦奥特曼",
        "主牌,1,??,",
        ",3,,",
    ]
    read = read_heroes("\n".join([HEAD, *rows]))
    assert troubles(read) == [
        ("no_such_section", 2),
        ("count_missing", 3),
        ("count_out_of_range", 4),
        ("name_and_number_differ", 5),
        ("unreadable", 6),
        ("unreadable", 7),
    ]
    assert [line.kind for line in read.lines] == [
        LineKind.COMMENT,
        LineKind.ERROR,
        LineKind.QUESTION,
        LineKind.ERROR,
        LineKind.QUESTION,
        LineKind.ERROR,
        LineKind.ERROR,
    ]


def test_a_new_number_that_ends_like_a_known_one_is_a_card_of_its_own() -> None:
    read = read_heroes(f"{HEAD}\n主牌,3,HBU09-A07,\n主牌,2,HBU09-A10,新卡")
    assert (troubles(read), held(read)) == ([], [("main", "HBU09-A07", 3), ("main", "HBU09-A10", 2)])


def test_stated_totals_that_disagree_are_notices() -> None:
    (notice,) = read_heroes(f"{HEAD}\n主牌,3,HBU01-A07,\n合计,4,,").notices
    assert (notice.line, notice.stated, notice.actual) == (3, 4, 3)


@pytest.mark.parametrize("row", [",4,,合计", ",4,合计,", "Total,4,,", ",4,,Total cards"])
def test_a_row_that_sums_up_stands_in_any_column(row: str) -> None:
    read = read_heroes(f"{HEAD}\n主牌,3,HBU01-A07,\n{row}")
    assert (troubles(read), [notice.line for notice in read.notices]) == ([], [3])


@pytest.mark.parametrize(
    "text", ["3, HBU01-A07", "赛罗奥特曼,3", "# 区域,张数,编号\n3 HBU01-A07", "编号,x\n3 HBU01-A07"]
)
def test_what_is_no_table(text: str) -> None:
    assert read_heroes(text).format is ListFormat.TEXT


def test_cells_with_line_breaks_become_one_line() -> None:
    text = on_single_lines(f'{HEAD}\n主牌,3,HBU01-A07,"赛罗\n奥特曼"\n')
    assert held(read_heroes(text)) == READ[:1]
    assert on_single_lines(f"{HEAD}\n主牌,3,HBU01-A07,\n") == f"{HEAD}\n主牌,3,HBU01-A07,\n"
    assert on_single_lines('3 "x\ny"') == '3 "x\ny"'


def test_no_cell_becomes_a_formula() -> None:
    assert write_rows([("=1+1", "-x", "@y", "'=z", "plain", 3)]) == "'=1+1,'-x,'@y,''=z,plain,3\n"
    assert held(read_heroes(write_rows([("Section", "Count", "Name"), ("main", 1, "=1+1")]))) == [
        ("main", "HBU01-A10", 1)
    ]


@pytest.mark.parametrize(
    "head",
    [
        *("编号,名称,单价", "编号,名称,库存", "编号,名称,库存数量", "编号,名称,星级", "编号,名称,单张价格"),
        *("| 编号 | 名称 | 序号 |", "我的牌\n编号,名称,单价", "卡号\t卡名\t价格", "编号 名称 价格"),
    ],
)
def test_no_price_stock_or_running_number_is_a_count(head: str) -> None:
    delimiter = next(one for one in "|,\t " if one in head.splitlines()[-1])
    read = read_heroes(f"{head}\n{delimiter.join(('HBU01-A07', '赛罗奥特曼', '3'))}")
    assert asked(read) == [("HBU01-A07", 1), ("HBU01-A07", 2), ("HBU01-A07", 3)]
    assert read.questions[0].code.value == "count_missing"


@pytest.mark.parametrize("head", ["No,Number,Name", "序号,编号,名称", "| 序号 | 编号 | 名称 |", "#;卡号;卡名"])
def test_a_running_number_in_front_is_no_count(head: str) -> None:
    delimiter = next(one for one in "|,;" if one in head)
    row = delimiter.join(("7", "HBU01-A07", "赛罗奥特曼"))
    assert troubles(read_heroes(f"{head}\n{row}")) == [("count_missing", 2)]
    counted = f"{head.removesuffix(' |')}{delimiter}数量"
    assert held(read_heroes(f"{counted}\n{row}{delimiter}2")) == [("main", "HBU01-A07", 2)]


@pytest.mark.parametrize("text", ["编号,数量\nHBU01-A07,", "| 编号 | 数量 |\n|---|---|\n| HBU01-A07 | |"])
def test_an_empty_count_asks(text: str) -> None:
    read = read_heroes(text)
    assert asked(read) == [("HBU01-A07", 1), ("HBU01-A07", 2), ("HBU01-A07", 3)]
    # Where the table becomes own text by an edit, the row goes on asking.
    assert troubles(read_heroes(read.questions[0].text)) == [("count_missing", 1)]


def test_a_count_beside_a_name_serves_where_no_column_has_it() -> None:
    read = read_heroes("编号,名称\nHBU01-A07,赛罗奥特曼 x3\n备牌\n2 HBU01-CR")
    assert (held(read), troubles(read)) == (READ, [])


def test_a_subtotal_is_no_card() -> None:
    read = read_heroes("编号,数量\nHBU01-A07,3\n小计,39\n合计,3")
    assert (held(read), troubles(read), read.notices) == (READ[:1], [], ())


TCGPLAYER = (
    "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,"
    "TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL"
)
COLLECTION = (
    "Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU\n"
    "4,Dreepy - 128/167,Dreepy,SV06: Twilight Masquerade,128/167,TWM,Normal,Near Mint,English,Common,1,2"
)


@pytest.mark.parametrize(
    "text",
    [
        "Quantity,Name,Set,Card Number\n4,Dreepy,TWM,128",
        "数量,名称,系列,编号\n4,Dreepy,TWM,128/167",
        COLLECTION,
        f"{TCGPLAYER}\n111,Pokemon,SV06: Twilight Masquerade,Dreepy,,128/167,Common,Near Mint,0.5,,,0.3,4,0,0.5,",
    ],
)
def test_sets_and_numbers_in_columns_of_their_own(text: str) -> None:
    read = read_ptcg(text)
    assert (held(read), troubles(read)) == ([("main", "TWM-128", 4)], [])


NUMBERED = [f"HBU01-A{number:02d}" for number in range(1, 9)]
AWKWARD = ["x3", "3 HBU01-A01", "主牌", 'a "b", c', "=cmd()", "'=x", "-1", "合计", "a;b\tc", "# c", "(2)"]


@settings(max_examples=150, deadline=None)
@given(
    known=st.dictionaries(
        st.sampled_from(NUMBERED), st.one_of(st.sampled_from(AWKWARD), st.text("ab 赛罗,;\"'=", min_size=1))
    ),
    deck=st.dictionaries(st.tuples(st.sampled_from(["主牌", "备牌"]), st.sampled_from(NUMBERED)), st.integers(1, 99)),
)
def test_round_trip(known: dict[str, str], deck: dict[tuple[str, str], int]) -> None:
    cards = Catalogue.of(ListedCard(number, name) for number, name in known.items())
    rows = [(section, count, number, known.get(number, "")) for (section, number), count in deck.items()]
    read = read_list(write_rows([HEAD.split(","), *rows]), form=NUMBERS, catalogue=cards)
    keys = {"主牌": "main", "备牌": "side"}
    assert held(read) == [(keys[section], number, count) for (section, number), count in deck.items()]
    assert [code for code, _ in troubles(read)] == ([] if deck else ["empty"])
