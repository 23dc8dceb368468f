"""Results reported by the players themselves: kept for each side, entered when both agree, else a judge comes."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.judged_events import event_with_lists, seat_somebody_else, table_of
from tests.people_and_events import make_event, owner_of, player_actor
from tests.sentences import assert_sentence
from tests.two_at_once import at_once, refusals
from tournaments.models import JudgeCall, LogEntry, Match, ResultReport, Tournament
from tournaments.play.reported_games import Result, SaidGame
from tournaments.queries.floor import FloorState, floor_of
from tournaments.queries.match_records import is_recorded
from tournaments.queries.reports import own_report, reports_of
from tournaments.services import calls, drafts, own_tables, reports, results, rounds
from tournaments.wording import say_log, say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def match() -> Match:
    """A match in the running round of an event of four."""
    tournament, _round, _judge = event_with_lists(4)
    return table_of(tournament.registrations.earliest("pk"))


def report(actor: Actor, match: Match, *score: int, key: str = "") -> ResultReport:
    wins1, wins2, draws = (*score, 0)[:3]
    return reports.report_score(actor=actor, match_id=match.pk, wins1=wins1, wins2=wins2, draws=draws, key=key)


def sides(match: Match) -> tuple[Actor, Actor]:
    return player_actor(match.player1), player_actor(match.player2)


def lines(match: Match) -> list[str]:
    return [say_log(one) for one in LogEntry.objects.filter(tournament=match.round.tournament).order_by("id")]


def states_of(match: Match) -> tuple[FloorState, ...]:
    return next(table.states for table in floor_of(match.round) if table.seated.pk == match.pk)


def code_of(refused) -> str:
    assert_sentence(say_refusal(refused.value), refused.value.code)
    return refused.value.code


def test_a_result_counts_once_both_have_reported_the_same(match):
    one, two = sides(match)
    report(one, match, 2, 1)
    match.refresh_from_db()
    assert (match.is_complete, match.report_state, match.version) == (False, "waiting", 1)
    assert [side.score for side in reports_of(match)] == [(2, 1, 0)]
    seen = own_report(match.player2, match)
    assert (seen.mine, seen.theirs) == (None, (1, 2, 0))
    report(two, match, 2, 1)
    match.refresh_from_db()
    assert (match.is_complete, match.report_state, match.version) == (True, "", 2)
    assert sorted((game.winner_seat, game.details_known) for game in match.games.all()) == [
        (1, False), (1, False), (2, False),
    ]  # fmt: skip
    assert match.revisions.count() == 1
    assert own_report(match.player2, match) is None
    said = f"{match.player2.name} reported the same as the other player at table {match.table}: 2–1 counts"
    assert lines(match)[-1] == said


def test_a_report_about_somebody_else_does_not_land_on_who_sits_there_after_a_repair(match):
    """The phone was without a signal while the round was repaired: the match stays the row, with another player."""
    one, before = player_actor(match.player1), match.player2
    seats = [match.player1_id, match.player2_id]
    other = seat_somebody_else(match)
    late = {"actor": one, "match_id": match.pk, "against": before.pk}
    for refused_report in (
        lambda: reports.report_score(**late, wins1=2, wins2=0),
        lambda: reports.report_own_score(**late, registration_id=seats[0], score=(2, 0, 0)),
        lambda: reports.report_game(**late, registration_id=seats[0], number=1, game=SaidGame(Result.WON)),
    ):
        with pytest.raises(Conflict) as refused:
            refused_report()
        assert code_of(refused) == "opponent_changed"
    assert not ResultReport.objects.exists()
    reports.report_score(**late | {"against": other.pk}, wins1=2, wins2=0)
    assert ResultReport.objects.get().won == 2


def test_different_reports_call_a_judge_and_nothing_counts(match):
    one, two = sides(match)
    report(one, match, 2, 0)
    report(two, match, 0, 2)
    match.refresh_from_db()
    assert (match.is_complete, match.report_state) == (False, "disputed")
    call = JudgeCall.objects.get(match=match)
    assert (call.words, call.about_reports, call.state) == ("2–0 / 0–2", True, "open")
    assert [side.score for side in reports_of(match)] == [(2, 0, 0), (0, 2, 0)]
    report(one, match, 0, 2)
    match.refresh_from_db()
    call.refresh_from_db()
    assert (match.is_complete, match.report_state, call.state) == (True, "", "withdrawn")
    assert ResultReport.objects.filter(match=match).count() == 3, "nothing is overwritten"


def test_a_dispute_stays_on_the_floor_when_the_call_ends_without_a_result(match):
    one, two = sides(match)
    assert FloorState.DISPUTED not in states_of(match)
    report(one, match, 2, 0)
    report(two, match, 0, 2)
    judge = owner_of(match.round.tournament)
    call = calls.claim_call(actor=judge, call_id=JudgeCall.objects.get(match=match).pk)
    calls.close_call(actor=judge, call_id=call.pk, ruling="Play on and report again.")
    assert FloorState.DISPUTED in states_of(match)
    report(two, match, 2, 0)
    assert FloorState.DISPUTED not in states_of(match)


def test_a_judge_who_is_on_the_way_is_not_sent_back(match):
    tournament, (one, two) = match.round.tournament, sides(match)
    report(one, match, 2, 0)
    report(two, match, 0, 2)
    call = JudgeCall.objects.get(match=match)
    calls.claim_call(actor=owner_of(tournament), call_id=call.pk)
    report(two, match, 2, 0)
    call.refresh_from_db()
    assert call.state == "claimed"


def test_calls_about_reports_leave_players_their_own(match, monkeypatch):
    monkeypatch.setattr(calls, "MAX_CALLS", 1)
    one, two = sides(match)
    report(one, match, 2, 0)
    report(two, match, 0, 2)
    calls.withdraw_call(actor=two, call_id=JudgeCall.objects.get(match=match).pk)
    assert calls.raise_call(actor=two, match_id=match.pk, words="rules").state == "open"


def test_an_open_call_is_not_joined_by_a_second(match):
    one, two = sides(match)
    calls.raise_call(actor=two, match_id=match.pk, words="rules")
    report(one, match, 2, 0)
    report(two, match, 2, 1)
    assert JudgeCall.objects.get(match=match).words == "rules"


def test_a_report_that_is_sent_twice_counts_once(match):
    one, _two = sides(match)
    first = report(one, match, 2, 0, key="k1")
    assert report(one, match, 2, 0, key="k1") == first
    assert ResultReport.objects.count() == 1
    second = report(one, match, 2, 1, key="k1")
    assert second.score == (2, 1, 0), "the page was gone back to"
    staff = owner_of(match.round.tournament)
    results.record_score(actor=staff, match_id=match.pk, expected_version=1, wins1=2, wins2=0)
    assert report(one, match, 2, 1, key="k1") == second, "also after there is a result"


def test_what_staff_clear_is_reported_by_both_again(match):
    """One player alone entered it once more: the other's report of before still stood."""
    one, two = sides(match)
    report(one, match, 2, 0)
    report(two, match, 2, 0)
    staff = owner_of(match.round.tournament)
    results.clear_result(actor=staff, match_id=match.pk, expected_version=2)
    match.refresh_from_db()
    seen = own_report(match.player1, match)
    assert (seen.mine, seen.theirs) == (None, None)
    report(one, match, 2, 0)
    match.refresh_from_db()
    assert (match.is_complete, match.report_state) == (False, "waiting")


def test_a_result_of_staff_ends_the_dispute(match):
    one, two = sides(match)
    report(one, match, 2, 0)
    report(two, match, 0, 2)
    staff = owner_of(match.round.tournament)
    results.record_score(actor=staff, match_id=match.pk, expected_version=1, wins1=2, wins2=0)
    match.refresh_from_db()
    assert (match.report_state, JudgeCall.objects.get(match=match).state) == ("", "withdrawn")


def test_staff_have_the_last_word(match):
    one, _two = sides(match)
    report(one, match, 2, 0)
    staff = owner_of(match.round.tournament)
    results.record_score(actor=staff, match_id=match.pk, expected_version=1, wins1=1, wins2=2)
    match.refresh_from_db()
    assert reports_of(match) == [], "what was reported before it is settled"
    report(one, match, 2, 0)
    assert match.games.filter(winner_seat=2).count() == 2


def test_who_may_not_report_and_what(match):
    tournament, (one, _two) = match.round.tournament, sides(match)
    others = tournament.registrations.exclude(pk__in=[match.player1_id, match.player2_id])
    for stranger in (player_actor(others.first()), owner_of(tournament), owner_of(make_event())):
        with pytest.raises(NotAllowed) as not_allowed:
            report(stranger, match, 2, 0)
        assert code_of(not_allowed) == "not_your_match"
    with pytest.raises(Refusal):
        report(one, match, 3, 0)
    Tournament.objects.filter(pk=tournament.pk).update(players_report=False)
    with pytest.raises(Refusal) as off:
        report(one, match, 2, 0)
    assert code_of(off) == "reports_off"
    tournament.refresh_from_db()
    entry = tournament.registrations.get(pk=match.player1_id)
    assert own_report(entry, match) is None
    assert not ResultReport.objects.exists()


def test_a_report_is_of_the_pair_it_was_made_by(match):
    """Seated against somebody else, at the same match and the other seat, what was reported is no report."""
    tournament, (one, _two) = match.round.tournament, sides(match)
    report(one, match, 2, 0)
    assert is_recorded(Match.objects.get(pk=match.pk)), "the table has begun: no repair moves it"
    organiser = owner_of(tournament)
    rounds.unpublish_round(actor=organiser, round_id=match.round_id)
    other = match.round.matches.exclude(pk=match.pk).get()
    drafts.swap_players(
        actor=organiser,
        round_id=match.round_id,
        registration_a=match.player1_id,
        registration_b=other.player1_id,
    )
    rounds.publish_round(actor=organiser, round_id=match.round_id)
    match.refresh_from_db()
    assert match.report_state == ""
    newcomer, stayed = player_actor(match.player1), player_actor(match.player2)
    assert own_report(match.player2, match).theirs is None
    report(stayed, match, 0, 2)
    report(newcomer, match, 0, 2)
    match.refresh_from_db()
    assert match.is_complete
    assert match.games.filter(winner_seat=2).count() == 2


def test_nobody_reports_without_end(match, monkeypatch):
    monkeypatch.setattr(own_tables, "MAX_REPORTS", 2)
    one, _two = sides(match)
    report(one, match, 2, 0)
    report(one, match, 2, 1)
    with pytest.raises(Refusal) as refused:
        report(one, match, 2, 0)
    assert code_of(refused) == "too_many_reports"


@pytest.mark.django_db(transaction=True)
def test_both_report_at_the_same_moment():
    tournament, _round, _judge = event_with_lists(4)
    match = table_of(tournament.registrations.earliest("pk"))
    one, two = sides(match)
    done = at_once(tournament, lambda: report(one, match, 2, 1), lambda: report(two, match, 2, 1))
    assert refusals(done) == []
    match.refresh_from_db()
    assert (match.is_complete, match.version, match.games.count()) == (True, 2, 3)
