"""Requests to join: those the desk decides, and those of one browser."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.actor import Actor
from accounts.secrets import secret_hash
from tournaments.models import JoinRequest, Tournament

State = JoinRequest.State


def requests_of(tournament: Tournament) -> QuerySet[JoinRequest]:
    """Every request of the event, the newest first, with what its lines show."""
    found = JoinRequest.objects.filter(tournament=tournament)
    return found.select_related("entry__player", "made__player", "player", "account").order_by("-pk")


def count_open_requests(tournament: Tournament) -> int:
    """How many requests wait for the desk. One query."""
    return JoinRequest.objects.filter(tournament=tournament, state=State.OPEN).count()


def find_request(tournament: Tournament, request_id: int) -> JoinRequest | None:
    """The event's request of this key."""
    return requests_of(tournament).filter(pk=request_id).first()


def own_requests(tournament: Tournament, actor: Actor, secret: str) -> list[JoinRequest]:
    """The requests to join of this browser, or of a player whom it stands for, the oldest first."""
    mine = Q(player__in=actor.player_keys)
    if secret:
        mine |= Q(key_hash=secret_hash(secret))
    return list(requests_of(tournament).filter(mine, is_past=False).order_by("pk"))


def own_past_requests(actor: Actor) -> list[JoinRequest]:
    """The questions about past entries of this account that were not withdrawn, in all events, the newest first."""
    if actor.user is None:
        return []
    found = JoinRequest.objects.filter(account=actor.user, is_past=True).exclude(state=State.WITHDRAWN)
    return list(found.select_related("tournament", "made__player").order_by("-pk"))


def is_askers(request: JoinRequest, actor: Actor, secret: str) -> bool:
    """Whether the request is this browser's, or that of a player whom it stands for; a question about a past entry is
    the account's that asked, whatever the browser has besides."""
    if request.is_past:
        return actor.user is not None and request.account_id == actor.user.pk
    if request.player_id is not None and request.player_id in actor.player_keys:
        return True
    return bool(secret) and request.key_hash == secret_hash(secret)
