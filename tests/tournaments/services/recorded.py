"""A match as a service takes it, and as the database has it."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from tournaments.models import Match


def at(match: Match, actor: Actor, **more: Any) -> dict[str, Any]:
    """The arguments of a service for a match as it stands."""
    match.refresh_from_db()
    return {"actor": actor, "match_id": match.pk, "expected_version": match.version, **more}


def stored(match: Match) -> dict[str, Any]:
    """What the database has of a match."""
    match = Match.objects.get(pk=match.pk)
    return {
        "complete": match.is_complete,
        "time": match.stopped_by_time,
        "outcome": match.outcome,
        "winner": match.winner_seat,
        "games": [game.winner_seat or 0 for game in match.games.order_by("number")],
    }
