"""A season as it stands: its events, who is who, the leaderboards; worked out once for each version of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from accounts.actor import Actor
from tournaments.marks import Mark
from tournaments.models import Registration, Round, Season, SeasonEvent, StaffMember, Tournament
from tournaments.permissions import PERMITTED, Action
from tournaments.play.divisions import Division
from tournaments.queries.division_places import own_division, places_apart
from tournaments.queries.kept import kept_for
from tournaments.queries.season_names import FACTS, SeasonEntry, shown_names
from tournaments.queries.settings import divisions_of
from tournaments.seasons.leaderboard import (
    EqualTotals,
    LeftOut,
    Line,
    Result,
    Rules,
    SharedPlace,
    leaderboard,
    within,
)
from tournaments.seasons.persons import followed, persons_of
from tournaments.seasons.points import read_points

_REVISIONS_APART = 10**18
"""More than the versions of a season's events add up to, so that a later revision is always the greater mark."""


@dataclass(frozen=True)
class EventOfSeason:
    """An event of the season; `players`, in an event for teams the teams, have a final place, and none before it has
    finished."""

    pk: int
    code: str
    name: str
    starts_at: datetime
    phase: str
    players: int
    is_for_teams: bool

    @property
    def is_counted(self) -> bool:
        return self.phase == Tournament.Phase.FINISHED


@dataclass(frozen=True)
class Person:
    """Somebody with entries in the season's events, by the smallest key of these; `name` is what everybody reads.

    `player` is the player for whom all of them count, None for an entry set apart from its player.
    """

    key: int
    name: str
    player: int | None
    entries: tuple[SeasonEntry, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The players whose entries these are, in the order they came."""
        return tuple(dict.fromkeys(entry.player for entry in self.entries))


@dataclass(frozen=True, eq=False)
class Board:
    """A season worked out: `events` in the order they are held, `persons` by key, `person_of` entries by key,
    the `leaderboards` of everybody ("") and of each of the `divisions`, both by the division's Chinese name: events
    that call a division alike mean the same one. `apart` are the events that count whose places are those in the
    division: on the leaderboard of everybody such a place has its points like any other.
    """

    events: tuple[EventOfSeason, ...]
    persons: Mapping[int, Person]
    person_of: Mapping[int, int]
    leaderboards: Mapping[str, tuple[Line, ...]]
    divisions: Mapping[str, Division]
    apart: frozenset[int]

    def __len__(self) -> int:
        return len(self.person_of) + 1

    @property
    def lines(self) -> tuple[Line, ...]:
        """The leaderboard of everybody."""
        return self.leaderboards[""]

    @property
    def second_entries(self) -> list[tuple[int, EventOfSeason]]:
        """Persons with more than one entry in an event: merged by mistake, or before both entered it."""
        events = {event.pk: event for event in self.events}
        return [
            (line.person, events[one.result.event])
            for line in self.lines
            for one in line.scored
            if one.left_out is LeftOut.SECOND_ENTRY
        ]


def published_seasons() -> QuerySet[Season]:
    """The seasons everybody may read, the newest first."""
    return Season.objects.filter(is_published=True).select_related("owner", "game").order_by("-pk")


def readable_seasons(actor: Actor) -> QuerySet[Season]:
    """Published seasons and the actor's own, the newest first."""
    seasons = Season.objects.select_related("owner", "game").order_by("-pk")
    if actor.user is None or not actor.user.is_active:
        return seasons.filter(is_published=True)
    if actor.user.is_superuser:
        return seasons
    return seasons.filter(Q(is_published=True) | Q(owner=actor.user))


def managed_seasons(actor: Actor) -> QuerySet[Season]:
    """The seasons the actor manages, the newest first; the owner of the site manages all."""
    seasons = Season.objects.select_related("owner", "game").order_by("-pk")
    if actor.user is None or not actor.user.is_active:
        return seasons.none()
    return seasons if actor.user.is_superuser else seasons.filter(owner=actor.user)


def find_season(code: str) -> Season | None:
    """The season with a code. One query."""
    return Season.objects.select_related("owner", "game").filter(code=code).first()


def season_mark(season: Season) -> Mark:
    """The version of what a season shows: its own revision, and those of its events' tables. One query."""
    tables = SeasonEvent.objects.filter(season=season).aggregate(total=Sum("tournament__public_version__table_number"))
    return Mark(season.pk, season.revision * _REVISIONS_APART + int(tables["total"] or 0))


def rules_of(season: Season) -> Rules:
    """How the season's points add up."""
    return Rules(
        points=read_points(season.points),
        participation=season.participation,
        best=season.best_of,
        shared_place=SharedPlace(season.shared_place),
        equal_totals=EqualTotals(season.equal_totals),
    )


def board_of(season: Season, mark: Mark) -> Board:
    """The season as it stands at `season_mark`, or later. Four queries where it is not kept yet."""
    return kept_for(mark, ("season", mark.tournament), lambda: read_board(season))


def read_board(season: Season) -> Board:
    """The season worked out from the final places of its ended events."""
    held = list(Tournament.objects.filter(season_events__season=season).order_by("starts_at", "pk"))
    ended = [event.pk for event in held if event.phase == Tournament.Phase.FINISHED]
    divisions = {event.pk: {one.code: one for one in divisions_of(event)} for event in held}
    apart = _placed_apart(held)
    entries = _entries([event for event in held if event.pk in ended], apart)
    merged = dict(season.merges.values_list("player", "into"))
    set_apart = dict(season.set_apart.values_list("registration", "player"))
    person_of = persons_of(((entry.pk, entry.player) for entry in entries), merged, set_apart)
    player_of = {
        person: None if player is None else followed(player, merged)
        for entry in entries
        if (person := person_of[entry.pk]) == entry.pk
        for player in [set_apart.get(entry.pk, entry.player)]
    }
    results = [
        Result(
            one.event,
            one.pk,
            person_of[one.pk],
            one.place,
            one.division,
            one.team,
            one.division if one.event in apart else "",
        )
        for one in entries
    ]
    rules = rules_of(season)
    leaderboards = {"": leaderboard(results, ended, rules)}
    named = {one.zh: one for own in divisions.values() for one in own.values()}
    played = [division for division in named if any(result.division == division for result in results)]
    for division in played:
        leaderboards[division] = leaderboard(within(results, division), ended, rules)
    placed = Counter(
        event for event, _side in {(one.event, one.team or one.pk) for one in entries if one.place is not None}
    )
    events = (
        EventOfSeason(one.pk, one.code, one.name, one.starts_at, one.phase, placed[one.pk], one.is_for_teams)
        for one in held
    )
    persons = _persons(entries, person_of, player_of, ended)
    return Board(
        tuple(events),
        persons,
        person_of,
        leaderboards,
        {division: named[division] for division in played},
        apart.intersection(ended),
    )


def _placed_apart(held: list[Tournament]) -> frozenset[int]:
    """The events whose final places are those in the divisions."""
    some = [event for event in held if event.cuts_apart or event.is_paired_apart]
    if not some:
        return frozenset()
    cut = set(
        Round.objects.filter(tournament__in=some, stage=Round.Stage.TOP_CUT)
        .order_by()
        .values_list("tournament", flat=True)
        .distinct()
    )
    return frozenset(event.pk for event in some if places_apart(event, had_cut=event.pk in cut))


def _entries(events: list[Tournament], apart: frozenset[int]) -> list[SeasonEntry]:
    """Everybody with a place in the final standings of these events, and the disqualified, in the divisions they are
    ranked in; `apart` are the events with places in the divisions.
    """
    named = {
        (event.pk, code): names.get(own_division(event, code) if event.pk in apart else code, "")
        for event in events
        for names in [{one.code: one.zh for one in divisions_of(event)}]
        for code in ("", *names)
    }
    took_part = Q(final_place__isnull=False) | Q(status=Registration.Status.DISQUALIFIED)
    rows = (
        Registration.people.filter(took_part, tournament__in=events)
        .order_by("pk")
        .values_list(*FACTS, "division", "team_entry")
    )
    return [
        replace(SeasonEntry(*facts), division=named.get((facts[1], code), ""), team=team) for *facts, code, team in rows
    ]


def _persons(
    entries: list[SeasonEntry], person_of: Mapping[int, int], player_of: Mapping[int, int | None], ended: list[int]
) -> dict[int, Person]:
    order = {event: place for place, event in enumerate(ended)}
    own: dict[int, list[SeasonEntry]] = {}
    for entry in sorted(entries, key=lambda entry: (order[entry.event], entry.pk)):
        own.setdefault(person_of[entry.pk], []).append(entry)
    names = shown_names(list(own.values()))
    return {
        key: Person(key, name, player_of[key], tuple(entries))
        for (key, entries), name in zip(own.items(), names, strict=True)
    }


def staffed_events(actor: Actor, season: Season) -> frozenset[int]:
    """The season's events in which the actor may read names as entered."""
    held = SeasonEvent.objects.filter(season=season).values_list("tournament", flat=True)
    if actor.user is None or not actor.user.is_active:
        return frozenset()
    if actor.user.is_superuser:
        return frozenset(held)
    roles = [role.value for role in PERMITTED[Action.VIEW_PRIVATE_NAMES]]
    own = StaffMember.objects.filter(user=actor.user, role__in=roles, tournament__in=held)
    return frozenset(own.values_list("tournament", flat=True))


def has_players(season: Season, *players: int) -> bool:
    """Whether each of these players has an entry in one of the season's events."""
    found = Registration.people.filter(player__in=players, tournament__season_events__season=season)
    return found.values("player").distinct().count() == len(set(players))


def has_entry(season: Season, registration_id: int) -> bool:
    """Whether the entry is in one of the season's events."""
    return Registration.people.filter(pk=registration_id, tournament__season_events__season=season).exists()


def events_to_add(actor: Actor, season: Season, *, limit: int) -> list[Tournament]:
    """Events the actor may add: their own, of the season's game and days, not in it yet; the newest first."""
    if actor.user is None:
        return []
    found = Tournament.objects.exclude(phase=Tournament.Phase.CANCELLED).exclude(season_events__season=season)
    if not actor.user.is_superuser:
        roles = [role.value for role in PERMITTED[Action.EDIT_TOURNAMENT]]
        own = StaffMember.objects.filter(user=actor.user, role__in=roles)
        found = found.filter(pk__in=own.values("tournament"))
    if season.game_id is not None:
        found = found.filter(game=season.game_id)
    if season.starts_on is not None:
        found = found.filter(starts_at__date__gte=season.starts_on)
    if season.ends_on is not None:
        found = found.filter(starts_at__date__lte=season.ends_on)
    return list(found.select_related("game").order_by("-starts_at", "-pk")[:limit])
