"""Announcing to the apps above that what decks are judged by has changed."""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from accounts.actor import Actor
from cardpool.models import CardGame

judging_changed = Signal()
"""Sent within the transaction of a change to a game's cards or restrictions, with `game` (the row), `actor` (who made
the change) and `cause`: `{"kind": "restrictions" | "pool", …}`, JSON values for a sentence about it. What a receiver
writes is committed with the change, and a receiver's error undoes both.
"""


def announce_judging_changed(*, game: CardGame, actor: Actor, kind: str, **facts: Any) -> None:
    """Send `judging_changed`; the caller is in the transaction that makes the change."""
    judging_changed.send(sender=CardGame, game=game, actor=actor, cause={"kind": kind, **facts})
