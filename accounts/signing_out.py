"""Signing out: whose keys stay on the phone, and whose go."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import auth
from django.http import HttpRequest

from accounts.actor import Actor
from accounts.models import Player
from accounts.players_here import keys_of, players_of, remove_player
from accounts.subscribing import end_pushes_here


def players_by_link(request: HttpRequest) -> list[Player]:
    """The players of the phone by personal link whom the account that is signed in does not keep."""
    actor: Actor = request.actor
    return [player for player in players_of(request.session) if not actor.keeps(player)]


def staying_players(request: HttpRequest) -> list[Player]:
    """Who stays on the phone when the account, or the helper by staff link, signs out: those by personal link, who
    would lose the only key. Whom the account keeps goes with it, and comes back with it."""
    is_signed_in = request.actor.user is not None or request.actor.staff_pass is not None
    return players_by_link(request) if is_signed_in else []


def end_sign_in(request: HttpRequest, *, staying: Collection[Player]) -> None:
    """Sign out; of the phone's players these alone stay, with the links that were shown. What others had here, and the
    notices it shows of them, go."""
    left = {player.pk for player in staying}
    end_pushes_here(request.session, set(request.actor.player_keys) - left)
    auth.logout(request)
    for key in keys_of(request.session):
        if int(key) not in left:
            remove_player(request.session, int(key))
    if not left:
        request.session.clear()
