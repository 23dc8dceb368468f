"""The round's clock: each step, what it refuses, and taking each back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import owner_of, staff_actor
from tests.refused import refused
from tests.running_events import finish_round, publish, start_event
from tests.two_at_once import at_once, refusals
from tournaments.models import LogEntry, Round
from tournaments.queries.clock import seconds_left
from tournaments.services import clock, rounds
from tournaments.wording import say_log

pytestmark = pytest.mark.django_db

STEPS = (clock.start_clock, clock.pause_clock, clock.resume_clock, clock.call_extra_turns, clock.reset_clock)


@pytest.fixture
def round() -> Round:
    return publish(start_event(4, round_minutes=50))


def state(round: Round) -> tuple[object, ...]:
    round.refresh_from_db()
    return tuple(getattr(round, field) for field in clock.FIELDS)


def press(step, round: Round, **facts) -> Round:
    return step(actor=owner_of(round.tournament), round_id=round.pk, **facts)


def newest(round: Round) -> LogEntry:
    return LogEntry.objects.filter(tournament=round.tournament).latest("pk")


def move_back(round: Round, **passed: int) -> None:
    """As if this time had passed since the clock was last touched."""
    round.refresh_from_db()
    Round.objects.filter(pk=round.pk).update(clock_ends_at=round.clock_ends_at - timedelta(**passed))


def test_it_runs_is_paused_and_runs_on(round):
    press(clock.start_clock, round)
    assert seconds_left(press(clock.pause_clock, round)) == 50 * 60
    press(clock.resume_clock, round)
    move_back(round, minutes=20)
    paused = press(clock.pause_clock, round)
    assert (seconds_left(paused), paused.clock_ends_at) == (30 * 60, None)
    running = press(clock.resume_clock, round)
    assert running.clock_left is None
    assert running.clock_ends_at - timezone.now() > timedelta(minutes=29, seconds=50)
    move_back(round, minutes=31)
    assert -65 < press(clock.pause_clock, round).clock_left < -55


@pytest.mark.parametrize("minutes", [5, 1, -1, -5, 120, -120])
def test_minutes_are_given_and_taken_running_and_paused(round, minutes):
    before = press(clock.start_clock, round).clock_ends_at
    assert press(clock.move_clock, round, minutes=minutes).clock_ends_at == before + timedelta(minutes=minutes)
    left = press(clock.pause_clock, round).clock_left
    assert press(clock.move_clock, round, minutes=minutes).clock_left == left + 60 * minutes


def test_what_it_refuses(round):
    owner = owner_of(round.tournament)
    for step, code in [
        (clock.pause_clock, "clock_not_running"),
        (clock.resume_clock, "clock_not_paused"),
        (clock.call_extra_turns, "clock_not_started"),
        (clock.reset_clock, "clock_not_started"),
    ]:
        refused(code, step, Conflict, actor=owner, round_id=round.pk)
    refused("clock_not_started", clock.move_clock, Conflict, actor=owner, round_id=round.pk, minutes=1)
    press(clock.start_clock, round)
    refused("clock_already_started", clock.start_clock, Conflict, actor=owner, round_id=round.pk)
    for minutes in (0, 121, -121):
        refused("minutes_out_of_range", clock.move_clock, Refusal, actor=owner, round_id=round.pk, minutes=minutes)
    press(clock.call_extra_turns, round)
    refused("extra_turns_called", clock.call_extra_turns, Conflict, actor=owner, round_id=round.pk)
    judge = staff_actor(round.tournament, "judge")
    with pytest.raises(NotAllowed):
        clock.pause_clock(actor=judge, round_id=round.pk)
    finish_round(round)
    refused("round_not_published", clock.pause_clock, Conflict, actor=owner, round_id=round.pk)


def test_every_step_can_be_taken_back(round):
    for step in STEPS:
        before = state(round)
        press(step, round)
        assert state(round) != before
        entry = newest(round)
        assert say_log(entry) != entry.verb
        press(clock.undo_clock, round, entry_id=entry.pk)
        assert state(round) == before
        assert say_log(newest(round)) != newest(round).verb
        press(step, round)


def test_taking_back_is_taken_back_too(round):
    press(clock.start_clock, round)
    press(clock.move_clock, round, minutes=5)
    moved = state(round)
    press(clock.undo_clock, round, entry_id=newest(round).pk)
    press(clock.undo_clock, round, entry_id=newest(round).pk)
    assert state(round) == moved


def test_an_older_step_is_not_taken_back(round):
    press(clock.start_clock, round)
    old = newest(round).pk
    press(clock.pause_clock, round)
    paused = state(round)
    owner = owner_of(round.tournament)
    refused("clock_changed_since", clock.undo_clock, Conflict, actor=owner, round_id=round.pk, entry_id=old)
    assert state(round) == paused


def test_a_round_taken_back_and_published_again_has_no_clock(round):
    owner = owner_of(round.tournament)
    press(clock.start_clock, round)
    entry = newest(round).pk
    rounds.unpublish_round(actor=owner, round_id=round.pk)
    rounds.publish_round(actor=owner, round_id=round.pk)
    assert state(round) == (None,) * 4
    refused("clock_changed_since", clock.undo_clock, Conflict, actor=owner, round_id=round.pk, entry_id=entry)


def test_the_database_keeps_a_clock_running_or_paused(round):
    now = timezone.now()
    for wrong in (
        {"clock_ends_at": now},
        {"clock_started_at": now},
        {"clock_started_at": now, "clock_ends_at": now, "clock_left": 5},
        {"extra_turns_at": now},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Round.objects.filter(pk=round.pk).update(**wrong)


@pytest.mark.django_db(transaction=True)
def test_two_pauses_at_once_are_one(round):
    press(clock.start_clock, round)
    results = at_once(round.tournament, *[lambda: press(clock.pause_clock, round)] * 2)
    assert refusals(results) == ["clock_not_running"]
    assert LogEntry.objects.filter(tournament=round.tournament, verb="clock_paused").count() == 1
