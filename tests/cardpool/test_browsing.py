"""Browsing a game's cards by their values."""

import pytest

from cardpool.models import Card
from cardpool.queries import newest_pack
from cardpool.queries.browsing import MAX_CHOICES, browse_cards, facets_of
from cardpool.services import save_card
from tests.cardpool.card_pool_rows import make_card

pytestmark = pytest.mark.django_db

GALAXY = "galaxy-card-game"


def offered(game) -> dict[str, list[tuple[str, int]]]:
    return {facet.attribute.key: list(facet.choices) for facet in facets_of(game, newest_pack(game))}


def test_values_are_offered_in_the_order_of_the_pack_or_by_size():
    for number, kind, cost in ((1, "tactics", 10), (2, "unit", 2), (3, "unit", 10), (4, "support", 2)):
        card = make_card(f"GCG-00{number}", f"卡{number}", slug=GALAXY, attributes={"kind": kind, "cost": cost})
    found = offered(card.game)
    assert found["cost"] == [("2", 2), ("10", 2)]
    assert [value for value, _count in found["kind"]] == ["unit", "support", "tactics"]


def test_long_and_countless_texts_are_not_offered():
    for number in range(70):
        facts = {
            "effect": f"很长的文字{number}",
            "rarity": f"R{number}",
            "keywords": [f"词{number}", f"又{number}", f"再{number}"],
        }
        card = make_card(f"HBU01-A{number:02}", "卡", attributes=facts)
    found = offered(card.game)
    assert "effect" not in found
    assert "rarity" not in found
    assert len(found["keywords"]) == MAX_CHOICES


def test_what_every_card_has_alike_tells_nothing_apart():
    make_card("HBU01-A01", "一", attributes={"star": 3})
    card = make_card("HBU01-A02", "二", attributes={"star": 3})
    assert "star" not in offered(card.game)
    card = make_card("HBU01-A03", "三")
    assert offered(card.game)["star"] == [("3", 2)]


def test_what_is_offered_follows_the_pool():
    make_card("HBU01-A01", "一", attributes={"star": 3})
    card = make_card("HBU01-A02", "二", attributes={"star": 4})
    assert offered(card.game)["star"] == [("3", 1), ("4", 1)]
    card = Card.objects.get(pk=card.pk)
    card.attributes = {"star": 5}
    save_card(card=card)
    assert offered(card.game)["star"] == [("3", 1), ("5", 1)]


def test_cards_by_text_values_and_keys_together():
    for number, star, words in (("1", 3, ["甲"]), ("2", 3, ["甲", "乙"]), ("3", 4, ["乙"])):
        card = make_card(f"HBU01-A0{number}", f"赛罗{number}", attributes={"star": star, "keywords": words})
    game = card.game

    def names(**asked) -> list[str]:
        return [one.name for one in browse_cards(game, **asked)]

    assert names() == ["赛罗1", "赛罗2", "赛罗3"]
    assert names(values={"star": "3", "keywords": "乙"}) == ["赛罗2"]
    assert names(text="sl", values={"star": "", "keywords": "乙"}) == ["赛罗2", "赛罗3"]
    assert names(among={"HBU01-A03", "else"}) == ["赛罗3"]
    assert names(values={"star": "9"}) == []


def test_flags_are_written_as_ones_and_zeros():
    for number, legend in ((1, True), (2, False), (3, None)):
        facts = {} if legend is None else {"legend": legend}
        card = make_card(f"RD-KP01-JP00{number}", f"卡{number}", slug="rush-duel", attributes=facts)
    assert offered(card.game)["legend"] == [("0", 1), ("1", 1)]
    assert [one.name for one in browse_cards(card.game, values={"legend": "1"})] == ["卡1"]
