"""Whose pages these are: the player of the address, if the visitor is that player."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import Player
from tournaments.permissions import owns_player


def own_player(request: HttpRequest, player_id: int) -> Player:
    """The visitor's player with this id, who acts for the rest of the request; 404 for everybody else."""
    if not owns_player(request.actor, player_id):
        raise Http404
    request.actor = request.actor.acting_for(player_id)
    return get_object_or_404(Player, pk=player_id)
