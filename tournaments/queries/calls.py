"""Calls for a judge: those that are open, and how long they took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import JudgeCall, Match, Pod, Registration, Round, Tournament
from tournaments.play.extra_time import ruling_minutes

State = JudgeCall.State
OPEN = (State.OPEN, State.CLAIMED)
"""States of a call that is not over."""


@dataclass(frozen=True)
class CallCount:
    """How many open calls of running rounds nobody has claimed, and to how many a judge is coming."""

    waiting: int = 0
    coming: int = 0


def calls_of(tournament: Tournament) -> QuerySet[JudgeCall]:
    """Every call of the event, the newest first, with what its lines show."""
    found = JudgeCall.objects.filter(tournament=tournament)
    return (
        found.select_related("tournament", "match__round", "match__player1", "match__player2", "pod__round")
        .select_related("registration")
        .defer("match__round__pairing", "pod__round__pairing")
    )


def calls_in(rounds: QuerySet[Round] | list[Round]) -> QuerySet[JudgeCall]:
    """The calls at tables of these rounds."""
    return JudgeCall.objects.filter(Q(match__round__in=rounds) | Q(pod__round__in=rounds))


def open_calls(tournament: Tournament) -> list[JudgeCall]:
    """The open calls: those of ended rounds last, before them those that nobody has claimed first, then the oldest. One
    query."""
    found = calls_of(tournament).filter(state__in=OPEN)
    return sorted(found, key=lambda call: (is_left_over(call), call.state != State.OPEN, call.raised_at, call.pk))


def is_left_over(call: JudgeCall) -> bool:
    """Whether the call's round has ended: nobody waits at the table any more, only the ruling is not written down."""
    return call.seated is None or call.seated.round.status != Round.Status.PUBLISHED


def count_open_calls(tournament: Tournament) -> CallCount:
    """How many calls are open at the tables of running rounds. One query."""
    open_ones = JudgeCall.objects.filter(tournament=tournament, state__in=OPEN)
    published = Round.Status.PUBLISHED
    running = open_ones.filter(Q(match__round__status=published) | Q(pod__round__status=published))
    states = list(running.values_list("state", flat=True))
    return CallCount(waiting=states.count(State.OPEN), coming=states.count(State.CLAIMED))


def find_call(tournament: Tournament, call_id: int) -> JudgeCall | None:
    """The tournament's call of this id."""
    return calls_of(tournament).filter(pk=call_id).first()


def call_at(seated: Match | Pod) -> JudgeCall | None:
    """The open call at a table. One query."""
    return seated.judge_calls.filter(state__in=OPEN).first()


def calls_by_match(round: Round) -> dict[int | None, JudgeCall]:
    """The open calls of a round, of which each match has one at most, by its key. One query."""
    return {call.match_id: call for call in JudgeCall.objects.filter(match__round=round, state__in=OPEN)}


def calls_by_pod(round: Round) -> dict[int | None, JudgeCall]:
    """The open calls of a round in pods, by the key of the pod. One query."""
    return {call.pod_id: call for call in JudgeCall.objects.filter(pod__round=round, state__in=OPEN)}


def seconds_waited(call: JudgeCall, now: datetime | None = None) -> int:
    """How long the table waited until a judge claimed the call, or has waited so far."""
    until = call.claimed_at or call.closed_at or call.withdrawn_at or now or timezone.now()
    return max(0, int((until - call.raised_at).total_seconds()))


def seconds_taken(call: JudgeCall, now: datetime | None = None) -> int:
    """How long the call kept the table, from when it was raised until it was closed, or so far."""
    until = call.closed_at or call.withdrawn_at or now or timezone.now()
    return max(0, int((until - call.raised_at).total_seconds()))


def minutes_for_call(call: JudgeCall) -> int:
    """Extra time a closed call's table is owed for it (`tournaments.play.extra_time`); 0 while it is open."""
    return ruling_minutes(seconds_taken(call)) if call.state == State.CLOSED else 0


@dataclass(frozen=True)
class OwnCall:
    """What a player reads of the calls at their table: the open one, if there is any."""

    entry: Registration
    call: JudgeCall | None

    @property
    def is_mine(self) -> bool:
        """Whether the player raised it."""
        return self.call is not None and self.call.registration_id == self.entry.pk

    @property
    def is_opponents(self) -> bool:
        """Whether a player at another seat did."""
        return self.call is not None and self.call.registration_id is not None and not self.is_mine


def own_call(entry: Registration, seated: Match | Pod | None) -> OwnCall | None:
    """The call at the entrant's table; None where no table of a running round can call a judge. One query."""
    if seated is None or seated.round.status != Round.Status.PUBLISHED:
        return None
    return OwnCall(entry, call_at(seated))
