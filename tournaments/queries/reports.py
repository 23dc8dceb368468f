"""What players have reported of their own matches."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts.compiled import Compiled
from tournaments.models import Match, Registration, ResultReport, Round, Tournament
from tournaments.play.first_player import ChooserRuling, next_chooser
from tournaments.play.match_state import Closing, quick_scores
from tournaments.play.play_table import PlayRules
from tournaments.play.records import GameRecord, Seat
from tournaments.play.reported_games import Result, Said, SaidGame, Score, Side, find_difference
from tournaments.queries.calls import call_at
from tournaments.queries.match_records import allows_draw, game_one_policy_of, play_rules_of, records_of, state_by
from tournaments.queries.silence import is_past_time


@dataclass(frozen=True)
class OwnReport:
    """How the reports of a match stand for one of its players, with everything as that player says it.

    `before` is how many games staff have recorded; `choices` are the scores worth a button. `ruling` says who chooses
    in the next game, by the games so far; None once the player has reported the whole match. `is_late`: the round's
    time is over for this table. `is_judge_called`: the reports differ, and a call is open. `key` marks what is sent
    from this showing.
    """

    entry: Registration
    match: Match
    said: Said | None
    said_by_other: Said | None
    before: int
    choices: tuple[Score, ...]
    rules: PlayRules
    ruling: ChooserRuling | None = None
    is_late: bool = False
    is_judge_called: bool = False
    key: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def opponent(self) -> Registration:
        return self.match.opponent_of(self.entry.pk)

    @property
    def mine(self) -> Score | None:
        """The final score that the player has reported."""
        return self.said.score if self.said is not None and self.said.is_final else None

    @property
    def theirs(self) -> Score | None:
        """The final score that the other player has reported."""
        other = self.said_by_other
        return other.score if other is not None and other.is_final else None

    @property
    def my_games(self) -> list[tuple[int, SaidGame]]:
        """The games the player has reported one by one, with their numbers in the match."""
        return list(enumerate(self.said.games if self.said is not None else (), start=self.before + 1))

    @property
    def their_games(self) -> list[tuple[int, SaidGame]]:
        """The games as the other player has reported them, with their numbers in the match."""
        other = self.said_by_other
        return list(enumerate(other.games if other is not None else (), start=self.before + 1))

    @property
    def next_number(self) -> int:
        """The number of the game to be reported next."""
        return self.before + len(self.my_games) + 1

    @property
    def reported_next(self) -> SaidGame | None:
        """The next game as the other player has reported it already."""
        games = self.said_by_other.games if self.said_by_other is not None else ()
        place = self.next_number - self.before - 1
        return games[place] if place < len(games) else None

    @cached_property
    def difference(self) -> int | None:
        """Where the two reports differ: the number of a game, 0 where only the scores do; None where they do not."""
        if self.said is None or self.said_by_other is None:
            return None
        found = find_difference(self.said, self.said_by_other)
        return found + self.before if found else found

    @property
    def differ(self) -> bool:
        return self.difference is not None

    @property
    def differing(self) -> tuple[SaidGame, SaidGame] | None:
        """The game they differ in, as the player tells it and as the other does."""
        if not self.difference or self.said is None or self.said_by_other is None:
            return None
        place = self.difference - self.before - 1
        return self.said.games[place], self.said_by_other.games[place]

    @property
    def chooses(self) -> bool | None:
        """Whether the player chooses in the next game; None if a method or nobody decides that."""
        if self.ruling is None or self.ruling.seat is None:
            return None
        return self.ruling.seat is seat_in(self.match, self.entry)

    @property
    def chooser(self) -> Registration | None:
        """Who chooses in the next game, if the rule names somebody."""
        if self.chooses is None:
            return None
        return self.entry if self.chooses else self.opponent

    @property
    def stand(self) -> str:
        """A short text that is another one once there is news."""
        parts = [_stand_of(one) if one is not None else "" for one in (self.said, self.said_by_other)]
        return "_".join([*parts, *(["late"] if self.is_late else []), *(["called"] if self.is_judge_called else [])])

    @property
    def won(self) -> list[Score]:
        return [score for score in self.choices if score[0] > score[1]]

    @property
    def lost(self) -> list[Score]:
        return [score for score in self.choices if score[0] < score[1]]

    @property
    def drawn(self) -> list[Score]:
        return [score for score in self.choices if score[0] == score[1]]


def _stand_of(said: Said) -> str:
    results = "".join(game.result[0] for game in said.games)
    return "-".join(map(str, said.score)) + ("" if said.is_final else f"+{results}")


REPORTS = Compiled(lambda match: ResultReport.objects.filter(match=match).order_by("pk"), parameters=1)
"""Everything that was reported of a match, also before it was changed, in the order it came."""


def newest_reports(match: Match, reports: Sequence[ResultReport] | None = None) -> dict[int, ResultReport]:
    """The newest report of each player of a match that waits for its result, or whose result they contradict, by entry.
    `reports` are those of `REPORTS`; without them one query, if there are any.

    What was reported before the match was changed otherwise is left out, and what its phone has replaced.
    """
    if match.report_state == Match.ReportState.NONE or not (match.is_open or match.is_complete):
        return {}
    known = REPORTS.ask(match.pk) if reports is None else reports
    counting = [report for report in known if report.version == match.version and not report.is_superseded]
    return {report.registration_id: report for report in counting}


def said_in(report: ResultReport | None) -> Said | None:
    """What a report says; nothing where its player has taken every game of it back."""
    if report is None or not (report.games or report.is_final):
        return None
    return Said(report.score, tuple(read_said(game) for game in report.games), report.is_final)


def read_said(facts: Mapping[str, Any]) -> SaidGame:
    """A game as `ResultReport.games` keeps it. Raises ValueError for words that are none of its own."""
    return SaidGame(
        result=Result(facts["result"]),
        chose=Side(facts.get("chose", "")),
        first=Side(facts.get("first", "")),
        ending=facts.get("ending", ""),
        conceded=bool(facts.get("conceded", False)),
    )


def said_facts(game: SaidGame) -> dict[str, Any]:
    """A game in plain values, as `ResultReport.games` keeps it."""
    return asdict(game)


def own_report(entry: Registration, match: Match | None) -> OwnReport | None:
    """The entrant's side of a match that waits for its result; None where nothing can be reported. Three queries,
    and one where the reports differ."""
    if match is None or not match.is_open or match.round.status != Round.Status.PUBLISHED:
        return None
    tournament = entry.tournament
    if tournament.is_by_seat and not match.is_board:
        return None
    if not tournament.players_report or tournament.phase == Tournament.Phase.CANCELLED:
        return None
    newest = newest_reports(match)
    said, other = (said_in(newest.get(one)) for one in (entry.pk, match.opponent_of(entry.pk).pk))
    before = records_of(match.games.all())
    round, rules = match.round, play_rules_of(tournament.ruleset)
    offered = quick_scores(match.best_of or round.match_length, allow_draw=allows_draw(round.stage))
    ruling = None
    if said is None or not said.is_final:
        reported = before + records_said(said, before=len(before), me=seat_in(match, entry))
        if state_by(reported, closing=Closing.NONE, round=round, best_of=match.best_of).needs_game:
            policy = game_one_policy_of(match, round=round)
            ruling = next_chooser(reported, rules, game_one_policy=policy)
    return OwnReport(
        entry=entry,
        match=match,
        said=said,
        said_by_other=other.turned if other is not None else None,
        before=len(before),
        choices=tuple((one.wins1, one.wins2, one.draws) for one in offered),
        rules=rules,
        ruling=ruling,
        is_late=is_past_time(match),
        is_judge_called=match.report_state == Match.ReportState.DISPUTED
        and call_at(match.team_match or match) is not None,
    )


def records_said(said: Said | None, *, before: int, me: Seat) -> tuple[GameRecord, ...]:
    """The games of a report as the play core reads them, numbered after those `before`."""
    games = said.games if said is not None else ()
    return tuple(game.record(number, me) for number, game in enumerate(games, start=before + 1))


def seat_in(match: Match, entry: Registration) -> Seat:
    """The seat of one of the match's players."""
    return Seat.ONE if match.player1_id == entry.pk else Seat.TWO


def said_by_the_other(score: Score) -> Score:
    """A player's score as the opponent says it."""
    won, lost, drawn = score
    return lost, won, drawn


def as_said_by(entry: Registration, match: Match, score: Score) -> Score:
    """A score of the match's seats as the entrant says it, or one that the entrant says as the seats have it."""
    return score if match.player1_id == entry.pk else said_by_the_other(score)


@dataclass(frozen=True)
class SideReport:
    """What a player last reported of a match, for staff: `score` and the seats of `games` are the match's.

    `is_final`: the player has reported the whole match, not only the games so far.
    """

    entry: Registration
    score: Score
    at: datetime
    games: tuple[GameRecord, ...] = ()
    is_final: bool = True

    def facts(self) -> dict[str, Any]:
        """The report in plain values, as the API gives it."""
        wins1, wins2, draws = self.score
        score = {"wins1": wins1, "wins2": wins2, "draws": draws}
        games = [
            {
                "number": game.number,
                "winner_seat": game.winner,
                "is_draw": game.drawn,
                "chooser_seat": game.chooser,
                "first_seat": game.first,
                "ending": game.ending or "",
                "conceded": game.conceded,
            }
            for game in self.games
        ]
        return {"registration": self.entry.pk, **score, "at": self.at, "games": games, "is_final": self.is_final}


def reports_of(match: Match) -> list[SideReport]:
    """The newest report of each player of a match without a result, or of those against it, the first seat's first. Two
    queries, if any."""
    newest = newest_reports(match)
    return [
        side_report(entry, match, report)
        for entry in (match.player1, match.player2)
        if (report := newest.get(entry.pk)) is not None and said_in(report) is not None
    ]


def side_report(entry: Registration, match: Match, report: ResultReport) -> SideReport:
    """A player's report for staff; reads the match's games."""
    before = sum(report.score) - len(report.games) if match.is_complete else len(match.games.all())
    games = records_said(said_in(report), before=before, me=seat_in(match, entry))
    return SideReport(entry, as_said_by(entry, match, report.score), report.reported_at, games, report.is_final)
