"""Tables that have run out of their time, and those of them where one player waits for the other's confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from tournaments.models import Match, Registration, ResultReport, Round
from tournaments.queries.clock import seconds_left


def is_past_time(match: Match) -> bool:
    """Whether the round's time is over for a table, its extra time included; never where no clock runs.

    Reads `time_extensions` and the match's round.
    """
    left = seconds_left(match.round)
    return left is not None and left + 60 * match.more_minutes <= 0


def is_silent(match: Match) -> bool:
    """Whether one player has reported the match and the other is silent past the table's time; as `is_past_time`."""
    is_waiting = not match.is_complete and match.report_state == Match.ReportState.WAITING
    return is_waiting and is_past_time(match)


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
    waiting = Match.objects.filter(round=round, is_complete=False, report_state=Match.ReportState.WAITING)
    matches = {
        match.pk: match
        for match in waiting.select_related("round", "player1__player", "player2__player")
        .prefetch_related("time_extensions")
        .order_by(F("table").asc(nulls_last=True), "pk")
        if is_past_time(match)
    }
    reports = ResultReport.objects.filter(match__in=matches, version=F("match__version"), is_final=True)
    newest = {report.match_id: report for report in reports.select_related("registration").order_by("pk")}
    return [
        Unconfirmed(match, newest[key], match.opponent_of(newest[key].registration_id))
        for key, match in matches.items()
        if key in newest
    ]
