"""Writes about cards."""

from __future__ import annotations

import hashlib
import json
import uuid

from django.db import transaction

from cardpool.models import Card, CardGame

CARD_FIELDS = ("number", "name", "other_names", "attributes", "codes", "copy_limit", "deck_rules", "is_demo")
_NO_FACT_WHEN_EMPTY = ("codes", "deck_rules")


def card_digest(card: Card) -> str:
    """SHA-256 of the card's facts, whatever order its attributes are kept in; no codes, no deck rules: no fact."""
    facts = [getattr(card, field) for field in CARD_FIELDS if field not in _NO_FACT_WHEN_EMPTY or getattr(card, field)]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@transaction.atomic
def save_card(*, card: Card) -> Card:
    """Write one card's facts; the processes that remember the game's cards learn of it."""
    CardGame.objects.select_for_update().get(pk=card.game_id)
    card.save()
    pool_changed(game=card.game)
    return card


@transaction.atomic
def delete_card(*, card: Card) -> None:
    """Take one card out of the pool; decklists keep what they say."""
    game = CardGame.objects.select_for_update().get(pk=card.game_id)
    card.delete()
    pool_changed(game=game)


def pool_changed(*, game: CardGame) -> None:
    """Renew the pool's revision, in the transaction that changed its cards."""
    CardGame.objects.filter(pk=game.pk).update(pool_revision=uuid.uuid4())
