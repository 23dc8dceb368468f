"""Matches, byes and who chooses next, as the API renders them for one actor."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from accounts.actor import Actor
from tournaments.api.round_serializers import GameSerializer
from tournaments.decisions import say_decision
from tournaments.models import Match, Registration, Round
from tournaments.queries.boards import boards_of, is_level
from tournaments.queries.matches import MatchView
from tournaments.queries.names import name_for
from tournaments.queries.rounds import MatchRow, byes_of, missed_of

_GAME = tuple(GameSerializer.Meta.fields)
_facts_of_game = attrgetter(*_GAME)
"""A game as GameSerializer has it: each field as in the row. A round of 5,000 players has thousands."""


def render_match(row: MatchRow, *, actor: Actor, staff: bool) -> dict[str, Any]:
    """A table as MatchSerializer has it."""
    return _printed(row.match, row, row.match.games.all(), actor, staff)


def with_own_name(rendered: list[dict[str, Any]], own: dict[int, str]) -> list[dict[str, Any]]:
    """Tables as everybody reads them, but for one's own entries, by key, whose names one reads as entered."""
    if not own:
        return rendered

    def named(person: dict[str, Any]) -> dict[str, Any]:
        return {**person, "name": own.get(person["registration"], person["name"])}

    return [
        {**match, "player1": named(match["player1"]), "player2": named(match["player2"])}
        if {match["player1"]["registration"], match["player2"]["registration"]} & own.keys()
        else match
        for match in rendered
    ]


def render_match_view(view: MatchView, *, actor: Actor, staff: bool) -> dict[str, Any]:
    """A match as MatchDetailSerializer has it, with the ruling on the next game's choice."""
    ruling = view.ruling
    chooser = None
    if ruling is not None:
        chooser = {
            "kind": str(ruling.kind),
            "seat": int(ruling.seat) if ruling.seat is not None else None,
            "clause": ruling.clause,
            "reason": str(ruling.reason),
        }
    row = MatchRow(match=view.match, state=view.state, winner_seat=view.winner_seat)
    boards = boards_of(view.match)
    more = {
        "more_minutes": view.match.more_minutes,
        "leaving": [entry.pk for entry in view.match.leaving],
        "next_chooser": chooser,
        "boards": [board.pk for board in boards],
        "judge_decides": is_level(view.match, boards),
    }
    return _printed(view.match, row, view.games, actor, staff) | more


def render_byes(round_: Round, *, actor: Actor, staff: bool) -> list[dict[str, Any]]:
    """Byes and missed rounds as ByeSerializer has them."""
    found = [(bye.registration, bye.kind) for bye in byes_of(round_)]
    found += [(missed.registration, "missed") for missed in missed_of(round_)]
    return [{**_person(entry, actor, staff), "kind": kind} for entry, kind in found]


def _printed(match: Match, row: MatchRow, games: Any, actor: Actor, staff: bool) -> dict[str, Any]:
    printed = [
        dict(zip(_GAME, _facts_of_game(game), strict=True)) for game in sorted(games, key=lambda game: game.number)
    ]
    return {
        "id": match.pk,
        "round": match.round.number,
        "table": match.table,
        "player1": _person(match.player1, actor, staff),
        "player2": _person(match.player2, actor, staff),
        "version": match.version,
        "outcome": match.outcome,
        "decision": say_decision(match, wins1=row.wins1, wins2=row.wins2, draws=row.draws),
        "is_complete": match.is_complete,
        "stopped_by_time": match.stopped_by_time,
        "winner_seat": int(row.winner_seat) if row.winner_seat is not None else None,
        "wins1": row.wins1,
        "wins2": row.wins2,
        "draws": row.draws,
        "score": list(row.score),
        "reason": match.reason if staff else "",
        "team_match": match.team_match_id,
        "board": match.board,
        "games": printed if staff else [{**game, "override_reason": ""} for game in printed],
    }


def _person(entry: Registration, actor: Actor, staff: bool) -> dict[str, Any]:
    return {"registration": entry.pk, "name": name_for(actor, entry, staff=staff)}
