"""Searches are ready before they are used, and an unavailable database is waited for."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from django.db import OperationalError

from cardpool.models import Card
from cardpool.queries import search_cards
from config import warm_up
from config.warm_up import keep_searches_ready
from tests.people_and_events import load_game


@pytest.mark.django_db(transaction=True)
def test_the_first_search_of_a_process_finds_its_index_made(django_assert_num_queries: Any) -> None:
    game = load_game()
    Card.objects.create(game=game, key="HBU01-A07", number="HBU01-A07", name="赛罗奥特曼")
    over = Event()
    over.set()
    keep_searches_ready(over).join(60)
    with django_assert_num_queries(1):
        assert [card.number for card in search_cards(game, "slatm")] == ["HBU01-A07"]


def test_a_database_that_is_away_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    over, tries = Event(), []

    def away() -> None:
        tries.append(1)
        if len(tries) == 2:
            over.set()
        raise OperationalError("away")

    monkeypatch.setattr(warm_up, "prepare_searches", away)
    keep_searches_ready(over, every=0.01).join(60)
    assert len(tries) == 2
