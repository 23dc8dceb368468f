"""One match as everybody sees it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.decisions import format_score, say_decision
from tournaments.models import Match
from tournaments.queries.boards import boards_in, is_level
from tournaments.queries.calls import own_call
from tournaments.queries.matches import MatchView, find_match, match_view
from tournaments.queries.reports import own_report
from tournaments.views.event import Visit, event_page, visit
from tournaments.views.everybody import for_everybody


def own_table(here: Visit, match_id: int) -> dict[str, Any]:
    """The table of the match, if the visitor is one of its players."""
    if here.mine is None:
        return {}
    found = find_match(here.tournament, match_id)
    mine = here.mine.deck_entry if found is not None and found.is_board else here.mine
    if found is None or mine.pk not in (found.player1_id, found.player2_id):
        return {}
    call = own_call(here.mine, found.team_match or found)
    report = own_report(mine, found)
    return {"own_page": "match", "match": found, "seated": mine, "own_call": call, "own_report": report}


@require_safe
@for_everybody(own=own_table)
def match(request: HttpRequest, code: str, match_id: int) -> HttpResponse:
    """The score, who chooses next and why, the games so far, and what was corrected."""
    here = visit(request, code)
    found = find_match(here.tournament, match_id)
    if found is None:
        raise Http404
    view = match_view(found)
    by_boards = here.tournament.is_by_seat and not found.is_board
    boards = boards_in(found.round, only={found.pk}).get(found.pk, [])
    facts: dict[str, Any] = {
        "view": view,
        "match": found,
        "round": found.round,
        "games": [] if by_boards else [_game_row(view, game) for game in view.shown_games],
        "boards": boards,
        "by_boards": by_boards,
        "is_level": by_boards and is_level(found, [row.match for row in boards]),
        "corrections": _corrections(view),
        "is_draw": found.is_complete and view.winner_seat is None and not found.is_lost_by_both,
    }
    return event_page(here, "match", tab="tournament_pairings", **own_table(here, match_id) | facts)


def _game_row(view: MatchView, game: Any) -> dict[str, Any]:
    """A game with the entrants of its seats."""
    return {
        "game": game,
        "winner": view.player(game.winner_seat),
        "chooser": view.player(game.chooser_seat),
        "first": view.player(game.first_seat),
    }


def _corrections(view: MatchView) -> list[dict[str, Any]]:
    """Changes made after the match already had a result, newest first, with the score before and after."""
    return [
        {"revision": revision, "before": _score(revision.before), "after": _score(revision.after)}
        for revision in view.revisions
        if revision.before.get("is_complete") and _score(revision.before) != _score(revision.after)
    ]


def _score(state: dict[str, Any]) -> str:
    """The score of a stored state, 2–1, or how else it was decided; empty before any game."""
    games = state.get("games", [])
    wins = [sum(game.get("winner_seat") == seat for game in games) for seat in (1, 2)]
    draws = sum(bool(game.get("is_draw")) for game in games)
    match = Match(outcome=state.get("outcome", Match.Outcome.PLAYED), winner_seat=state.get("winner_seat"))
    if decision := say_decision(match, wins1=wins[0], wins2=wins[1], draws=draws):
        return decision
    return format_score((wins[0], wins[1], draws)) if games else ""
