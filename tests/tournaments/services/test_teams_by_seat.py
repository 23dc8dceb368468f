"""Teams of two by seat: each match has two boards, and stands as they do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.by_seat_events import (
    BY_SEAT,
    boards,
    finish_by_seat,
    first_match,
    play_boards,
    record,
    started_by_seat,
    winner,
)
from tests.people_and_events import make_actor, owner_of, player_actor
from tests.planned_repairs import fresh
from tests.running_events import play_game, publish, score
from tests.team_events import TEAMS, team_event, two_of
from tournaments.models import JudgeCall, LogEntry, Match, MatchRevision, Round, Tournament
from tournaments.queries.floor import FloorState, floor_of
from tournaments.queries.matches import find_match, match_view
from tournaments.queries.personal_data import personal_data
from tournaments.queries.silence import unconfirmed_in
from tournaments.queries.standings import standings_of
from tournaments.services import entries, results
from tournaments.services.calls import close_call, raise_call
from tournaments.services.corrections import correct_match
from tournaments.services.entries.changing_seats import change_seats
from tournaments.services.extra_time import give_extension
from tournaments.services.reports import report_score
from tournaments.services.result_inputs import ScoreInput
from tournaments.wording.audit import changes_of

pytestmark = pytest.mark.django_db
Outcome = Match.Outcome


@pytest.mark.parametrize(
    ("scores", "won", "games"),
    [
        (((2, 0), (2, 1)), 1, [1, 1]),
        (((2, 0), (0, 2)), None, [1, 2]),
        (((0, 2), (1, 2)), 2, [2, 2]),
        (((1, 1), (2, 0)), 1, [None, 1]),
        (((1, 1), (1, 1)), None, [None, None]),
    ],
)
def test_the_match_stands_as_its_boards_do(
    scores: tuple[tuple[int, int], tuple[int, int]], won: int | None, games: list[int | None]
) -> None:
    match = first_match(started_by_seat())
    play_boards(match, scores[0])
    assert not match.is_complete
    assert match.report_state == Match.ReportState.PLAYING
    score(boards(match)[1], *scores[1])
    match.refresh_from_db()
    assert (match.is_complete, match.report_state, winner(match)) == (True, "", won)
    assert [game.winner_seat for game in match.games.order_by("number")] == games


def test_the_second_board_may_end_first_and_a_revision_says_who_entered_it() -> None:
    event = started_by_seat()
    match = first_match(event)
    score(boards(match)[1], 0, 2)
    assert list(match.games.values_list("number", "winner_seat")) == [(2, 2)]
    revision = MatchRevision.objects.get(match=match)
    assert (revision.changed_by_user, revision.before["games"]) == (owner_of(event).user, [])


def test_games_are_entered_on_the_boards_alone() -> None:
    match = first_match(started_by_seat())
    with pytest.raises(Refusal, match="boards_decide"):
        score(match, 2, 0)
    with pytest.raises(Refusal, match="boards_decide"):
        play_game(match, 1)
    play_boards(match, (2, 0), (2, 0))
    with pytest.raises(Refusal, match="boards_decide"):
        correct_match(
            actor=owner_of(match.round.tournament),
            match_id=match.pk,
            expected_version=match.version,
            reason="看错了",
            score=ScoreInput(wins1=0, wins2=2),
        )
    assert winner(match) == 1


def test_a_member_who_does_not_come_loses_the_board_and_a_team_that_does_not_come_the_match() -> None:
    event = started_by_seat()
    first, second = publish(event).matches.order_by("table")
    record(boards(first)[0], Outcome.NO_SHOW, 2)
    score(boards(first)[1], 2, 0)
    first.refresh_from_db()
    assert (first.is_complete, first.outcome, winner(first)) == (True, Outcome.PLAYED, None)
    record(second, Outcome.NO_SHOW, 1)
    with pytest.raises(Conflict, match="team_match_declared"):
        score(boards(second)[0], 0, 2)
    second.refresh_from_db()
    results.clear_result(actor=owner_of(event), match_id=second.pk, expected_version=second.version)
    play_boards(second, (0, 2), (0, 2))
    assert winner(second) == 2


def test_boards_lost_by_both_count_for_neither_and_two_of_them_are_a_loss_for_both() -> None:
    event = started_by_seat()
    first, second = publish(event).matches.order_by("table")
    record(boards(first)[0], Outcome.DOUBLE_LOSS)
    score(boards(first)[1], 0, 2)
    assert winner(first) == 2
    for board in boards(second):
        record(board, Outcome.DOUBLE_LOSS)
    second.refresh_from_db()
    assert (second.outcome, second.is_complete) == (Outcome.DOUBLE_LOSS, True)
    board = boards(second)[0]
    owner = owner_of(event)
    correct_match(
        actor=owner,
        match_id=board.pk,
        expected_version=board.version,
        reason="来了",
        score=ScoreInput(wins1=2, wins2=1),
    )
    second.refresh_from_db()
    assert (second.outcome, winner(second)) == (Outcome.PLAYED, 1)


def test_a_corrected_board_changes_the_match_the_standings_and_nothing_twice() -> None:
    event = started_by_seat()
    round = finish_by_seat(publish(event))
    match = round.matches.order_by("table").first()
    assert match is not None
    top = standings_of(event)[0]
    assert (top.points, top.wins) == (3, 1)
    board, version = boards(match)[0], match.version
    kept = correct_match(
        actor=owner_of(event),
        match_id=board.pk,
        expected_version=board.version,
        reason="结果条写反了",
        score=ScoreInput(wins1=0, wins2=2),
    )
    match.refresh_from_db()
    assert (match.version, winner(match), kept.pk) == (version + 1, None, board.pk)
    revision = MatchRevision.objects.get(match=match, version=match.version)
    assert revision.reason == "结果条写反了"
    assert [game["winner_seat"] for game in revision.before["games"]] == [1, 1]
    points = {row.registration.pk: row.points for row in standings_of(event)}
    assert (points[match.player1_id], points[match.player2_id]) == (1, 1)


def test_the_members_of_a_board_report_it_and_the_match_follows() -> None:
    event = started_by_seat()
    match = first_match(event)
    first, second = boards(match)
    with pytest.raises(NotAllowed, match="not_your_match"):
        report_score(actor=player_actor(second.player1), match_id=first.pk, wins1=2, wins2=0)
    with pytest.raises(Refusal, match="boards_decide"):
        report_score(actor=player_actor(first.player1), match_id=match.pk, wins1=2, wins2=0)
    report_score(actor=player_actor(first.player1), match_id=first.pk, wins1=2, wins2=0)
    match.refresh_from_db()
    assert match.report_state == Match.ReportState.PLAYING
    report_score(actor=player_actor(first.player2), match_id=first.pk, wins1=2, wins2=0)
    for board, said in ((second, (2, 1)), (second, (1, 2))):
        who = board.player1 if said == (2, 1) else board.player2
        report_score(actor=player_actor(who), match_id=board.pk, wins1=said[0], wins2=said[1])
    match.refresh_from_db()
    assert match.report_state == Match.ReportState.DISPUTED
    call = JudgeCall.objects.get()
    assert (call.match, call.registration) == (match, match.player2)
    score(second, 2, 1)
    call.refresh_from_db()
    match.refresh_from_db()
    assert (call.state, match.is_complete, winner(match)) == (JudgeCall.State.WITHDRAWN, True, 1)


def test_a_call_and_more_time_are_for_the_table() -> None:
    event = started_by_seat()
    match = first_match(event)
    board = boards(match)[1]
    assert raise_call(actor=player_actor(board.player1), match_id=board.pk, words="规则").match == match
    assert give_extension(actor=owner_of(event), match_id=board.pk, minutes=3).match == match


def test_staff_change_seats_before_the_start_only() -> None:
    event = team_event(*TEAMS, **BY_SEAT)
    team = event.registrations.order_by("pk").first()
    assert team is not None
    one, two = two_of(team)
    with pytest.raises(NotAllowed):
        change_seats(actor=player_actor(one), registration_id=team.pk, first=two.pk)
    with pytest.raises(Refusal, match="no_such_member"):
        change_seats(actor=owner_of(event), registration_id=team.pk, first=team.pk)
    for _again in range(2):
        change_seats(actor=owner_of(event), registration_id=team.pk, first=two.pk)
    assert two_of(team) == (two, one)
    line = LogEntry.objects.get(verb="seats_changed")
    assert [(change.before, change.after) for change in changes_of(line)] == [
        (f"{one.name} · {two.name}", f"{two.name} · {one.name}")
    ]
    Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.SWISS)
    with pytest.raises(Conflict, match="already_started"):
        change_seats(actor=owner_of(event), registration_id=team.pk, first=one.pk)


def test_a_member_is_given_the_boards_they_played() -> None:
    event = started_by_seat()
    match = play_boards(first_match(event), (2, 0), (1, 2))
    member = boards(match)[1].player1
    [entry] = [one for one in personal_data(member.player)["entries"] if one["name"] == member.name]
    assert [one["result"] for one in entry["boards"]] == ["lost"]
    assert len(entry["rounds"]) == 1


def test_nobody_chooses_in_the_match_of_the_teams() -> None:
    event = started_by_seat()
    match = play_boards(first_match(event), (2, 0))
    found = [find_match(event, one.pk) for one in (match, boards(match)[1])]
    assert [match_view(one).ruling is None for one in found if one is not None] == [True, False]


def test_a_board_plays_on_as_long_as_its_table_and_is_waited_for_then_only() -> None:
    event = started_by_seat(round_minutes=1)
    match = first_match(event)
    first, _second = boards(match)
    report_score(actor=player_actor(first.player1), match_id=first.pk, wins1=2, wins2=0)
    started = timezone.now() - timedelta(minutes=5)
    Round.objects.filter(pk=match.round_id).update(clock_started_at=started, clock_ends_at=started)
    round = fresh(match.round)
    assert [one.match for one in unconfirmed_in(round)] == [first]
    assert [table.state for table in floor_of(round)] == [FloorState.SILENT, FloorState.OVERDUE]
    give_extension(actor=owner_of(event), match_id=first.pk, minutes=20)
    assert unconfirmed_in(fresh(round)) == []
    assert FloorState.SILENT not in floor_of(fresh(round))[0].states
    assert [len(table.boards) for table in floor_of(fresh(round))] == [2, 2]


def test_others_enter_nothing() -> None:
    board = boards(first_match(started_by_seat()))[0]
    with pytest.raises(NotAllowed):
        score(board, 2, 0, actor=make_actor())
    assert not Match.everything.get(pk=board.pk).is_complete
    assert Round.objects.get().status == Round.Status.PUBLISHED


def test_a_disqualified_team_gives_its_match_away() -> None:
    event = started_by_seat()
    match = first_match(event)
    play_boards(match, (2, 0))
    entries.disqualify(actor=owner_of(event), registration_id=match.player1_id, reason="换牌")
    match.refresh_from_db()
    assert (match.outcome, winner(match), match.games.count()) == (Outcome.MATCH_LOSS, 2, 1)


def test_a_call_about_one_board_stays_when_the_other_board_ends() -> None:
    event = started_by_seat()
    match = first_match(event)
    first, second = boards(match)
    score(first, 2, 0)
    report_score(actor=player_actor(first.player2), match_id=first.pk, wins1=0, wins2=2)
    call = JudgeCall.objects.get()
    score(second, 2, 1)
    call.refresh_from_db()
    assert call.state == JudgeCall.State.OPEN
    close_call(actor=owner_of(event), call_id=call.pk, ruling="It stands")
    assert {one.report_state for one in boards(match)} == {Match.ReportState.NONE}
