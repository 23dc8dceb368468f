"""The desk: what is happening on the left, what to do next on the right, results typed in, the log at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sized
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.addresses import address_to_share
from accounts.refusals import NotAllowed, Refusal
from tournaments.decisions import format_score
from tournaments.forms.desk.typed_result import TypedKind, TypedProblem, TypedResult, read_typed_result
from tournaments.models import LogEntry, Match, Registration, Round, Tournament
from tournaments.permissions import Action, may, require
from tournaments.queries.announcements import standing_announcements
from tournaments.queries.champions import champions_of
from tournaments.queries.clock import age_of_clock
from tournaments.queries.decks import DeckState, count_states, deck_entries, with_decks
from tournaments.queries.entries import count_entries
from tournaments.queries.matches import match_view
from tournaments.queries.moved import moved_in
from tournaments.queries.pod_drafts import is_before_correction
from tournaments.queries.repair import is_repairable
from tournaments.queries.round_end import half_time_of, round_end_of
from tournaments.queries.rounds import newest_round, rounds_of
from tournaments.queries.silence import Unconfirmed, UnconfirmedPod, unconfirmed_in, unconfirmed_pods_in
from tournaments.services import results
from tournaments.services.corrections import correct_match
from tournaments.services.result_inputs import OutcomeInput, ScoreInput
from tournaments.services.slip_drops import enter_slip
from tournaments.views.desk.access import allowed_actions, desk_page, desk_view, names_of_teams, whole_number
from tournaments.views.desk.drop_reviews import drop_reviews
from tournaments.views.desk.log import recent_lines
from tournaments.views.desk.next_button import committed_to, next_button
from tournaments.views.desk.pod_board import pod_board, pod_part
from tournaments.views.desk.strip import strip_of
from tournaments.views.desk.tables import board_of, result_remark
from tournaments.views.joining import join_address
from tournaments.wording import say_refusal

MAX_LOG_LINES = 8
TYPED_PROBLEMS: dict[str, Callable[[dict[str, str]], str]] = {
    "empty": lambda facts: _("Type a table and its result, such as 12 %(won)s.") % facts,
    "no_table": lambda facts: _("“%(part)s” does not begin with a table number.") % facts,
    "no_round": lambda facts: _("No round is running, so there is no table to enter."),
    "no_such_table": lambda facts: _("Table %(part)s is not in this round.") % facts,
    "decided": lambda facts: (
        _("Table %(part)s has its result already. To correct it, add ! and the reason: 12 %(won)s ! wrong slip.")
        % facts
    ),
    "which_draw": lambda facts: (
        _("How was table %(part)s drawn? Type the score, such as %(part)s 1-1, or %(part)s 约平 for an agreed draw.")
        % facts
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
    "no_result": lambda facts: _("“%(part)s” is not a result. Try %(scores)s, d, n1, l2 or dl.") % facts,
}


def say_typed_problem(problem: TypedProblem, round: Round | None) -> str:
    """What is wrong with a typed line, with examples that the round's match length has."""
    scores = ("10", "0-1", "001") if round is not None and round.match_length == 1 else ("21", "2-1", "111")
    return TYPED_PROBLEMS[problem.code]({"part": problem.part, "won": scores[0], "scores": _(", ").join(scores)})


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.VIEW_DESK)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The whole desk; a POST is a typed line."""
    if request.method == "POST":
        return typed(request, tournament)
    return desk_page(
        request, "desk", tournament, tab="desk", log_lines=MAX_LOG_LINES, **desk_context(request, tournament)
    )


@require_safe
@desk_view(Action.VIEW_DESK)
def live(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The changing part of the desk for htmx; 204 if nothing has happened since the page was rendered."""
    if request.GET.get("seen") == state_of_desk(tournament, newest_round(tournament)):
        return HttpResponse(status=204)
    if not request.htmx:
        return redirect("desk", tournament.code)
    return moving_part(request, tournament)


def last_change(tournament: Tournament) -> int:
    """A number that grows with everything done in the tournament: each write leaves a log line."""
    newest = LogEntry.objects.filter(tournament=tournament).values_list("pk", flat=True).first()
    return newest or 0


def state_of_desk(tournament: Tournament, newest: Round | None) -> str:
    """Differs where the desk shows something else: after each write, when the round's end is worked out again, and when
    a table's time is over at which a report waits for its confirmation."""
    waiting: Sized = waiting_pods(tournament, newest) or waiting_matches(tournament, newest)
    return f"{last_change(tournament)}.{age_of_clock(newest)}.{len(waiting)}"


def waiting_matches(tournament: Tournament, newest: Round | None) -> list[Unconfirmed]:
    return [] if tournament.is_in_pods else unconfirmed_in(newest)


def waiting_pods(tournament: Tournament, newest: Round | None) -> list[UnconfirmedPod]:
    return unconfirmed_pods_in(newest) if tournament.is_in_pods else []


def desk_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the desk shows in the tournament's present phase."""
    newest = newest_round(tournament)
    if newest is not None:
        newest.tournament = tournament
    board = board_of(newest) if newest is not None else None
    pods = pod_board(newest) if newest is not None and tournament.is_in_pods else None
    wanted = whole_number(request.POST.get("part") or request.GET.get("part"))
    part, rows = board.part(wanted) if board else (1, ())
    part, open_pods = pod_part(pods.open, wanted) if pods is not None else (part, ())
    seen = state_of_desk(tournament, newest)
    button = next_button(tournament, request.actor)
    context: dict[str, Any] = {
        "seen": seen,
        "round": newest,
        "rounds": rounds_of(tournament, drafts=True),
        "button": button,
        "committed": committed_to(tournament, button, newest),
        "board": board,
        "pods": pods,
        "open_pods": open_pods,
        "pods_corrected": newest is not None and is_before_correction(newest),
        "part": part,
        "open_rows": rows,
        "unlisted": board.unlisted(part) if board is not None else (),
        "strip": strip_of(tournament, newest, board),
        "round_end": round_end_of(newest) if newest is not None else None,
        "half_time": half_time_of(newest) if newest is not None else None,
        "is_repairable": newest is not None and is_repairable(newest),
        "moved": moved_in(newest),
        "unconfirmed": waiting_matches(tournament, newest),
        "unconfirmed_pods": waiting_pods(tournament, newest),
        "drop_reviews": drop_reviews(tournament),
        "champions": champions_of(tournament),
        "announcements": standing_announcements(tournament),
        "typed_line": "",
        "typed_problem": "",
        "typed_taken": "",
        "here": reverse("desk", args=[tournament.code]),
    }
    if tournament.phase == Tournament.Phase.REGISTRATION:
        active = with_decks(deck_entries(tournament).filter(status="active"))
        states = count_states(active)
        context["totals"] = count_entries(tournament)
        context["address"] = address_to_share(request, reverse("tournament", args=[tournament.code]))
        context["join_address"] = join_address(request, tournament)
        context["decks"] = {state.value: states[state] for state in DeckState}
    return context


def moving_part(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """The tables, the next step and the log, as one answer to htmx."""
    allowed = allowed_actions(request, tournament)
    shared = {
        "tournament": tournament,
        "team_names": names_of_teams(tournament),
        "allowed": allowed,
        "log_lines": recent_lines(tournament, allowed, MAX_LOG_LINES),
    }
    return render(
        request,
        "tournaments/desk/_desk_answer.html",
        shared | desk_context(request, tournament) | more,
    )


def typed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Carry out a typed line; an error is shown beside the line, which is kept."""
    line = request.POST.get("line", "")
    require(request.actor, Action.RECORD_RESULTS, tournament)
    try:
        read = read_typed_result(line)
        match = table_of(tournament, read.table, read.board)
        if read.kind is TypedKind.OPEN:
            return open_table(request, tournament, match)
        taken = record(request, match, read)
    except TypedProblem as problem:
        said = say_typed_problem(problem, newest_round(tournament))
    except NotAllowed:
        raise
    except Refusal as refusal:
        said = say_refusal(refusal)
    else:
        said = say_taken(taken, read)
        if request.htmx:
            return moving_part(
                request, tournament, is_typed=True, glow=match.team_match_id or match.pk, said=said, typed_taken=said
            )
        notices.done(request, said)
        return redirect("desk", tournament.code)
    kept = {"typed_line": line, "typed_problem": said}
    if request.htmx:
        return moving_part(request, tournament, is_typed=True, said=said, **kept)
    context = desk_context(request, tournament) | kept
    return desk_page(request, "desk", tournament, tab="desk", log_lines=MAX_LOG_LINES, status=422, **context)


def table_of(tournament: Tournament, number: int, board: int = 0) -> Match:
    """The match at a table of the running round, or a board of it. Raises TypedProblem `no_round`, `no_such_table`."""
    running = newest_round(tournament)
    if running is None or running.status != Round.Status.PUBLISHED:
        raise TypedProblem("no_round")
    match = Match.everything.filter(round=running, table=number, board=board).first()
    if match is None:
        raise TypedProblem("no_such_table", str(number))
    match.round = running
    return match


def open_table(request: HttpRequest, tournament: Tournament, match: Match) -> HttpResponse:
    """Go to the table's own page."""
    address = reverse("desk_match", args=[tournament.code, match.pk])
    if request.htmx:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = address
        return answer
    return redirect(address)


def record(request: HttpRequest, match: Match, read: TypedResult) -> Match:
    """Call the service that the line means, with the version the desk showed; the match as it is then.

    A draw without a score is the drawn game of a best of one; of a longer match it says neither which games were played
    nor that the draw was agreed, so it is TypedProblem `which_draw` (in the top cut, where no match is drawn, Refusal
    `no_draws_in_top_cut`). A line with a reason corrects an existing result; without one it is TypedProblem `decided`.
    Who drops by the slip is dropped with that, unless gone already, also where the same result stands; TypedProblem
    `no_drops` for staff who may not,
    `board_drop` on a board, whose player does not drop without the team.
    """
    if read.drops and match.is_board:
        raise TypedProblem("board_drop", str(match.table))
    if read.drops and not may(request.actor, Action.MANAGE_ENTRIES, match.round.tournament):
        raise TypedProblem("no_drops", str(match.table))
    return enter_slip(
        actor=request.actor,
        enter=lambda: match if _only_drops(match, read) else _record_result(request, match, read),
        leaving=lambda recorded: leaving(recorded, read),
    )


def _only_drops(match: Match, read: TypedResult) -> bool:
    """Whether the result of the slip stands already, as both players reported it: what is left is who drops."""
    stands = match.is_complete and match.outcome == Match.Outcome.PLAYED
    if not (read.drops and stands and read.kind is TypedKind.SCORE):
        return False
    games = list(match.games.all())
    wins = tuple(sum(game.winner_seat == seat for game in games) for seat in (1, 2))
    draws = sum(game.is_draw for game in games)
    return (*wins, draws) == (read.wins1, read.wins2, read.draws)


def leaving(match: Match, read: TypedResult) -> list[Registration]:
    """Who drops by the slip."""
    return [(match.player1, match.player2)[seat - 1] for seat in read.drops]


def _record_result(request: HttpRequest, match: Match, read: TypedResult) -> Match:
    """The result alone."""
    shown = dict(pair.split(":", 1) for pair in request.POST.get("seen", "").split(",") if ":" in pair)
    keys: dict[str, Any] = {
        "actor": request.actor,
        "match_id": match.pk,
        "expected_version": whole_number(shown.get(str(match.pk))) or match.version,
        "reason": read.reason,
    }
    corrects = match.is_complete and bool(read.reason)
    if match.is_complete and not corrects and keys["expected_version"] == match.version:
        raise TypedProblem("decided", str(match.table))
    if read.kind is TypedKind.DRAW:
        if match.round.stage == Round.Stage.TOP_CUT:
            raise Refusal("no_draws_in_top_cut")
        if match.length > 1:
            raise TypedProblem("which_draw", str(match.table))
        read = replace(read, kind=TypedKind.SCORE, draws=1)
    if read.kind is TypedKind.SCORE:
        score: dict[str, Any] = {"wins1": read.wins1, "wins2": read.wins2, "draws": read.draws}
        score["stopped_by_time"] = read.stopped_by_time
        if corrects:
            return correct_match(**keys, score=ScoreInput(**score))
        return results.record_score(**keys, **score)
    outcome, winner = read.kind.value, None if read.seat is None else 3 - read.seat
    if corrects:
        return correct_match(**keys, outcome=OutcomeInput(outcome=outcome, winner_seat=winner))
    return results.record_outcome(**keys, outcome=outcome, winner_seat=winner)


def say_taken(match: Match, read: TypedResult) -> str:
    """What was entered at a table, in a line: the two names, the score, and what the score does not say; who drops."""
    said = _say_result(match)
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
