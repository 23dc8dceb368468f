"""The desk: what is happening on the left, what to do next on the right, results typed in, the log at the foot."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.addresses import address_to_share
from accounts.refusals import NotAllowed, Refusal
from tournaments.forms.desk.typed_result import TypedProblem
from tournaments.models import LogEntry, Round, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.announcements import standing_announcements
from tournaments.queries.champions import champions_of
from tournaments.queries.clock import age_of_clock
from tournaments.queries.decks import DeckState, count_states, deck_entries, with_decks
from tournaments.queries.entries import count_entries
from tournaments.queries.moved import moved_in
from tournaments.queries.repair import is_repairable
from tournaments.queries.round_end import half_time_of, round_end_of
from tournaments.queries.rounds import newest_round, rounds_of
from tournaments.queries.silence import waiting_in
from tournaments.views.desk.access import allowed_actions, desk_page, desk_view, names_of_teams, whole_number
from tournaments.views.desk.drop_reviews import drop_reviews
from tournaments.views.desk.entering import enter_line
from tournaments.views.desk.log import recent_lines
from tournaments.views.desk.next_button import committed_to, next_button
from tournaments.views.desk.pod_board import pod_board, pod_part
from tournaments.views.desk.strip import strip_of
from tournaments.views.desk.tables import board_of
from tournaments.views.desk.typed_lines import line_example, say_typed_problem
from tournaments.views.joining import join_address
from tournaments.wording import say_refusal

MAX_LOG_LINES = 8


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
    a table's time is over at which a report waits for its confirmation, or nobody has reported."""
    waiting = ".".join(str(len(rows)) for rows in waiting_in(newest).values())
    return f"{last_change(tournament)}.{age_of_clock(newest)}.{waiting}"


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
        "part": part,
        "open_rows": rows,
        "unlisted": board.unlisted(part) if board is not None else (),
        "unlisted_pods": pods.unlisted(part) if pods is not None else (),
        "strip": strip_of(tournament, newest, board),
        "round_end": round_end_of(newest) if newest is not None else None,
        "half_time": half_time_of(newest) if newest is not None else None,
        "is_repairable": newest is not None and is_repairable(newest),
        "moved": moved_in(newest),
        **waiting_in(newest),
        "drop_reviews": drop_reviews(tournament),
        "champions": champions_of(tournament),
        "announcements": standing_announcements(tournament),
        "typed_example": line_example(tournament, newest),
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
        entered = enter_line(request, tournament, line)
    except TypedProblem as problem:
        said = say_typed_problem(problem, newest_round(tournament))
    except NotAllowed:
        raise
    except Refusal as refusal:
        said = say_refusal(refusal)
    else:
        if entered.opens:
            return open_table(request, entered.opens)
        said = entered.said
        if request.htmx:
            return moving_part(request, tournament, is_typed=True, glow=entered.key, said=said, typed_taken=said)
        notices.done(request, said)
        return redirect("desk", tournament.code)
    kept = {"typed_line": line, "typed_problem": said}
    if request.htmx:
        return moving_part(request, tournament, is_typed=True, said=said, **kept)
    context = desk_context(request, tournament) | kept
    return desk_page(request, "desk", tournament, tab="desk", log_lines=MAX_LOG_LINES, status=422, **context)


def open_table(request: HttpRequest, address: str) -> HttpResponse:
    """Go to the table's own page."""
    if request.htmx:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = address
        return answer
    return redirect(address)
