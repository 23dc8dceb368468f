"""What the home page and a person's own page list."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.running_events import publish, score, start_event
from tournaments.models import Tournament
from tournaments.queries.home import (
    coming_tournaments,
    entries_of_player,
    finished_tournaments,
    last_event,
    running_events,
    staffed_tournaments,
)
from tournaments.services.entries import withdraw

pytestmark = pytest.mark.django_db


def at_phase(phase: str, **facts) -> Tournament:
    tournament = make_event()
    facts.setdefault("started_at", timezone.now() if phase not in {"registration"} else None)
    Tournament.objects.filter(pk=tournament.pk).update(phase=phase, **facts)
    return Tournament.objects.get(pk=tournament.pk)


def test_running_events_are_those_under_way_the_newest_first():
    older = at_phase("swiss", started_at=timezone.now() - timedelta(hours=2))
    newer = at_phase("top_cut")
    for phase in ("registration", "finished", "cancelled"):
        at_phase(phase)
    assert [row.tournament for row in running_events(limit=5)] == [newer, older]
    assert [row.tournament for row in running_events(limit=1)] == [newer]


def test_running_events_are_read_with_their_rounds_by_four_statements(django_assert_num_queries):
    events = [start_event(4) for _ in range(3)]
    score(publish(events[0]).matches.order_by("table")[0], 2, 0)
    publish(events[1])
    with django_assert_num_queries(4):
        rows = {row.tournament.pk: row for row in running_events(limit=5)}
        assert [(rows[event.pk].done, rows[event.pk].total) for event in events] == [(1, 2), (0, 2), (0, 0)]
        assert rows[events[0].pk].round.tournament == events[0]
    assert rows[events[2].pk].round is None


def test_coming_events_start_soonest_first_and_forgotten_ones_fall_out():
    now = timezone.now()
    late = at_phase("registration", starts_at=now - timedelta(hours=5))
    soon = at_phase("registration", starts_at=now + timedelta(hours=1))
    at_phase("registration", starts_at=now - timedelta(days=4))
    demo = at_phase("registration", starts_at=now - timedelta(days=40), is_demo=True)
    assert list(coming_tournaments()) == [demo, late, soon]


def test_finished_events_the_last_first_and_no_more_than_asked():
    now = timezone.now()
    events = [at_phase("finished", finished_at=now - timedelta(days=day)) for day in range(3)]
    assert finished_tournaments(limit=2) == events[:2]


def test_how_many_are_in_is_counted_along(django_assert_num_queries):
    tournament = make_event(capacity=2)
    entries = enter(tournament, "甲", "乙", "丙")
    withdraw(actor=owner_of(tournament), registration_id=entries[0].pk)
    with django_assert_num_queries(1):
        (row,) = coming_tournaments()
        assert (row.entered, row.game.slug) == (2, "ultraman-hero-duel")


def test_the_staffs_own_events():
    owner = make_actor()
    finished, coming, running = make_event(owner), make_event(owner), make_event(owner)
    Tournament.objects.filter(pk=finished.pk).update(phase="finished")
    Tournament.objects.filter(pk=running.pk).update(phase="swiss")
    make_event()
    assert staffed_tournaments(owner) == [running, coming, finished]
    assert staffed_tournaments(staff_actor(coming, "judge")) == [coming]
    assert staffed_tournaments(SYSTEM) == []


def test_the_event_under_way_comes_before_the_next_one_and_that_before_a_later_one():
    """Who has entered next week's event too finds the own table on the first page today."""
    later, soon, today = make_event(), make_event(), start_event(4)
    entry = today.registrations.earliest("pk")
    for event, days in ((later, 14), (soon, 1)):
        enter(event, entry.name, player_id=entry.player_id)
        Tournament.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=days))
    actor = player_actor(entry)
    assert last_event(actor) == [entry]
    Tournament.objects.filter(pk=today.pk).update(phase="finished", starts_at=timezone.now() + timedelta(days=2))
    assert [one.tournament for one in last_event(actor)] == [soon]
    Tournament.objects.filter(pk=soon.pk).update(phase="cancelled")
    assert [one.tournament for one in last_event(actor)] == [later]


def test_a_players_own_entries_the_newest_event_first(django_assert_num_queries):
    first, second = make_event(), make_event()
    Tournament.objects.filter(pk=first.pk).update(starts_at=timezone.now() - timedelta(days=30))
    (entry,) = enter(first, "甲")
    (again,) = enter(second, "甲", player_id=entry.player_id)
    actor = player_actor(entry)
    with django_assert_num_queries(1):
        rows = [(row.tournament.game.slug, row.decklist, row) for row in entries_of_player(actor)]
    assert [row[2] for row in rows] == [again, entry]
    withdraw(actor=actor, registration_id=again.pk)
    assert last_event(actor) == [entry]
    assert list(entries_of_player(Actor())) == []
    assert last_event(SYSTEM) == []
