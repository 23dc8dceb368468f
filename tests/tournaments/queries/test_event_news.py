"""What is pushed to every open page of an event: the clock and announcements of its public pages, nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tournaments.models import Tournament
from tournaments.queries.event_news import EventNews, event_news
from tournaments.services.announcements import announce, take_down
from tournaments.services.clock import call_extra_turns, pause_clock, start_clock
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def news(event: Tournament) -> EventNews:
    found = event_news(event.code)
    assert found is not None
    return found


def test_the_clock_of_the_round_that_everybody_sees() -> None:
    event = start_event(4, round_minutes=50)
    owner = owner_of(event)
    assert news(event) == EventNews(None, None, [])
    draft = pair(event)
    assert news(event) == EventNews(None, None, [])
    round = publish_round(actor=owner, round_id=draft.pk)
    assert news(event) == EventNews(None, None, [])
    started = start_clock(actor=owner, round_id=round.pk)
    assert started.clock_ends_at is not None
    clock = news(event).clock
    assert clock is not None
    assert news(event).round == round.pk
    assert (clock.ends, clock.whole, clock.extra_turns) == (int(started.clock_ends_at.timestamp() * 1000), 3000, False)
    call_extra_turns(actor=owner, round_id=round.pk)
    paused = pause_clock(actor=owner, round_id=round.pk)
    clock = news(event).clock
    assert clock is not None
    assert (clock.ends, clock.left, clock.extra_turns) == (None, paused.clock_left, True)
    finish_round(round)
    assert news(event) == EventNews(None, None, [])


def test_the_announcements_that_stand_the_newest_first() -> None:
    event = start_event(4)
    owner = owner_of(event)
    first = announce(actor=owner, tournament_id=event.pk, text="Lunch")
    second = announce(actor=owner, tournament_id=event.pk, text="Round 2 at noon")
    assert [one.text for one in news(event).announcements] == ["Round 2 at noon", "Lunch"]
    take_down(actor=owner, announcement_id=second.pk, reason="noon is over")
    assert [one.pk for one in news(event).announcements] == [first.pk]
    first.until_at = timezone.now() - timedelta(seconds=1)
    first.save()
    assert news(event).announcements == []


def test_three_questions_and_none_about_an_event_that_is_not_there(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = start_event(4)
    publish(event)
    with django_assert_num_queries(3):
        news(event)
    assert event_news("nothere1") is None
