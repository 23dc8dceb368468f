"""Tables that have run out of their time, and those of them where one player waits for the other's confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F

from tournaments.models import Match, Pod, PodReport, Registration, ResultReport, Round
from tournaments.pods.agreeing import still_said
from tournaments.queries.clock import seconds_left
from tournaments.queries.pods import is_there


def is_past_time(seated: Match | Pod) -> bool:
    """Whether the round's time is over for a table, its extra time included; never where no clock runs.

    Reads `time_extensions` and the table's round.
    """
    left = seconds_left(seated.round)
    return left is not None and left + 60 * seated.more_minutes <= 0


def is_silent(seated: Match | Pod) -> bool:
    """Whether what a player has reported is not confirmed past the table's time; as `is_past_time`."""
    is_waiting = seated.is_open and seated.report_state == Match.ReportState.WAITING
    return is_waiting and is_past_time(seated)


@dataclass(frozen=True)
class Unconfirmed:
    """A match past its time with the report of one player that the other (`silent`) has not answered."""

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

    No query before the round's time is over; then at most three.
    """
    left = seconds_left(round) if round is not None and round.status == Round.Status.PUBLISHED else None
    if round is None or left is None or left > 0:
        return []
    waiting = Match.everything.filter(round=round, is_complete=False, report_state=Match.ReportState.WAITING)
    matches = {
        match.pk: match
        for match in waiting.select_related("round", "player1__player", "player2__player", "team_match")
        .prefetch_related("time_extensions", "team_match__time_extensions")
        .order_by(F("table").asc(nulls_last=True), "pk")
        if match.is_open and is_past_time(match)
    }
    reports = ResultReport.objects.filter(match__in=matches, version=F("match__version"), is_final=True)
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
    left = seconds_left(round) if round is not None and round.status == Round.Status.PUBLISHED else None
    if round is None or left is None or left > 0:
        return []
    waiting = round.pods.filter(is_complete=False, report_state=Pod.ReportState.WAITING)
    pods = waiting.prefetch_related("time_extensions", "seats__registration").order_by(
        F("table").asc(nulls_last=True), "pk"
    )
    late = {pod.pk: pod for pod in pods if is_past_time(pod)}
    newest: dict[int, dict[int, PodReport]] = {key: {} for key in late}
    for report in PodReport.objects.filter(pod__in=late, version=F("pod__version")).order_by("pk"):
        newest[report.pod_id or 0][report.registration_id] = report
    found = [_unconfirmed_pod(pod, newest[key]) for key, pod in late.items()]
    return [one for one in found if one is not None]


def _unconfirmed_pod(pod: Pod, newest: Mapping[int, PodReport]) -> UnconfirmedPod | None:
    """A pod with the newest report of each player, by entry; None where no report says anything of who is there."""
    players = {entry.pk: entry for entry in pod.entries if is_there(entry)}
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
