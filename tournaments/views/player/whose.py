"""Whose pages these are: the player of the address, if the visitor is that player."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.actor import Actor
from accounts.models import Player
from tournaments.permissions import owns_player


def own_player(request: HttpRequest, player_id: int) -> Player:
    """The visitor's player with this id; 404 for everybody else."""
    if not owns_player(request.actor, player_id):
        raise Http404
    return get_object_or_404(Player, pk=player_id)


def acting_as(request: HttpRequest, player: Player) -> Actor:
    """The visitor as this player of theirs."""
    return request.actor.acting_for(player.pk)
