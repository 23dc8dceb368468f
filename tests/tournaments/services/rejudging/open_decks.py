"""Submitted decks of an event, and restriction lists that change their verdicts."""

from __future__ import annotations

from datetime import date
from typing import Any

from accounts.actor import Actor
from accounts.inbox import notices_of
from cardpool.lists.entries import Entry, RestrictionKind
from cardpool.services.restrictions import ListData, save_list
from decks.models import DecklistVersion
from tests.background import no_worker
from tests.people_and_events import player_actor
from tests.typed_lists import LEGAL
from tournaments.models import Rejudging, Tournament
from tournaments.services.decklists import save_entry_decklist

A1 = "HBU01-A01"
OTHER = LEGAL.replace(A1, "HBU03-A01")
"""Legal too, and without that card."""

B, L = RestrictionKind.BANNED, RestrictionKind.LIMITED


def hand_in(entry: Any, text: str = LEGAL, *, submit: bool = True) -> DecklistVersion:
    return save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, submit=submit)


def publish(manager: Actor, tournament: Tournament, *entries: Entry, **facts: Any) -> Any:
    """Publish a restriction list of the event's game."""
    data = {"name": "禁限表", "effective_from": date(2026, 1, 1), **facts}
    saved = save_list(actor=manager, game_id=tournament.game_id, data=ListData(entries=entries, **data))
    return saved.list


def submitted(entry: Any) -> DecklistVersion:
    entry.refresh_from_db()
    return entry.decklist.submitted


def notices_to(actor: Actor) -> list[str]:
    """The codes of the actor's notices."""
    return [notice.code for notice in notices_of(actor)]


def waiting_run(tournament: Tournament, manager: Actor, *entries: Entry, **facts: Any) -> Rejudging:
    """A list is published while no worker takes the job."""
    with no_worker():
        publish(manager, tournament, *entries, **facts)
    return Rejudging.objects.latest("pk")
