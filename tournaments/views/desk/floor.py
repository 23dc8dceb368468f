"""The floor: every table of the round by what goes on at it, and who waits for a judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import JudgeCall, Tournament
from tournaments.permissions import Action
from tournaments.queries.calls import is_left_over, open_calls, seconds_waited
from tournaments.queries.check_budget import due_checks
from tournaments.queries.checks import running_round
from tournaments.queries.clock import age_of_clock
from tournaments.queries.floor import FloorState, FloorTable, floor_of
from tournaments.queries.round_end import half_time_before, round_end_of
from tournaments.queries.silence import waiting_in
from tournaments.services.calls import is_claimed_by
from tournaments.views.desk.access import allowed_actions, desk_page, desk_view, names_of_teams
from tournaments.views.desk.board import last_change
from tournaments.views.desk.check_pages import suggested
from tournaments.wording.calls import state_icon, state_name


@dataclass(frozen=True)
class CallRow:
    """An open call, how long its table has waited, whether its round has ended since, and whether it is the visitor's
    who claimed it."""

    call: JudgeCall
    seconds: int
    is_left_over: bool
    is_mine: bool

    @property
    def minutes(self) -> int:
        return self.seconds // 60


@dataclass(frozen=True)
class Tile:
    """A table by its state, in words and with its picture."""

    table: FloorTable
    others: tuple[FloorState, ...]

    @property
    def name(self) -> str:
        return state_name(self.table.state)

    @property
    def icon(self) -> str:
        return state_icon(self.table.state)

    @property
    def marks(self) -> list[tuple[str, str]]:
        """Picture and name of what else goes on there."""
        return [(state_icon(state), state_name(state)) for state in self.others]


@dataclass(frozen=True)
class Chip:
    """A filter: how many tables it shows, and its address."""

    name: str
    icon: str
    state: str
    count: int
    url: str
    is_on: bool


@require_safe
@desk_view(Action.VIEW_DESK)
def floor(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tables of the running round, `?state=` those in one state, with the open calls above them.

    For htmx the part that changes; 204 if nothing has happened since `?seen=`.
    """
    change = last_change(tournament)
    calls = [
        CallRow(call, seconds_waited(call), is_left_over(call), is_claimed_by(request.actor, call))
        for call in open_calls(tournament)
    ]
    round_ = running_round(tournament)
    late = [due for due in due_checks(tournament) if due.is_late]
    if round_ is not None:
        round_.tournament = tournament
    waiting = waiting_in(round_)
    # What is shown changes with the log, with each minute that somebody waits, when decks are due back, when a table's
    # time is over, and when the round's end is worked out.
    numbers = (
        change,
        age_of_clock(round_),
        len(late),
        *map(len, waiting.values()),
        *(row.minutes for row in calls),
    )
    seen = ".".join(str(number) for number in numbers)
    if request.htmx and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    # The head of the page and its tabs say in which round the event is.
    at = f"{tournament.phase}.{round_.number if round_ is not None else 0}"
    if request.htmx and request.GET.get("at", at) != at:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    tables = floor_of(round_) if round_ is not None else []
    chosen = request.GET.get("state", "")
    chosen = chosen if chosen in list(FloorState) else ""
    page = reverse("desk_floor", args=[tournament.code])
    allowed = allowed_actions(request, tournament)
    facts: dict[str, Any] = {
        "late": late,
        **waiting,
        **(suggested(round_) if allowed[Action.CHECK_DECKS] else {}),
        "seen": seen,
        "round": round_,
        "round_end": round_end_of(round_) if round_ is not None else None,
        "half_time": half_time_before(round_) if round_ is not None else None,
        "calls": calls,
        "chips": chips_of(tables, chosen, page),
        "tiles": [tile_of(table) for table in tables if not chosen or chosen in table.states],
        "chosen": chosen,
        "floor_page": f"{page}?{urlencode({'state': chosen})}" if chosen else page,
        "poll_page": f"{page}?{urlencode({'state': chosen, 'seen': seen, 'at': at})}",
    }
    if request.htmx:
        shared = {"tournament": tournament, "team_names": names_of_teams(tournament), "allowed": allowed}
        return render(request, "tournaments/desk/_floor.html", shared | facts)
    return desk_page(request, "floor", tournament, tab="floor", log_lines=0, **facts)


def chips_of(tables: Sequence[FloorTable], chosen: str, page: str) -> list[Chip]:
    """A filter for every state that some table is in, or that is chosen."""
    counts = Counter(state for table in tables for state in table.states)
    return [
        Chip(
            name=state_name(state),
            icon=state_icon(state),
            state=state.value,
            count=counts[state],
            url=f"{page}?{urlencode({'state': state.value})}",
            is_on=chosen == state,
        )
        for state in FloorState
        if counts[state] or chosen == state
    ]


def tile_of(table: FloorTable) -> Tile:
    """The table's tile; whether it plays is said only where nothing else is."""
    plain = (FloorState.PLAYING, FloorState.RESULT)
    return Tile(table, tuple(state for state in table.states[1:] if state not in plain))
