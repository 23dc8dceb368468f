"""The row of a player whom the visitor is, locked for a write."""

from __future__ import annotations

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import NotAllowed


def lock_own_player(actor: Actor, player_id: int) -> Player:
    """The row, locked until the transaction ends. Raises NotAllowed `data_of_others` unless the player is the actor's
    own, and is not erased."""
    player = Player.objects.select_for_update().filter(pk__in=actor.player_keys, pk=player_id).first()
    if player is None or player.erased_at is not None:
        raise NotAllowed("data_of_others")
    return player
