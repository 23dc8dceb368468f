"""Who is who in a season: people, the players merged into them, single entries set apart."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Season
from tournaments.queries.finding import MAX_FOUND, folded
from tournaments.queries.name_order import spoken_key
from tournaments.queries.seasons import Board, board_of, has_entry, has_players, season_mark, staffed_events
from tournaments.seasons.persons import followed
from tournaments.services import seasons as services
from tournaments.views.desk.access import done
from tournaments.views.seasons.managing import season_view
from tournaments.views.seasons.names import Names
from tournaments.views.seasons.public import MAX_FIND
from tournaments.views.sections import sectioned

SUGGESTED = 30


def _names(request: HttpRequest, season: Season) -> tuple[Board, Names]:
    board = board_of(season, season_mark(season))
    return board, Names(board, staffed_events(request.actor, season))


def _found(request: HttpRequest, names: Names) -> tuple[str, list[int]]:
    """What is looked for, and the people with such a name."""
    find = request.GET.get("find", "").strip()[:MAX_FIND]
    wanted = folded(find)
    return find, [key for key in names.board.persons if wanted in folded(names.of(key))]


@require_safe
@season_view
def people(request: HttpRequest, season: Season) -> HttpResponse:
    """Everybody in the season's ended events, and who might be one person though nothing but the name says so."""
    board, names = _names(request, season)
    find, found = _found(request, names)
    shown = sorted(found, key=lambda key: (spoken_key(names.of(key)), key))
    section = sectioned(shown[:MAX_FOUND] if find else shown, request, lambda key: names.of(key)[:1])
    facts = {
        "season": season,
        "section": section,
        "rows": [(board.persons[key], names.of(key)) for key in section.rows],
        "find": find,
        "alike": [(one, names.of(one.key), other) for one, other in names.perhaps_one(limit=SUGGESTED)],
        "events": {event.pk: event for event in board.events},
    }
    return render(request, "tournaments/seasons/people.html", facts)


@require_safe
@season_view
def person(request: HttpRequest, season: Season, person_id: int) -> HttpResponse:
    """One person's entries, what was decided about them, and whom else they could be merged with."""
    board, names = _names(request, season)
    if person_id not in board.person_of:
        raise Http404
    key = board.person_of[person_id]
    here = board.persons[key]
    find, found = _found(request, names)
    events = {event.pk: event for event in board.events}
    own = {entry.event for entry in here.entries}
    others = [board.persons[one] for one in found if one != key] if find else []
    merges = list(season.merges.order_by("pk"))
    counts_for = {merge.player_id: merge.into_id for merge in merges}
    apart = set(season.set_apart.values_list("registration", flat=True))
    facts = {
        "season": season,
        "person": here,
        "name": names.of(key),
        "entries": [(one, names.of_entry(one.pk), events[one.event], one.pk in apart) for one in here.entries],
        "merged": [
            (merge.pk, names.of_player(merge.player_id))
            for merge in merges
            if followed(merge.player_id, counts_for) == here.player
        ],
        "find": find,
        "others": [
            (one, names.of(one.key), own.isdisjoint(entry.event for entry in one.entries)) for one in others[:MAX_FOUND]
        ],
    }
    return render(request, "tournaments/seasons/person.html", facts)


@require_POST
@season_view
def merge(request: HttpRequest, season: Season, player_id: int, into_id: int) -> HttpResponse:
    """Count one player's entries for another."""
    _find_there(season, player_id, into_id)
    made = services.merge_players(actor=request.actor, season_id=season.pk, player_id=player_id, into_id=into_id)
    undo = reverse("season_merge_undo", args=[season.code, made.pk])
    return done(request, _("They are one person in this season now."), then=_people(season), undo=undo)


@require_POST
@season_view
def undo_merge(request: HttpRequest, season: Season, merge_id: int) -> HttpResponse:
    """Undo a merge."""
    if not season.merges.filter(pk=merge_id).exists():
        raise Http404
    services.undo_merge(actor=request.actor, season_id=season.pk, merge_id=merge_id)
    return done(request, _("They are two people again."), then=_people(season))


@require_POST
@season_view
def set_apart(request: HttpRequest, season: Season, registration_id: int) -> HttpResponse:
    """Count an entry for a person of its own."""
    _find_there(season, entry=registration_id)
    services.set_entry_apart(actor=request.actor, season_id=season.pk, registration_id=registration_id)
    undo = reverse("season_entry_back", args=[season.code, registration_id])
    return done(request, _("The entry counts for a person of its own."), then=_people(season), undo=undo)


@require_POST
@season_view
def give(request: HttpRequest, season: Season, registration_id: int, player_id: int) -> HttpResponse:
    """Count an entry for another player."""
    _find_there(season, player_id, entry=registration_id)
    services.set_entry_apart(
        actor=request.actor, season_id=season.pk, registration_id=registration_id, player_id=player_id
    )
    undo = reverse("season_entry_back", args=[season.code, registration_id])
    return done(request, _("The entry counts for this player now."), then=_people(season), undo=undo)


@require_POST
@season_view
def put_back(request: HttpRequest, season: Season, registration_id: int) -> HttpResponse:
    """Count an entry for its player again."""
    _find_there(season, entry=registration_id)
    services.put_entry_back(actor=request.actor, season_id=season.pk, registration_id=registration_id)
    return done(request, _("The entry counts for its player again."), then=_people(season))


def _find_there(season: Season, *players: int, entry: int | None = None) -> None:
    """404 unless these players and the entry are in the season's events."""
    if not has_players(season, *players) or (entry is not None and not has_entry(season, entry)):
        raise Http404


def _people(season: Season) -> str:
    return reverse("season_people", args=[season.code])
