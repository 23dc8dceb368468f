"""Notices to one person: sending them, reading them, marking them as read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.actor import Actor
from accounts.mails import cancel_mails, cancel_mails_of, queue_mails
from accounts.models import Notice, Player, QuietNotice, User
from accounts.own_player import lock_own_player
from accounts.pushes import cancel_pushes, cancel_pushes_of, queue_pushes

Channel = QuietNotice.Channel


@transaction.atomic
def send_notice(*, to: User | Player, code: str, path: str = "", **facts: Any) -> Notice:
    """Leave a notice for an account or a player, whom the account that keeps them and their personal link both open.

    `code` names the sentence, which the app that sends it has; `facts` are JSON values, `path` an address of the site.
    """
    notice = _notice(to, code, path, facts, _quiet([to], code))
    notice.save()
    queue_pushes([notice], code=code)
    queue_mails([notice], code=code)
    return notice


@transaction.atomic
def send_notices(recipients: Iterable[tuple[User | Player, dict[str, Any]]], *, code: str, path: str = "") -> None:
    """Leave everybody a notice of one code with facts of their own, as `send_notice` does, in one statement."""
    sent = list(recipients)
    quiet = _quiet([to for to, _facts in sent], code)
    left = Notice.objects.bulk_create(_notice(to, code, path, facts, quiet) for to, facts in sent)
    queue_pushes(left, code=code)
    queue_mails(left, code=code)


def _notice(to: User | Player, code: str, path: str, facts: dict[str, Any], quiet: Collection[int]) -> Notice:
    """The notice to be saved; as read where its recipient is one of the players `quiet`, who switched its code off."""
    if isinstance(to, Player):
        read_at = timezone.now() if to.pk in quiet else None
        return Notice(player=to, code=code, path=path, facts=facts, read_at=read_at)
    return Notice(user=to, code=code, path=path, facts=facts)


def _quiet(recipients: Iterable[User | Player], code: str) -> set[int]:
    """The players among them who switched this code off on the pages. One query."""
    players = [one.pk for one in recipients if isinstance(one, Player)]
    quiet = QuietNotice.objects.filter(channel=Channel.PAGE, code=code, player__in=players)
    return set(quiet.values_list("player", flat=True))


def quiet_codes(player: Player) -> dict[str, set[str]]:
    """The codes that a player switched off, by channel."""
    off: dict[str, set[str]] = {channel: set() for channel in Channel.values}
    for channel, code in QuietNotice.objects.filter(player=player).values_list("channel", "code"):
        off[channel].add(code)
    return off


@transaction.atomic
def switch_notices(*, actor: Actor, player_id: int, off: Mapping[str, Collection[str]]) -> None:
    """Switch exactly these codes of a player's notices off on each of the given channels; the other channels stay.

    Raises NotAllowed unless the player is the actor's own.
    """
    player = lock_own_player(actor, player_id)
    QuietNotice.objects.filter(player=player, channel__in=off).delete()
    QuietNotice.objects.bulk_create(
        QuietNotice(player=player, channel=channel, code=code)
        for channel, codes in off.items()
        for code in sorted(set(codes))
    )
    cancel_mails_of(player, off.get(Channel.MAIL, ()))
    cancel_pushes_of(player, off.get(Channel.PUSH, ()))


def who_got(recipients: Collection[Player], *, code: str, **facts: Any) -> set[int]:
    """The keys of those players who have got a notice of this code with these facts. One query."""
    sent = Notice.objects.filter(player__in=recipients, code=code, facts__contains=facts)
    return {player or 0 for player in sent.values_list("player", flat=True)}


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
def put_away_outdated(recipients: Iterable[User | Player], *, code: str | Collection[str], **facts: Any) -> int:
    """Mark the unread notices of one code or several with these facts, which no longer hold, as read; how many."""
    users, players = set(), set()
    for one in recipients:
        players.add(one.pk) if isinstance(one, Player) else users.add(one.pk)
    codes = [code] if isinstance(code, str) else list(code)
    theirs = Notice.objects.filter(Q(user__in=users) | Q(player__in=players), code__in=codes, facts__contains=facts)
    cancel_pushes(theirs)
    cancel_mails(theirs)
    return theirs.filter(read_at__isnull=True).update(read_at=timezone.now())


@transaction.atomic
def put_away(*, actor: Actor, notice_id: int | None = None) -> int:
    """Mark one of the actor's notices as read, or all of them; returns how many were unread. Others' are not found."""
    unread = notices_of(actor).filter(read_at__isnull=True)
    if notice_id is not None:
        unread = unread.filter(pk=notice_id)
    cancel_pushes(unread)
    cancel_mails(unread)
    return unread.update(read_at=timezone.now())
