"""Cards through the API: everything that judges decks, and the printings."""

import pytest

from cardpool.models import Card, CardGame, Printing
from tests.api.client import ApiAsker


@pytest.mark.django_db
def test_a_card_says_everything_that_decks_are_judged_by() -> None:
    game = CardGame.objects.create(slug="some-game", name_zh="游戏", name_en="Game")
    rule = {"kind": "group", "sections": ["main"], "at_most": 1}
    card = Card.objects.create(
        game=game,
        key="TWM-1",
        number="TWM-1",
        name="Card",
        other_names=["卡"],
        attributes={"kind": "ace"},
        codes=["SV6-1"],
        copy_limit=1,
        deck_rules=[rule],
    )
    Printing.objects.create(card=card, code="TWM-1", rarity="ACE", art="alternative")
    expected = {
        "key": "TWM-1",
        "number": "TWM-1",
        "codes": ["SV6-1"],
        "name": "Card",
        "other_names": ["卡"],
        "attributes": {"kind": "ace"},
        "copy_limit": 1,
        "deck_rules": [rule],
        "is_demo": False,
        "printings": [{"code": "TWM-1", "rarity": "ACE", "art": "alternative"}],
    }
    assert ApiAsker().get("games/some-game/cards/TWM-1/") == expected
    assert ApiAsker().get("games/some-game/cards/")["results"] == [expected]
