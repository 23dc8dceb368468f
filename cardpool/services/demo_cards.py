"""Hiding the made-up cards that ship for trying things out, in all games of the store at once."""

from __future__ import annotations

from django.db import transaction

from accounts.actor import Actor
from cardpool.announcing import announce_judging_changed
from cardpool.models import Card, CardGame, Store
from cardpool.permissions import require_game_manager
from cardpool.services.cards import pool_changed


@transaction.atomic
def hide_demo_cards(*, actor: Actor, hidden: bool) -> bool:
    """Hide the demonstration cards of every game, or show them again; returns whether anything changed.

    Open decks are judged again. Raises NotAllowed `not_a_game_manager`.
    """
    require_game_manager(actor)
    Store.objects.get_or_create(pk=Store.THE_ONE)
    store = Store.objects.select_for_update().get(pk=Store.THE_ONE)
    if store.hides_demo_cards == hidden:
        return False
    store.hides_demo_cards = hidden
    store.save(update_fields=["hides_demo_cards"])
    concerned = Card.objects.filter(is_demo=True).values("game")
    for game in CardGame.objects.select_for_update().filter(pk__in=concerned).order_by("pk"):
        pool_changed(game=game)
        announce_judging_changed(game=game, actor=actor, kind="pool")
    return True
