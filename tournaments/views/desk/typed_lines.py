"""A typed line of the desk carried out: finding its table, entering its result, and saying what was taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from tournaments.decisions import format_score
from tournaments.forms.desk.typed_result import TypedKind, TypedProblem, TypedResult
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.permissions import Action, may
from tournaments.play.match_state import MatchCode
from tournaments.queries.boards import boards_of, is_level
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.matches import match_view
from tournaments.queries.rounds import newest_round
from tournaments.round_names import say_round_numbered
from tournaments.services import results
from tournaments.services.corrections import correct_match
from tournaments.services.result_inputs import OutcomeInput, ScoreInput
from tournaments.services.slip_drops import enter_slip
from tournaments.views.desk.access import whole_number
from tournaments.views.desk.tables import result_remark

TYPED_PROBLEMS: dict[str, Callable[[dict[str, str]], str]] = {
    "empty": lambda facts: _("Type a table and its result, such as 12 %(won)s.") % facts,
    "no_table": lambda facts: _("“%(part)s” does not begin with a table number.") % facts,
    "no_round": lambda facts: _("No round is running, so there is no table to enter."),
    "another_round": lambda facts: (
        _(
            "This line was typed in %(part)s, and another round is running. A result of %(part)s is entered on the "
            "page of its table. If the line belongs to this round, type it again."
        )
        % facts
    ),
    "round_gone": lambda facts: _(
        "The round that this line was typed in was taken back. If the line belongs to this round, type it again."
    ),
    "no_such_table": lambda facts: _("Table %(part)s is not in this round.") % facts,
    "decided": lambda facts: (
        _("Table %(part)s has its result already. To correct it, add ! and the reason: 12 %(won)s ! wrong slip.")
        % facts
    ),
    "which_draw": lambda facts: (
        _("The games of table %(part)s are not level. Type the score as it ended, such as %(part)s 1-1.") % facts
    ),
    "no_drops": lambda facts: (
        _("You enter results, but do not drop players. Type table %(part)s without the drop, and notify the desk.")
        % facts
    ),
    "board_drop": lambda facts: (
        _(
            "A team drops as a whole. Enter the board of table %(part)s without the drop, then drop the team on its "
            "page, or with the result of the match as a whole."
        )
        % facts
    ),
    "no_places": lambda facts: (
        _("“%(part)s” is not a result of a pod. Type the places in the order of turns, such as 2143, or w2, or d.")
        % facts
    ),
    "pod_count": lambda facts: (
        _("Type a place for each player of table %(part)s, in the order of turns; n for who did not come.") % facts
    ),
    "pod_first": lambda facts: _("Nobody has the first place at table %(part)s. Type the places again.") % facts,
    "every_place": lambda facts: (
        _("Every place is worth points here. Type the places of table %(part)s in the order of turns, such as 2143.")
        % facts
    ),
    "no_such_seat": lambda facts: _("Table %(part)s has no such player. Count in the order of turns.") % facts,
    "slip_of_another": lambda facts: (
        _("This slip was printed for another event (%(part)s). Type its table and result if it belongs to this one.")
        % facts
    ),
    "slip_unknown": lambda facts: _(
        "The match of this slip is not in this event: it was paired after the snapshot that the event was restored "
        "from, or was taken back. Type its table and result if it is played here."
    ),
    "mixed_score": lambda facts: (
        _(
            "“%(part)s” can be read in two ways. Join all three numbers in one way, such as 2-1-3, if the third one "
            "counts drawn games; otherwise type the score alone, such as 2-1."
        )
        % facts
    ),
    "no_result": lambda facts: _("“%(part)s” is not a result. Try %(scores)s, d, n1, nn, l2 or dl.") % facts,
}


def say_typed_problem(problem: TypedProblem, round: Round | None) -> str:
    """What is wrong with a typed line, with examples of the round's match length, or of pods."""
    scores = ("10", "0-1", "001") if round is not None and round.match_length == 1 else ("21", "2-1", "111")
    if round is not None and round.tournament.is_in_pods:
        scores = ("2143", "2-1-4-3", "1222")
    return TYPED_PROBLEMS[problem.code]({"part": problem.part, "won": scores[0], "scores": _(", ").join(scores)})


def line_example(tournament: Tournament, round: Round | None) -> str:
    """A typed line as an example: of pods, of a board, of the round's match length."""
    if tournament.is_in_pods:
        return "12 2143"
    table = "12a" if tournament.is_by_seat else "12"
    return f"{table} 10" if round is not None and round.match_length == 1 else f"{table} 21"


def round_of_line(request: HttpRequest, tournament: Tournament) -> Round:
    """The running round, which is the one that the page showed when the line was typed, where the form says it.

    Raises TypedProblem `no_round`, and for a line of another round, whose tables have the same numbers, `another_round`
    or `round_gone`.
    """
    running = newest_round(tournament)
    if running is None or running.status != Round.Status.PUBLISHED:
        raise TypedProblem("no_round")
    shown = whole_number(request.POST.get("round"))
    if shown in (0, running.pk):
        return running
    typed_in = Round.objects.filter(tournament=tournament, pk=shown).first()
    if typed_in is None:
        raise TypedProblem("round_gone")
    raise TypedProblem("another_round", say_round_numbered(typed_in.number, cut_places(tournament)))


def table_of(running: Round, number: int, board: int = 0) -> Match:
    """The match at a table of a round, or a board of it. Raises TypedProblem `no_such_table`."""
    match = Match.everything.filter(round=running, table=number, board=board).first()
    if match is None:
        raise TypedProblem("no_such_table", str(number))
    match.round = running
    return match


def record(request: HttpRequest, match: Match, read: TypedResult) -> Match:
    """Call the service that the line means, with the version the desk showed; the match as it is then.

    A line with a reason corrects an existing result; without one it is TypedProblem `decided`, unless the same result
    stands. Who drops by the slip is dropped with that, unless gone already; TypedProblem `no_drops` for staff who may
    not, `board_drop` on a board, whose player does not drop without the team.
    """
    if read.drops and match.is_board:
        raise TypedProblem("board_drop", str(match.table))
    if read.drops and not may(request.actor, Action.MANAGE_ENTRIES, match.round.tournament):
        raise TypedProblem("no_drops", str(match.table))
    return enter_slip(
        actor=request.actor,
        enter=lambda: match if _stands(match, read) else _record_result(request, match, read),
        leaving=lambda recorded: leaving(recorded, read),
    )


def _stands(match: Match, read: TypedResult) -> bool:
    """Whether the result of the slip stands already, reported by both players or entered before: what is left is who
    drops. A time typed is part of the result, unless a player has won in full; one that is not typed says nothing. A
    reason alone means a correction."""
    if not match.is_complete or (read.reason and not read.drops):
        return False
    if read.kind is not TypedKind.SCORE:
        return match.outcome == read.kind.value and match.winner_seat == _winner(read)
    is_won = match_view(match).state.code is MatchCode.WON
    in_time = match.stopped_by_time or is_won or not read.stopped_by_time
    return match.outcome == Match.Outcome.PLAYED and in_time and _games(match) == (read.wins1, read.wins2, read.draws)


def _games(match: Match) -> tuple[int, int, int]:
    """Games won by each seat, and drawn."""
    games = list(match.games.all())
    won = [sum(game.winner_seat == seat for game in games) for seat in (1, 2)]
    return won[0], won[1], sum(game.is_draw for game in games)


def _winner(read: TypedResult) -> int | None:
    """The seat that wins where the other came short."""
    return None if read.seat is None else 3 - read.seat


def leaving(match: Match, read: TypedResult) -> list[Registration]:
    """Who drops by the slip."""
    return [(match.player1, match.player2)[seat - 1] for seat in read.drops]


def version_shown(request: HttpRequest, key: int) -> int:
    """The version of a match or pod that the desk showed when the line was typed; 0 where it was not on the page."""
    shown = dict(pair.split(":", 1) for pair in request.POST.get("seen", "").split(",") if ":" in pair)
    return whole_number(shown.get(str(key)))


def _record_result(request: HttpRequest, match: Match, read: TypedResult) -> Match:
    """The result alone."""
    keys: dict[str, Any] = {
        "actor": request.actor,
        "match_id": match.pk,
        "expected_version": version_shown(request, match.pk) or match.version,
        "reason": read.reason,
    }
    corrects = match.is_complete and bool(read.reason)
    if match.is_complete and not corrects and keys["expected_version"] == match.version:
        raise TypedProblem("decided", str(match.table))
    if read.kind is TypedKind.DRAW:
        read = _drawn(match, read)
    if read.kind is TypedKind.SCORE:
        score: dict[str, Any] = {"wins1": read.wins1, "wins2": read.wins2, "draws": read.draws}
        score["stopped_by_time"] = read.stopped_by_time
        if corrects:
            return correct_match(**keys, score=ScoreInput(**score))
        return results.record_score(**keys, **score)
    outcome, winner = read.kind.value, _winner(read)
    if corrects:
        declared = OutcomeInput(outcome=outcome, winner_seat=winner, without_games=True)
        return correct_match(**keys, outcome=declared)
    return results.record_outcome(**keys, outcome=outcome, winner_seat=winner)


def _drawn(match: Match, read: TypedResult) -> TypedResult:
    """A draw without a score: the drawn game of a best of one; a longer match as its games stand, where they are level.

    Where no game of a longer match is known, none is made up, nor that the players agreed on the draw: it is a drawn
    match by decision of the staff. Raises Refusal `no_draws_in_top_cut`, TypedProblem `which_draw` where one player is
    ahead.
    """
    if match.round.stage == Round.Stage.TOP_CUT:
        raise Refusal("no_draws_in_top_cut")
    if match.length == 1:
        return replace(read, kind=TypedKind.SCORE, draws=1)
    wins1, wins2, draws = (0, 0, 0) if match.is_complete else _games(match)
    if wins1 != wins2:
        raise TypedProblem("which_draw", str(match.table))
    if wins1 or draws:
        return replace(read, kind=TypedKind.SCORE, wins1=wins1, wins2=wins2, draws=draws)
    return replace(read, kind=TypedKind.DECIDED_DRAW)


def say_taken(match: Match, read: TypedResult) -> str:
    """What was entered at a table, in a line: the two names, the score, and what the score does not say; who drops."""
    said = _say_result(match)
    if read.kind is TypedKind.DRAW and match.outcome == Match.Outcome.JUDGE_AWARD:
        facts = {"said": said, "table": match.table or "–"}
        said = _("%(said)s · drawn, games unknown. Known: %(table)s 1-1 ! …; agreed: %(table)s 约平 ! …") % facts
    if match.team_match is not None and is_level(match.team_match, boards_of(match.team_match)):
        facts = {"said": said, "table": match.table or "–"}
        said = _("%(said)s · the boards are level: a judge says who advances. Open table %(table)s.") % facts
    names = [entry.entered_name for entry in leaving(match, read)]
    return _("%(said)s · dropped: %(names)s") % {"said": said, "names": _(", ").join(names)} if names else said


def _say_result(match: Match) -> str:
    words = {
        "table": match.table or "–",
        "player1": match.player1.entered_name,
        "player2": match.player2.entered_name,
        "score": format_score(match_view(match).score),
        "remark": result_remark(match),
    }
    if words["remark"]:
        return _("Table %(table)s: %(player1)s %(score)s %(player2)s (%(remark)s)") % words
    return _("Table %(table)s: %(player1)s %(score)s %(player2)s") % words
