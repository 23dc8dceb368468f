"""The players an account keeps: a family, on every device that is signed in to it."""

from __future__ import annotations

from accounts.compiled import Compiled
from accounts.models import Player

_KEPT = Compiled(lambda user: Player.objects.filter(user=user).order_by("pk"), parameters=1)


def players_of_account(user_id: int) -> list[Player]:
    """The players this account keeps, the one it has had longest first. One query, whose SQL is kept."""
    return _KEPT.ask(user_id)
