"""Telling the apps above that what decks are judged by has changed."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import Signal

from accounts.actor import Actor
from cardpool.models import CardGame

judging_changed = Signal()
"""Sent after the commit of a change to a game's cards or restrictions, with `game_id` (the row), `user_id` (whose
account changed it, or None) and `cause`: `{"kind": "restrictions" | "pool", …}`, JSON values for a sentence about it.
"""


def announce_judging_changed(*, game: CardGame, actor: Actor, kind: str, **facts: Any) -> None:
    """Send `judging_changed` once the transaction has committed; a receiver's error does not reach the caller."""
    user_id = actor.user.pk if actor.user is not None else None
    cause = {"kind": kind, **facts}
    transaction.on_commit(
        lambda: judging_changed.send_robust(sender=CardGame, game_id=game.pk, user_id=user_id, cause=cause)
    )
