"""Further codes of stored cards: lists and files may use any of them for a card."""

from datetime import date

import pytest

from cardpool.models import Card, CardGame
from cardpool.queries import current_ruleset
from decks.judging import JudgedList, judge_text
from tests.people_and_events import load_every_game

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 1)


@pytest.fixture(autouse=True)
def _games() -> None:
    load_every_game()


def add(game: str, number: str, name: str, *codes: str) -> None:
    Card.objects.create(game=CardGame.objects.get(slug=game), key=number, number=number, name=name, codes=list(codes))


def judge(game: str, text: str) -> JudgedList:
    ruleset = current_ruleset(CardGame.objects.get(slug=game), on=DAY)
    return judge_text(text, ruleset=ruleset, best_of=1, pool="closed", as_of=DAY)


def held(judged: JudgedList) -> list[tuple[str, int]]:
    return [(entry.number, entry.count) for entry in judged.read.entries]


def test_a_set_code_that_names_two_sets_goes_with_the_name() -> None:
    add("pokemon-tcg", "CEL-2", "Reshiram")
    add("pokemon-tcg", "CEL-2A", "Blastoise", "CEL-2")
    judged = judge("pokemon-tcg", "1 Blastoise CEL 2\n2 Reshiram CEL 2\n1 CEL 2")
    assert held(judged) == [("CEL-2A", 1), ("CEL-2", 2)]
    (ask,) = judged.report["asks"]
    assert (ask["code"], ask["line"]) == ("ambiguous_number", 3)
    assert [reading["number"] for reading in ask["readings"]] == ["CEL-2", "CEL-2A"]


def test_the_passcode_of_another_picture_is_the_same_card() -> None:
    add("rush-duel", "RD-KP01-JP001", "海之霸龙", "120105001", "120105901", "09105801")
    judged = judge("rush-duel", "#main\n120105001\n120105901\n9105801\n#extra\n!side")
    assert held(judged) == [("RD-KP01-JP001", 3)]
    assert judged.readable


def test_a_code_in_ones_own_text_is_the_card_too() -> None:
    add("ultraman-hero-duel", "HBU09-A01", "新奥特曼", "HBU99-A01")
    assert held(judge("ultraman-hero-duel", "2 HBU99-A01\n1 HBU09-A01 新奥特曼")) == [("HBU09-A01", 3)]
