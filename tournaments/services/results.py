"""Entering results while a round runs: game by game, by score, on time, or as declared; and undoing them.

Every change names the version of the match it was made for, counts the version up, keeps a revision and writes one
line of the log. Results already entered are changed by `correct_match` (`tournaments/services/corrections.py`).
Games and scores of a match between teams by seat are entered on its boards: Refusal `boards_decide`.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments.models import Match
from tournaments.permissions import Action
from tournaments.services.board_slips import refuse_team_match, slip_by_boards
from tournaments.services.boards import seat_boards
from tournaments.services.declared_results import declared_slip, log_result, scored_slip
from tournaments.services.judged_games import enter_line, judged_lines
from tournaments.services.reasons import tidy_reason
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput
from tournaments.services.slip_contents import EMPTY_SLIP, Slip, read_slip
from tournaments.services.slips import open_match, require_running, settle, write_slip


@transaction.atomic
def record_game(
    *, actor: Actor, match_id: int, expected_version: int, game: GameInput, override_reason: str = ""
) -> Match:
    """Record the next game of a running match; the match ends by itself once it is decided.

    Raises Conflict `match_already_decided`, the codes of `judged_lines` and of `open_match`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    refuse_team_match(match)
    slip = _open_slip(match)
    number = len(slip.games) + 1
    lines = judged_lines(
        actor=actor,
        tournament=tournament,
        match=match,
        lines=(*slip.games, enter_line(number, game)),
        override_reason=override_reason,
    )
    new = settle(replace(slip, games=lines), match=match)
    write_slip(actor=actor, match=match, slip=new, why=lines[-1].override_reason)
    log_result(tournament, actor, "game_recorded", match, new, number=number, override_reason=lines[-1].override_reason)
    return match


@transaction.atomic
def record_score(
    *,
    actor: Actor,
    match_id: int,
    expected_version: int,
    wins1: int,
    wins2: int,
    draws: int = 0,
    stopped_by_time: bool = False,
    reason: str = "",
) -> Match:
    """Quick entry of a final score. Games already on the slip keep their details; of the others only the result is
    known. A score that nobody has won in full is final as declared (or on time).

    Raises Conflict `match_already_decided`, the codes of `score_lines` and of `open_match`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    refuse_team_match(match)
    slip = _open_slip(match)
    score = ScoreInput(wins1=wins1, wins2=wins2, draws=draws, stopped_by_time=stopped_by_time)
    new = scored_slip(actor=actor, tournament=tournament, match=match, slip=slip, score=score)
    write_slip(actor=actor, match=match, slip=new, why=tidy_reason(reason, required=False))
    log_result(tournament, actor, "score_recorded", match, new)
    return match


@transaction.atomic
def end_match_on_time(*, actor: Actor, match_id: int, expected_version: int) -> Match:
    """Time is up: the match counts as it stands, the leader wins, level games are a drawn match.

    Raises Refusal `elimination_needs_winner` for level games in the top cut (another game, or a judge's award), and
    the codes of `open_match`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    refuse_team_match(match)
    slip = _open_slip(match)
    new = settle(replace(slip, stopped_by_time=True), match=match)
    if not new.is_complete:
        raise Refusal("elimination_needs_winner", table=match.table)
    write_slip(actor=actor, match=match, slip=new)
    log_result(tournament, actor, "match_ended_on_time", match, new)
    return match


@transaction.atomic
def record_outcome(
    *,
    actor: Actor,
    match_id: int,
    expected_version: int,
    outcome: str,
    winner_seat: int | None = None,
    reason: str = "",
) -> Match:
    """Enter a result that no games decide: no-show of one or both, intentional draw, judge award, match loss, loss
    for both.

    `winner_seat` is the player who gets the win; a judge award without one is a drawn match (not in the top cut).
    Raises the codes of `declared_slip` and `open_match`, Conflict `match_already_decided`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    slip = _open_slip(match)
    declared = OutcomeInput(outcome=outcome, winner_seat=winner_seat)
    new = declared_slip(slip, declared, stage=match.round.stage, reason=tidy_reason(reason, required=False))
    write_slip(actor=actor, match=match, slip=new, why=new.reason)
    log_result(tournament, actor, "outcome_recorded", match, new)
    return match


@transaction.atomic
def undo_last_game(*, actor: Actor, match_id: int, expected_version: int) -> Match:
    """Remove the last game of a running match from the slip; a match it had decided is open again.

    Raises Refusal `no_game_to_undo`, `result_was_declared`, `game_order_unknown` (nobody noted which game was the last)
    and the codes of `open_match`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    refuse_team_match(match)
    require_running(match)
    slip = read_slip(match)
    if slip.outcome != Match.Outcome.PLAYED:
        raise Refusal("result_was_declared", outcome=slip.outcome)
    if not slip.games:
        raise Refusal("no_game_to_undo")
    if not slip.games[-1].order_known:
        raise Refusal("game_order_unknown")
    shorter = replace(slip, games=slip.games[:-1], is_complete=False, stopped_by_time=False)
    new = settle(shorter, match=match)
    write_slip(actor=actor, match=match, slip=new)
    log_result(tournament, actor, "game_undone", match, new, number=len(slip.games))
    return match


@transaction.atomic
def clear_result(*, actor: Actor, match_id: int, expected_version: int, reason: str = "") -> Match:
    """Empty the slip of a running match; what it held stays in the revision. A match between teams by seat, decided as
    a whole, stands by its boards again.

    Raises Refusal `nothing_changed` for an empty slip and the codes of `open_match`.
    """
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.RECORD_RESULTS
    )
    require_running(match)
    empty = slip_by_boards(match) if tournament.is_by_seat and not match.is_board else EMPTY_SLIP
    write_slip(actor=actor, match=match, slip=empty, why=tidy_reason(reason, required=False))
    if not match.is_board:
        # A walk-over was given no boards; now it is played.
        seat_boards(match.round)
    log_result(tournament, actor, "result_cleared", match, empty)
    return match


def _open_slip(match: Match) -> Slip:
    require_running(match)
    slip = read_slip(match)
    if slip.is_complete:
        raise Conflict("match_already_decided", table=match.table, version=match.version)
    return slip
