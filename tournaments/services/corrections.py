"""Correcting a result that was already entered, in any round, with a reason that is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from accounts.actor import Actor
from accounts.refusals import Conflict, Refusal
from tournaments import permissions
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Action
from tournaments.play.match_state import Closing, MatchCode
from tournaments.queries.match_records import state_by, winner_seat_of
from tournaments.queries.matches import later_rounds_of
from tournaments.queries.rounds import refusal_facts
from tournaments.queries.stays import NO_SHOWS
from tournaments.services.board_slips import refuse_team_match
from tournaments.services.cut_moves import correct_bracket
from tournaments.services.declared_results import declared_slip, log_result, scored_slip
from tournaments.services.finish import give_final_places
from tournaments.services.judged_games import enter_line, judged_lines
from tournaments.services.reasons import tidy_reason
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput
from tournaments.services.slip_contents import EMPTY_SLIP, Slip, read_slip
from tournaments.services.slips import open_match, settle, write_slip


@transaction.atomic
def correct_match(
    *,
    actor: Actor,
    match_id: int,
    expected_version: int,
    reason: str,
    games: Sequence[GameInput] | None = None,
    score: ScoreInput | None = None,
    outcome: OutcomeInput | None = None,
    stopped_by_time: bool = False,
    override_reason: str = "",
) -> Match:
    """Replace a match's result by exactly one of `games` (all of them), `score` or `outcome`.

    Under an `outcome` the games stay, except under a no-show and under a draw that they speak against (`_kept_slip`).
    The old result, who changed it and why stay in the revision; standings follow at once, pairings of later rounds stay
    as they were played. In the top cut the winner moves on in place of the old one, unless the next match has been
    played; who moves in a published round gets a notice. After the event only its organisers correct, and the final
    places follow.

    Raises Conflict `round_not_published`, Refusal `reason_required`, `one_result_needed`, `result_incomplete`
    (a round that is over has no open match), `nothing_changed`, `advance_already_played`, and the codes of entering.
    """
    why = tidy_reason(reason)
    tournament, match = _match_to_correct(actor, match_id, expected_version)
    if sum(given is not None for given in (games, score, outcome)) != 1:
        raise Refusal("one_result_needed")
    if outcome is None:
        refuse_team_match(match)
    before = winner_seat_of(match, round=match.round)
    if games is not None:
        new = _played_slip(actor, tournament, match, games, stopped_by_time, override_reason)
    elif score is not None:
        new = scored_slip(actor=actor, tournament=tournament, match=match, slip=EMPTY_SLIP, score=score)
    else:
        assert outcome is not None
        new = declared_slip(_kept_slip(match, outcome), outcome, stage=match.round.stage, reason=why)
    if match.round.status == Round.Status.COMPLETED and not new.is_complete:
        raise Refusal("result_incomplete", **refusal_facts(match.round))
    write_slip(actor=actor, match=match, slip=new, why=why)
    _follow_up(actor, tournament, match.team_match or match, why)
    after = winner_seat_of(match, round=match.round)
    facts = {"reason": why, "winner_changed": before != after, "later_rounds": list(later_rounds_of(match))}
    log_result(tournament, actor, "result_corrected", match, new, **facts)
    return match


def _match_to_correct(actor: Actor, match_id: int, expected_version: int) -> tuple[Tournament, Match]:
    """The locked match, where the actor may correct it now."""
    tournament, match = open_match(
        actor=actor, match_id=match_id, expected_version=expected_version, action=Action.CORRECT_RESULTS
    )
    if tournament.phase == Tournament.Phase.FINISHED:
        permissions.require(actor, Action.EDIT_TOURNAMENT, tournament)
    if match.round.status == Round.Status.DRAFT:
        raise Conflict("round_not_published", **refusal_facts(match.round))
    return tournament, match


def _kept_slip(match: Match, declared: OutcomeInput) -> Slip:
    """What stays on the slip under a declared outcome.

    Under a draw, games that somebody has won the match by, and a bare score, were the mistake itself: nothing of them
    stays. The games of a match between teams are its boards, which stand whatever is declared.
    """
    if declared.outcome in NO_SHOWS:
        return EMPTY_SLIP
    slip = read_slip(match)
    is_of_teams = match.round.tournament.is_by_seat and not match.is_board
    if is_of_teams or not declared.is_draw:
        return slip
    if declared.without_games or not all(line.details_known for line in slip.games):
        return EMPTY_SLIP
    state = state_by(slip.records, closing=Closing.NONE, round=match.round, best_of=match.best_of)
    return EMPTY_SLIP if state.code is MatchCode.WON else slip


def _played_slip(
    actor: Actor,
    tournament: Tournament,
    match: Match,
    games: Sequence[GameInput],
    stopped_by_time: bool,
    override_reason: str,
) -> Slip:
    entered = [enter_line(number, game) for number, game in enumerate(games, start=1)]
    lines = judged_lines(
        actor=actor, tournament=tournament, match=match, lines=entered, override_reason=override_reason
    )
    slip = replace(EMPTY_SLIP, games=lines, stopped_by_time=stopped_by_time)
    return settle(slip, match=match)


def _follow_up(actor: Actor, tournament: Tournament, match: Match, why: str) -> None:
    """What depends on a result beyond its own match: who is in the next cut round, and the final places."""
    if match.round.stage == Round.Stage.TOP_CUT and match.round.status == Round.Status.COMPLETED:
        correct_bracket(actor=actor, match=match, why=why)
    if tournament.phase == Tournament.Phase.FINISHED:
        give_final_places(tournament)
