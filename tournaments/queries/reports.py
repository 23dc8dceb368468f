"""What players have reported of their own matches."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.models import Match, Registration, ResultReport, Round, Tournament
from tournaments.play.match_state import quick_scores
from tournaments.queries.match_records import allows_draw

Score = tuple[int, int, int]
"""Games won by oneself and by the other, and drawn; or by the match's seats."""


@dataclass(frozen=True)
class OwnReport:
    """How the reports of a match stand for one of its players, with every score as that player says it.

    `choices` are the scores worth a button. `key` marks what is sent from this showing.
    """

    entry: Registration
    match: Match
    mine: Score | None
    theirs: Score | None
    choices: tuple[Score, ...]
    key: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def differ(self) -> bool:
        """Whether both have reported: not the same, for that would be the result."""
        return self.mine is not None and self.theirs is not None

    @property
    def stand(self) -> str:
        """A short text that is another one once there is news."""
        return "_".join("-".join(map(str, one or ())) for one in (self.mine, self.theirs))

    @property
    def won(self) -> list[Score]:
        return [score for score in self.choices if score[0] > score[1]]

    @property
    def lost(self) -> list[Score]:
        return [score for score in self.choices if score[0] < score[1]]

    @property
    def drawn(self) -> list[Score]:
        return [score for score in self.choices if score[0] == score[1]]


def newest_reports(match: Match) -> dict[int, ResultReport]:
    """The newest report of each player of a match that waits for its result, by entry. One query, if there are any.

    What was reported before the match was changed otherwise is left out.
    """
    if match.is_complete or match.report_state == Match.ReportState.NONE:
        return {}
    reports = ResultReport.objects.filter(match=match, version=match.version).order_by("pk")
    return {report.registration_id: report for report in reports}


def own_report(entry: Registration, match: Match | None) -> OwnReport | None:
    """The entrant's side of a match that waits for its result; None where nothing can be reported. One query."""
    if match is None or match.is_complete or match.round.status != Round.Status.PUBLISHED:
        return None
    tournament = entry.tournament
    if not tournament.players_report or tournament.phase == Tournament.Phase.CANCELLED:
        return None
    newest = newest_reports(match)
    sides = [newest.get(one) for one in (entry.pk, match.opponent_of(entry.pk).pk)]
    mine = sides[0].score if sides[0] is not None else None
    theirs = said_by_the_other(sides[1].score) if sides[1] is not None else None
    offered = quick_scores(tournament.best_of, allow_draw=allows_draw(match.round.stage))
    choices = [(one.wins1, one.wins2, one.draws) for one in offered]
    return OwnReport(entry, match, mine, theirs, tuple(choices))


def said_by_the_other(score: Score) -> Score:
    """A player's score as the opponent says it."""
    won, lost, drawn = score
    return lost, won, drawn


def as_said_by(entry: Registration, match: Match, score: Score) -> Score:
    """A score of the match's seats as the entrant says it, or one that the entrant says as the seats have it."""
    return score if match.player1_id == entry.pk else said_by_the_other(score)


@dataclass(frozen=True)
class SideReport:
    """What a player last reported of a match, for staff: `score` is the match's."""

    entry: Registration
    score: Score
    at: datetime

    def facts(self) -> dict[str, Any]:
        """The report in plain values, as the API gives it."""
        wins1, wins2, draws = self.score
        return {"registration": self.entry.pk, "wins1": wins1, "wins2": wins2, "draws": draws, "at": self.at}


def reports_of(match: Match) -> list[SideReport]:
    """The newest report of each player of a match without a result, the first seat's first. One query, if any."""
    newest = newest_reports(match)
    sides = [(entry, newest.get(entry.pk)) for entry in (match.player1, match.player2)]
    return [
        SideReport(entry, as_said_by(entry, match, one.score), one.reported_at)
        for entry, one in sides
        if one is not None
    ]
