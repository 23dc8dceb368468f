"""Rounds of teams by seat: their boards are made, taken away, repaired and restored with them."""

from __future__ import annotations

import pytest

from accounts.refusals import Conflict, Refusal
from tests.by_seat_events import (
    boards,
    finish_by_seat,
    first_match,
    play_boards,
    started_by_seat,
)
from tests.people_and_events import owner_of
from tests.planned_repairs import fresh, repair_plan
from tests.running_events import pair, play_game, publish, score
from tests.team_events import two_of
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tournaments.models import Match
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.queries.rounds import has_results
from tournaments.services import results, rounds
from tournaments.services.corrections import correct_match
from tournaments.services.repairs import apply_repair
from tournaments.services.result_inputs import ScoreInput

pytestmark = pytest.mark.django_db
Outcome = Match.Outcome


def test_publishing_seats_the_first_members_and_the_second_ones_at_the_table_of_their_teams() -> None:
    event = started_by_seat()
    draft = pair(event)
    assert not Match.everything.filter(round=draft).exclude(team_match=None).exists()
    round = rounds.publish_round(actor=owner_of(event), round_id=draft.pk)
    assert (round.matches.count(), Match.everything.filter(round=round).count()) == (2, 6)
    for match in round.matches.all():
        one, two = two_of(match.player1), two_of(match.player2)
        assert [(b.board, b.table, b.player1, b.player2) for b in boards(match)] == [
            (1, match.table, one[0], two[0]), (2, match.table, one[1], two[1])
        ]  # fmt: skip


def test_a_round_with_an_open_board_does_not_end_and_a_begun_one_is_not_taken_back() -> None:
    event = started_by_seat()
    owner = owner_of(event)
    match = first_match(event)
    round = match.round
    play_game(boards(match)[0], 1)
    assert has_results(round)
    with pytest.raises(Conflict, match="round_has_results"):
        rounds.unpublish_round(actor=owner, round_id=round.pk)
    with pytest.raises(Refusal, match="tables_open"):
        rounds.complete_round(actor=owner, round_id=round.pk)
    match.refresh_from_db()
    assert match.report_state == Match.ReportState.PLAYING
    board = boards(match)[0]
    results.clear_result(actor=owner, match_id=board.pk, expected_version=board.version)
    match.refresh_from_db()
    assert match.report_state == ""


def test_a_round_taken_back_loses_its_boards_and_gets_them_again() -> None:
    event = started_by_seat()
    owner = owner_of(event)
    round = publish(event)
    rounds.unpublish_round(actor=owner, round_id=round.pk)
    assert Match.everything.filter(round=round).count() == 2
    rounds.publish_round(actor=owner, round_id=round.pk)
    assert Match.everything.filter(round=round).count() == 6


def test_a_restored_event_has_its_boards() -> None:
    event = started_by_seat()
    play_boards(first_match(event), (2, 0), (1, 2))
    again = restored(event)
    rows = [
        [
            (one.table, one.board, one.player1.name, one.is_complete, one.team_match.table if one.team_match else None)
            for one in Match.everything.filter(round__tournament=whole).order_by("table", "board")
        ]
        for whole in (event, again)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 6
    score(Match.everything.filter(round__tournament=again, board=1, is_complete=False).get(), 2, 0)


def test_a_repaired_round_has_the_boards_of_those_who_meet_now() -> None:
    event = started_by_seat(*(f"{number}队" for number in "一二三四五六七八"), planned_rounds=3)
    first = finish_by_seat(publish(event))
    second = publish(event)
    before = {match.pk: (match.player1_id, match.player2_id) for match in second.matches.all()}
    match = first.matches.earliest("table")
    for board in boards(match):
        wrong = ScoreInput(wins1=0, wins2=2)
        correct_match(
            actor=owner_of(event), match_id=board.pk, expected_version=board.version, reason="写反了", score=wrong
        )
    assert [one.match for one in corrections_since_pairing(fresh(second))] == [match]
    plan = repair_plan(fresh(second))
    apply_repair(actor=owner_of(event), round_id=second.pk, fingerprint=plan.fingerprint)
    now = {match.pk: (match.player1_id, match.player2_id) for match in second.matches.all()}
    assert before != now
    assert Match.everything.filter(round=second).count() == 4 + 8
    for match in second.matches.all():
        one, two = two_of(match.player1), two_of(match.player2)
        assert [(b.table, b.player1, b.player2) for b in boards(match)] == [
            (match.table, one[0], two[0]), (match.table, one[1], two[1])
        ]  # fmt: skip
    finish_by_seat(fresh(second))


def test_a_board_is_not_left_out_of_the_round_that_a_repair_keeps() -> None:
    event = started_by_seat(*(f"{number}队" for number in "一二三四五六七八"), planned_rounds=3)
    first = finish_by_seat(publish(event))
    second = publish(event)
    match = first.matches.earliest("table")
    both = (match.player1_id, match.player2_id)
    begun = second.matches.exclude(player1__in=both).exclude(player2__in=both).earliest("table")
    play_game(boards(begun)[1], 1)
    for board in boards(match):
        wrong = ScoreInput(wins1=0, wins2=2)
        correct_match(
            actor=owner_of(event), match_id=board.pk, expected_version=board.version, reason="写反了", score=wrong
        )
    plan = repair_plan(fresh(second))
    apply_repair(actor=owner_of(event), round_id=second.pk, fingerprint=plan.fingerprint)
    kept = Match.objects.get(pk=begun.pk)
    assert (kept.player1_id, kept.player2_id, kept.table) == (begun.player1_id, begun.player2_id, begun.table)
    assert boards(kept)[1].games.count() == 1
