"""What a player reported of a match beside the result that it has."""

from __future__ import annotations

from tournaments.models import Match, Registration, ResultReport
from tournaments.play.records import Seat, count_games
from tournaments.play.reported_games import Said, Score, find_difference
from tournaments.queries.match_records import records_of, seat_of
from tournaments.queries.reports import SideReport, as_said_by, newest_reports, reports_of, said_in, seat_in


def contradicts_result(match: Match, entry: Registration, said: Said) -> bool:
    """Whether a report cannot be true beside the match's result; reads `match.games`.

    Games say more or others than the result counts. Where a result was declared, the games on its slip are no
    contradiction, nor is a score that the same player won by.
    """
    played = as_said_by(entry, match, played_score(match))
    if match.outcome == Match.Outcome.PLAYED:
        return find_difference(Said(said.score, is_final=said.is_final), Said(played)) is not None
    if not said.is_final or said.score == played:
        return False
    return match.is_lost_by_both or _winner(entry, match, said.score) is not seat_of(match.winner_seat)


def reports_to_show(match: Match) -> list[SideReport]:
    """What staff read of the players' newest reports: of a match that has its result those that contradict it."""
    newest = newest_reports(match) if match.is_complete else {}
    return [one for one in reports_of(match) if not match.is_complete or _contradicts(match, one.entry, newest)]


def is_contradicted(match: Match) -> bool:
    """Whether a player's newest report contradicts the result that a match has."""
    newest = newest_reports(match)
    return any(_contradicts(match, entry, newest) for entry in match.entries)


def _contradicts(match: Match, entry: Registration, newest: dict[int, ResultReport]) -> bool:
    said = said_in(newest.get(entry.pk))
    return said is not None and contradicts_result(match, entry, said)


def played_score(match: Match) -> Score:
    """The games of the result, as the match's seats have them."""
    count = count_games(records_of(match.games.all()))
    return count.wins1, count.wins2, count.draws


def _winner(entry: Registration, match: Match, score: Score) -> Seat | None:
    """Whom a player's score has as the winner."""
    won, lost, _drawn = score
    seat = seat_in(match, entry)
    return None if won == lost else seat if won > lost else seat.other
