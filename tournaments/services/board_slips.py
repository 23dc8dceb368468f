"""The match of teams that play by seat, as its boards have it: what it says, and who may write what."""

from __future__ import annotations

from dataclasses import replace

from accounts.refusals import Conflict, Refusal
from tournaments.models import Match
from tournaments.models.match import BOARDS
from tournaments.play.match_state import Closing
from tournaments.queries.boards import boards_of, is_decided_as_whole
from tournaments.queries.match_records import state_by, winner_seat_of
from tournaments.services.slip_contents import EMPTY_SLIP, GameLine, Slip


def refuse_declared(match: Match) -> None:
    """Raise Conflict `team_match_declared` for a board of a match that was decided as a whole."""
    if is_decided_as_whole(match):
        raise Conflict("team_match_declared", table=match.table, match=match.team_match_id)


def refuse_team_match(match: Match) -> None:
    """Raise Refusal `boards_decide` for a match between teams by seat: games are entered on its boards alone."""
    if match.round.tournament.is_by_seat and not match.is_board:
        raise Refusal("boards_decide", table=match.table)


def slip_by_boards(match: Match) -> Slip:
    """How a match between teams stands by its boards: each one that is over is a game of it, won or drawn, or lost by
    both, which counts for neither. It is over with its last board; in the top cut not while nobody leads."""
    boards = [one for one in boards_of(match) if one.is_complete]
    winners = [(one.board, winner_seat_of(one, round=match.round)) for one in boards]
    lost_by_both = [one.board for one in boards if one.is_lost_by_both]
    games = tuple(
        GameLine(number=number, winner_seat=winner and int(winner), is_draw=winner is None, details_known=False)
        for number, winner in winners
        if number not in lost_by_both
    )
    slip = replace(EMPTY_SLIP, games=games)
    if len(boards) < len(BOARDS):
        return slip
    if len(lost_by_both) == len(boards):
        return replace(slip, outcome=Match.Outcome.DOUBLE_LOSS.value, is_complete=True)
    state = state_by(slip.records, closing=Closing.DECLARED, round=match.round, best_of=match.best_of)
    return replace(slip, is_complete=state.decided)


def show_board_reports(match: Match) -> None:
    """Let the match of the teams say whether anything is recorded or reported on a board: it has begun then."""
    state = Match.ReportState.NONE
    if not match.is_complete:
        boards = boards_of(match)
        if any(one.report_state == Match.ReportState.DISPUTED for one in boards):
            state = Match.ReportState.DISPUTED
        elif any(one.report_state or one.is_complete or one.games.all() for one in boards):
            state = Match.ReportState.PLAYING
    if match.report_state != state:
        match.report_state = state
        match.save(update_fields=["report_state", "updated_at"])
