"""Events for teams of two that play by seat, for tests to start from."""

from __future__ import annotations

from typing import Any

from tests.people_and_events import owner_of
from tests.running_events import publish, score
from tests.team_events import TEAMS, started_team_event
from tournaments.models import Match, Round, Tournament
from tournaments.queries.match_records import winner_seat_of
from tournaments.queries.matches import find_match
from tournaments.services import results, rounds

BY_SEAT: dict[str, Any] = {"entry_format": "teams_by_seat", "planned_rounds": 2}


def started_by_seat(*names: str, **settings: Any) -> Tournament:
    """An event by seat whose Swiss rounds can be paired."""
    return started_team_event(*(names or TEAMS), **(BY_SEAT | settings))


def first_match(event: Tournament) -> Match:
    """The first table of the event's next round, which is published."""
    match = publish(event).matches.order_by("table").first()
    assert match is not None
    return match


def boards(match: Match) -> tuple[Match, Match]:
    """The two boards of a match as they are stored now."""
    first, second = Match.everything.filter(team_match=match).order_by("board")
    return first, second


def play_boards(match: Match, *scores: tuple[int, int]) -> Match:
    """Scores for the boards in their order; the match as it is then."""
    for board, (wins1, wins2) in zip(boards(match), scores, strict=False):
        score(board, wins1, wins2)
    match.refresh_from_db()
    return match


def finish_by_seat(round: Round, *scores: tuple[tuple[int, int], tuple[int, int]]) -> Round:
    """Scores for the boards of the open tables in order (both 2–0 if none are given), then the end of the round."""
    given = iter(scores)
    for match in round.matches.filter(is_complete=False).order_by("table"):
        play_boards(match, *next(given, ((2, 0), (2, 0))))
    return rounds.complete_round(actor=owner_of(round.tournament), round_id=round.pk)


def winner(match: Match) -> int | None:
    """The seat that won a match as it is stored now."""
    found = find_match(match.round.tournament, match.pk)
    assert found is not None
    seat = winner_seat_of(found, round=found.round)
    return int(seat) if seat else None


def record(match: Match, outcome: str, seat: int | None = None) -> Match:
    """An outcome that staff enter for a match or board."""
    match.refresh_from_db()
    owner = owner_of(match.round.tournament)
    return results.record_outcome(
        actor=owner, match_id=match.pk, expected_version=match.version, outcome=outcome, winner_seat=seat
    )
