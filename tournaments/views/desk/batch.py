"""A stack of slips typed in at once, after an outage: one line each, as in the desk's line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.refusals import NotAllowed, Refusal
from tournaments.forms.desk.typed_result import MAX_LENGTH, TypedKind, TypedProblem, read_typed_result
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.rounds import newest_round
from tournaments.views.desk.access import desk_page, desk_view
from tournaments.views.desk.tables import board_of
from tournaments.views.desk.typed_lines import record, say_taken, say_typed_problem, table_of
from tournaments.wording import say_refusal

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
    """A box for many lines. Each is entered or refused by itself; those refused stay in the box with the reason."""
    done = enter_lines(request, tournament) if request.method == "POST" else Batch()
    running = newest_round(tournament)
    return desk_page(
        request,
        "batch",
        tournament,
        tab="print",
        status=422 if done.refused else 200,
        batch=done,
        board=board_of(running) if running is not None else None,
        round=running,
        at_once=MAX_LINES_AT_ONCE,
    )


def enter_lines(request: HttpRequest, tournament: Tournament) -> Batch:
    """Enter the lines of the box in order; empty ones are passed over."""
    lines = [line.strip() for line in request.POST.get("lines", "").replace("\x00", "").splitlines() if line.strip()]
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


def _enter(request: HttpRequest, tournament: Tournament, line: str) -> str:
    read = read_typed_result(line[:MAX_LENGTH])
    match = table_of(tournament, read.table, read.board)
    if read.kind is TypedKind.OPEN:
        raise TypedProblem("no_result", _("table %(number)s alone") % {"number": read.table})
    return say_taken(record(request, match, read), read)
