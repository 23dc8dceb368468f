"""Attributes that list their values, facts of a printing, and deck rules in a pool file."""

import pytest

from cardpool.games import shipped_pack, shipped_text
from cardpool.packs import GamePack, PackError, read_card_rows, read_pack

TEXT = shipped_text("galaxy-card-game")
HEAD = "number,name,kind,keywords,rarity,deck_rules\n"


def problems(text: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        read_pack(text, source="mine.toml")
    return [str(problem).split(": ", 1)[1] for problem in caught.value.problems]


@pytest.fixture
def pack() -> GamePack:
    return shipped_pack("galaxy-card-game")


def attribute(pack: GamePack, key: str):
    return next(one for one in pack.attributes if one.key == key)


def test_values_have_names_in_both_languages(pack: GamePack) -> None:
    kind = attribute(pack, "kind")
    assert (kind.say("unit", "zh"), kind.say("unit", "en"), kind.say("odd", "en")) == ("单位", "Unit", "odd")
    assert not kind.of_printing
    assert attribute(pack, "rarity").of_printing


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('key = "large_unit"', 'key = "unit"', 'cards.attributes[0].values[1].key: "unit" is declared twice'),
        ('key = "large_unit", names', 'key = "large_unit", name', "cards.attributes[0].values[1].name: unknown key"),
        ("of_printing = true", "of_printing = 1", "cards.attributes[7].of_printing: must be true or false"),
        ('type = "text"', 'type = "flag"', "cards.attributes[0].values: must be one of values of text and list"),
        (
            'key = "galaxy-card-game"',
            'key = "galaxy-card-game"\nposition = -1',
            "position: must be 0 or more, found -1",
        ),
    ],
)
def test_a_mistake_is_named(old: str, new: str, expected: str) -> None:
    assert old in TEXT
    assert any(problem.startswith(expected) for problem in problems(TEXT.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("DEMO-01,A,unti,,,", 'p.csv:2: kind: "unti" is not one of unit, large_unit,'),
        ('DEMO-01,A,unit,,,"{""kind"": 1}"', "p.csv:2: deck_rules: deck rules are a JSON list of tables"),
        (
            'DEMO-01,A,unit,,,"[{""kind"": 1, ""kind"": 1}]"',
            'p.csv:2: deck_rules: deck rules contain "kind" twice',
        ),
        ("DEMO-01,A,unit,,,[1]", "p.csv:2: deck_rules: deck rules are a JSON list of tables"),
        ("DEMO-01,A,unit,,,[", "p.csv:2: deck_rules: deck rules are a JSON list of tables"),
        ("DEMO-01,A,unit,,," + "[" * 100_000, "p.csv:2: deck_rules: deck rules are a JSON list of tables"),
    ],
)
def test_a_bad_cell_is_named(row: str, expected: str, pack: GamePack) -> None:
    with pytest.raises(PackError) as caught:
        read_card_rows(f"{HEAD}{row}\n", pack, source="p.csv")
    assert str(caught.value.problems[0]).startswith(expected)


def test_a_good_row(pack: GamePack) -> None:
    (card,) = read_card_rows(f'{HEAD}DEMO-01,A,unit,x|y,N,"[{{""kind"": ""copies""}}]"\n', pack, source="p.csv")
    assert card.attributes == {"kind": "unit", "keywords": ("x", "y"), "rarity": "N"}
    assert (card.deck_rules, card.line) == (({"kind": "copies"},), 2)
    assert pack.card_key(number=card.number, name=card.name) == "DEMO-01"
    assert pack.card_key(number="", name="A") == "A"
