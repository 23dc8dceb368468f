"""Penalties of those who play by seat: a game or match loss is one of the board, a disqualification the team's."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.refusals import Conflict, Refusal
from tests.by_seat_events import boards, finish_by_seat, first_match, started_by_seat
from tests.people_and_events import owner_of
from tests.planned_repairs import fresh, repair_plan
from tests.running_events import publish, score
from tests.team_events import two_of
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Match, Penalty, Registration
from tournaments.queries.repair_scope import free_matches
from tournaments.services import rounds
from tournaments.services.corrections import correct_match
from tournaments.services.penalties import give_penalty
from tournaments.services.repairs import apply_repair
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.undone_repairs import undo_repair

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
EIGHT = tuple(f"{number}队" for number in "一二三四五六七八")
PROBLEM = "deck_problem"


def give(entry: Registration, level: str, **more: Any) -> Penalty:
    owner = owner_of(entry.tournament)
    return give_penalty(actor=owner, registration_id=entry.pk, infraction=PROBLEM, level=level, note="多一张", **more)


def desk_of(match: Match) -> DeskVisitor:
    event = match.round.tournament
    return DeskVisitor(event, owner_of(event))


def send(desk: DeskVisitor, entry: Registration, level: str, **more: str) -> Any:
    """The form as it stands on the page of this member, sent."""
    page = desk.read("desk_penalty_new", entry=entry.pk)
    board = Match.everything.exclude(team_match=None).get(player1=entry)
    assert f'name="match" value="{board.pk}"' in page
    sent = {"entry": entry.pk, "match": board.pk, "version": board.version, "infraction": PROBLEM, "note": "多一张"}
    return desk.post("desk_penalty_new", **{key: str(one) for key, one in sent.items()}, level=level, **more)


def test_a_warning_is_given_at_the_board_and_seen_at_the_table() -> None:
    match = first_match(started_by_seat())
    board = boards(match)[1]
    penalty = give(board.player1, "warning", match_id=match.pk)
    assert (penalty.match, penalty.round) == (board, match.round)
    page = desk_of(match).read("desk_check_table", match.pk)
    assert f"{board.player1.name}: Warning" in page
    with pytest.raises(Refusal, match="no_such_match"):
        give(boards(match)[0].player1, "warning", match_id=board.pk)


@pytest.mark.parametrize("named", ["board", "match of the teams"])
def test_a_game_loss_is_a_game_of_the_board(named: str) -> None:
    match = first_match(started_by_seat())
    board = boards(match)[1]
    given_at = board if named == "board" else match
    give(board.player2, "game_loss", match_id=given_at.pk, apply=True)
    match.refresh_from_db()
    assert list(board.games.values_list("winner_seat", "is_penalty")) == [(1, True)]
    assert (match.games.count(), match.report_state) == (0, Match.ReportState.PLAYING)


def test_a_match_loss_of_a_member_loses_the_board_alone() -> None:
    match = first_match(started_by_seat())
    first, second = boards(match)
    give(first.player1, "match_loss", match_id=first.pk, apply=True, expected_version=first.version)
    first.refresh_from_db()
    match.refresh_from_db()
    assert (first.outcome, first.winner_seat, match.is_complete) == ("match_loss", 2, False)
    score(second, 0, 2)
    match.refresh_from_db()
    assert (match.is_complete, match.outcome, match.winner_seat) == (True, "played", None)
    assert [game.winner_seat for game in match.games.order_by("number")] == [2, 2]
    with pytest.raises(Conflict, match="match_already_decided"):
        give(first.player1, "match_loss", match_id=first.pk, apply=True)


def test_a_disqualification_is_the_whole_teams() -> None:
    match = first_match(started_by_seat())
    board = boards(match)[0]
    give(board.player1, "disqualification", match_id=board.pk, apply=True)
    match.refresh_from_db()
    board.refresh_from_db()
    assert (match.player1.status, match.outcome, match.winner_seat) == ("disqualified", "match_loss", 2)
    assert (board.is_complete, board.is_open) == (False, False)


@pytest.mark.parametrize(
    ("level", "leads_to"),
    [("warning", "list"), ("game_loss", "board"), ("match_loss", "board"), ("disqualification", "match")],
)
def test_the_desk_gives_it_and_leads_to_where_the_loss_is_entered(level: str, leads_to: str) -> None:
    match = first_match(started_by_seat())
    board, desk = boards(match)[1], desk_of(match)
    code = match.round.tournament.code
    answer = send(desk, board.player1, level)
    places = {
        "list": reverse("desk_penalties", args=[code]),
        "board": reverse("desk_match", args=[code, board.pk]),
        "match": reverse("desk_match", args=[code, match.pk]),
    }
    assert answer.url == places[leads_to]
    assert reverse("desk_match", args=[code, board.pk]) in desk.read("desk_penalties")


@pytest.mark.parametrize("level", ["game_loss", "match_loss", "disqualification"])
def test_the_desk_enters_the_loss_at_once(level: str) -> None:
    match = first_match(started_by_seat())
    board, desk = boards(match)[1], desk_of(match)
    answer = send(desk, board.player1, level, apply="on")
    assert answer.url == reverse("desk_penalties", args=[match.round.tournament.code])
    match.refresh_from_db()
    board.refresh_from_db()
    expected = {
        "game_loss": (False, 1, "played"),
        "match_loss": (True, 0, "played"),
        "disqualification": (False, 0, "match_loss"),
    }
    assert (board.is_complete, board.games.count(), match.outcome) == expected[level]


def test_the_form_says_which_board_and_that_a_disqualification_is_the_teams() -> None:
    match = first_match(started_by_seat())
    board, desk = boards(match)[1], desk_of(match)
    page = desk.read("desk_penalty_new", entry=board.player1_id)
    assert f"table {match.table}, seat B" in page
    assert "for the whole team" in page
    desk.read("desk_penalty_new", entry=board.player1_id, match=match.pk)
    other = boards(Match.objects.exclude(pk=match.pk).get())[0]
    wrong = {"entry": board.player1_id, "match": other.pk}
    assert desk.get("desk_penalty_new", query=wrong).status_code == 404


def test_a_table_with_a_penalty_on_a_board_keeps_its_teams() -> None:
    event = started_by_seat(*EIGHT, planned_rounds=3)
    finish_by_seat(publish(event))
    round = publish(event)
    match = round.matches.earliest("table")
    give(boards(match)[1].player1, "warning", match_id=match.pk)
    assert match in free_matches(fresh(round))[1]
    with pytest.raises(Conflict, match="round_has_rulings"):
        rounds.unpublish_round(actor=owner_of(event), round_id=round.pk)


def test_a_repair_is_not_undone_over_a_penalty_on_a_board_it_made() -> None:
    event = started_by_seat(*EIGHT, planned_rounds=3)
    owner = owner_of(event)
    first = finish_by_seat(publish(event))
    second = publish(event)
    before = set(second.matches.values_list("pk", "player1", "player2"))
    for board in boards(first.matches.earliest("table")):
        wrong = ScoreInput(wins1=0, wins2=2)
        correct_match(actor=owner, match_id=board.pk, expected_version=board.version, reason="写反了", score=wrong)
    plan = repair_plan(fresh(second))
    repair = apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint)
    moved = next(one for one in second.matches.all() if (one.pk, one.player1_id, one.player2_id) not in before)
    give(two_of(moved.player1)[0], "warning", match_id=moved.pk)
    with pytest.raises(Conflict, match="repair_has_results"):
        undo_repair(actor=owner, round_id=second.pk, repair_id=repair.pk)


def test_a_restored_event_has_the_penalty_at_the_board() -> None:
    match = first_match(started_by_seat())
    board = boards(match)[1]
    give(board.player1, "game_loss", match_id=board.pk, apply=True)
    again = restored(match.round.tournament)
    penalty = Penalty.objects.get(tournament=again)
    assert penalty.match is not None
    assert (penalty.match.board, penalty.match.player1, penalty.match.games.count()) == (2, penalty.registration, 1)
