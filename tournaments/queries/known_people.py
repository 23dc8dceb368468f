"""Who of a list of names has played in earlier events of the same organisers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.actor import Actor
from tournaments.models import Registration, Tournament
from tournaments.permissions import PERMITTED, Action


@dataclass(frozen=True)
class KnownPerson:
    """A player of an earlier event: their year of birth, the newest event they were entered in, and how many."""

    player_id: int
    name: str
    birth_year: int | None
    event: str
    at: datetime
    events: int


def known_people(actor: Actor, tournament: Tournament, names: Collection[str]) -> Mapping[str, tuple[KnownPerson, ...]]:
    """The players of these names, as entered, in other events whose entries the actor manages, by name.

    Those who have an entry in this event, a withdrawn one included, are left out. One query.
    """
    if actor.user is None:
        return {}
    roles = [role.value for role in PERMITTED[Action.MANAGE_ENTRIES]]
    managed = actor.user.staff_roles.filter(role__in=roles).values("tournament")
    here = Registration.everybody.filter(tournament=tournament).values("player")
    entries = (
        Registration.people.filter(tournament__in=managed, name__in=names)
        .exclude(tournament=tournament)
        .exclude(player__in=here)
        .order_by("-tournament__starts_at", "-pk")
        .values_list("name", "player", "player__birth_year", "tournament__name", "tournament__starts_at")
    )
    found: dict[str, dict[int, list[tuple[int | None, str, datetime]]]] = defaultdict(lambda: defaultdict(list))
    for name, player, birth_year, event, at in entries:
        found[name][player].append((birth_year, event, at))
    return {
        name: tuple(KnownPerson(player, name, *events[0], len(events)) for player, events in players.items())
        for name, players in found.items()
    }
