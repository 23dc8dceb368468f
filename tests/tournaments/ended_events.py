"""Ended events with given places, and seasons of them, without playing a round."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.actor import Actor
from tests.people_and_events import enter, make_event
from tournaments.models import Registration, Season, Tournament
from tournaments.services.seasons import SeasonData, add_event, create_season

POINTS = "10 7 5 3"


def ended_event(owner: Actor, *names: str, places: tuple[int | None, ...] = (), **settings: Any) -> Tournament:
    """A finished event whose players came 1st, 2nd … in the order given, or at these places; None: disqualified."""
    event = make_event(owner, **settings)
    entries = enter(event, *names)
    for place, entry in enumerate(entries, start=1):
        entry.final_place = places[place - 1] if places else place
        if entry.final_place is None:
            entry.status = Registration.Status.DISQUALIFIED
        entry.save()
    event.phase = Tournament.Phase.FINISHED
    event.finished_at = timezone.now()
    event.save()
    return event


def entry_of(event: Tournament, name: str) -> Registration:
    return event.registrations.select_related("player").get(name=name)


def same_player(one: Registration, other: Registration) -> None:
    """The player of the first entry came back for the other."""
    other.player = one.player
    other.save(update_fields=["player"])


def make_season(owner: Actor, *events: Tournament, **changes: Any) -> Season:
    """A published season of these events."""
    settings = {"name": "秋季联赛", "points": POINTS, "is_published": True} | changes
    season = create_season(actor=owner, data=SeasonData(**settings))
    for event in events:
        add_event(actor=owner, season_id=season.pk, code=event.code)
    season.refresh_from_db()
    return season
