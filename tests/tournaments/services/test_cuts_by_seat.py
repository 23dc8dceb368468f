"""The top cut of teams by seat: level boards let nobody advance."""

from __future__ import annotations

import pytest

from accounts.refusals import Refusal
from tests.by_seat_events import (
    boards,
    finish_by_seat,
    play_boards,
    record,
    started_by_seat,
    winner,
)
from tests.people_and_events import owner_of
from tests.running_events import publish, score
from tests.team_events import two_of
from tournaments.models import Match, Tournament
from tournaments.services import rounds, top_cut
from tournaments.services.corrections import correct_match
from tournaments.services.entries.leaving import drop, undrop
from tournaments.services.result_inputs import OutcomeInput, ScoreInput
from tournaments.services.results import clear_result

pytestmark = pytest.mark.django_db
Outcome = Match.Outcome


def test_level_boards_in_the_top_cut_wait_for_a_judge() -> None:
    event = started_by_seat(top_cut=2, planned_rounds=1)
    finish_by_seat(publish(event))
    owner = owner_of(event)
    final = top_cut.start_top_cut(actor=owner, tournament_id=event.pk)
    rounds.publish_round(actor=owner, round_id=final.pk)
    match = final.matches.get()
    play_boards(match, (2, 0), (0, 2))
    assert not match.is_complete
    record(match, Outcome.JUDGE_AWARD, 2)
    rounds.complete_round(actor=owner, round_id=final.pk)
    assert winner(match) == 2


def test_a_corrected_board_of_the_semifinal_moves_the_other_team_and_its_members_on() -> None:
    event = started_by_seat(top_cut=4, planned_rounds=1)
    finish_by_seat(publish(event))
    owner = owner_of(event)
    semi = top_cut.start_top_cut(actor=owner, tournament_id=event.pk)
    rounds.publish_round(actor=owner, round_id=semi.pk)
    first = semi.matches.order_by("table").first()
    assert first is not None
    record(boards(first)[1], Outcome.DOUBLE_LOSS)
    score(boards(first)[0], 2, 0)
    finish_by_seat(semi)
    final = publish(event).matches.get()
    match = semi.matches.order_by("table").first()
    assert match is not None
    board = boards(match)[0]
    why = {"actor": owner, "reason": "写反了"}
    correct_match(match_id=board.pk, expected_version=board.version, score=ScoreInput(wins1=0, wins2=2), **why)
    final.refresh_from_db()
    assert match.player2_id in (final.player1_id, final.player2_id)
    for board, seat in zip(boards(final), (0, 1), strict=True):
        assert (board.player1, board.player2) == (two_of(final.player1)[seat], two_of(final.player2)[seat])


def test_a_walk_over_that_is_taken_back_has_boards_to_play() -> None:
    event = started_by_seat(top_cut=4, planned_rounds=1, cut_drop=Tournament.CutDrop.WALK_OVER)
    finish_by_seat(publish(event))
    owner = owner_of(event)
    semi = top_cut.start_top_cut(actor=owner, tournament_id=event.pk)
    gone = semi.matches.order_by("table").first().player2
    drop(actor=owner, registration_id=gone.pk)
    rounds.publish_round(actor=owner, round_id=semi.pk)
    match = semi.matches.order_by("table").first()
    assert match.is_complete
    assert not Match.everything.filter(team_match=match).exists()
    undrop(actor=owner, registration_id=gone.pk)
    clear_result(actor=owner, match_id=match.pk, expected_version=match.version)
    match.refresh_from_db()
    assert [board.is_open for board in boards(match)] == [True, True]
    assert play_boards(match, (2, 0), (2, 1)).is_complete


def test_level_boards_after_the_round_need_an_award_first() -> None:
    event = started_by_seat(top_cut=2, planned_rounds=1)
    finish_by_seat(publish(event))
    owner = owner_of(event)
    final = top_cut.start_top_cut(actor=owner, tournament_id=event.pk)
    rounds.publish_round(actor=owner, round_id=final.pk)
    finish_by_seat(final)
    match = final.matches.get()
    why = {"actor": owner, "reason": "写反了"}
    for number in (0, 1):
        board = boards(match)[number]
        wrong = {"match_id": board.pk, "expected_version": board.version, "score": ScoreInput(wins1=0, wins2=2)}
        if number == 0:
            with pytest.raises(Refusal, match="boards_level"):
                correct_match(**wrong, **why)
            award = OutcomeInput(outcome=Outcome.JUDGE_AWARD, winner_seat=2)
            correct_match(match_id=match.pk, expected_version=match.version, outcome=award, **why)
        correct_match(**wrong, **why)
    match.refresh_from_db()
    assert (match.outcome, winner(match)) == (Outcome.JUDGE_AWARD, 2)
    assert [game.winner_seat for game in match.games.order_by("number")] == [2, 2]
