"""What waits for the staff of an event, as the head of every page of theirs says it."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from tournaments.models import Tournament
from tournaments.permissions import Action, may
from tournaments.queries.calls import count_open_calls
from tournaments.queries.check_budget import count_decks_due
from tournaments.queries.join_requests import count_open_requests


def what_waits(actor: Actor, tournament: Tournament) -> dict[str, Any]:
    """Open judge calls, decks due back and, for those who may answer them, requests to join, for `_calls_count.html`;
    `alarms` says whether decks due back are the visitor's concern.

    A fixed number of queries.
    """
    joining = may(actor, Action.MANAGE_ENTRIES, tournament)
    return {
        "call_count": count_open_calls(tournament),
        "decks_due": count_decks_due(tournament),
        "join_count": count_open_requests(tournament) if joining else 0,
        "alarms": may(actor, Action.CHECK_DECKS, tournament),
    }
