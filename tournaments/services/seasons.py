"""Writes of seasons: making, changing and deleting them, which events belong to them, who is who in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal, refuse_any
from accounts.typed_text import one_line
from accounts.visible_names import line_problems
from cardpool.models import CardGame
from tournaments import permissions
from tournaments.models import (
    Registration,
    Season,
    SeasonApart,
    SeasonEvent,
    SeasonLogEntry,
    SeasonMerge,
    Tournament,
)
from tournaments.permissions import Action, may_manage_season
from tournaments.seasons.persons import followed
from tournaments.seasons.points import MAX_TEXT, UnreadablePoints, format_points, read_points

MAX_SEASONS, MAX_EVENTS, MAX_SEASON_ENTRIES = 100, 60, 20_000
"""Seasons of one organiser; events of one season; entries of its events together."""
MAX_NAME, MAX_DESCRIPTION, MAX_PARTICIPATION, MAX_BEST = 120, 2_000, 10_000, 100

_SCALAR = ("name", "description", "starts_on", "ends_on", "points", "participation", "best_of", "shared_place")
FIELDS = (*_SCALAR, "equal_totals", "is_published")


@dataclass(frozen=True)
class SeasonData:
    """The settings of a season; `game_slug` is empty for all games, `best_of` None where every result counts."""

    name: str
    points: str
    description: str = ""
    game_slug: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    participation: int = 0
    best_of: int | None = None
    shared_place: str = Season.SharedPlace.EACH.value
    equal_totals: str = Season.EqualTotals.SHARED.value
    is_published: bool = False


def data_of(season: Season) -> SeasonData:
    """The settings as they are."""
    values: dict[str, Any] = {name: getattr(season, name) for name in FIELDS}
    return SeasonData(game_slug=season.game.slug if season.game is not None else "", **values)


@transaction.atomic
def create_season(*, actor: Actor, data: SeasonData) -> Season:
    """A season without events, of the account that asks.

    Raises NotAllowed `may_not_create`, Refusal `too_many_seasons`, and what `edit_season` raises.
    """
    user = actor.user
    if user is None or not user.can_create_tournaments:
        raise NotAllowed("may_not_create")
    if Season.objects.filter(owner=user).count() >= MAX_SEASONS:
        raise Refusal("too_many_seasons", limit=MAX_SEASONS)
    season = Season(owner=user)
    _write(season, data)
    season.save()
    _log(season, actor, "season_created")
    return season


@transaction.atomic
def edit_season(*, actor: Actor, season_id: int, data: SeasonData) -> Season:
    """Change the settings; the leaderboard follows.

    Raises Refusal `name_required`, `hidden_character`, `text_too_long`, `no_such_game`, `out_of_range`,
    `no_such_choice`, `days_reversed`, the codes of `read_points`, and where the game or the days change
    `season_other_game`, `season_other_days` naming an event that does not fit them.
    """
    season = _lock(actor, season_id)
    before = data_of(season)
    _write(season, data)
    changed = [name for name in ("game_slug", *FIELDS) if getattr(before, name) != getattr(data_of(season), name)]
    if not changed:
        return season
    if not {"game_slug", "starts_on", "ends_on"}.isdisjoint(changed):
        for held in Tournament.objects.filter(season_events__season=season).order_by("starts_at", "pk"):
            _refuse_misfit(season, held)
    _changed(season)
    _log(season, actor, "season_edited", fields=changed)
    return season


@transaction.atomic
def delete_season(*, actor: Actor, season_id: int) -> str:
    """Delete the season with its log; its events stay. The name it had."""
    season = _lock(actor, season_id)
    name = season.name
    season.delete()
    return name


@transaction.atomic
def add_event(*, actor: Actor, season_id: int, code: str) -> SeasonEvent:
    """Add one of the actor's own events; it counts as soon as it has finished.

    Raises Refusal `no_such_tournament`, `season_other_game`, `season_other_days`, `too_many_events`,
    `too_many_season_entries`, NotAllowed where the actor does not organise the event, Conflict `event_in_season`,
    `event_cancelled`.
    """
    season = _lock(actor, season_id)
    tournament = Tournament.objects.filter(code=code).first()
    if tournament is None:
        raise Refusal("no_such_tournament", field="code")
    permissions.require(actor, Action.EDIT_TOURNAMENT, tournament)
    if tournament.phase == Tournament.Phase.CANCELLED:
        raise Conflict("event_cancelled")
    _refuse_misfit(season, tournament)
    if season.season_events.count() >= MAX_EVENTS:
        raise Refusal("too_many_events", limit=MAX_EVENTS)
    added, is_new = SeasonEvent.objects.get_or_create(
        season=season, tournament=tournament, defaults={"added_by": actor.label[:150]}
    )
    if not is_new:
        raise Conflict("event_in_season", event=tournament.name)
    if Registration.objects.filter(tournament__season_events__season=season).count() > MAX_SEASON_ENTRIES:
        raise Refusal("too_many_season_entries", limit=MAX_SEASON_ENTRIES, event=tournament.name)
    _changed(season)
    _log(season, actor, "season_event_added", event=tournament.name, code=tournament.code)
    return added


@transaction.atomic
def remove_event(*, actor: Actor, season_id: int, code: str) -> Tournament:
    """Take an event out of the season again. Raises Conflict `event_not_in_season`."""
    season = _lock(actor, season_id)
    tournament = Tournament.objects.filter(code=code, season_events__season=season).first()
    if tournament is None:
        raise Conflict("event_not_in_season")
    season.season_events.filter(tournament=tournament).delete()
    _changed(season)
    _log(season, actor, "season_event_removed", event=tournament.name, code=tournament.code)
    return tournament


@transaction.atomic
def merge_players(*, actor: Actor, season_id: int, player_id: int, into_id: int) -> SeasonMerge:
    """Count what one player played for another from now on, in this season alone: they are one person.

    Players merged into the first before follow along; a player who counts for somebody else stands for that person.
    Raises Refusal `same_player`, `no_such_player` for somebody without an entry in the season's events,
    `players_met_in_event` where both took part in one event, which one person cannot.
    """
    season = _lock(actor, season_id)
    merged = _merged(season)
    player, into = followed(player_id, merged), followed(into_id, merged)
    if player == into:
        raise Refusal("same_player")
    ones, others = _entries_of(season, player), _entries_of(season, into)
    if not ones or not others:
        raise Refusal("no_such_player")
    both = {entry.tournament_id for entry in ones} & {entry.tournament_id for entry in others}
    if both:
        met = Tournament.objects.filter(pk__in=both).order_by("starts_at", "pk").first()
        raise Refusal("players_met_in_event", event=met.name if met is not None else "")
    merge = SeasonMerge.objects.create(season=season, player_id=player, into_id=into)
    _changed(season)
    _log(season, actor, "season_merged", player=player, into=into)
    return merge


@transaction.atomic
def undo_merge(*, actor: Actor, season_id: int, merge_id: int) -> None:
    """Undo one merge: the player is a person of their own again, with those who were merged into them.

    Merges made before and after it stay. Raises Conflict `player_not_merged`.
    """
    season = _lock(actor, season_id)
    merge = season.merges.filter(pk=merge_id).first()
    if merge is None:
        raise Conflict("player_not_merged")
    merge.delete()
    _changed(season)
    _log(season, actor, "season_split", player=merge.player_id)


@transaction.atomic
def set_entry_apart(*, actor: Actor, season_id: int, registration_id: int, player_id: int | None = None) -> None:
    """Take an entry away from its player in this season: it is `player_id`'s, or a person of its own.

    Raises Refusal `no_such_entry`, `no_such_player`, `same_player`, `players_met_in_event`.
    """
    season = _lock(actor, season_id)
    entry = _in_season(season).filter(pk=registration_id).first()
    if entry is None:
        raise Refusal("no_such_entry")
    if player_id is not None:
        own = _entries_of(season, player_id)
        if not own:
            raise Refusal("no_such_player")
        if any(one.pk == entry.pk for one in own):
            raise Refusal("same_player")
        if any(one.tournament_id == entry.tournament_id for one in own):
            raise Refusal("players_met_in_event", event=entry.tournament.name)
    SeasonApart.objects.update_or_create(season=season, registration=entry, defaults={"player_id": player_id})
    _changed(season)
    _log(season, actor, "season_set_apart", entry=entry.pk, event=entry.tournament.name, player=player_id)


@transaction.atomic
def put_entry_back(*, actor: Actor, season_id: int, registration_id: int) -> None:
    """Undo setting an entry apart: it is its player's again. Raises Conflict `entry_not_apart`."""
    season = _lock(actor, season_id)
    apart = season.set_apart.filter(registration=registration_id).select_related("registration__tournament").first()
    if apart is None:
        raise Conflict("entry_not_apart")
    entry = apart.registration
    apart.delete()
    _changed(season)
    _log(season, actor, "season_put_back", entry=entry.pk, event=entry.tournament.name)


def _lock(actor: Actor, season_id: int) -> Season:
    """The season, its row locked, where the actor manages it."""
    season = Season.objects.select_for_update(of=("self",)).select_related("game").filter(pk=season_id).first()
    if season is None:
        raise Refusal("no_such_season")
    if not may_manage_season(actor, season):
        raise NotAllowed("season_not_yours")
    return season


def _write(season: Season, data: SeasonData) -> None:
    """Put checked settings on the season."""
    game = CardGame.objects.filter(slug=data.game_slug).first() if data.game_slug else None
    name, description = one_line(data.name), data.description.strip()
    checks: tuple[tuple[bool, str, str, dict[str, Any]], ...] = (
        (len(name) > MAX_NAME, "text_too_long", "name", {"limit": MAX_NAME}),
        (len(description) > MAX_DESCRIPTION, "text_too_long", "description", {"limit": MAX_DESCRIPTION}),
        (bool(data.game_slug) and game is None, "no_such_game", "game_slug", {}),
        (
            data.participation not in range(MAX_PARTICIPATION + 1),
            "out_of_range",
            "participation",
            {"low": 0, "high": MAX_PARTICIPATION},
        ),
        (
            data.best_of is not None and data.best_of not in range(1, MAX_BEST + 1),
            "out_of_range",
            "best_of",
            {"low": 1, "high": MAX_BEST},
        ),
        (data.shared_place not in Season.SharedPlace, "no_such_choice", "shared_place", {}),
        (data.equal_totals not in Season.EqualTotals, "no_such_choice", "equal_totals", {}),
        (
            data.starts_on is not None and data.ends_on is not None and data.ends_on < data.starts_on,
            "days_reversed",
            "ends_on",
            {},
        ),
    )
    problems = line_problems(data.name, field="name")
    problems += [Refusal(code, field=field, **facts) for refused, code, field, facts in checks if refused]
    points = _read(data.points, problems)
    refuse_any(problems)
    for field in FIELDS:
        setattr(season, field, getattr(data, field))
    season.name, season.description, season.points, season.game = name, description, points, game


def _read(typed: str, problems: list[Refusal]) -> str:
    """The points in canonical form; what is wrong with them joins the problems."""
    if len(typed) > MAX_TEXT:
        problems.append(Refusal("text_too_long", field="points", limit=MAX_TEXT))
        return ""
    try:
        return format_points(read_points(typed))
    except UnreadablePoints as unread:
        problems.append(Refusal(unread.code, field="points", line=unread.line, part=unread.part[:40]))
        return ""


def _refuse_misfit(season: Season, tournament: Tournament) -> None:
    """An event of another game, or of a day outside the season."""
    if season.game_id is not None and tournament.game_id != season.game_id:
        raise Refusal("season_other_game", event=tournament.name)
    day = timezone.localdate(tournament.starts_at)
    if (season.starts_on is not None and day < season.starts_on) or (
        season.ends_on is not None and day > season.ends_on
    ):
        raise Refusal("season_other_days", event=tournament.name, day=day.isoformat())


def _in_season(season: Season) -> Any:
    """The entries of the season's events that take part in it, or will once their event has finished."""
    return (
        Registration.people.filter(tournament__season_events__season=season)
        .exclude(status__in=permissions.NOT_PLAYING)
        .select_related("tournament")
        .order_by("tournament__starts_at", "pk")
    )


def _entries_of(season: Season, player_id: int) -> list[Registration]:
    """What counts for the person a player is: entries of all players merged with them, and those given to these."""
    merged = _merged(season)
    person = followed(player_id, merged)
    apart: dict[int, int | None] = dict(season.set_apart.values_list("registration", "player"))

    def counts(entry: Registration) -> bool:
        given = apart.get(entry.pk, entry.player_id)
        return given is not None and followed(given, merged) == person

    return [entry for entry in _in_season(season) if counts(entry)]


def _merged(season: Season) -> dict[int, int]:
    """For whom each merged player counts, who may be merged in turn."""
    return dict(season.merges.values_list("player", "into"))


def _changed(season: Season) -> None:
    season.revision += 1
    season.save()


def _log(season: Season, actor: Actor, verb: str, **facts: Any) -> None:
    """One line. People stand in it by their keys: which of their names the reader may see is known when it is read."""
    SeasonLogEntry.objects.create(season=season, user=actor.user, actor=actor.label[:150], verb=verb, facts=facts)
