"""Notices to one person: sending them, reading them, marking them as read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Notice, Player, User


@transaction.atomic
def send_notice(*, to: User | Player, code: str, path: str = "", **facts: Any) -> Notice:
    """Leave a notice for an account or a player, whom the account that keeps them and their personal link both open.

    `code` names the sentence, which the app that sends it has; `facts` are JSON values, `path` an address of the site.
    """
    notice = _notice(to, code, path, facts)
    notice.save()
    return notice


@transaction.atomic
def send_notices(recipients: Iterable[tuple[User | Player, dict[str, Any]]], *, code: str, path: str = "") -> None:
    """Leave everybody a notice of one code with facts of their own, as `send_notice` does, in one statement."""
    Notice.objects.bulk_create(_notice(to, code, path, facts) for to, facts in recipients)


def _notice(to: User | Player, code: str, path: str, facts: dict[str, Any]) -> Notice:
    if isinstance(to, Player):
        return Notice(player=to, code=code, path=path, facts=facts)
    return Notice(user=to, code=code, path=path, facts=facts)


def notices_of(actor: Actor) -> QuerySet[Notice]:
    """Everything sent to this person: to the account and to each player of it and of the browser, the newest first."""
    if actor.is_anonymous:
        return Notice.objects.none()
    mine = Q(pk__in=[])
    if actor.user is not None:
        mine |= Q(user=actor.user)
    if actor.player is not None:
        mine |= Q(player__in=actor.player_keys)
    return Notice.objects.filter(mine)


@transaction.atomic
def put_away_outdated(recipients: Iterable[User | Player], *, code: str, **facts: Any) -> int:
    """Mark the unread notices of one code with these facts, which no longer hold, as read; returns how many."""
    users, players = set(), set()
    for one in recipients:
        players.add(one.pk) if isinstance(one, Player) else users.add(one.pk)
    theirs = Notice.objects.filter(Q(user__in=users) | Q(player__in=players), code=code, read_at__isnull=True)
    return theirs.filter(facts__contains=facts).update(read_at=timezone.now())


@transaction.atomic
def put_away(*, actor: Actor, notice_id: int | None = None) -> int:
    """Mark one of the actor's notices as read, or all of them; returns how many were unread. Others' are not found."""
    unread = notices_of(actor).filter(read_at__isnull=True)
    if notice_id is not None:
        unread = unread.filter(pk=notice_id)
    return unread.update(read_at=timezone.now())
