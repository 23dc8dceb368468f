"""What the tournaments app does when something it rests on changed; each is a thin entry point to a service."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from accounts.actor import Actor
from cardpool.announcing import judging_changed
from cardpool.models import CardGame
from tournaments.services.rejudging import ask_rejudging
from tournaments.services.versions import listen_to_counts


@receiver(judging_changed)
def judge_open_decks(*, game: CardGame, actor: Actor, cause: dict[str, Any], **more: Any) -> None:
    """Restrictions or cards changed: every open deck of the game is judged again."""
    ask_rejudging(game_id=game.pk, actor=actor, cause=cause)


@receiver(connection_created)
def announce_new_versions(*, connection: BaseDatabaseWrapper, **more: Any) -> None:
    """Each connection to the database passes on what changed through it."""
    listen_to_counts(connection)
