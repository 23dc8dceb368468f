"""What the home page and a person's own page list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import BooleanField, Case, Count, ExpressionWrapper, F, Q, QuerySet, Value, When
from django.utils import timezone

from accounts.actor import Actor
from tournaments.models import Match, Pod, Registration, Round, StaffMember, Tournament
from tournaments.queries.teams import entrant_of

Phase = Tournament.Phase
Status = Registration.Status
RUNNING = (Phase.SWISS, Phase.TOP_CUT)

FORGOTTEN_AFTER = timedelta(days=3)
"""An event that never started is no longer a coming one this long after its time."""


@dataclass(frozen=True)
class RunningEvent:
    """An event under way, its newest visible round, and how many of that round's tables are done."""

    tournament: Tournament
    round: Round | None
    done: int = 0
    total: int = 0


def running_events(*, limit: int) -> list[RunningEvent]:
    """Events under way, the one started last first. Four queries."""
    events = list(_listed(Q(phase__in=[Phase.SWISS, Phase.TOP_CUT])).order_by("-started_at", "-id")[:limit])
    visible = Round.objects.filter(tournament__in=events).exclude(status=Round.Status.DRAFT)
    newest = {round.tournament_id: round for round in visible.order_by("number")}
    matches = Match.objects.filter(round__in=list(newest.values())).order_by().values("round")
    tables = {
        row["round"]: (row["done"], row["total"])
        for row in matches.annotate(total=Count("pk"), done=Count("pk", filter=Q(is_complete=True)))
    }
    pods = Pod.objects.filter(round__in=list(newest.values())).order_by().values("round")
    for row in pods.annotate(total=Count("pk"), done=Count("pk", filter=Q(is_complete=True))):
        tables[row["round"]] = (row["done"], row["total"])
    rows = []
    for event in events:
        round = newest.get(event.pk)
        if round is not None:
            round.tournament = event
        rows.append(RunningEvent(event, round, *tables.get(round.pk if round is not None else 0, (0, 0))))
    return rows


def coming_tournaments() -> QuerySet[Tournament]:
    """Events not started yet, the next one first; those whose time has long passed are left out, the demo aside."""
    since = timezone.now() - FORGOTTEN_AFTER
    expected = Q(starts_at__gte=since) | Q(is_demo=True)
    return _listed(Q(phase=Phase.REGISTRATION) & expected).order_by("starts_at", "id")


def finished_tournaments(*, limit: int = 10) -> list[Tournament]:
    """The events finished last."""
    return list(_listed(Q(phase=Phase.FINISHED)).order_by("-finished_at", "-id")[:limit])


def staffed_tournaments(actor: Actor) -> list[Tournament]:
    """Events on whose staff the actor is, their own (`is_own`) before those they help with: running first, then coming,
    then past, the newest first.
    """
    if actor.user is None:
        here = actor.staff_pass.event if actor.staff_pass is not None else None
        return list(_listed(Q(pk=here)).annotate(is_own=Value(False))) if here is not None else []
    roles = actor.user.staff_roles
    owned = Q(pk__in=roles.filter(role=StaffMember.Role.OWNER).values("tournament"))
    listed = _listed(Q(pk__in=roles.values("tournament"))).annotate(is_own=ExpressionWrapper(owned, BooleanField()))
    mine: list[Any] = list(listed.order_by("-starts_at", "-id"))
    order = {Phase.SWISS: 0, Phase.TOP_CUT: 0, Phase.REGISTRATION: 1, Phase.FINISHED: 2, Phase.CANCELLED: 3}
    return sorted(mine, key=lambda event: (not event.is_own, order[Phase(event.phase)]))


def entries_of_player(actor: Actor) -> QuerySet[Registration]:
    """The entries of the actor's players with tournament, game, list and version, the newest event first; of a team of
    two the member's own."""
    entries = Registration.people.filter(player__in=actor.player_keys)
    entries = entries.select_related("player", "tournament__game", "decklist__submitted", "team_entry__player")
    return entries.order_by("-tournament__starts_at", "-id")


def last_event(actor: Actor) -> list[Registration]:
    """The entries of the actor's players in one event, withdrawn ones aside: one that runs with them, else the next one
    to come, else the newest.

    That of the player who acts now comes first."""
    entries = entries_of_player(actor).exclude(status=Status.WITHDRAWN)
    runs = Q(tournament__phase__in=RUNNING, status__in=[Status.ACTIVE, Status.DROPPED])
    comes = Q(tournament__phase=Phase.REGISTRATION, tournament__starts_at__gte=timezone.now() - FORGOTTEN_AFTER)
    entries = entries.annotate(
        place=Case(When(runs, then=0), When(comes, then=1), default=2),
        next_at=Case(When(comes, then=F("tournament__starts_at"))),
    ).order_by("place", "next_at", "-tournament__starts_at", "-id")
    found = list(entries[: max(1, len(actor.players))])
    newest = [entrant_of(entry) for entry in found if entry.tournament_id == found[0].tournament_id]
    newest.sort(key=lambda entry: actor.player_keys.index(entry.player_id))
    return list({entry.pk: entry for entry in newest}.values())


def _listed(condition: Q) -> QuerySet[Tournament]:
    gone = Q(registrations__status__in=[Status.WITHDRAWN, Status.WAITLISTED])
    there = ~(gone | Q(registrations__kind=Registration.Kind.MEMBER))
    never = Q(registrations__status=Status.NO_SHOW)
    counts = {
        "entered": Count("registrations", filter=there),
        "no_shows": Count("registrations", filter=there & never),
        "came": Count("registrations", filter=there & ~never),
    }
    return Tournament.objects.filter(condition).select_related("game").annotate(**counts)
