"""Table numbers that two events run by the same people use at the same time: one hall, one physical numbering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Match, Pod, Registration, Round, StaffMember, Tournament
from tournaments.pods.entrants import POD
from tournaments.pods.sizes import MIN_PLAYERS, sizes_of
from tournaments.queries.earlier_events import of_the_same
from tournaments.queries.pairing_settings import format_tables, table_settings
from tournaments.swiss.tables import as_ranges, first_tables, free_run, has_table

Phase = Tournament.Phase
UNDER_WAY = (Phase.REGISTRATION, Phase.SWISS, Phase.TOP_CUT)
MANAGERS = (StaffMember.Role.OWNER, StaffMember.Role.ORGANISER, StaffMember.Role.SCOREKEEPER)
"""Who pairs rounds and gives tables: somebody who does so at two events stands in one hall."""
MAX_EVENTS = 20
"""Other events that are looked at: more of them on a day do not share one hall."""


@dataclass(frozen=True)
class SharedTables:
    """Another event and the numbers that both use, as ranges with both ends. `is_playing`: at a table of the other, of
    these or not, somebody plays at the moment."""

    tournament: Tournament
    ranges: tuple[tuple[int, int], ...]
    is_playing: bool

    @property
    def words(self) -> str:
        """The numbers as they are written: "1-20, 31"."""
        return format_tables(self.ranges)


@dataclass(frozen=True)
class TableClash:
    """The events that use the same numbers, and as many numbers in a row as its next round has tables that nobody
    uses, if there are."""

    shared: tuple[SharedTables, ...]
    free: tuple[int, int] | None

    def __bool__(self) -> bool:
        return bool(self.shared)

    @property
    def free_words(self) -> str:
        """The free numbers as they are written; empty where there are none."""
        return format_tables((self.free,)) if self.free is not None else ""

    def settings(self, tournament: Tournament) -> dict[str, Any]:
        """The settings with which the event would use the free numbers alone; none where there are none."""
        if self.free is None:
            return {}
        if tournament.only_listed_tables:
            return {"table_ranges": self.free_words, "feature_tables": ""}
        return {"first_table": self.free[0], "table_ranges": "", "feature_tables": ""}


def table_clash(tournament: Tournament) -> TableClash:
    """With which events the tournament shares table numbers. Six queries, however many events there are.

    Looked at are events that are open for registration or running, have an owner, organiser or scorekeeper in common
    with this one, and start or pair a round on a day on which this one does; the demo takes no table of a real event.
    An event uses the tables of its open round, and those that its next round fills: for its active players or, before
    the start, for as many as it takes in. One with fewer than two players and no open round uses none.
    """
    others = _beside(tournament)
    if not others:
        return TableClash((), None)
    events = [tournament, *others]
    playing, seats = _players_in(events), _seats_in(events)
    events = [event for event in events if playing[event.pk] >= 2 or seats[event.pk]]
    if tournament not in events:
        return TableClash((), None)
    others = events[1:]
    matches = {event.pk: _most_matches(event, playing[event.pk]) for event in events}
    used = _tables_of(events, matches, seats)
    mine = used[tournament.pk]
    shared = [(event, used[event.pk] & mine) for event in sorted(others, key=lambda event: (event.starts_at, event.pk))]
    playing_now = {event.pk: any(seat.is_played for seat in seats[event.pk]) for event in others}
    taken = frozenset().union(*(used[event.pk] for event in others), table_settings(tournament).blocked)
    return TableClash(
        tuple(SharedTables(event, as_ranges(numbers), playing_now[event.pk]) for event, numbers in shared if numbers),
        free_run(taken, matches[tournament.pk]),
    )


def tables_in_use(round: Round) -> tuple[SharedTables, ...]:
    """With which of the events that `table_clash` looks at a draft has tables at which somebody plays: a published
    match or pod without a result. None of another round.

    Only events of the same organisers count (`of_the_same`): somebody added to an event without being asked does not
    have its tables in the way of their own.
    """
    if round.status != Round.Status.DRAFT:
        return ()
    mine = {seat.table for seat in _seats_in([round.tournament])[round.tournament_id] if not seat.is_published}
    shared = [(event, tables & mine) for event, tables in _played_beside(round.tournament).items()]
    return tuple(SharedTables(event, as_ranges(numbers), is_playing=True) for event, numbers in shared if numbers)


def draft_tables(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """The tables of a draft as ranges with both ends; none where none is open."""
    seats = _seats_in([tournament])[tournament.pk]
    return as_ranges(seat.table for seat in seats if not seat.is_published)


def tables_played_beside(tournament: Tournament) -> frozenset[int]:
    """The tables at which other events of the same organisers play at the moment."""
    return frozenset().union(*_played_beside(tournament).values())


def _played_beside(tournament: Tournament) -> dict[Tournament, set[int]]:
    same = set(of_the_same(tournament).values_list("pk", flat=True))
    others = [event for event in _beside(tournament) if event.pk in same]
    seats = _seats_in(others)
    return {event: {seat.table for seat in seats[event.pk] if seat.is_played} for event in others}


def _beside(tournament: Tournament) -> list[Tournament]:
    """The other events under way of the same people that start or pair a round on a day on which this one does; not
    what one of the two was restored from."""
    if tournament.phase not in UNDER_WAY:
        return []
    people = StaffMember.objects.filter(tournament=tournament, role__in=MANAGERS).values("user")
    theirs = StaffMember.objects.filter(user__in=people, role__in=MANAGERS).values("tournament")
    found = (
        Tournament.objects.filter(pk__in=theirs, phase__in=UNDER_WAY, is_demo=tournament.is_demo)
        .exclude(pk=tournament.pk)
        # A restored event goes on where the one it was restored from stopped.
        .exclude(code__in=tournament.origins.values("code"))
        .exclude(origins__code=tournament.code)
    )
    events = [tournament, *found.order_by("-starts_at", "-pk")[: MAX_EVENTS * 5]]
    days = _days_of(events)
    return [event for event in events[1:] if days[event.pk] & days[tournament.pk]][:MAX_EVENTS]


class _Seat(NamedTuple):
    """A table of a round that is not over."""

    table: int
    is_published: bool
    is_played: bool


def _seats_in(events: Iterable[Tournament]) -> dict[int, list[_Seat]]:
    """The tables of each event's rounds that are not over."""
    keys = [event.pk for event in events]
    found: dict[int, list[_Seat]] = {key: [] for key in keys}
    for played in (Match.objects.all(), Pod.objects.all()):
        in_use = played.filter(round__tournament__in=keys).exclude(round__status=Round.Status.COMPLETED)
        facts = in_use.values_list("round__tournament", "table", "round__status", "is_complete")
        for key, table, status, is_complete in facts:
            if table is not None:
                is_published = status == Round.Status.PUBLISHED
                found[key].append(_Seat(table, is_published, is_published and not is_complete))
    return found


def _days_of(events: Iterable[Tournament]) -> dict[int, set[date]]:
    """The days on which each event starts or had a round paired: an event that nobody finished is over with its last
    round."""
    days = {event.pk: {timezone.localdate(event.starts_at)} for event in events}
    for event, paired_at in Round.objects.filter(tournament__in=list(days)).values_list("tournament", "created_at"):
        days[event].add(timezone.localdate(paired_at))
    return days


def _tables_of(
    events: list[Tournament], matches: Mapping[int, int], seats: Mapping[int, list[_Seat]]
) -> dict[int, frozenset[int]]:
    """The numbers that each event uses for these matches of its next round, and for its open round."""
    used = {event.pk: {seat.table for seat in seats[event.pk]} for event in events}
    settings = {event.pk: table_settings(event) for event in events}
    for event in events:
        used[event.pk].update(first_tables(settings[event.pk], matches[event.pk]))
    seated = _active_in(events).filter(fixed_table__isnull=False).exclude(tournament__phase=Phase.TOP_CUT)
    for key, table in seated.values_list("tournament", "fixed_table"):
        if table is not None and has_table(settings[key], table):
            used[key].add(table)
    return {key: frozenset(numbers) for key, numbers in used.items()}


def _active_in(events: Iterable[Tournament]) -> QuerySet[Registration]:
    return Registration.objects.filter(tournament__in=[event.pk for event in events], status=Registration.Status.ACTIVE)


def _players_in(events: Iterable[Tournament]) -> Counter[int]:
    """How many active entries each event has."""
    return Counter(dict(_active_in(events).order_by().values_list("tournament").annotate(Count("pk"))))


def _most_matches(event: Tournament, active: int) -> int:
    """How many matches or pods the next round of an event has at most."""
    if event.phase == Phase.TOP_CUT:
        places = sum(event.division_cuts.values()) if event.cuts_apart else event.top_cut
        return -(-places // POD) if event.is_in_pods else places // 2
    players = max(active, event.capacity or 0) if event.phase == Phase.REGISTRATION else active
    return max(1, matches_of(event, players))


def matches_of(event: Tournament, players: int) -> int:
    """How many matches or pods a Swiss round of this many players has."""
    if event.is_in_pods:
        return sizes_of(max(players, MIN_PLAYERS)).pods
    return players // 2
