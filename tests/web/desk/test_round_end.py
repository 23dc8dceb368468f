"""When the round ends, on the pages of the staff."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from tests.people_and_events import owner_of
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import open_event, paired, played, won
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.play.round_end import EXTRA_SECONDS
from tournaments.queries.round_end import RoundEnd, half_time_of, round_end_of
from tournaments.services.extra_time import give_extension
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db

LENGTH = timedelta(minutes=50)


def start_of(round: Round) -> datetime:
    assert round.clock_started_at is not None
    return round.clock_started_at


def event_after(*minutes: int) -> tuple[Tournament, Round, Round]:
    """An event of eight: the tables of its first round took these minutes, the second runs for ten."""
    event = open_event(*(f"P{number}" for number in range(8)), planned_rounds=3)
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    played(event, 1)
    paired(event, 2)
    first, second = event.rounds.order_by("number")
    began = timezone.now() - timedelta(hours=2)
    Round.objects.filter(pk=first.pk).update(
        clock_started_at=began, clock_ends_at=began + LENGTH, completed_at=began + timedelta(hours=1)
    )
    for match, took in zip(first.matches.order_by("pk"), minutes, strict=True):
        Match.objects.filter(pk=match.pk).update(completed_at=began + timedelta(minutes=took))
    now = timezone.now() - timedelta(minutes=10)
    Round.objects.filter(pk=second.pk).update(clock_started_at=now, clock_ends_at=now + LENGTH)
    first.refresh_from_db()
    second.refresh_from_db()
    return event, first, second


def minutes_of(round: Round, moment: datetime) -> int:
    return int((moment - start_of(round)).total_seconds()) // 60


def test_the_end_follows_from_the_tables_before() -> None:
    _event, _first, second = event_after(20, 25, 30, 40)
    found = round_end_of(second)
    assert found is not None
    assert (found.open_tables, found.tables) == (4, 4)
    assert [minutes_of(second, one) for one in (found.earliest, found.likely, found.latest)] == [30, 55, 55]


def test_one_open_table_is_sooner_and_its_extra_time_counts() -> None:
    event, _first, second = event_after(20, 25, 30, 40)
    last, *others = second.matches.order_by("pk")
    for match in others:
        won(match)
    found = round_end_of(second)
    assert found is not None
    assert (found.open_tables, minutes_of(second, found.likely)) == (1, 30)
    give_extension(actor=owner_of(event), match_id=last.pk, minutes=5)
    found = round_end_of(second)
    assert found is not None
    assert minutes_of(second, found.likely) == 35


def test_without_a_clock_or_an_open_table_nothing_is_said() -> None:
    _event, first, second = event_after(20, 25, 30, 40)
    for match in second.matches.all():
        won(match)
    assert round_end_of(second) is None
    assert round_end_of(first) is None
    waiting = Round(status="published", clock_started_at=None)
    assert round_end_of(waiting) is None


def test_half_time_is_compared_with_the_end() -> None:
    _event, first, _second = event_after(20, 25, 30, 40)
    found = half_time_of(first)
    assert found is not None
    assert (found.expected.open_tables, found.expected.tables) == (2, 0), "two were done by minute 25, none was before"
    assert minutes_of(first, found.ended) == 40
    assert found.expected.likely == start_of(first) + LENGTH + timedelta(seconds=EXTRA_SECONDS)
    assert (found.minutes_late, found.is_within) == (-15, False)


def test_a_round_that_ended_with_its_clock_paused_counts_like_any_other() -> None:
    """Paused with ten minutes left when the last slip was in, and completed after lunch."""
    event, first, second = event_after(20, 25, 30, 40)
    paused = LogEntry.objects.create(tournament=event, verb="clock_paused", facts={"round": first.number})
    LogEntry.objects.filter(pk=paused.pk).update(at=start_of(first) + LENGTH - timedelta(minutes=10))
    Round.objects.filter(pk=first.pk).update(clock_ends_at=None, clock_left=600)
    first.refresh_from_db()
    found, ahead = half_time_of(first), round_end_of(second)
    assert found is not None
    assert (found.minutes_late, found.expected.likely - start_of(first)) == (-15, LENGTH + timedelta(minutes=5))
    assert ahead is not None
    assert (ahead.tables, minutes_of(second, ahead.earliest)) == (4, 30)


def test_nothing_is_compared_where_all_were_done_by_half_time() -> None:
    _event, first, second = event_after(5, 6, 7, 8)
    assert half_time_of(first) is None
    assert half_time_of(second) is None


def test_the_pages_of_the_staff_say_it() -> None:
    event, first, second = event_after(20, 25, 30, 40)
    found = round_end_of(second)
    assert found is not None
    likely = timezone.localtime(found.likely).strftime("%H:%M")
    desk = DeskVisitor(event, owner_of(event))
    for page, keys in (("desk", ()), ("desk_floor", ()), ("desk_round", (second.number,))):
        assert f"ends about <strong>{likely}</strong>" in desk.read(page, *keys), page
    ended = timezone.localtime(start_of(first) + timedelta(minutes=40)).strftime("%H:%M")
    for page, keys in (("desk_floor", ()), ("desk_round", (first.number,))):
        assert f"finished at {ended} (15 minutes earlier)" in desk.read(page, *keys), page


def test_the_desk_compares_the_round_that_has_just_ended() -> None:
    event, first, second = event_after(20, 25, 30, 40)
    desk = DeskVisitor(event, owner_of(event))
    assert "finished at" not in desk.read("desk")
    second.delete()
    ended = timezone.localtime(start_of(first) + timedelta(minutes=40)).strftime("%H:%M")
    assert f"finished at {ended} (15 minutes earlier)" in desk.read("desk")


@pytest.mark.language("en")
def test_no_span_is_given_of_less_than_a_minute() -> None:
    """Many tables and no rounds to go by: the last of them is sure to play until extra time is over."""
    at = timezone.now().replace(second=10)
    for latest, is_span in ((at + timedelta(seconds=40), False), (at + timedelta(minutes=3), True)):
        facts = {"round_end": RoundEnd(at, at, latest, 1, 0)}
        words = render_to_string("tournaments/desk/_round_end.html", facts)
        assert "The round ends about" in words
        assert ("between" in words) == is_span
