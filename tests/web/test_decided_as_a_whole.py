"""A match of teams by seat that was decided as a whole: its boards wait for nothing, wherever they are shown."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.by_seat_events import boards, first_match, started_by_seat
from tests.people_and_events import owner_of, player_actor
from tests.planned_repairs import fresh
from tests.running_events import score
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.public.visiting import browser
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import JudgeCall, Match, Round
from tournaments.queries.floor import FloorState, floor_of
from tournaments.queries.silence import unconfirmed_in
from tournaments.services import entries, results
from tournaments.services.reports import report_score
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def reported() -> Match:
    """A match past its time on whose first board one player has reported."""
    match = first_match(started_by_seat(round_minutes=1))
    board = boards(match)[0]
    report_score(actor=player_actor(board.player1), match_id=board.pk, wins1=2, wins2=0)
    over = timezone.now() - timedelta(minutes=5)
    Round.objects.filter(pk=match.round_id).update(clock_started_at=over, clock_ends_at=over)
    return match


def decide(match: Match, outcome: str = "no_show") -> Match:
    match.refresh_from_db()
    how = {
        "expected_version": match.version,
        "outcome": outcome,
        "winner_seat": 2 if outcome != "double_loss" else None,
    }
    results.record_outcome(actor=owner_of(match.round.tournament), match_id=match.pk, **how)
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("outcome", ["no_show", "judge_award", "double_loss", "disqualified"])
def test_its_boards_are_open_no_more_until_that_is_cleared(reported: Match, outcome: str) -> None:
    owner = owner_of(reported.round.tournament)
    assert [board.is_open for board in boards(reported)] == [True, True]
    if outcome == "disqualified":
        entries.disqualify(actor=owner, registration_id=reported.player1_id, reason="换牌")
    else:
        decide(reported, outcome)
    assert [board.is_open for board in boards(reported)] == [False, False]
    reported.refresh_from_db()
    results.clear_result(actor=owner, match_id=reported.pk, expected_version=reported.version)
    assert [board.is_open for board in boards(reported)] == [True, True]


def test_no_phone_offers_a_report(reported: Match) -> None:
    board = boards(reported)[1]
    phone = browser(player_actor(board.player1))
    address = reverse("entry_report", args=[board.player1_id])
    places = [reverse("my_page"), reverse("match", args=[reported.round.tournament.code, board.pk])]
    assert [address in read(phone, place) for place in places] == [True, True]
    decide(reported)
    assert [address in read(phone, place) for place in places] == [False, False]
    assert "The match of the teams was decided as a whole." in read(phone, places[1])


def test_a_report_that_comes_after_it_is_kept(reported: Match) -> None:
    """It was refused, and nobody could read any more what was played."""
    _, second = boards(reported)
    decide(reported)
    phone = browser(player_actor(second.player2), "en")
    sent = {"match": second.pk, "score": "2-1-0"}
    answer = phone.post(reverse("entry_report", args=[second.player2_id]), sent, headers={"X-Report": "1"})
    assert answer.status_code == 200
    assert "decided as a whole, and that stands. Your report is kept" in answer.json()["words"]
    assert list(second.reports.values_list("won", "lost")) == [(2, 1)]
    assert [board.is_complete for board in boards(reported)] == [False, False]
    said = say_log(reported.round.tournament.log.latest("pk"))
    assert said == (
        f"{second.player2.name} reported 2–1 at table {second.table}, "
        "where the match of the teams was decided as a whole"
    )
    assert not JudgeCall.objects.exists()
    assert "2–1" in DeskVisitor(reported.round.tournament, owner_of(reported.round.tournament)).read(
        "desk_match", second.pk
    )


def read(phone: Client, place: str) -> str:
    return text_of(phone.get(place, HTTP_ACCEPT_LANGUAGE="en"))


def test_neither_desk_nor_floor_waits_for_a_confirmation(reported: Match) -> None:
    assert [one.match for one in unconfirmed_in(fresh(reported.round))] == [boards(reported)[0]]
    assert FloorState.SILENT in floor_of(fresh(reported.round))[0].states
    decide(reported)
    assert unconfirmed_in(fresh(reported.round)) == []
    assert floor_of(fresh(reported.round))[0].states == (FloorState.RESULT,)


def test_open_slips_leave_it_out(reported: Match) -> None:
    event = reported.round.tournament
    desk = DeskVisitor(event, owner_of(event))
    decide(reported)
    score(boards(Match.objects.exclude(pk=reported.pk).get())[0], 2, 0)
    assert desk.read("desk_paper", "slips", open=1).count('class="slip"') == 1
    assert desk.read("desk_paper", "slips").count('class="slip"') == 4


def test_the_desk_says_that_a_board_is_not_played(reported: Match) -> None:
    event = reported.round.tournament
    desk = DeskVisitor(event, owner_of(event))
    first, second = boards(reported)
    entered = reverse("desk_match_score", args=[event.code, first.pk])
    page = desk.read("desk_match", first.pk)
    assert entered in page
    assert "2–0" in page
    decide(reported)
    page = desk.read("desk_match", first.pk)
    assert entered not in page
    assert "this board is not played" in page
    assert page.count("Not played") == 2
    assert "Disqualify" in desk.read("desk_penalty_new", entry=second.player1_id)


def test_the_workbook_says_that_a_board_was_not_played(reported: Match) -> None:
    event = reported.round.tournament
    score(boards(reported)[1], 2, 0)
    decide(reported, "judge_award")
    with translation.override("en"):
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=event, actor=owner_of(event))}
    assert [row[11] for row in sheets["Boards"].rows] == ["Not played", "Played", "Open", "Open"]
