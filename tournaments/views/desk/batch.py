"""A stack of slips typed in at once, after an outage: one line each, as in the desk's line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.refusals import NotAllowed, Refusal
from tournaments.forms.desk.typed_result import MAX_LENGTH, TypedProblem
from tournaments.models import Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import newest_round
from tournaments.services.stacks import open_stack
from tournaments.views.desk.access import attempt, desk_page, desk_view, whole_number
from tournaments.views.desk.entering import enter_line
from tournaments.views.desk.tables import board_of
from tournaments.views.desk.typed_lines import line_example, say_typed_problem
from tournaments.wording import say_refusal

KEY_LENGTH = 12
MAX_LINES_AT_ONCE = 100
"""Lines entered by one request; the others stay in the box for the next."""


@dataclass
class Batch:
    """What became of the lines: those entered, in words; those refused, with the reason; and what stays in the box."""

    taken: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    waiting: Sequence[str] = ()

    @property
    def left(self) -> str:
        """The text that stays in the box."""
        return "\n".join([*(line for line, _why in self.refused), *self.waiting])


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RECORD_RESULTS)
def batch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A box for many lines. Each is entered or refused by itself; those refused stay in the box with the reason.

    Lines that stay keep the round that they were typed in. A form that was sent already enters nothing.
    """
    again = _opened_before(request, tournament) if request.method == "POST" else None
    if again is not None:
        notices.refused(request, say_refusal(again))
        done = Batch(waiting=_lines(request))
    else:
        done = enter_lines(request, tournament) if request.method == "POST" else Batch()
    running = newest_round(tournament)
    newest = running.pk if running is not None else 0
    typed_in = whole_number(request.POST.get("round")) if done.left else 0
    return desk_page(
        request,
        "batch",
        tournament,
        tab="print",
        status=409 if again is not None else 422 if done.refused else 200,
        batch=done,
        still_open=_open_tables(running) if running is not None else (),
        round=running,
        typed_example=line_example(tournament, running),
        at_once=MAX_LINES_AT_ONCE,
        typed_in=typed_in or newest,
        is_of_another=typed_in not in (0, newest),
        once=get_random_string(KEY_LENGTH),
    )


def _opened_before(request: HttpRequest, tournament: Tournament) -> Refusal | None:
    """Why nothing is entered if this very form was sent before: by a double click, by loading the answer again or
    after going back. A form without its key is not compared with any."""
    key = request.POST.get("once", "").replace("\x00", "")[:KEY_LENGTH]
    opened = attempt(open_stack, actor=request.actor, tournament_id=tournament.pk, key=key) if key else None
    return opened if isinstance(opened, Refusal) else None


def _open_tables(round: Round) -> list[int | None]:
    """The tables of a round without a result, in order."""
    if round.tournament.is_in_pods:
        return [row.table for row in pods_of(round) if row.is_open]
    return [row.match.table for row in board_of(round).open]


def enter_lines(request: HttpRequest, tournament: Tournament) -> Batch:
    """Enter the lines of the box in order; empty ones are passed over."""
    lines = _lines(request)
    made = Batch(waiting=lines[MAX_LINES_AT_ONCE:])
    for line in lines[:MAX_LINES_AT_ONCE]:
        try:
            made.taken.append(_enter(request, tournament, line))
        except TypedProblem as problem:
            made.refused.append((line, say_typed_problem(problem, newest_round(tournament))))
        except NotAllowed:
            raise
        except Refusal as refusal:
            made.refused.append((line, say_refusal(refusal)))
    return made


def _lines(request: HttpRequest) -> list[str]:
    lines = request.POST.get("lines", "").replace("\x00", "").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _enter(request: HttpRequest, tournament: Tournament, line: str) -> str:
    entered = enter_line(request, tournament, line[:MAX_LENGTH])
    if entered.opens:
        code = "no_places" if tournament.is_in_pods else "no_result"
        raise TypedProblem(code, _("table %(number)s alone") % {"number": entered.table})
    return entered.said
