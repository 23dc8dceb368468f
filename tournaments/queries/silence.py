"""Tables that have run out of their time, and those of them where one player waits for the other's confirmation."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tournaments.models import Match, Pod, PodReport, Registration, ResultReport, Round
from tournaments.pods.agreeing import still_said
from tournaments.queries.clock import seconds_left
from tournaments.queries.pods import is_there


def is_past_time(seated: Match | Pod) -> bool:
    """Whether the round's time is over for a table, its extra time included.

    Reads `time_extensions`, the table's round and its tournament.
    """
    left = time_left(seated.round)
    return left is not None and left + 60 * seated.more_minutes <= 0


def time_left(round: Round) -> int | None:
    """Seconds of the round that are left, negative once it is over: by its clock, and where that was never started from
    when the round was published; None for a draft and a round without a time."""
    left = seconds_left(round)
    if left is not None or round.published_at is None or not round.minutes:
        return left
    return math.ceil(60 * round.minutes - (timezone.now() - round.published_at).total_seconds())


def waiting_in(round: Round | None) -> dict[str, list[Any]]:
    """What waits for staff in a round past its time, by the names under which pages of the desk list it: `unconfirmed`
    and `unconfirmed_pods` of which a player is silent, `overdue` of which nobody has said how they ended."""
    in_pods = round is not None and round.tournament.is_in_pods
    return {
        "unconfirmed": [] if in_pods else list(unconfirmed_in(round)),
        "unconfirmed_pods": list(unconfirmed_pods_in(round)) if in_pods else [],
        "overdue": list(overdue_in(round)),
    }


def _is_over(round: Round | None) -> bool:
    if round is None or round.status != Round.Status.PUBLISHED:
        return False
    left = time_left(round)
    return left is not None and left <= 0


def is_silent(seated: Match | Pod, one_sided: Collection[int] = ()) -> bool:
    """Whether what a player has reported is not confirmed past the table's time; as `is_past_time`. `one_sided`: of
    which matches one player alone has reported games."""
    is_one_sided = isinstance(seated, Match) and seated.pk in one_sided
    is_waiting = seated.report_state == Match.ReportState.WAITING or is_one_sided
    return seated.is_open and is_waiting and is_past_time(seated)


def is_overdue(seated: Match | Pod, one_sided: Collection[int] = ()) -> bool:
    """Whether a table past its time has neither a result, nor a report that waits, nor reports that differ."""
    if not seated.is_open or seated.report_state in (Match.ReportState.WAITING, Match.ReportState.DISPUTED):
        return False
    return not (isinstance(seated, Match) and seated.pk in one_sided) and is_past_time(seated)


def one_sided_in(round: Round | None) -> frozenset[int]:
    """The matches of a running round of which one player has reported games and the other nothing. No query before the
    round's time is over; then one."""
    if round is None or not _is_over(round):
        return frozenset()
    said = ResultReport.objects.filter(match__round=round, match__report_state=Match.ReportState.PLAYING)
    said = said.filter(match__is_complete=False, version=F("match__version"), is_superseded=False)
    sides: dict[int, dict[int, bool]] = defaultdict(dict)
    for match, entry, games in said.order_by("pk").values_list("match", "registration", "games"):
        sides[match or 0][entry] = bool(games)
    return frozenset(match for match, says in sides.items() if sum(says.values()) == 1)


def overdue_in(round: Round | None) -> list[Match | Pod]:
    """The tables of a running round past their time of which nobody has reported how they ended, by table.

    No query before the round's time is over; then at most six.
    """
    if round is None or not _is_over(round):
        return []
    by_table = (F("table").asc(nulls_last=True), "pk")
    if round.tournament.is_in_pods:
        pods = round.pods.filter(is_complete=False).order_by(*by_table)
        return [pod for pod in pods.prefetch_related("time_extensions", "seats__registration") if is_overdue(pod)]
    one_sided = one_sided_in(round)
    matches = Match.objects.filter(round=round, is_complete=False).order_by(*by_table)
    if round.tournament.is_by_seat:
        boards = Match.everything.filter(team_match=OuterRef("pk"))
        # Boards that are all in, and level, wait for a judge's decision and not for a report.
        matches = matches.exclude(Exists(boards), ~Exists(boards.filter(is_complete=False)))
    found: list[Match | Pod] = []
    for match in matches.select_related("player1__player", "player2__player").prefetch_related("time_extensions"):
        match.round = round
        if is_overdue(match, one_sided):
            found.append(match)
    return found


@dataclass(frozen=True)
class Unconfirmed:
    """A match past its time with the report of one player, of the whole match or its games so far, that the other
    (`silent`) has not answered."""

    match: Match
    report: ResultReport
    silent: Registration

    @property
    def score(self) -> tuple[int, int, int]:
        """Games of the match's first and second player and drawn, as reported."""
        won, lost, drawn = self.report.score
        is_first = self.report.registration_id == self.match.player1_id
        return (won, lost, drawn) if is_first else (lost, won, drawn)


def unconfirmed_in(round: Round | None) -> list[Unconfirmed]:
    """The matches of a running round where a player is silent past the time, by table.

    No query before the round's time is over; then at most four.
    """
    if round is None or not _is_over(round):
        return []
    one_sided = one_sided_in(round)
    waiting = Match.everything.filter(
        Q(report_state=Match.ReportState.WAITING) | Q(pk__in=one_sided), round=round, is_complete=False
    )
    matches = {
        match.pk: match
        for match in waiting.select_related("round__tournament", "player1__player", "player2__player", "team_match")
        .prefetch_related("time_extensions", "team_match__time_extensions")
        .order_by(F("table").asc(nulls_last=True), "pk")
        if match.is_open and is_past_time(match)
    }
    reports = ResultReport.objects.filter(match__in=matches, version=F("match__version"), is_superseded=False)
    reports = reports.filter(Q(is_final=True) | Q(match__in=one_sided)).exclude(games=[], is_final=False)
    newest = {report.match_id: report for report in reports.select_related("registration").order_by("pk")}
    return [
        Unconfirmed(match, newest[key], match.opponent_of(newest[key].registration_id))
        for key, match in matches.items()
        if key in newest
    ]


@dataclass(frozen=True)
class UnconfirmedPod:
    """A pod past its time that some have reported, all the same, and too few; `silent` have not answered.

    Reports count as in `tournaments.queries.pod_reports.pod_reports`.
    """

    pod: Pod
    report: PodReport
    reported: tuple[Registration, ...]
    silent: tuple[Registration, ...]


def unconfirmed_pods_in(round: Round | None) -> list[UnconfirmedPod]:
    """The pods of a running round that wait for a confirmation past their time, by table; `report` is the newest.

    No query before the round's time is over; then at most four.
    """
    if round is None or not _is_over(round):
        return []
    waiting = round.pods.filter(is_complete=False, report_state=Pod.ReportState.WAITING)
    pods = waiting.prefetch_related("time_extensions", "seats__registration").order_by(
        F("table").asc(nulls_last=True), "pk"
    )
    late = {pod.pk: pod for pod in pods if is_past_time(pod)}
    newest: dict[int, dict[int, PodReport]] = {key: {} for key in late}
    standing = PodReport.objects.filter(pod__in=late, version=F("pod__version"), is_superseded=False)
    for report in standing.order_by("pk"):
        newest[report.pod_id or 0][report.registration_id] = report
    found = [_unconfirmed_pod(pod, newest[key]) for key, pod in late.items()]
    return [one for one in found if one is not None]


def _unconfirmed_pod(pod: Pod, newest: Mapping[int, PodReport]) -> UnconfirmedPod | None:
    """A pod with the newest report of each player, by entry; None where no report says anything of who is there."""
    seats = sorted(pod.seats.all(), key=lambda one: one.seat)
    players = {seat.registration_id: seat.registration for seat in seats if is_there(seat)}
    standing = {
        key: report
        for key, report in newest.items()
        if key in players and still_said(dict(report.places), players.keys()) is not None
    }
    if not standing:
        return None
    return UnconfirmedPod(
        pod,
        max(standing.values(), key=lambda report: report.pk),
        tuple(entry for key, entry in players.items() if key in standing),
        tuple(entry for key, entry in players.items() if key not in standing),
    )
