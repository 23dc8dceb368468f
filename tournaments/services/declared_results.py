"""Final results as slips: a bare score, or an outcome that no games decide; and the log line every result leaves."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Match, Round, Tournament
from tournaments.play.match_state import Closing, MatchCode
from tournaments.play.records import count_games
from tournaments.queries.match_records import state_by
from tournaments.queries.stays import NO_SHOWS
from tournaments.services.judged_games import judged_lines, score_lines
from tournaments.services.log import write_log
from tournaments.services.result_inputs import OutcomeInput, ScoreInput
from tournaments.services.slip_contents import Slip

_NAMES_WINNER = {Match.Outcome.NO_SHOW, Match.Outcome.MATCH_LOSS}
_NAMES_NOBODY = {Match.Outcome.INTENTIONAL_DRAW, Match.Outcome.DOUBLE_LOSS, Match.Outcome.DOUBLE_NO_SHOW}


def scored_slip(*, actor: Actor, tournament: Tournament, match: Match, slip: Slip, score: ScoreInput) -> Slip:
    """The slip completed by a bare score. Raises Refusal `elimination_needs_winner` and the codes of `score_lines`."""
    lines = score_lines(slip.games, score, match=match)
    lines = judged_lines(actor=actor, tournament=tournament, match=match, lines=lines)
    closing = Closing.TIME if score.stopped_by_time else Closing.DECLARED
    records = [line.record for line in lines]
    state = state_by(records, closing=closing, round=match.round, best_of=match.best_of)
    if not state.decided:
        raise Refusal("elimination_needs_winner", table=match.table)
    return Slip(
        outcome=Match.Outcome.PLAYED.value,
        winner_seat=None,
        stopped_by_time=score.stopped_by_time and state.code is not MatchCode.WON,
        is_complete=True,
        reason="",
        games=lines,
    )


def declared_slip(slip: Slip, declared: OutcomeInput, *, stage: str, reason: str) -> Slip:
    """The slip completed by a declared outcome; games already played stay on it.

    Raises Refusal `unknown_outcome`, `winner_needed`, `no_winner_with_outcome`, `no_show_after_games`,
    `no_draws_in_top_cut`.
    """
    if declared.outcome not in Match.Outcome.values or declared.outcome == Match.Outcome.PLAYED:
        raise Refusal("unknown_outcome", field="outcome", outcome=declared.outcome)
    outcome, seat = Match.Outcome(declared.outcome), declared.winner_seat
    if seat not in (None, 1, 2) or (outcome in _NAMES_WINNER and seat is None):
        raise Refusal("winner_needed", field="winner_seat", outcome=outcome.value)
    if outcome in _NAMES_NOBODY and seat is not None:
        raise Refusal("no_winner_with_outcome", field="winner_seat", outcome=outcome.value)
    if outcome in NO_SHOWS and slip.games:
        raise Refusal("no_show_after_games", field="outcome", games=len(slip.games))
    if stage == Round.Stage.TOP_CUT and declared.is_draw:
        raise Refusal("no_draws_in_top_cut", field="outcome", outcome=outcome.value)
    return Slip(
        outcome=outcome.value,
        winner_seat=seat,
        stopped_by_time=False,
        is_complete=True,
        reason=reason,
        games=slip.games,
    )


def log_result(tournament: Tournament, actor: Actor, verb: str, match: Match, slip: Slip, **facts: Any) -> None:
    """One line of the log about a match: round, table, players, and how it stands now."""
    count = count_games(slip.records)
    write_log(
        tournament,
        actor,
        verb,
        round=match.round.number,
        table=match.table,
        match=match.pk,
        version=match.version,
        player1=match.player1.name,
        player2=match.player2.name,
        wins1=count.wins1,
        wins2=count.wins2,
        draws=count.draws,
        outcome=slip.outcome,
        winner_seat=slip.winner_seat,
        is_complete=slip.is_complete,
        stopped_by_time=slip.stopped_by_time,
        **facts,
    )
