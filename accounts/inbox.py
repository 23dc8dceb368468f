"""Notices to one person: sending them, reading them, marking them as read."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Notice, Player, User


@transaction.atomic
def send_notice(*, to: User | Player, code: str, path: str = "", **facts: Any) -> Notice:
    """Leave a notice for an account or a player; a player with an account gets it there.

    `code` names the sentence, which the app that sends it has; `facts` are JSON values, `path` an address of the site.
    """
    if isinstance(to, Player):
        account = to.user
        if account is None:
            return Notice.objects.create(player=to, code=code, path=path, facts=facts)
        to = account
    return Notice.objects.create(user=to, code=code, path=path, facts=facts)


def notices_of(actor: Actor) -> QuerySet[Notice]:
    """Everything sent to this person, by account and by player, the newest first."""
    if actor.is_anonymous:
        return Notice.objects.none()
    mine = Q(pk__in=[])
    if actor.user is not None:
        mine |= Q(user=actor.user)
    if actor.player is not None:
        mine |= Q(player=actor.player)
    return Notice.objects.filter(mine)


@transaction.atomic
def put_away(*, actor: Actor, notice_id: int | None = None) -> int:
    """Mark one of the actor's notices as read, or all of them; returns how many were unread. Others' are not found."""
    unread = notices_of(actor).filter(read_at__isnull=True)
    if notice_id is not None:
        unread = unread.filter(pk=notice_id)
    return unread.update(read_at=timezone.now())
