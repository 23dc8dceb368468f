"""Calls for a judge from raising to ruling, who may do which, and what each gets when two act at once."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, publish
from tests.sentences import assert_sentence
from tests.two_at_once import at_once, refusals
from tournaments.models import JudgeCall, LogEntry, Match
from tournaments.queries.calls import CallCount, count_open_calls, minutes_for_call, open_calls, seconds_waited
from tournaments.queries.repair_scope import free_matches
from tournaments.services import calls, drafts, rounds
from tournaments.wording import say_log, say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def event():
    """An event of four, a judge, and the match of its first entry."""
    tournament, _round, judge = event_with_lists(4)
    return tournament, judge, table_of(tournament.registrations.earliest("pk"))


def raised(actor: Actor, match: Match, words: str = "") -> JudgeCall:
    return calls.raise_call(actor=actor, match_id=match.pk, words=words)


def ago(call: JudgeCall, seconds: int) -> None:
    """Make the call this old."""
    JudgeCall.objects.filter(pk=call.pk).update(raised_at=timezone.now() - timedelta(seconds=seconds))


def code_of(refused) -> str:
    assert_sentence(say_refusal(refused.value), refused.value.code)
    return refused.value.code


def lines(tournament) -> list[str]:
    return [say_log(line) for line in LogEntry.objects.filter(tournament=tournament).order_by("id")]


def test_a_player_calls_a_judge_goes_and_rules(event, monkeypatch):
    tournament, judge, match = event
    clock = [timezone.now()]
    monkeypatch.setattr(calls, "timezone", SimpleNamespace(now=lambda: clock[0]))
    player = player_actor(match.player1)
    call = raised(player, match, "  他的 牌 \n 错了 ")
    assert (call.state, call.words, call.registration, call.table) == (
        "open",
        "他的 牌 错了",
        match.player1,
        match.table,
    )
    clock[0] += timedelta(seconds=90)
    call = calls.claim_call(actor=judge, call_id=call.pk)
    assert (call.state, call.claimed_by, seconds_waited(call)) == ("claimed", judge.label, 90)
    assert count_open_calls(tournament) == CallCount(waiting=0, coming=1)
    call = calls.close_call(actor=judge, call_id=call.pk, ruling="洗回牌库")
    assert (call.state, call.closed_by, call.ruling, minutes_for_call(call)) == ("closed", judge.label, "洗回牌库", 2)
    assert count_open_calls(tournament) == CallCount()
    assert lines(tournament)[-3:] == [
        f"called a judge to table {match.table}: 他的 牌 错了",
        f"is going to table {match.table}, after 1:30 min",
        f"closed the call of table {match.table} after 1:30 min: 洗回牌库",
    ]


def test_a_ruling_within_a_minute_gives_no_time(event):
    _tournament, judge, match = event
    call = raised(player_actor(match.player2), match)
    ago(call, 50)
    call = calls.close_call(actor=judge, call_id=call.pk, ruling="ok")
    assert (call.claimed_by, minutes_for_call(call)) == (judge.label, 0)


def test_one_open_call_for_a_table(event):
    tournament, judge, match = event
    first = raised(player_actor(match.player1), match)
    with pytest.raises(Conflict) as refused:
        raised(player_actor(match.player2), match)
    assert (code_of(refused), refused.value.facts["call"]) == ("call_already_open", first.pk)
    calls.close_call(actor=judge, call_id=first.pk, ruling="ok")
    second = raised(staff_actor(tournament, "scorekeeper"), match)
    assert second.registration is None
    with pytest.raises(Conflict) as refused:
        calls.reopen_call(actor=judge, call_id=first.pk)
    assert code_of(refused) == "call_already_open"
    with pytest.raises(IntegrityError), transaction.atomic():
        JudgeCall.objects.filter(pk=first.pk).update(state="claimed", closed_at=None)


def test_only_the_two_at_the_table_and_staff_call(event):
    tournament, judge, match = event
    elsewhere = Match.objects.exclude(pk=match.pk).get(round=match.round)
    for stranger in (player_actor(elsewhere.player1), owner_of(make_event()), Actor()):
        with pytest.raises(NotAllowed):
            raised(stranger, match)
    call = raised(player_actor(match.player1), match)
    for actor in (player_actor(match.player1), staff_actor(tournament, "scorekeeper"), owner_of(make_event())):
        for service, more in (
            (calls.claim_call, {}),
            (calls.release_call, {}),
            (calls.reopen_call, {}),
            (calls.close_call, {"ruling": "ok"}),
        ):
            with pytest.raises(NotAllowed):
                service(actor=actor, call_id=call.pk, **more)
    for actor in (player_actor(match.player2), judge, owner_of(tournament)):
        with pytest.raises(NotAllowed) as refused:
            calls.withdraw_call(actor=actor, call_id=call.pk)
        assert code_of(refused) == "not_your_call"
    assert JudgeCall.objects.get().state == "open"


def test_steps_are_taken_back_and_a_call_that_is_over_stays_so(event):
    tournament, judge, match = event
    player, other = player_actor(match.player1), staff_actor(tournament, "organiser")
    call = raised(player, match)
    with pytest.raises(Conflict) as refused:
        calls.release_call(actor=judge, call_id=call.pk)
    assert code_of(refused) == "call_not_claimed"
    calls.claim_call(actor=judge, call_id=call.pk)
    assert calls.claim_call(actor=judge, call_id=call.pk).claimed_by == judge.label
    call = calls.release_call(actor=other, call_id=call.pk)
    assert (call.state, call.claimed_by, call.claimed_at) == ("open", "", None)
    calls.claim_call(actor=other, call_id=call.pk)
    with pytest.raises(Conflict) as refused:
        calls.reopen_call(actor=judge, call_id=call.pk)
    assert code_of(refused) == "call_still_open"
    calls.close_call(actor=judge, call_id=call.pk, ruling="ok")
    for service, more in ((calls.claim_call, {}), (calls.release_call, {}), (calls.close_call, {"ruling": "no"})):
        with pytest.raises(Conflict) as refused:
            service(actor=judge, call_id=call.pk, **more)
        assert code_of(refused) == "call_closed"
    with pytest.raises(Conflict) as refused:
        calls.withdraw_call(actor=player, call_id=call.pk)
    assert code_of(refused) == "call_closed"
    call = calls.reopen_call(actor=judge, call_id=call.pk)
    assert (call.state, call.claimed_by, call.ruling, call.closed_at) == ("claimed", other.label, "ok", None)
    calls.withdraw_call(actor=player, call_id=call.pk)
    for service, more in ((calls.claim_call, {}), (calls.reopen_call, {}), (calls.close_call, {"ruling": "no"})):
        with pytest.raises(Conflict) as refused:
            service(actor=judge, call_id=call.pk, **more)
        assert code_of(refused) == "call_withdrawn"
    said = lines(tournament)
    assert all(line and "call_" not in line for line in said)
    assert f"withdrew the call of table {match.table}" in said


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (lambda judge, call: calls.close_call(actor=judge, call_id=call.pk, ruling=" \n "), "ruling_required"),
        (lambda judge, call: calls.close_call(actor=judge, call_id=call.pk, ruling="x" * 501), "ruling_too_long"),
        (lambda judge, call: raised(judge, call.match, "x" * 201), "call_words_too_long"),
        (lambda judge, call: calls.claim_call(actor=judge, call_id=0), "no_such_call"),
        (lambda judge, call: calls.raise_call(actor=judge, match_id=0), "no_such_match"),
    ],
)
def test_what_cannot_be_read_is_refused(event, asked, code):
    _tournament, judge, match = event
    with pytest.raises(Refusal) as refused:
        asked(judge, raised(player_actor(match.player1), match))
    assert code_of(refused) == code


def test_only_a_round_that_is_running_has_calls(event):
    _tournament, judge, match = event
    finish_round(match.round)
    with pytest.raises(Conflict) as refused:
        raised(player_actor(match.player1), match)
    assert code_of(refused) == "round_not_published"
    with pytest.raises(Conflict):
        raised(judge, match)


def test_players_of_a_table_cannot_call_without_end(event, monkeypatch):
    monkeypatch.setattr(calls, "MAX_CALLS", 2)
    _tournament, judge, match = event
    player = player_actor(match.player1)
    for _one in range(2):
        calls.withdraw_call(actor=player, call_id=raised(player, match).pk)
    with pytest.raises(Refusal) as refused:
        raised(player_actor(match.player2), match)
    assert code_of(refused) == "too_many_calls"
    assert raised(judge, match).state == "open"


def test_who_waits_longest_comes_first_and_claimed_calls_last(event):
    tournament, judge, match = event
    other = Match.objects.exclude(pk=match.pk).get(round=match.round)
    newer, older = raised(judge, match), raised(judge, other)
    ago(older, 60)
    assert open_calls(tournament) == [older, newer]
    calls.claim_call(actor=judge, call_id=older.pk)
    assert open_calls(tournament) == [newer, older]
    assert count_open_calls(tournament) == CallCount(waiting=1, coming=1)


def test_when_the_round_has_ended_nobody_waits_but_the_ruling_can_be_written(event):
    tournament, judge, match = event
    left_over = raised(judge, match)
    finish_round(match.round)
    assert count_open_calls(tournament) == CallCount()
    assert open_calls(tournament) == [left_over]
    calls.close_call(actor=judge, call_id=left_over.pk, ruling="按现状")
    assert open_calls(tournament) == []


@pytest.mark.django_db(transaction=True)
def test_two_judges_claim_at_once_and_the_other_learns_who_has_it(event):
    tournament, judge, match = event
    other = staff_actor(tournament, "judge")
    call = raised(player_actor(match.player1), match)
    results = at_once(
        tournament,
        lambda: calls.claim_call(actor=judge, call_id=call.pk),
        lambda: calls.claim_call(actor=other, call_id=call.pk),
    )
    assert refusals(results) == ["call_claimed"]
    [refused] = [one for one in results if isinstance(one, Refusal)]
    call.refresh_from_db()
    assert refused.facts["by"] == call.claimed_by in (judge.label, other.label)
    assert call.claimed_by in say_refusal(refused)
    assert LogEntry.objects.filter(verb="call_claimed").count() == 1


@pytest.mark.django_db(transaction=True)
def test_both_players_call_at_once_and_there_is_one_call(event):
    tournament, _judge, match = event
    results = at_once(
        tournament,
        lambda: raised(player_actor(match.player1), match),
        lambda: raised(player_actor(match.player2), match),
    )
    assert refusals(results) == ["call_already_open"]
    assert JudgeCall.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_call_that_is_closed_while_its_player_withdraws_it_is_one_of_both(event):
    tournament, judge, match = event
    player = player_actor(match.player1)
    call = raised(player, match)
    results = at_once(
        tournament,
        lambda: calls.close_call(actor=judge, call_id=call.pk, ruling="ok"),
        lambda: calls.withdraw_call(actor=player, call_id=call.pk),
    )
    assert refusals(results) in (["call_closed"], ["call_withdrawn"])


def test_a_round_with_a_ruling_stays_and_one_with_calls_alone_is_taken_back(event):
    tournament, judge, match = event
    owner = owner_of(tournament)
    call = raised(player_actor(match.player1), match)
    assert free_matches(match.round)[1] == [match]
    rounds.unpublish_round(actor=owner, round_id=match.round_id)
    call.refresh_from_db()
    assert (call.state, call.withdrawn_by) == ("withdrawn", owner.label)
    drafts.discard_draft(actor=owner, round_id=match.round_id)
    call.refresh_from_db()
    assert (call.match, call.round_number, call.table) == (None, 1, match.table)

    again = publish(tournament)
    match = again.matches.earliest("pk")
    calls.close_call(actor=judge, call_id=raised(judge, match).pk, ruling="ok")
    with pytest.raises(Conflict) as refused:
        rounds.unpublish_round(actor=owner, round_id=again.pk)
    assert code_of(refused) == "round_has_rulings"
