"""Reports that come after the result: kept beside it, and a judge is called where the two differ."""

from __future__ import annotations

import pytest

from accounts.refusals import Conflict, Refusal
from cardpool.queries import pack_of
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import owner_of, player_actor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import JudgeCall, LogEntry, Match, ResultReport
from tournaments.play.reported_games import Result, SaidGame
from tournaments.queries.floor import FloorState, floor_of
from tournaments.queries.late_reports import reports_to_show
from tournaments.queries.reports import reports_of
from tournaments.services import own_tables, reports, results, rounds
from tournaments.services.calls import close_call, reopen_call
from tournaments.views.reporting import say_outcome
from tournaments.wording import say_log
from tournaments.wording.calls import say_asked

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def match() -> Match:
    """A match in the running round of an event of four that the desk has entered as 2–0."""
    tournament, _round, _judge = event_with_lists(4)
    found = table_of(tournament.registrations.earliest("pk"))
    results.record_score(actor=owner_of(tournament), match_id=found.pk, expected_version=1, wins1=2, wins2=0)
    found.refresh_from_db()
    return found


def report(match: Match, seat: int, won: int, lost: int, *, key: str = "") -> ResultReport:
    """The player on a seat reports, as that player says it."""
    entry = match.entries[seat - 1]
    return reports.report_own_score(
        actor=player_actor(entry), registration_id=entry.pk, match_id=match.pk, score=(won, lost, 0), key=key
    )


def report_game(match: Match, seat: int, number: int, result: Result | None) -> ResultReport:
    game = SaidGame(result) if result is not None else None
    actor = player_actor(match.entries[seat - 1])
    return reports.report_game(actor=actor, match_id=match.pk, number=number, game=game)


def stands(match: Match) -> tuple[bool, str, int]:
    match = Match.objects.get(pk=match.pk)
    return match.is_complete, match.report_state, match.games.filter(winner_seat=1).count()


def last_line(match: Match) -> str:
    return say_log(LogEntry.objects.filter(tournament=match.round.tournament).latest("id"))


def test_one_like_the_result_is_kept_and_said_to_be_entered(match):
    assert say_outcome(report(match, 2, 0, 2)) == "The result was already entered so."
    assert ResultReport.objects.get().score == (0, 2, 0)
    assert stands(match) == (True, "", 2)
    assert not JudgeCall.objects.exists()


def test_one_that_differs_is_kept_beside_the_result_and_calls_a_judge(match):
    said = say_outcome(report(match, 2, 2, 1))
    assert said == "Another result is entered already. Your report is kept and a judge is called; the result stands."
    assert ResultReport.objects.get().score == (2, 1, 0)
    assert stands(match) == (True, "disputed", 2)
    call, name = JudgeCall.objects.get(match=match), match.player2.name
    assert say_asked(call, pack_of(match.round.tournament.ruleset)) == (
        f"The result entered is 2–0; {name} has reported 1–2 since"
    )
    lines = [say_log(one) for one in LogEntry.objects.filter(verb="report_against_result")]
    assert lines == [f"{name} reported 2–1 at table {match.table}, where 0–2 is entered; a judge is called"]
    raised = say_log(LogEntry.objects.get(verb="call_raised"))
    assert raised == f"called a judge to table {match.table}: entered is 2–0, reported 1–2"
    found = Match.objects.get(pk=match.pk)
    assert [one.score for one in reports_of(found)] == [(1, 2, 0)]
    assert FloorState.DISPUTED in next(one.states for one in floor_of(found.round) if one.seated == match)


def test_sent_again_it_is_the_same_report(match):
    first = report(match, 2, 2, 1, key="k")
    assert report(match, 2, 2, 1, key="k") == first
    assert ResultReport.objects.count() == JudgeCall.objects.count() == 1


def test_the_call_ends_once_nobodys_newest_report_contradicts(match):
    report(match, 2, 2, 1)
    report(match, 1, 2, 1)
    report(match, 2, 0, 2)
    assert stands(match)[1] == "disputed"
    report(match, 1, 2, 0)
    assert stands(match)[1] == ""
    assert JudgeCall.objects.get().state == "withdrawn"


def test_a_judge_who_lets_the_result_stand_settles_it(match):
    report(match, 2, 2, 1)
    close_call(actor=owner_of(match.round.tournament), call_id=JudgeCall.objects.get().pk, ruling="It stands")
    assert stands(match) == (True, "", 2)


def test_a_call_that_is_reopened_brings_the_dispute_back(match):
    report(match, 2, 2, 1)
    call, judge = JudgeCall.objects.get(), owner_of(match.round.tournament)
    close_call(actor=judge, call_id=call.pk, ruling="It stands")
    reopen_call(actor=judge, call_id=call.pk)
    assert stands(match) == (True, "disputed", 2)
    assert [one.entry for one in reports_to_show(Match.objects.get(pk=match.pk))] == [match.player2]


def test_staff_read_only_the_reports_that_contradict(match):
    report(match, 2, 2, 1)
    report(match, 1, 2, 0)
    assert [one.entry for one in reports_to_show(Match.objects.get(pk=match.pk))] == [match.player2]


def test_a_report_sent_again_after_the_result_was_cleared_is_not_said_to_count(match):
    sent = report(match, 2, 0, 2, key="k")
    results.clear_result(actor=owner_of(match.round.tournament), match_id=match.pk, expected_version=match.version)
    again = report(match, 2, 0, 2, key="k")
    assert again == sent
    assert say_outcome(again) == "The match was changed since. Look at it, and report again."


@pytest.mark.parametrize("by_htmx", [False, True])
def test_the_page_says_what_became_of_a_report_that_it_shows_no_form_for(match, by_htmx):
    entry = match.player2
    phone = browser(player_actor(entry), "en")
    headers = {"HX-Request": "true"} if by_htmx else {}
    sent = {"match": match.pk, "score": "2-1-0"}
    answer = phone.post(f"/my/entries/{entry.pk}/report/", sent, headers=headers, follow=True)
    assert "Another result is entered already." in words_of(answer)
    assert answer.headers.get("HX-Retarget", "") == ("#messages" if by_htmx else "")


def test_a_correction_settles_it(match):
    report(match, 2, 2, 1)
    results.clear_result(actor=owner_of(match.round.tournament), match_id=match.pk, expected_version=match.version)
    assert stands(match)[1] == ""
    assert JudgeCall.objects.get().state == "withdrawn"


@pytest.mark.parametrize(("outcome", "winner", "agrees"), [("double_loss", None, False), ("no_show", 1, True)])
def test_beside_a_declared_result_it_counts_who_won(match, outcome, winner, agrees):
    Match.objects.filter(pk=match.pk).update(outcome=outcome, winner_seat=winner)
    match.games.all().delete()
    report(match, 1, 2, 0)
    assert (stands(match)[1] == "") is agrees
    report(match, 2, 2, 0)
    assert stands(match)[1] == "disputed"
    asked = say_asked(JudgeCall.objects.get(), pack_of(match.round.tournament.ruleset))
    assert f"The result entered is {Match.Outcome(outcome).label}; " in asked


def test_games_reported_one_by_one_are_kept_too(match):
    report_game(match, 2, 1, Result.LOST)
    assert (stands(match)[1], ResultReport.objects.latest("pk").is_final) == ("", False)
    report_game(match, 2, 2, Result.WON)
    assert stands(match)[1] == "disputed"
    newest = ResultReport.objects.latest("pk")
    assert (newest.score, len(newest.games)) == ((1, 1, 0), 2)
    report_game(match, 2, 2, Result.LOST)
    assert (stands(match)[1], ResultReport.objects.latest("pk").is_final) == ("", True)


def test_a_game_alone_is_read_beside_those_of_the_result(match):
    report_game(match, 2, 2, Result.WON)
    assert stands(match)[1] == "disputed"
    with pytest.raises(Refusal, match="game_not_next"):
        report_game(match, 2, 9, Result.WON)
    with pytest.raises(Conflict, match="match_already_decided"):
        report_game(match, 2, 1, None)


def test_after_the_round_it_is_kept_and_the_log_says_so(match):
    tournament, round = match.round.tournament, match.round
    other = round.matches.exclude(pk=match.pk).get()
    results.record_score(actor=owner_of(tournament), match_id=other.pk, expected_version=1, wins1=2, wins2=0)
    rounds.complete_round(actor=owner_of(tournament), round_id=round.pk)
    said = say_outcome(report(match, 2, 2, 1))
    assert said.startswith("Another result is entered, and stands. Your report is kept")
    assert ResultReport.objects.get().score == (2, 1, 0)
    assert last_line(match) == (
        f"{match.player2.name} reported 2–1 at table {match.table} after the round was over; 0–2 is entered and stands"
    )
    assert stands(match) == (True, "", 2)
    assert not JudgeCall.objects.exists()


def test_late_reports_are_bounded_too(match, monkeypatch):
    monkeypatch.setattr(own_tables, "MAX_REPORTS", 1)
    report(match, 2, 2, 1)
    with pytest.raises(Refusal, match="too_many_reports"):
        report(match, 2, 0, 2)
