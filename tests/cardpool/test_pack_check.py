"""A whole pack checked: its shape, its rules, its cards and the rules printed on them, each mistake with its place."""

from __future__ import annotations

import pytest

from cardpool.engine_cards import KnownCard
from cardpool.games import FOLDER, shipped_cards, shipped_keys, shipped_pack, shipped_text
from cardpool.pack_check import check_pack, compile_rules, rules_of_cards
from cardpool.packs.card_rows import PackCard
from cardpool.packs.problems import PackError

HOME = shipped_text("ultraman-hero-duel")


def test_mistakes_of_shape_and_of_rules_come_together() -> None:
    text = HOME.replace("size = 8", "size = 0").replace('kind = "copies"', 'kind = "copys"', 1)
    problems = [str(one) for one in check_pack(text, source="mine.toml").problems]
    assert [problem.split(": ")[1] for problem in problems] == ["rules[3].kind", "tournament.top_cut[1].size"]


def test_rules_that_lean_on_a_broken_part_are_not_judged() -> None:
    text = HOME.replace('key = "side"', "key = 4").replace('kind = "copies"', 'kind = "copys"', 1)
    paths = {one.path for one in check_pack(text, source="mine.toml").problems}
    assert "sections[1].key" in paths
    assert "rules[3].kind" not in paths


def test_mistakes_in_cards_and_in_the_rules_printed_on_them() -> None:
    game = "heroes-placement"
    cards = (FOLDER / f"{game}.cards.csv").read_text(encoding="utf-8")
    broken = cards.replace('""section"": ""main"", ""exactly"": 60', '""section"": ""mian"", ""exactly"": 60')
    assert broken != cards
    found = check_pack(shipped_text(game), source="p.toml", cards_text=broken, cards_source="p.csv").problems
    line = cards[: cards.index("DEMO-41,")].count("\n") + 1
    assert str(found[0]).startswith(f"p.csv:{line}: DEMO-41.deck_rules[0].section: must be one of main, leader")
    worse = cards.replace("DEMO-01,", "??,", 1)
    found = check_pack(shipped_text(game), source="p.toml", cards_text=worse, cards_source="p.csv").problems
    assert [one.path for one in found] == ["number"]


def test_problems_stand_in_the_order_of_the_files() -> None:
    text = HOME.replace("size = 8", "size = 0").replace('kind = "copies"', 'kind = "copys"', 1)
    problems = check_pack(text, source="mine.toml").problems
    assert [one.line for one in problems] == sorted(one.line or 0 for one in problems)


def test_cards_are_read_where_the_rules_are_wrong() -> None:
    game = "heroes-placement"
    text = shipped_text(game).replace('kind = "copies"', 'kind = "copys"', 1)
    cards = (FOLDER / f"{game}.cards.csv").read_text(encoding="utf-8")
    found = check_pack(text, source="p.toml", cards_text=cards, cards_source="p.csv")
    assert [one.path for one in found.problems] == ["rules[1].kind"]
    assert found.pack is not None
    assert len(found.cards) == len(shipped_cards(game))


def test_a_pack_that_cannot_be_read_has_no_cards() -> None:
    found = check_pack("key = 1\n", source="p.toml", cards_text="number,name\nA1,Alpha\n", cards_source="p.csv")
    assert (found.pack, found.cards) == (None, ())
    assert found.problems


@pytest.mark.parametrize("game", shipped_keys())
def test_the_shipped_cards_and_their_rules_are_fine(game: str) -> None:
    pack, cards = shipped_pack(game), tuple(shipped_cards(game))
    compile_rules(pack, cards, "cards.csv")
    problems = rules_of_cards(pack)
    assert all(problems(card) == () for card in cards)


def with_rule(**rule: str) -> KnownCard:
    return PackCard("A1", "Alpha", deck_rules=({"kind": "sections", **rule},), line=7)


def test_what_is_wrong_with_the_rules_of_one_card_is_said_with_its_place() -> None:
    (found, *_rest) = rules_of_cards(shipped_pack("heroes-placement"))(with_rule(nothing="known"))
    assert found["path"].startswith("A1.deck_rules[0]")
    assert set(found) == {"path", "code", "facts"}


def test_rules_of_a_card_that_cannot_be_compiled_name_its_line() -> None:
    card = with_rule(nothing="known")
    assert isinstance(card, PackCard)
    with pytest.raises(PackError) as caught:
        compile_rules(shipped_pack("heroes-placement"), (card,), "cards.csv")
    assert {(one.source, one.line) for one in caught.value.problems} == {("cards.csv", 7)}


def test_the_rules_of_imported_cards_are_checked_at_their_place_in_the_pack() -> None:
    text = shipped_text("pokemon-tcg").replace('deck_rules = [{ kind = "', 'deck_rules = [{ kind = "x', 1)
    assert text != shipped_text("pokemon-tcg")
    found = check_pack(text, source="p.toml").problems
    assert {one.source for one in found} == {"p.toml"}
    assert all(one.path.startswith("import.sets.brings[") and one.line for one in found)
