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
from accounts.models import Player
from accounts.push_service import is_push_on, public_key
from tournaments.queries.notice_choice import KINDS, codes_of, kinds_off
from tournaments.views.player.whose import acting_as, own_player
from tournaments.wording.notices import kind_names


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choice(request: HttpRequest, player_id: int) -> HttpResponse:
    """The switches of one player; a kind that is not sent along is switched off."""
    player = own_player(request, player_id)
    channels = [Channel.PAGE.value, *([Channel.PUSH.value] if is_push_on() else [])]
    if request.method == "POST":
        sent = {channel: request.POST.getlist(channel) for channel in channels}
        off = {channel: codes_of(kind for kind in KINDS if kind not in on) for channel, on in sent.items()}
        switch_notices(actor=acting_as(request, player), player_id=player.pk, off=off)
        notices.done(request, _("Saved."))
        return redirect("player_notices", player_id=player.pk)
    off_now = kinds_off(player)
    labels = {channel: Channel(channel).label for channel in channels}
    rows = [
        {"kind": kind, "name": name, "cells": [(one, labels[one], kind not in off_now[one]) for one in channels]}
        for kind, name in kind_names().items()
    ]
    facts = {"player": player, "rows": rows, "channels": labels.values()}
    return render(request, "tournaments/player/notices.html", facts | _phones(player))


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
        "lacks_consent": lacks_consent(player),
    }
