"""What the tournaments app does when something it rests on changed; each is a thin entry point to a service."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.actor import Actor
from accounts.models import User
from cardpool.announcing import judging_changed
from cardpool.models import CardGame
from tournaments.models import StaffLink
from tournaments.services.rejudging import ask_rejudging
from tournaments.services.staff_links import revoke_ended
from tournaments.services.versions import listen_to_counts


@receiver(judging_changed)
def judge_open_decks(*, game: CardGame, actor: Actor, cause: dict[str, Any], **more: Any) -> None:
    """Restrictions or cards changed: every open deck of the game is judged again."""
    ask_rejudging(game_id=game.pk, actor=actor, cause=cause)


@receiver(post_save, sender=User)
def end_staff_links_with_lost_rights(*, instance: User, **more: Any) -> None:
    """An account was blocked or is no longer a superuser: staff links it may not hand out any more end for good."""
    if instance.loses_rights:
        revoke_ended(StaffLink.objects.filter(issued_by=instance))


@receiver(connection_created)
def announce_new_versions(*, connection: BaseDatabaseWrapper, **more: Any) -> None:
    """Each connection to the database passes on what changed through it."""
    listen_to_counts(connection)
