"""Who may manage what the whole site judges by."""

from __future__ import annotations

from accounts.actor import Actor
from accounts.refusals import NotAllowed


def require_game_manager(actor: Actor) -> None:
    """Raise NotAllowed("not_a_game_manager") unless the actor may manage games, card pools and restriction lists."""
    if actor.user is None or not actor.user.can_manage_games:
        raise NotAllowed("not_a_game_manager")
