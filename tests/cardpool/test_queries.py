"""Rulesets in force, the remembered catalogue, and searching it."""

from datetime import date
from threading import Thread

import pytest
from django.db import connections, transaction

from accounts.refusals import Refusal
from cardpool.models import Card, CardGame, Ruleset
from cardpool.queries import catalogue_of, current_ruleset, find_game, search_cards
from cardpool.services import delete_card, save_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> CardGame:
    game = CardGame.objects.create(slug="g", name_zh="戏", name_en="G")
    for number, name, attributes in (
        ("HBU01-A07", "赛罗奥特曼", {"keywords": ["赛罗", "奥特战士"]}),
        ("HBU01-A10", "赛罗奥特曼月神奇迹型", {"keywords": ["赛罗"]}),
        ("HBU02-A02", "终极赛罗闪耀型", {"power": 7}),
        ("HBU02-CR", "泽塔奥特曼德尔塔天爪", {"keywords": ["泽塔"]}),
    ):
        Card.objects.create(
            game=game, key=number, number=number, name=name, other_names=["Zero"] if number == "HBU01-A07" else [],
            attributes=attributes,
        )  # fmt: skip
    return game


def numbers(game: CardGame, text: str, **more) -> list[str]:
    return [card.number for card in search_cards(game, text, **more)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("HBU01-A07", ["HBU01-A07"]),
        ("ｈｂｕ０１ａ０７", ["HBU01-A07"]),
        ("hbu01—a", ["HBU01-A07", "HBU01-A10"]),
        ("赛罗奥特曼", ["HBU01-A07", "HBU01-A10"]),
        ("赛罗", ["HBU01-A07", "HBU01-A10", "HBU02-A02"]),
        ("zero", ["HBU01-A07"]),
        ("奥特战士", ["HBU01-A07"]),
        ("泽塔 cr", ["HBU02-CR"]),
        ("泽塔 赛罗", []),
        ("%_", []),
        ("  ", []),
    ],
)
def test_search_by_number_name_and_keyword(game, text, found):
    assert numbers(game, text) == found


def test_search_stops_at_its_limit(game):
    assert numbers(game, "hbu", limit=2) == ["HBU01-A07", "HBU01-A10"]


def test_the_catalogue_is_remembered_until_a_card_changes(game, django_assert_num_queries):
    catalogue_of(game)
    with django_assert_num_queries(1):
        assert "HBU02-CR" in catalogue_of(game).cards
    card = Card.objects.get(key="HBU02-CR")
    card.name = "改名"
    save_card(card=card)
    assert catalogue_of(game).cards["HBU02-CR"].name == "改名"
    delete_card(card=card)
    assert "HBU02-CR" not in catalogue_of(game).cards


def test_a_change_taken_back_is_not_remembered(game):
    card = Card.objects.get(key="HBU02-CR")
    with transaction.atomic():
        card.name = "改名"
        save_card(card=card)
        catalogue_of(game)
        transaction.set_rollback(True)
    other = Card.objects.get(key="HBU01-A07")
    other.name = "另改"
    save_card(card=other)
    assert catalogue_of(game).cards["HBU02-CR"].name == "泽塔奥特曼德尔塔天爪"
    assert catalogue_of(game).cards["HBU01-A07"].name == "另改"


def test_attributes_are_plain_and_cannot_be_written(game):
    card = catalogue_of(game).cards["HBU01-A07"]
    assert card.attributes["keywords"] == ("赛罗", "奥特战士")
    assert card.names == ("赛罗奥特曼", "Zero")
    with pytest.raises(TypeError):
        card.attributes["power"] = 1


@pytest.mark.parametrize(
    ("day", "version"), [("2024-06-01", "1"), ("2025-01-01", "1"), ("2025-07-01", "2b"), ("2030-01-01", "3")]
)
def test_the_ruleset_in_force_on_a_day(game, day, version):
    for name, effective in (("1", "2025-01-01"), ("2a", "2025-06-01"), ("2b", "2025-06-01"), ("3", "2026-01-01")):
        Ruleset.objects.create(game=game, version=name, effective_from=effective, pack="", digest=name)
    assert current_ruleset(game, on=date.fromisoformat(day)).version == version


def test_a_game_without_rules_is_refused(game):
    with pytest.raises(Refusal) as refused:
        current_ruleset(game, on=date(2026, 1, 1))
    assert (refused.value.code, refused.value.field) == ("game_has_no_rules", "game_slug")


def test_a_game_that_does_not_exist_is_refused():
    with pytest.raises(Refusal, match="no_such_game"):
        find_game("nothing")


@pytest.mark.django_db(transaction=True)
def test_another_process_sees_the_change():
    game = CardGame.objects.create(slug="h", name_zh="戏", name_en="H")
    assert catalogue_of(game).cards == {}

    def write() -> None:
        save_card(card=Card(game=game, key="X-1", number="X-1", name="x"))
        connections.close_all()

    writer = Thread(target=write)
    writer.start()
    writer.join()
    assert "X-1" in catalogue_of(game).cards
