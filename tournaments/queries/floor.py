"""The tables of a round as a judge walks past them: what goes on at each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F

from tournaments.models import DeckCheck, JudgeCall, Match, MatchRevision, Pod, PodRevision, Round
from tournaments.queries.boards import boards_in, is_level
from tournaments.queries.calls import calls_by_match, calls_by_pod
from tournaments.queries.silence import is_overdue, is_silent, one_sided_in


class FloorState(StrEnum):
    """What goes on at a table, what a judge has to know first first."""

    CALLED = "called"
    DISPUTED = "disputed"
    LEVEL = "level"
    SILENT = "silent"
    OVERDUE = "overdue"
    CHECK = "check"
    EXTRA = "extra"
    PLAYING = "playing"
    RESULT = "result"


@dataclass(frozen=True)
class FloorTable:
    """A table with everything that goes on at it, in the order of `FloorState`; never without a state. Of teams by seat
    with its `boards`."""

    seated: Match | Pod
    states: tuple[FloorState, ...]
    call: JudgeCall | None
    boards: tuple[Match, ...] = ()

    @property
    def state(self) -> FloorState:
        """What it is coloured by."""
        return self.states[0]


def floor_of(round: Round, matches: Iterable[Match] | None = None) -> list[FloorTable]:
    """The tables of a round in order of their number, with their players; five queries, for boards a few more, one
    more once the time is over.

    Three for `matches` that were read already, with their `time_extensions`; then in their order.

    - called: a call is open. disputed: a judge is called to a table whose result is in, or a result that was in is not
      any more.
    - level: the boards of teams by seat are over, and in the top cut a judge has to say who advances.
    - silent: one player has reported, the other has not answered, and the table's time is over. overdue: it is over,
      and nobody has reported how the match ended.
    - check: a deck is being checked. extra: it plays on after the round's time.
    - playing or result: whether the result is in.

    Of a round in pods the pods are the tables.
    """
    if round.tournament.is_in_pods:
        return _floor_of_pods(round)
    calls = calls_by_match(round)
    checked = set(
        DeckCheck.objects.filter(match__round=round, outcome=DeckCheck.Outcome.OPEN).values_list("match", flat=True)
    )
    once_in = set(
        MatchRevision.objects.filter(match__round=round, before__is_complete=True).values_list("match", flat=True)
    )
    if matches is None:
        matches = (
            Match.objects.filter(round=round)
            .order_by(F("table").asc(nulls_last=True), "pk")
            .select_related("player1", "player2")
            .prefetch_related("time_extensions")
        )
    boards = boards_in(round)
    one_sided = one_sided_in(round)
    found = []
    for match in matches:
        match.round = round
        call = calls.get(match.pk)
        here = tuple(row.match for row in boards.get(match.pk, ()))
        found.append(FloorTable(match, _states(match, call, checked, once_in, here, one_sided), call, here))
    return found


def _floor_of_pods(round: Round) -> list[FloorTable]:
    calls = calls_by_pod(round)
    open_checks = DeckCheck.objects.filter(pod__round=round, outcome=DeckCheck.Outcome.OPEN)
    checked = set(open_checks.values_list("pod", flat=True))
    once_in = set(PodRevision.objects.filter(pod__round=round, before__is_complete=True).values_list("pod", flat=True))
    found = []
    pods = round.pods.order_by(F("table").asc(nulls_last=True), "pk")
    for pod in pods.prefetch_related("time_extensions", "seats__registration"):
        pod.round = round
        call = calls.get(pod.pk)
        found.append(FloorTable(pod, _states(pod, call, checked, once_in), call))
    return found


def _states(
    seated: Match | Pod,
    call: JudgeCall | None,
    checked: Collection[int | None],
    once_in: Collection[int],
    boards: Sequence[Match] = (),
    one_sided: Collection[int] = (),
) -> tuple[FloorState, ...]:
    is_in = seated.is_complete
    differs = any(one.is_open and one.report_state == Match.ReportState.DISPUTED for one in (seated, *boards))
    is_level_here = isinstance(seated, Match) and is_level(seated, boards)
    holds = {
        FloorState.CALLED: call is not None,
        FloorState.DISPUTED: call is not None if is_in else seated.pk in once_in or differs,
        FloorState.LEVEL: is_level_here,
        FloorState.SILENT: any(is_silent(one, one_sided) for one in (seated, *boards)),
        FloorState.OVERDUE: not is_level_here
        and is_overdue(seated, one_sided)
        and not any(is_silent(one, one_sided) for one in boards),
        FloorState.CHECK: seated.pk in checked,
        FloorState.EXTRA: not is_in and seated.more_minutes > 0,
        FloorState.PLAYING: not is_in,
        FloorState.RESULT: is_in,
    }
    return tuple(state for state in FloorState if holds[state])
