"""What the player did: events, matches with their results, the own standing, seasons, opponents met."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.queries.division_places import ranks_apart
from tournaments.queries.divisions import say_division
from tournaments.queries.player_history import (
    PlayerRecord,
    entries_counted,
    entries_played,
    events_played,
    own_standing,
    places_of_cut,
    record_of,
    rounds_played,
    seasons_played,
)
from tournaments.queries.standings import tiebreaks_of
from tournaments.queries.teams import entrant_of
from tournaments.tiebreak_names import say_tiebreaker
from tournaments.views.player.whose import own_player

EVENTS_ON_A_PAGE, OPPONENTS_ON_A_PAGE, OPPONENTS_FIRST = 10, 30, 8


@never_cache
@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """The history of the player the visitor is."""
    player = request.actor.player
    if player is None:
        return redirect("my_page")
    return redirect("player_history", player_id=player.pk)


@never_cache
@require_safe
def history(request: HttpRequest, player_id: int) -> HttpResponse:
    """Every event with place and record, page by page; seasons with points; the opponents met most often."""
    player = own_player(request, player_id)
    record = record_of(player)
    page = Paginator(entries_counted(player), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    facts = {
        "player": player,
        "page": page,
        "events": events_played(list(page), record),
        "record": record,
        "opponents": record.opponents[:OPPONENTS_FIRST],
        "seasons": seasons_played(player),
    }
    return render(request, "tournaments/player/history.html", facts)


@never_cache
@require_safe
def opponents(request: HttpRequest, player_id: int) -> HttpResponse:
    """Everybody the player met, with the record against each."""
    player = own_player(request, player_id)
    page = Paginator(record_of(player).opponents, OPPONENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/player/opponents.html", {"player": player, "page": page})


@never_cache
@require_safe
def event(request: HttpRequest, player_id: int, registration_id: int) -> HttpResponse:
    """One event: each match with its result, and the player's row of the standings, whose numbers open."""
    player = own_player(request, player_id)
    entry = entries_played(player).filter(pk=registration_id).select_related("decklist__submitted").first()
    if entry is None:
        raise Http404
    entrant = entrant_of(entry)
    standing = own_standing(entrant)
    tiebreaks = tiebreaks_of(entry.tournament)
    words = {tiebreak.value: say_tiebreaker(tiebreak) for tiebreak in tiebreaks}
    facts = {
        "player": player,
        "entry": entry,
        "played": events_played([entry], PlayerRecord({}, ()))[0],
        "tournament": entry.tournament,
        "rounds": rounds_played(entrant),
        "cut_places": places_of_cut(entry),
        "standing": standing,
        "rank_division": say_division(entrant) if ranks_apart(entry.tournament) else "",
        "values": [(value, words[value.code]) for value in standing.row.values] if standing is not None else [],
    }
    return render(request, "tournaments/player/event.html", facts)
