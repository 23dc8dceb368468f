"""A game with a few cards, and people who may and may not manage it."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from cardpool.models import Card, CardGame
from cardpool.services import pool_changed
from tests.people_and_events import ULTRAMAN, load_game, make_actor


def manager() -> Actor:
    """A manager of the site's games."""
    return make_actor(may_create_tournaments=False, may_manage_games=True)


def make_card(number: str, name: str, *, slug: str = ULTRAMAN, **facts: Any) -> Card:
    """A card in a shipped game's pool, which is otherwise empty."""
    game: CardGame = load_game(slug)
    card = Card.objects.create(game=game, key=number or name, number=number, name=name, **facts)
    pool_changed(game=game)
    return card
