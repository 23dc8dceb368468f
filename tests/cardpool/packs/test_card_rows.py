"""Reading the card pool that ships beside a pack."""

import pytest

from cardpool.games import shipped_cards, shipped_pack
from cardpool.packs import PackCard, PackError, pack_from_mapping, read_card_rows

PACK = shipped_pack("ultraman-hero-duel")
NAMED_BY_THE_RULES = {
    "HBU01-A07": "赛罗奥特曼",
    "HBU01-A10": "赛罗奥特曼月神奇迹型",
    "HBU01-A36": "泽塔奥特曼伽马未来",
    "HBU01-CR": "令迦奥特曼",
    "HBU02-A02": "终极赛罗闪耀型",
    "HBU02-A10": "格利扎第一形态",
    "HBU02-A28": "捷德奥特曼银河初升",
    "HBU02-CR": "泽塔奥特曼德尔塔天爪",
    "HBU-JCA-01": "泽塔奥特曼阿尔法装甲",
    "HBU-TDG-01": "闪耀迪迦",
}


def problems(text: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        read_card_rows(text, PACK, source="pool.csv")
    return [str(problem) for problem in caught.value.problems]


def test_the_shipped_pool() -> None:
    cards = shipped_cards(PACK.key)
    real = {card.number: card for card in cards if not card.is_demo}
    assert {number: card.name for number, card in real.items()} == NAMED_BY_THE_RULES
    assert real["HBU01-A36"].attributes == {"keywords": ("泽塔", "奥特战士", "伽马未来")}
    assert [card.attributes for number, card in real.items() if number != "HBU01-A36"] == [{}] * 9
    demo = [card for card in cards if card.is_demo]
    assert len(demo) >= 60
    assert all("演示" in card.name and "Demo" in card.other_names[0] for card in demo)
    names = [card.name for card in cards]
    assert len([name for name in set(names) if names.count(name) == 2]) == 1


def test_a_row() -> None:
    header = "\ufeffnumber,name,name_en,star,keywords,copy_limit,demo\n"
    text = f"{header}HBU09-A01, 新卡 ,New,3,甲| 乙 |,1,1\nHBU09-A02,别的,,,,,\n"
    assert read_card_rows(text, PACK, source="pool.csv") == (
        PackCard("HBU09-A01", "新卡", ("New",), {"star": 3, "keywords": ("甲", "乙")}, 1, True),
        PackCard("HBU09-A02", "别的"),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("number,name,colour\n", "pool.csv:1: colour: unknown key (known: number, name, name_zh,"),
        ("number\n", "pool.csv:1: name: missing"),
        ("", "pool.csv:1: number: missing"),
        ("number,name,name\n", "pool.csv:1: name: name is declared twice"),
        ("number,name\nHBU09,x\n", 'pool.csv:2: number: "HBU09" is not a card number of this game as printed'),
        ("number,name\nhbu09-a01,x\n", "pool.csv:2: number:"),
        ("number,name\nHBU09-A01,\n", "pool.csv:2: name: a card needs a name"),
        ("number,name\nHBU09-A01\n", "pool.csv:2: 1 cells where the first line has 2"),
        ("number,name\nHBU09-A01,x,y\n", "pool.csv:2: 3 cells where the first line has 2"),
        ("number,name\nHBU09-A01,x\nHBU09-A01,y\n", "pool.csv:3: number: HBU09-A01 is already on line 2"),
        ("number,name,star\nHBU09-A01,x,many\n", 'pool.csv:2: star: "many" is not a whole number'),
        ("number,name,copy_limit\nHBU09-A01,x,-1\n", 'pool.csv:2: copy_limit: "-1" is not a whole number'),
        ("number,name,demo\nHBU09-A01,x,yes\n", 'pool.csv:2: demo: "yes" is neither 1 nor 0'),
        ('number,name\nHBU09-A01,"x\n', "pool.csv:2: a quotation mark opens here"),
    ],
)
def test_a_bad_cell_is_named(text: str, expected: str) -> None:
    assert any(problem.startswith(expected) for problem in problems(text)), problems(text)


def test_flags_are_read() -> None:
    flag = {"key": "legend", "type": "flag", "names": {"zh": "传说", "en": "Legend"}, "clause": ""}
    mapping = PACK.mapping | {"cards": PACK.mapping["cards"] | {"attributes": [flag]}, "deck_page": {}}
    pack = pack_from_mapping(mapping, source="mine.toml")
    (card,) = read_card_rows("number,name,legend\nHBU09-A01,x,1\n", pack, source="pool.csv")
    assert card.attributes == {"legend": True}
