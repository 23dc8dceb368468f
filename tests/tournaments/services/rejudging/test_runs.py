"""The runs that judge open decks again: waiting, killed, interrupted, failed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError as DatabaseGone

from accounts.models import Notice
from cardpool.lists.entries import Entry
from decks.models import DecklistVersion
from jobs.models import Job
from jobs.services.running import run_job
from jobs.tasks import look
from tests.background import no_worker, time_passes
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.tournaments.services.rejudging.open_decks import (
    A1,
    B,
    L,
    hand_in,
    notices_to,
    publish,
    submitted,
    waiting_run,
)
from tournaments.models import Registration, Rejudging, VerdictChange
from tournaments.services import rejudging
from tournaments.services.rejudging import ask_rejudging, run_rejudging

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


@contextmanager
def breaking(entry: Registration, error: Exception) -> Iterator[None]:
    """The deck of this entry cannot be judged again."""
    real = rejudging.rejudge_entry

    def judge(*, registration: Registration, **facts: Any) -> Any:
        if registration.pk == entry.pk:
            raise error
        return real(registration=registration, **facts)

    with patch.object(rejudging, "rejudge_entry", judge):
        yield


def test_changes_that_wait_are_one_run(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    first = waiting_run(tournament, manager, Entry(B, (A1,)))
    second = waiting_run(tournament, manager, Entry(L, (A1,), 1), effective_from=date(2026, 2, 1))
    assert (second.pk, second.state) == (first.pk, "queued")
    assert second.cause["list"] == "禁限表 (2026-02-01)"
    run_rejudging(rejudging_id=second.pk)
    assert waiting_run(tournament, manager, Entry(B, (A1,)), effective_from=date(2026, 3, 1)).pk != first.pk


def test_a_run_twice_does_nothing_the_second_time(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    run_rejudging(rejudging_id=run.pk)
    counts = [model.objects.count() for model in (DecklistVersion, VerdictChange, Notice)]
    Rejudging.objects.filter(pk=run.pk).update(state="running")
    run_rejudging(rejudging_id=run.pk)
    run_rejudging(rejudging_id=run.pk)
    assert [model.objects.count() for model in (DecklistVersion, VerdictChange, Notice)] == counts
    run.refresh_from_db()
    assert (run.state, run.done, run.changed) == ("done", 1, 1)
    assert tournament.log.filter(verb="verdicts_changed").count() == 1


class Killed(BaseException):
    """As when a worker dies: nothing after it runs."""


@pytest.mark.parametrize("place", ["_judge_one", "_tell_event", "_end"])
@pytest.mark.parametrize("calls", [0, 1])
def test_a_run_that_is_broken_off_goes_on(tournament, manager, place, calls):
    other = make_event(name="Zweites")
    entries = [*enter(tournament, "Ann", "Bob"), *enter(other, "Cid")]
    for entry in entries:
        hand_in(entry)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    real, done = getattr(rejudging, place), []

    def dies(*args: Any, **facts: Any) -> Any:
        if len(done) == calls:
            raise Killed
        done.append(place)
        return real(*args, **facts)

    with patch.object(rejudging, place, dies):
        if place == "_end" and calls:
            run_rejudging(rejudging_id=run.pk)
        else:
            with pytest.raises(Killed):
                run_rejudging(rejudging_id=run.pk)
    run_rejudging(rejudging_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.total, run.done, run.changed) == ("done", 3, 3, 3)
    assert [notices_to(player_actor(entry)) for entry in entries] == [["verdict_changed"]] * 3
    assert [notices_to(owner_of(event)) for event in (tournament, other)] == [["verdicts_changed"]] * 2
    assert [submitted(entry).number for entry in entries] == [2, 2, 2]


def test_one_deck_that_cannot_be_judged_does_not_hold_up_the_others(tournament, manager):
    ann, bob = enter(tournament, "Ann", "Bob")
    hand_in(ann)
    hand_in(bob)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    with breaking(ann, RuntimeError("broken")):
        run_rejudging(rejudging_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error, run.done, run.changed) == ("failed", "decks_failed:1", 1, 1)
    assert not submitted(bob).is_legal
    run_rejudging(rejudging_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error, run.done, run.changed) == ("done", "", 2, 2)


def test_a_queue_that_cannot_be_reached_delays_the_run_alone(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    assert (run.state, run.error) == ("queued", "")
    look()
    run.refresh_from_db()
    assert run.state == "done"
    assert not submitted(ann).is_legal


def test_a_database_that_goes_away_breaks_the_run_off_and_it_goes_on(tournament, manager):
    """The run must not count the decks it could not read as its own fault and end there."""
    ann, bob = enter(tournament, "Ann", "Bob")
    hand_in(ann)
    hand_in(bob)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    with breaking(bob, DatabaseGone("server closed the connection unexpectedly")):
        look()
    run.refresh_from_db()
    assert (run.state, run.error, run.done) == ("running", "", 1)
    time_passes(60)
    look()
    run.refresh_from_db()
    assert (run.state, run.done, run.changed) == ("done", 2, 2)


def test_a_run_that_breaks_fails_and_says_so(tournament, manager):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    run = waiting_run(tournament, manager, Entry(B, (A1,)))
    with patch.object(rejudging, "_tell_event", side_effect=RuntimeError("broken")), pytest.raises(RuntimeError):
        run_job(Job.objects.get(kind=rejudging.REJUDGE, subject=run.pk).pk)
    run.refresh_from_db()
    assert (run.state, run.error) == ("failed", "failed")


def test_a_real_worker_judges_them(tournament, manager, celery_worker):
    (ann,) = enter(tournament, "Ann")
    hand_in(ann)
    publish(manager, tournament, Entry(B, (A1,)))
    for _attempt in range(2000):
        if Rejudging.objects.get().state == "done":
            break
    assert not submitted(ann).is_legal


def test_runs_of_one_event_and_of_the_game_are_kept_apart(tournament, manager):
    with no_worker():
        runs = [
            ask_rejudging(game_id=tournament.game_id, actor=manager, cause=cause).pk
            for cause in (
                {"kind": "settings", "tournament": 1},
                {"kind": "pool"},
                {"kind": "settings", "tournament": 1},
            )
        ]
    assert runs[0] == runs[2] != runs[1]
