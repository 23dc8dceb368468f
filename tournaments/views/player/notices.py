"""Which notices reach a player, and how."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.consents import lacks_consent
from accounts.inbox import Channel, switch_notices
from accounts.mail_addresses import is_of_other_account
from accounts.mail_links import mask_address
from accounts.mail_service import is_mail_on
from accounts.models import Player
from accounts.push_service import is_push_on, public_key
from accounts.ways_in import confirmed_address
from tournaments.queries.notice_choice import KINDS, codes_of, kinds_off
from tournaments.views.player.whose import own_player
from tournaments.wording.notices import kind_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choice(request: HttpRequest, player_id: int) -> HttpResponse:
    """The switches of one player; a kind that is not sent along is switched off."""
    player = own_player(request, player_id)
    if request.method == "POST":
        sent = {channel: request.POST.getlist(channel) for channel in _channels()}
        off = {channel: codes_of(kind for kind in KINDS if kind not in on) for channel, on in sent.items()}
        switch_notices(actor=request.actor, player_id=player.pk, off=off)
        notices.done(request, _("Saved."))
        return redirect("player_notices", player_id=player.pk)
    return render_choice(request, player)


def render_choice(
    request: HttpRequest, player: Player, *, typed: str = "", refused: str = "", status: int = 200
) -> HttpResponse:
    """The page of a player's switches; with what was `typed` as an address, and why it was `refused`."""
    off_now = kinds_off(player)
    labels = {channel: Channel(channel).label for channel in _channels()}
    rows = [
        {"kind": kind, "name": name, "cells": [(one, labels[one], kind not in off_now[one]) for one in labels]}
        for kind, name in kind_names().items()
    ]
    facts = {"player": player, "rows": rows, "channels": labels.values(), "typed": typed, "refused": refused}
    if is_push_on() or is_mail_on():
        facts["lacks_consent"] = lacks_consent(player)
    facts |= _phones(player) | _addresses(request, player)
    return render(request, "tournaments/player/notices.html", facts, status=status)


def _channels() -> list[str]:
    """The ways of notices that the site has."""
    ways = {Channel.PAGE: True, Channel.PUSH: is_push_on(), Channel.MAIL: is_mail_on()}
    return [channel.value for channel, is_there in ways.items() if is_there]


def _phones(player: Player) -> dict[str, Any]:
    """What the page needs to offer push; nothing where it is off. An endpoint is shown as a digest: the browser
    knows its own."""
    if not is_push_on():
        return {}
    endpoints = list(player.push_subscriptions.values_list("endpoint", flat=True))
    return {
        "push_key": public_key(),
        "phones": len(endpoints),
        "digests": " ".join(sha256(endpoint.encode()).hexdigest() for endpoint in endpoints),
    }


def _addresses(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What the page needs to offer mails; nothing where none are sent. `own_address` is the account's, where another
    or none is in use; `of_account`: another's account gave one, which is shown masked."""
    if not is_mail_on():
        return {}
    found = {one.confirmed_at is not None: one for one in player.notice_addresses.all()}
    confirmed = found.get(True)
    hidden = [one for one in found.values() if is_of_other_account(one, request.actor)]
    for one in hidden:
        one.address = mask_address(one.address)
    user = request.actor.user
    own = confirmed_address(user).lower() if user is not None else ""
    in_use = confirmed is not None and confirmed.refused_at is None and confirmed.address == own
    return {
        "mail": True,
        "confirmed": confirmed,
        "waiting": found.get(False),
        "own_address": "" if in_use else own,
        "of_account": bool(hidden),
    }
