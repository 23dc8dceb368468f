"""Matches that players report game by game: kept for each side, compared game by game, entered with their details."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Conflict, Refusal
from cardpool.queries import pack_of
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import make_event, owner_of, player_actor, staff_actor
from tests.running_events import play_game
from tests.sentences import assert_sentence
from tests.two_at_once import at_once, refusals
from tournaments.models import JudgeCall, LogEntry, Match, Registration, ResultReport, Round, Tournament
from tournaments.play.reported_games import Result, SaidGame, Side
from tournaments.queries.reports import own_report, reports_of
from tournaments.services import reports, results
from tournaments.wording import say_log, say_refusal
from tournaments.wording.calls import say_asked

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
WON, LOST, DRAWN = (SaidGame(result) for result in Result)


@pytest.fixture
def match() -> Match:
    tournament, _round, _judge = event_with_lists(4)
    return table_of(tournament.registrations.earliest("pk"))


def sides(match: Match) -> tuple[Actor, Actor]:
    return player_actor(match.player1), player_actor(match.player2)


def tell(actor: Actor, match: Match, *games: SaidGame, key: str = "", number: int = 0) -> ResultReport:
    """Report the games one after the other, the first as `number`, by default from the first."""
    for place, game in enumerate(games, start=number or 1):
        report = reports.report_game(actor=actor, match_id=match.pk, number=place, game=game, key=key)
    return report


def state(match: Match) -> tuple[bool, str]:
    match.refresh_from_db()
    return match.is_complete, match.report_state


def last_line(tournament: Tournament) -> str:
    return say_log(LogEntry.objects.filter(tournament=tournament).latest("pk"))


def seen_by(entry, match: Match):
    match.refresh_from_db()
    return own_report(entry, Match.objects.get(pk=match.pk))


def test_games_both_tell_alike_are_entered_with_what_either_noted(match):
    one, two = sides(match)
    tell(one, match, SaidGame(Result.WON, chose=Side.ME, first=Side.ME))
    assert state(match) == (False, "playing")
    assert (
        last_line(match.round.tournament) == f"{match.player1.name} reported game 1 at table {match.table}: 1–0 so far"
    )
    tell(two, match, SaidGame(Result.LOST, ending="damage"))
    assert state(match) == (False, "playing")
    tell(one, match, LOST, number=2)
    tell(one, match, WON, number=3)
    assert state(match) == (False, "waiting")
    assert seen_by(match.player2, match).theirs == (1, 2, 0)
    tell(two, match, WON, number=2)
    tell(two, match, LOST, number=3)
    assert state(match) == (True, "")
    lines = [
        (
            game.number,
            game.winner_seat,
            game.chooser_seat,
            game.choice,
            game.first_seat,
            game.ending,
            game.details_known,
        )
        for game in match.games.order_by("number")
    ]
    assert lines == [
        (1, 1, 1, "first", 1, "damage", True),
        (2, 2, None, "", None, "", False),
        (3, 1, None, "", None, "", False),
    ]
    assert all(game.order_known for game in match.games.all())
    assert ResultReport.objects.filter(match=match).count() == 6, "each word is kept"
    assert match.revisions.count() == 1


def test_a_difference_names_the_game_and_calls_a_judge(match):
    one, two = sides(match)
    tell(one, match, WON, WON)
    tell(two, match, LOST)
    assert state(match) == (False, "waiting")
    tell(two, match, WON, number=2)
    assert state(match) == (False, "disputed")
    call = JudgeCall.objects.get(match=match)
    assert (call.words, call.about_reports, call.state) == ("#2: 2–0 / 1–1", True, "open")
    assert say_asked(call, pack_of(match.round.tournament.ruleset)) == "The reports differ on Game 2: 2–0 / 1–1"
    seen = seen_by(match.player1, match)
    assert (seen.differ, seen.difference) == (True, 2)
    assert [game.result for game in seen.differing] == [Result.WON, Result.LOST]
    said = f"{match.player2.name} reported game 2 at table {match.table} as won; by the other player it is lost"
    assert said in [say_log(line) for line in LogEntry.objects.filter(tournament=match.round.tournament)]
    tell(two, match, LOST, number=2)
    call.refresh_from_db()
    assert (state(match), call.state) == ((True, ""), "withdrawn")


def test_a_dispute_that_is_taken_back_needs_no_judge(match):
    one, two = sides(match)
    tell(one, match, WON)
    tell(two, match, WON)
    assert state(match) == (False, "disputed")
    reports.report_game(actor=two, match_id=match.pk, number=1, game=None)
    assert (state(match), JudgeCall.objects.get(match=match).state) == ((False, "playing"), "withdrawn")
    reports.report_game(actor=one, match_id=match.pk, number=1, game=None)
    assert state(match) == (False, "")
    assert reports_of(match) == []
    assert ResultReport.objects.filter(match=match).count() == 4, "nothing is overwritten"


def test_details_noted_differently_are_left_open_and_the_log_says_so(match):
    one, two = sides(match)
    tell(one, match, SaidGame(Result.WON, first=Side.ME, ending="damage"), WON)
    tell(two, match, SaidGame(Result.LOST, first=Side.ME, ending="damage"), LOST)
    assert state(match) == (True, "")
    first = match.games.get(number=1)
    assert (first.first_seat, first.ending) == (None, "damage")
    assert last_line(match.round.tournament).endswith("2–0 counts; left open is what they noted differently of game 1")


def test_one_tells_games_and_the_other_confirms_the_score(match):
    one, two = sides(match)
    tell(one, match, SaidGame(Result.WON, chose=Side.OTHER), WON)
    reports.report_score(actor=two, match_id=match.pk, wins1=2, wins2=0)
    assert state(match) == (True, "")
    assert match.games.get(number=1).chooser_seat == 2


def test_a_final_score_before_somebody_has_the_wins_keeps_the_games_reported(match):
    one, two = sides(match)
    tell(one, match, SaidGame(Result.WON, ending="damage"))
    reports.report_score(actor=one, match_id=match.pk, wins1=1, wins2=0)
    assert state(match) == (False, "waiting")
    reports.report_score(actor=two, match_id=match.pk, wins1=1, wins2=0)
    assert state(match) == (True, "")
    assert list(match.games.values_list("winner_seat", "ending")) == [(1, "damage")]


def test_who_chooses_next_follows_from_the_games_reported(match):
    one, _two = sides(match)
    seen = seen_by(match.player1, match)
    assert (seen.next_number, seen.chooser) == (1, None)
    tell(one, match, WON)
    mine, other = seen_by(match.player1, match), seen_by(match.player2, match)
    assert (mine.chooser, mine.chooses, mine.ruling.clause) == (match.player2, False, "1.2.2a")
    assert (other.next_number, other.reported_next) == (1, LOST)
    tell(one, match, SaidGame(Result.DRAWN, chose=Side.OTHER), number=2)
    assert seen_by(match.player1, match).ruling.clause == "1.2.2a"
    with pytest.raises(Refusal) as refused:
        tell(one, match, SaidGame(Result.WON, chose=Side.ME), number=3)
    assert (refused.value.code, refused.value.clause) == ("wrong_chooser", "1.2.2a")
    assert_sentence(say_refusal(refused.value), "wrong_chooser")
    assert ResultReport.objects.count() == 2


def test_a_refused_game_has_no_masked_name_in_full(match):
    Registration.objects.filter(pk=match.player2_id).update(name="王小明")
    Player.objects.filter(pk=match.player2.player_id).update(name="王小明", birth_year=timezone.localdate().year - 9)
    one, two = sides(match)
    tell(one, match, WON)
    with pytest.raises(Refusal) as refused:
        tell(one, match, SaidGame(Result.LOST, chose=Side.ME), number=2)
    assert "王小明" not in f"{say_refusal(refused.value)} {refused.value.facts}"
    assert refused.value.facts["expected_name"] == f"王＊＊ #{match.player2.number}"
    tell(two, match, WON)
    with pytest.raises(Refusal) as refused:
        tell(two, match, SaidGame(Result.LOST, chose=Side.ME), number=2)
    names = refused.value.facts["expected_name"], refused.value.facts["actual_name"]
    assert names == (match.player1.name, "王小明"), "one's own"
    assert "王小明" in tell_wrongly_by_staff(match)


def tell_wrongly_by_staff(match: Match) -> str:
    staff = owner_of(match.round.tournament)
    play_game(match, 1, actor=staff)
    with pytest.raises(Refusal) as refused:
        play_game(match, 2, actor=staff, chooser_seat=1)
    return say_refusal(refused.value)


def test_the_same_game_sent_again_is_one_report(match):
    one, _two = sides(match)
    first = tell(one, match, WON, key="k")
    assert tell(one, match, WON, key="k") == first
    other = tell(one, match, LOST, key="k")
    assert other != first, "another game from the same page"
    staff = owner_of(match.round.tournament)
    results.record_score(actor=staff, match_id=match.pk, expected_version=1, wins1=2, wins2=0)
    assert tell(one, match, LOST, key="k") == other, "also after there is a result"
    assert tell(one, match, LOST, key="new") != other


def test_who_waits_reads_when_the_time_is_over(match):
    one, _two = sides(match)
    tell(one, match, WON, WON)
    seen = seen_by(match.player1, match)
    assert not seen.is_late
    Round.objects.update(clock_started_at=timezone.now(), clock_ends_at=timezone.now() - timedelta(minutes=1))
    late = seen_by(match.player1, match)
    assert late.is_late
    assert late.stand != seen.stand, "the open page asks, and gets it"


def test_games_come_one_after_the_other(match):
    one, _two = sides(match)
    for number, game in ((2, WON), (1, None), (0, WON)):
        with pytest.raises(Refusal) as refused:
            reports.report_game(actor=one, match_id=match.pk, number=number, game=game)
        assert refused.value.code == "game_not_next"
        assert_sentence(say_refusal(refused.value), "game_not_next")
    tell(one, match, WON, WON)
    with pytest.raises(Refusal):
        tell(one, match, WON, number=3)
    report = tell(one, match, LOST, number=1)
    assert [game["result"] for game in report.games] == ["lost"], "what followed is reported again"


def test_staff_enter_what_one_side_reported(match):
    tournament, (one, _two) = match.round.tournament, sides(match)
    tell(one, match, SaidGame(Result.WON, chose=Side.ME))
    judge = staff_actor(tournament, "judge")
    enter = {"actor": judge, "match_id": match.pk, "registration_id": match.player1_id}
    reports.enter_report(**enter, expected_version=1)
    assert state(match) == (False, "")
    assert match.games.get().chooser_seat == 1
    tell(one, match, WON, number=2)
    with pytest.raises(Conflict) as stale:
        reports.enter_report(**enter, expected_version=1)
    assert stale.value.code == "match_changed"
    reports.enter_report(**enter, expected_version=2)
    assert (state(match), match.games.count()) == ((True, ""), 2)
    assert last_line(tournament) == f"entered what {match.player1.name} reported at table {match.table}: 2–0"
    with pytest.raises(Conflict):
        reports.enter_report(**enter, expected_version=3)
    for stranger in (one, owner_of(make_event())):
        with pytest.raises(Refusal):
            reports.enter_report(**(enter | {"actor": stranger}), expected_version=3)


def test_nothing_reported_is_nothing_to_enter(match):
    staff = owner_of(match.round.tournament)
    with pytest.raises(Refusal) as refused:
        reports.enter_report(actor=staff, match_id=match.pk, expected_version=1, registration_id=match.player1_id)
    assert refused.value.code == "no_such_report"
    assert_sentence(say_refusal(refused.value), "no_such_report")


@pytest.mark.django_db(transaction=True)
def test_both_tell_the_last_game_at_the_same_moment():
    tournament, _round, _judge = event_with_lists(4)
    match = table_of(tournament.registrations.earliest("pk"))
    one, two = sides(match)
    tell(one, match, WON)
    tell(two, match, LOST)
    done = at_once(tournament, lambda: tell(one, match, WON, number=2), lambda: tell(two, match, LOST, number=2))
    assert refusals(done) == []
    match.refresh_from_db()
    assert (match.is_complete, match.version, match.games.count()) == (True, 2, 2)
