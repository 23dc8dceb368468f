"""Searches are ready before they are used, and an unavailable database is waited for."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from cardpool.legality import filter_answers
from cardpool.models import Card
from cardpool.queries import current_ruleset, search_cards
from cardpool.services import pool_changed
from config import warm_up
from config.warm_up import keep_cards_ready
from decks.judging import book_of, judge_text
from tests.people_and_events import load_game


@pytest.mark.django_db(transaction=True)
def test_the_first_search_of_a_process_finds_its_index_made(django_assert_num_queries: Any) -> None:
    game = load_game()
    Card.objects.create(game=game, key="HBU01-A07", number="HBU01-A07", name="赛罗奥特曼")
    over = Event()
    over.set()
    keep_cards_ready(over).join(60)
    with django_assert_num_queries(1):
        assert [card.number for card in search_cards(game, "slatm")] == ["HBU01-A07"]


@pytest.mark.django_db(transaction=True)
def test_the_first_list_of_a_process_finds_its_cards_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game()
    cards = [
        Card(game=game, key=number, number=number, name=f"奥特战士{number}") for number in ("HBU01-A07", "HBU01-A08")
    ]
    Card.objects.bulk_create(cards)
    pool_changed(game=game)
    over = Event()
    over.set()
    keep_cards_ready(over).join(60)
    today = timezone.localdate()
    ruleset = current_ruleset(game, on=today)
    catalogue = vars(book_of(ruleset).catalogue)
    assert {"_similar", "_loose_names", "_longer_numbers"} <= catalogue.keys()
    monkeypatch.setattr(filter_answers, "possible_answers", lambda *facts: pytest.fail("a card is looked at"))
    for policy in ("open", "closed"):
        judged = judge_text("4 HBU01-A07", ruleset=ruleset, best_of=1, pool=policy, as_of=today)
        assert [card["number"] for card in judged.cards] == ["HBU01-A07"]


def test_a_database_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    over, tries = Event(), []

    def away() -> None:
        tries.append(1)
        if len(tries) == 2:
            over.set()
        raise OperationalError("away")

    monkeypatch.setattr(warm_up, "prepare_searches", away)
    keep_cards_ready(over, every=0.01).join(60)
    assert len(tries) == 2
