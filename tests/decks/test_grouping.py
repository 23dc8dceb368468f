"""Cards of a section by the attribute the pack groups them by."""

from cardpool.games import shipped_pack
from decks.grouping import grouped

ATTRIBUTES = {one.key: one for one in (*shipped_pack("pokemon-tcg").attributes, *shipped_pack("rush-duel").attributes)}
FACTS = {
    "water": {"supertype": "energy"},
    "mew": {"supertype": "pokemon", "rarity": "R"},
    "nest ball": {"supertype": "trainer", "rarity": "C", "legend": False},
    "legend": {"legend": True},
    "new": None,
}


def groups(key, *names):
    found = grouped(names, FACTS.get, ATTRIBUTES[key] if key else None)
    return [(group.key, *group.items) for group in found]


def test_the_order_of_the_pack_and_the_unknown_last():
    assert groups("supertype", "new", "water", "nest ball", "mew") == [
        ("pokemon", "mew"), ("trainer", "nest ball"), ("energy", "water"), (None, "new"),
    ]  # fmt: skip


def test_values_the_pack_does_not_list_follow_as_they_come():
    assert groups("rarity", "nest ball", "mew", "water") == [("C", "nest ball"), ("R", "mew"), (None, "water")]


def test_a_flag_groups_too():
    assert groups("legend", "legend", "nest ball") == [("1", "legend"), ("0", "nest ball")]


def test_without_an_attribute_there_is_one_group():
    assert groups("", "mew", "water") == [(None, "mew", "water")]


def test_nothing_known_is_one_group():
    assert groups("supertype", "new", "legend") == [(None, "new", "legend")]


def test_no_cards_no_groups():
    assert groups("supertype") == []
