"""Cards as the deck rules see them: what the pack declares, in the type that it declares."""

from __future__ import annotations

from typing import Any

import pytest

from cardpool.engine_cards import engine_card
from cardpool.games import shipped_pack
from cardpool.packs import AttributeType, GamePack
from cardpool.packs.card_rows import PackCard

PACK = shipped_pack("galaxy-card-game")
DECLARING = {one.type: (pack, one.key) for pack in (PACK, shipped_pack("heroes-placement")) for one in pack.attributes}
"""A pack for each type of attribute, and the attribute."""


def seen(pack: GamePack, **attributes: Any) -> dict[str, Any]:
    return dict(engine_card(PackCard("N1", "Name", attributes=attributes), pack).attributes)


def test_everything_that_rules_ask_for_is_kept() -> None:
    rules = ({"kind": "sections"},)
    card = engine_card(PackCard("N1", "Name", ("名",), {}, 2, True, rules, ("7",)), PACK)
    assert (card.number, card.name, card.other_names, card.copy_limit) == ("N1", "Name", ("名",), 2)
    assert (card.deck_rules, card.is_demo, card.attributes) == (rules, True, {})


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (AttributeType.INTEGER, 3, 3),
        (AttributeType.INTEGER, True, None),
        (AttributeType.INTEGER, "3", None),
        (AttributeType.TEXT, "dark", "dark"),
        (AttributeType.TEXT, 3, None),
        (AttributeType.FLAG, False, False),
        (AttributeType.FLAG, 0, None),
        (AttributeType.LIST, ["a", "b"], ("a", "b")),
        (AttributeType.LIST, ("a",), ("a",)),
        (AttributeType.LIST, [], ()),
        (AttributeType.LIST, ["a", 1], None),
        (AttributeType.LIST, "ab", None),
    ],
)
def test_a_value_of_another_type_is_unknown(kind: AttributeType, value: Any, kept: Any) -> None:
    pack, key = DECLARING[kind]
    found = seen(pack, **{key: value})
    assert found == ({} if kept is None else {key: kept})
    assert type(found.get(key)) is type(kept)


def test_what_the_pack_does_not_declare_is_left_out() -> None:
    assert seen(PACK, colour_of_the_box="red") == {}
