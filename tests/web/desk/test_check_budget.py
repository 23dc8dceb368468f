"""Which table to check next and until when, and decks that are due back, on the pages of the staff."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.refusals import Conflict
from tests.events_in_pods import start_pods
from tests.judged_events import begin, end, event_with_lists, hand_in, took
from tests.people_and_events import staff_actor
from tests.refused import refused
from tests.running_events import finish_round, publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.models import DeckCheck, Match, Round
from tournaments.play.check_budget import DEFAULT_MINUTES
from tournaments.play.table_draw import NoTable
from tournaments.queries.check_budget import Basis, Suggestion, back_by_of, due_checks, suggest_check
from tournaments.services import checks
from tournaments.services.calls import raise_call

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return event_with_lists(8)


def suggestion_of(round_: Round) -> Suggestion:
    found = suggest_check(round_)
    assert isinstance(found, Suggestion)
    return found


def clock_of(round_: Round, *, used: int, left: int) -> None:
    now = timezone.now()
    Round.objects.filter(pk=round_.pk).update(
        clock_started_at=now - timedelta(seconds=used), clock_ends_at=now + timedelta(seconds=left)
    )
    round_.refresh_from_db()


def test_the_lot_gives_the_table_that_is_suggested_and_then_another(event):
    tournament, round_, judge = event
    found = suggestion_of(round_)
    assert found.seated == suggestion_of(round_).seated
    assert (found.minutes, found.checks, found.is_first) == (DEFAULT_MINUTES, 0, True)
    drawn, _due = checks.draw_check_table(actor=judge, tournament_id=tournament.pk)
    assert drawn == found.seated
    assert suggestion_of(round_).seated != drawn


def test_tables_that_wait_for_a_judge_are_left_out(event):
    _tournament, round_, judge = event
    for match in list(round_.matches.order_by("pk"))[:3]:
        raise_call(actor=judge, match_id=match.pk, words="")
    assert suggestion_of(round_).seated == round_.matches.latest("pk")
    raise_call(actor=judge, match_id=round_.matches.latest("pk").pk, words="")
    assert suggest_check(round_) is NoTable.ALL_CHECKED


def test_a_check_that_does_not_fit_into_the_time_left_is_not_suggested(event):
    tournament, round_, judge = event
    entries = list(tournament.registrations.order_by("pk"))
    for entry in entries[:4]:
        check = begin(judge, entry)
        took(check, 601)
        end(judge, check, "findings")
    DeckCheck.objects.update(round=None, match=None)
    clock_of(round_, used=0, left=15 * 60)
    found = suggestion_of(round_)
    assert (found.minutes, found.checks) == (11, 4)
    clock_of(round_, used=120, left=13 * 60)
    assert suggest_check(round_) is NoTable.OVER_TIME
    visitor = DeskVisitor(tournament, judge)
    words = "usually takes longer than the round has left. Whether it would hold up the round is not known"
    assert words in words_of(visitor.get("desk_checks"))
    for match in round_.matches.all():
        assert words in words_of(visitor.get("desk_check_table", match.pk))
    clock_of(round_, used=0, left=15 * 60)
    assert words not in words_of(visitor.get("desk_check_table", round_.matches.earliest("pk").pk))


def test_it_is_said_what_finishing_in_time_rests_on(event):
    """A share of cases was stated before a clock was running, or a table had finished."""
    tournament, round_, judge = event
    visitor = DeskVisitor(tournament, judge)
    share = "In three of four cases"
    words = words_of(visitor.get("desk_checks"))
    assert "The clock was not started yet" in words
    assert share not in words
    clock_of(round_, used=0, left=50 * 60)
    words = words_of(visitor.get("desk_checks"))
    assert "By the clock alone" in words
    assert share not in words
    clock_of(round_, used=1000, left=2000)
    finish_round(round_)
    newest = publish(tournament)
    clock_of(newest, used=0, left=50 * 60)
    assert suggestion_of(newest).basis is Basis.TABLES
    assert share in words_of(visitor.get("desk_checks"))
    clock_of(newest, used=2350, left=650)
    assert suggest_check(newest) is NoTable.HOLDS_UP
    asked = words_of(visitor.post("desk_check_draw"))
    assert "would hold up the round in more than one of four cases" in asked
    visitor.post("desk_check_draw", anyway="1")
    assert "although it may hold up the round" in visitor.read("desk_log")


def test_the_lot_asks_before_it_draws_a_table_without_time_for_a_check(event):
    tournament, round_, judge = event
    for entry in list(tournament.registrations.order_by("pk"))[:4]:
        check = begin(judge, entry)
        took(check, 601)
        end(judge, check, "findings")
    DeckCheck.objects.update(round=None, match=None)
    clock_of(round_, used=120, left=13 * 60)
    assert suggest_check(round_) is NoTable.OVER_TIME
    refused("no_table_to_draw", checks.draw_check_table, kind=Conflict, actor=judge, tournament_id=tournament.pk)
    visitor = DeskVisitor(tournament, judge)
    asked = visitor.post("desk_check_draw")
    assert asked.status_code == 200
    assert "Draw a table all the same?" in words_of(asked)
    assert not tournament.log.filter(verb="check_table_drawn").exists()
    assert_clean(asked)
    answer = visitor.post("desk_check_draw", anyway="1")
    assert answer.status_code == 302
    [line] = tournament.log.filter(verb="check_table_drawn")
    assert line.facts["over_time"] is True
    assert "which may take longer than the round has left" in visitor.read("desk_log")


def test_a_check_at_a_pod_says_when_its_deck_is_due_back():
    event = start_pods(4)
    publish(event)
    judge = staff_actor(event, "judge")
    entry = event.registrations.earliest("pk")
    hand_in(entry)
    check = begin(judge, entry)
    assert check.pod_id is not None
    visitor = DeskVisitor(event, judge)
    assert "Decks back by <strong>" in visitor.read("desk_check", check.pk)
    page = visitor.read("desk_checks")
    assert f'<span class="plate plate-small">{check.pod.table}</span>' in page


def test_the_line_of_a_check_knows_how_long_the_deck_may_stay(event):
    tournament, round_, judge = event
    check = begin(judge, round_.matches.earliest("pk").player1)
    visitor = DeskVisitor(tournament, judge)
    left = int(re.findall(r'data-left="(-?\d+)"', visitor.read("desk_check", check.pk))[0])
    assert 60 * DEFAULT_MINUTES - 20 < left <= 60 * DEFAULT_MINUTES
    assert 'data-decks-due="0"' in visitor.read("desk_checks")
    keeper = DeskVisitor(tournament, staff_actor(tournament, "scorekeeper"))
    assert "data-decks-due" not in keeper.read("desk")
    took(check, 60 * DEFAULT_MINUTES)
    page = visitor.read("desk_check", check.pk)
    assert "data-left" not in page
    assert "Take the decks back now." in page
    assert 'data-decks-due="1"' in page


def test_older_checks_and_calls_are_on_further_pages(event, monkeypatch):
    tournament, round_, judge = event
    monkeypatch.setattr("tournaments.views.desk.access.ON_A_PAGE", 2)
    made = [end(judge, begin(judge, entry), "findings") for entry in tournament.registrations.order_by("pk")[:5]]
    raised = [raise_call(actor=judge, match_id=match.pk, words="") for match in round_.matches.order_by("pk")[:3]]
    visitor = DeskVisitor(tournament, judge)
    for page, rows, shown in (
        ("desk_checks_past", made, lambda facts: facts["checks"]),
        ("desk_calls", raised, lambda facts: [row["call"] for row in facts["rows"]]),
    ):
        seen, query = [], {}
        while True:
            answer = visitor.get(page, query=query)
            seen += [row.pk for row in shown(answer.context)]
            older = re.findall(r'href="\?before=(\d+)"', text_of(answer))
            if not older:
                break
            query = {"before": older[0]}
        assert seen == [row.pk for row in reversed(rows)], page


def test_a_deck_is_due_back_by_the_checks_that_had_ended_before(event):
    tournament, _round, judge = event
    first, *others = tournament.registrations.order_by("pk")
    check = begin(judge, first)
    due = back_by_of(check)
    assert due == check.started_at + timedelta(minutes=DEFAULT_MINUTES)
    for entry in others[:4]:
        end(judge, begin(judge, entry), "findings")
    assert back_by_of(check) == due, "later checks do not move it"
    assert back_by_of(begin(judge, others[4])) < timezone.now() + timedelta(minutes=DEFAULT_MINUTES - 1)


def test_the_pages_say_the_table_and_the_time(event):
    tournament, round_, judge = event
    table = suggestion_of(round_).seated.table
    visitor = DeskVisitor(tournament, judge)
    for page in ("desk_checks", "desk_floor"):
        answer = visitor.get(page)
        assert f"Check table {table}</a>; decks back by <strong>" in text_of(answer)
        assert_clean(answer)
    keeper = DeskVisitor(tournament, staff_actor(tournament, "scorekeeper"))
    assert "Check table" not in keeper.read("desk_floor")


def test_decks_that_are_due_back_are_named_on_the_floor_and_counted_everywhere(event):
    tournament, round_, judge = event
    match: Match = round_.matches.earliest("pk")
    check = begin(judge, match.player1)
    visitor, keeper = DeskVisitor(tournament, judge), DeskVisitor(tournament, staff_actor(tournament, "scorekeeper"))
    assert "due back" not in visitor.read("desk_floor")
    back_by = timezone.localtime(back_by_of(check)).strftime("%H:%M")
    assert f"Decks back by <strong>{back_by}</strong>" in visitor.read("desk_check", check.pk)
    took(check, 60 * DEFAULT_MINUTES)
    assert [due.is_late for due in due_checks(tournament)] == [True]
    for who in (visitor, keeper):
        assert "1 deck is due back" in words_of(who.get("desk"))
        page = words_of(who.get("desk_floor"))
        assert f"Table {match.table}: the deck of {match.player1.entered_name} was due back at" in page
    answer = visitor.get("desk_calls_count", query={"seen": "0.0.0"}, htmx="calls-count")
    assert "seen=0.0.1" in text_of(answer)
    assert_clean(visitor.get("desk_floor"))
    end(judge, check, "findings", note="")
    assert "due back" not in visitor.read("desk_floor")
