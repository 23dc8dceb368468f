"""Events with prepared names, and phones that join under them."""

from __future__ import annotations

from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Player
from accounts.services import find_player_by_link
from tests.people_and_events import CONSENT, make_event, owner_of
from tournaments.models import Tournament
from tournaments.services.entries import (
    ListAges,
    RegisteredSelf,
    add_entries,
    register_self,
)

CHILD = timezone.localdate().year - 9
NAME = "李明"
GROWN_UP = ListAges("adult")
"""What staff say of a pasted list of grown-ups."""


def prepared(*lines: str, ages: ListAges = GROWN_UP, **changes: object) -> Tournament:
    """An event with a pasted list."""
    event = make_event(**changes)
    add_entries(
        actor=owner_of(event), tournament_id=event.pk, names=lines or (NAME, "韩梅"), consent=CONSENT, ages=ages
    )
    return event


def join(event: Tournament, name: str = NAME, actor: Actor = SYSTEM, **facts: object) -> RegisteredSelf:
    said: dict[str, object] = {"age_group": "adult"} | facts
    return register_self(actor=actor, tournament_id=event.pk, name=name, **said)


def player_of(link: str | None) -> Player | None:
    return find_player_by_link((link or "").strip("/").split("/")[-1])


def asked(event: Tournament, **facts: object) -> RegisteredSelf:
    """A second phone that joins under a name that is claimed."""
    join(event)
    second = join(event, **facts)
    assert second.request is not None
    return second


def verbs(event: Tournament) -> list[str]:
    return [line.verb for line in event.log.all()]
