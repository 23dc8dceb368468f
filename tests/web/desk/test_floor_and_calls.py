"""The floor and judge calls on the desk: counted everywhere, claimed by one, closed with a ruling, each step undone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.judged_events import begin, event_with_lists
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.running_events import finish_round, play_game, publish, score
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.models import JudgeCall, Match
from tournaments.queries.floor import FloorState, floor_of
from tournaments.services import calls
from tournaments.services.extra_time import give_extension
from tournaments.services.reports import report_score
from tournaments.services.results import clear_result
from tournaments.services.rounds import complete_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return event_with_lists(12)


def tables(round_) -> list[Match]:
    return list(round_.matches.order_by("table"))


def called(match: Match, words: str = "") -> JudgeCall:
    return calls.raise_call(actor=player_actor(match.player1), match_id=match.pk, words=words)


def test_a_table_is_coloured_by_what_a_judge_has_to_know_first(event):
    tournament, round_, judge = event
    one, two, three, four, five, six = tables(round_)
    called(one)
    give_extension(actor=judge, match_id=one.pk, minutes=3)
    begin(judge, two.player1)
    give_extension(actor=judge, match_id=three.pk, minutes=3)
    score(four, 2, 0)
    score(five, 2, 0)
    called(five)
    score(six, 2, 0)
    six.refresh_from_db()
    clear_result(actor=owner_of(tournament), match_id=six.pk, expected_version=six.version)
    state = FloorState
    assert [table.states for table in floor_of(round_)] == [
        (state.CALLED, state.EXTRA, state.PLAYING),
        (state.CHECK, state.PLAYING),
        (state.EXTRA, state.PLAYING),
        (state.RESULT,),
        (state.CALLED, state.DISPUTED, state.RESULT),
        (state.DISPUTED, state.PLAYING),
    ]
    judge_page = DeskVisitor(tournament, judge)
    chosen = judge_page.read("desk_floor", state="called")
    assert re.findall(r'id="tile-(\d+)"', chosen) == [str(one.pk), str(five.pk)]
    assert len(re.findall(r'id="tile-(\d+)"', judge_page.read("desk_floor", state="nothing"))) == 6


def test_the_floor_costs_the_same_for_few_and_many_tables(event, django_assert_num_queries):
    _tournament, round_, _judge = event
    with django_assert_num_queries(5):
        floor_of(round_)


def test_open_calls_are_on_every_page_and_the_oldest_comes_first(event):
    tournament, round_, judge = event
    newer, older = called(tables(round_)[0]), called(tables(round_)[1], "他的牌 <b>")
    JudgeCall.objects.filter(pk=older.pk).update(raised_at=timezone.now() - timedelta(minutes=4, seconds=5))
    for actor in (judge, staff_actor(tournament, "scorekeeper")):
        visitor = DeskVisitor(tournament, actor)
        for page in ("desk", "desk_entries", "desk_log", "desk_print", "desk_floor", "desk_calls"):
            assert "2 tables wait for a judge" in words_of(visitor.get(page))
    page = DeskVisitor(tournament, judge).read("desk_floor")
    assert re.findall(r'id="claim-(\d+)"', page) == [str(older.pk), str(newer.pk)]
    assert "waiting 4 min" in page
    assert "他的牌 &lt;b&gt;" in page
    assert "claim-" not in DeskVisitor(tournament, staff_actor(tournament, "scorekeeper")).read("desk_floor")


def test_the_number_is_renewed_when_it_is_another(event):
    tournament, round_, judge = event
    visitor = DeskVisitor(tournament, judge)
    assert visitor.get("desk_calls_count", query={"seen": "0.0.0.0"}, htmx="calls-count").status_code == 204
    called(tables(round_)[0])
    answer = visitor.get("desk_calls_count", query={"seen": "0.0.0.0"}, htmx="calls-count")
    assert "1 table waits for a judge" in text_of(answer)
    assert "seen=1.0.0.0" in text_of(answer)
    assert visitor.get("desk_calls_count").status_code == 302


def test_the_open_floor_is_renewed_by_what_happens_and_by_each_minute(event):
    tournament, round_, judge = event
    visitor = DeskVisitor(tournament, judge)
    call = called(tables(round_)[0])

    def seen() -> str:
        return re.search(r"seen=([\d.]+)", text_of(visitor.get("desk_floor", htmx="floor")))[1]

    first = seen()
    assert visitor.get("desk_floor", query={"seen": first}, htmx="floor").status_code == 204
    JudgeCall.objects.filter(pk=call.pk).update(raised_at=call.raised_at - timedelta(minutes=1))
    assert visitor.get("desk_floor", query={"seen": first}, htmx="floor").status_code == 200
    score(tables(round_)[1], 2, 0)
    answer = visitor.get("desk_floor", query={"seen": seen(), "state": "called"}, htmx="floor")
    assert answer.status_code == 204
    assert_clean(visitor.get("desk_floor", query={"state": "called"}, htmx="floor"), partial=True)


def test_a_call_that_the_round_has_left_over_is_said_to_wait_for_nobody(event):
    tournament, round_, judge = event
    called(tables(round_)[0])
    finish_round(round_)
    words = words_of(DeskVisitor(tournament, judge).get("desk_floor"))
    assert "Round 1 has ended No ruling written down" in words
    assert "waits for a judge" not in words


def test_a_call_from_the_match_to_the_ruling_and_its_time_without_a_script(event):
    tournament, round_, judge = event
    match = tables(round_)[0]
    keeper = DeskVisitor(tournament, staff_actor(tournament, "scorekeeper"))
    assert "A judge is called to table 1." in keeper.press("desk_call_raise", match.pk, words="卡住了")
    call = JudgeCall.objects.get()
    assert (call.registration, call.words) == (None, "卡住了")
    assert "卡住了" in keeper.read("desk_match", match.pk)
    visitor = DeskVisitor(tournament, judge)
    assert "You are going to table 1." in visitor.press("desk_call_claim", call.pk)
    other = DeskVisitor(tournament, staff_actor(tournament, "judge"))
    answer = other.client.post(
        other.path("desk_call_claim", call.pk), follow=True, HTTP_REFERER="http://testserver" + other.path("desk_floor")
    )
    assert f"{judge.label} is on the way to table 1 already." in words_of(answer)
    JudgeCall.objects.filter(pk=call.pk).update(raised_at=timezone.now() - timedelta(seconds=150))
    refused = visitor.post("desk_call", call.pk, ruling=" ")
    assert refused.status_code == 422
    answer = visitor.post("desk_call", call.pk, ruling="按现状继续", then="time")
    assert answer["Location"] == visitor.path("desk_check_table", match.pk) + "?minutes=3"
    assert re.search(r'name="minutes" value="3"', text_of(visitor.client.get(answer["Location"])))
    assert "按现状继续" in visitor.read("desk_calls")
    log = DeskVisitor(tournament, judge).read("desk_log")
    assert visitor.path("desk_call", call.pk) in log
    assert visitor.path("desk_call_reopen", call.pk) in log
    assert "is open again" in visitor.press("desk_call_reopen", call.pk)
    assert 'value="按现状继续"' in visitor.read("desk_call", call.pk)
    assert visitor.path("desk_call_release", call.pk) in visitor.read("desk_call", call.pk)
    assert "waits for a judge again" in visitor.press("desk_call_release", call.pk)
    assert "is withdrawn" in keeper.press("desk_call_withdraw", call.pk)


def test_calls_of_another_event_do_not_exist_here(event):
    _tournament, round_, _judge = event
    call = called(tables(round_)[0])
    elsewhere, _round, other_judge = event_with_lists(4)
    visitor = DeskVisitor(elsewhere, other_judge)
    assert visitor.get("desk_call", call.pk).status_code == 404
    for page in ("desk_call_claim", "desk_call_release", "desk_call_reopen", "desk_call_withdraw"):
        assert visitor.post(page, call.pk).status_code == 404
    assert visitor.post("desk_call_raise", call.match_id).status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_is_clean(event, language):
    tournament, round_, judge = event
    visitor = DeskVisitor(tournament, judge, language=language)
    assert_clean(visitor.get("desk_calls"))
    assert_clean(visitor.get("desk_floor"))
    match = tables(round_)[0]
    play_game(match, 1)
    call = called(match, "两张")
    pages = [("desk_floor",), ("desk_calls",), ("desk_call", call.pk), ("desk_match", match.pk)]
    for step in (None, calls.claim_call, calls.close_call):
        if step is not None:
            step(actor=judge, call_id=call.pk, **({"ruling": "ok"} if step is calls.close_call else {}))
        for page, *keys in pages:
            assert_clean(visitor.get(page, *keys))
    for other in tables(round_):
        if not other.is_complete:
            score(other, 2, 0)
    complete_round(actor=owner_of(tournament), round_id=round_.pk)
    assert_clean(visitor.get("desk_floor"))
    assert visitor.path("desk_call_raise", match.pk) not in visitor.read("desk_match", match.pk)


def test_an_open_floor_is_read_again_as_a_whole_in_a_new_round(event):
    tournament, round_, _judge = event
    desk = DeskVisitor(tournament, owner_of(tournament))
    asked = re.search(r'id="floor" hx-get="([^"]+)"', desk.client.get(desk.path("desk_floor")).content.decode())
    address = asked[1].replace("&amp;", "&")
    again = desk.client.get(address.replace("seen=", "seen=0"), headers={"HX-Request": "true"})
    assert (again.status_code, "HX-Refresh" in again.headers) == (200, False)
    finish_round(round_)
    publish(tournament)
    later = desk.client.get(address, headers={"HX-Request": "true"})
    assert (later.status_code, later.headers["HX-Refresh"]) == (204, "true")


def test_who_enters_a_report_on_the_page_of_a_call_comes_back_to_rule_on_it(event):
    """It led to the match: the call stayed open, and the players read that a judge was coming."""
    tournament, round_, judge = event
    match = tables(round_)[0]
    for player, score_ in ((match.player1, (2, 1)), (match.player2, (2, 0))):
        report_score(actor=player_actor(player), match_id=match.pk, wins1=score_[0], wins2=score_[1])
    call = match.judge_calls.get()
    calls.claim_call(actor=judge, call_id=call.pk)
    visitor = DeskVisitor(tournament, judge)
    form = visitor.read("desk_call", call.pk).split(visitor.path("desk_match_report", match.pk, match.player1_id))[1]
    sent = dict(re.findall(r'name="(version|next)"\s+value="([^"]+)"', form.split("</form>")[0]))
    answer = visitor.post("desk_match_report", match.pk, match.player1_id, **sent)
    assert answer["Location"] == visitor.path("desk_call", call.pk)
    match.refresh_from_db()
    assert match.is_complete
