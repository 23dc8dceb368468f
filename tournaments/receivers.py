"""What the tournaments app does when something it rests on changed; each is a thin door to a service."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from accounts.actor import SYSTEM, Actor
from accounts.models import User
from cardpool.announcing import judging_changed
from tournaments.services.rejudging import ask_rejudging
from tournaments.services.versions import listen_to_counts


@receiver(judging_changed)
def judge_open_decks(*, game_id: int, user_id: int | None, cause: dict[str, Any], **more: Any) -> None:
    """Restrictions or cards changed: every open deck of the game is judged again."""
    user = User.objects.filter(pk=user_id).first() if user_id is not None else None
    ask_rejudging(game_id=game_id, actor=Actor(user=user) if user is not None else SYSTEM, cause=cause)


@receiver(connection_created)
def announce_new_versions(*, connection: BaseDatabaseWrapper, **more: Any) -> None:
    """Each connection to the database passes on what changed through it."""
    listen_to_counts(connection)
