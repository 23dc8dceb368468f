"""Which browsers show a player's notices by push: subscribing one, and ending subscriptions."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.actor import Actor
from accounts.consents import lacks_consent
from accounts.models import PushSubscription
from accounts.own_player import lock_own_player
from accounts.players_here import PHONE
from accounts.push_service import are_keys, is_push_on, is_push_service
from accounts.refusals import Refusal

MAX_PHONES = 10
"""Browsers of one player; a further one takes the place of the oldest."""


@transaction.atomic
def subscribe(
    *, actor: Actor, player_id: int, endpoint: str, p256dh: str, auth: str, language: str, phone: str = ""
) -> PushSubscription:
    """Let a browser show a player's notices; the same browser again only gets its new keys and language.

    Raises NotAllowed `data_of_others`, Refusal `push_off`, `push_service_unknown`, `push_keys_wrong`,
    `guardian_consent_needed`.
    """
    player = lock_own_player(actor, player_id)
    _require_usable(endpoint, p256dh, auth)
    if lacks_consent(player):
        raise Refusal("guardian_consent_needed", count=1)
    kept, _is_new = PushSubscription.objects.update_or_create(
        player=player,
        endpoint=endpoint,
        defaults={"p256dh": p256dh, "auth": auth, "language": language, "phone": phone},
    )
    newest = player.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[:MAX_PHONES]
    player.push_subscriptions.exclude(pk__in=[*newest, kept.pk]).delete()
    return kept


@transaction.atomic
def unsubscribe(*, actor: Actor, player_id: int, endpoint: str = "") -> None:
    """Show a player's notices on that browser no more, or without an `endpoint` on none. Raises NotAllowed
    `data_of_others`, Refusal `push_service_unknown` for what no browser has."""
    phones = lock_own_player(actor, player_id).push_subscriptions.all()
    if "\x00" in endpoint:
        raise Refusal("push_service_unknown", field="endpoint")
    (phones.filter(endpoint=endpoint) if endpoint else phones).delete()


@transaction.atomic
def renew(*, old: str, endpoint: str, p256dh: str, auth: str) -> None:
    """A push service has given a browser another address: its subscriptions move there. Nothing becomes of an `old`
    address that nobody has.

    The browser asks by itself, without a page, and knowing the old address says who it is: nobody else does (RFC 8030,
    section 8.3). Raises Refusal `push_off`, `push_service_unknown`, `push_keys_wrong`.
    """
    if "\x00" in old:
        raise Refusal("push_service_unknown", field="old")
    _require_usable(endpoint, p256dh, auth)
    moved = PushSubscription.objects.select_for_update().filter(endpoint=old).order_by("pk")
    players = list(moved.values_list("player", flat=True))
    if endpoint != old:
        PushSubscription.objects.filter(endpoint=endpoint, player__in=players).delete()
    moved.order_by().update(endpoint=endpoint, p256dh=p256dh, auth=auth)


def _require_usable(endpoint: str, p256dh: str, auth: str) -> None:
    if not is_push_on():
        raise Refusal("push_off")
    if not is_push_service(endpoint):
        raise Refusal("push_service_unknown", field="endpoint")
    if not are_keys(p256dh, auth):
        raise Refusal("push_keys_wrong", field="p256dh")


def end_pushes_here(session: SessionBase, players: Collection[int]) -> None:
    """Players leave the phone of this session: it shows their notices no more."""
    if PHONE in session:
        PushSubscription.objects.filter(phone=session[PHONE], player__in=players).delete()
