"""What is announced of an event's marks, and to whose phones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from redis.client import PubSub

from tests.by_seat_events import boards, first_match, started_by_seat
from tests.events_in_pods import enter_places, start_pods
from tests.judged_events import begin, end, event_with_lists, hand_in, lay_out
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import publish, score, start_event
from tests.team_events import enter_team, team_event, two_of
from tournaments import marks
from tournaments.marks import Mark, hold_mark, redis_client
from tournaments.models import Match
from tournaments.queries.versions import mark_of
from tournaments.services.calls import raise_pod_call
from tournaments.services.entries.leaving import drop, undrop
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.pod_reports import report_pod
from tournaments.services.reports import report_score
from tournaments.services.results import clear_result


@pytest.fixture(autouse=True)
def empty_redis(services: object) -> None:
    redis_client.cache_clear()
    redis_client().flushdb()


@pytest.fixture
def listener(empty_redis: None) -> Iterator[PubSub]:
    """Receives what is announced."""
    listener = redis_client().pubsub()
    listener.subscribe(marks.channel())
    assert listener.get_message(timeout=5) is not None
    yield listener
    listener.close()


def heard(listener: PubSub) -> list[str]:
    """What was announced since the last call. Redis delivers messages in order, so a ping ends them."""
    listener.ping()
    words = []
    while (message := listener.get_message(timeout=5)) is not None and message["type"] != "pong":
        words.append(message["data"].decode())
    return words


@pytest.mark.django_db(transaction=True)
def test_statements_that_stand_together_are_announced_once(listener: PubSub) -> None:
    round = publish(start_event(6))
    heard(listener)
    with transaction.atomic():
        for match in round.matches.all():
            Match.objects.filter(pk=match.pk).update(table=match.table + 10)
    assert heard(listener) == [f"{round.tournament.code} {mark_of(round.tournament.code)}"]


@pytest.mark.django_db(transaction=True)
def test_a_result_is_announced(listener: PubSub) -> None:
    round = publish(start_event(6))
    heard(listener)
    score(round.matches.first(), 2, 0)
    assert heard(listener)[-1].startswith(f"{round.tournament.code} {mark_of(round.tournament.code)} ")


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_announced_and_what_is_rolled_back_is_not(listener: PubSub) -> None:
    event = make_event()
    before = mark_of(event.code)
    heard(listener)
    with suppress(ZeroDivisionError), transaction.atomic():
        enter(event, "甲")
        raise ZeroDivisionError
    assert mark_of(event.code) == before
    assert heard(listener) == []
    enter(event, "乙")
    assert mark_of(event.code) != before
    assert redis_client().get(marks.key_of_mark(event.code)) == str(mark_of(event.code)).encode()
    assert heard(listener) == [f"{event.code} {mark_of(event.code)}"]


@pytest.mark.django_db(transaction=True)
def test_a_result_names_the_two_entries_it_is_about(listener: PubSub) -> None:
    event = start_event(8)
    match = publish(event).matches.first()
    assert match is not None
    heard(listener)
    score(match, 2, 0)
    said = heard(listener)
    entries = ",".join(map(str, sorted([match.player1_id, match.player2_id])))
    assert said == [f"{event.code} {mark_of(event.code)} {entries}"]


@pytest.mark.django_db(transaction=True)
def test_a_pod_names_everybody_at_the_table(listener: PubSub) -> None:
    event = start_pods(8)
    pod = publish(event).pods.order_by("table")[0]
    seated = sorted(pod.seats.values_list("registration", flat=True))
    one, two = pod.seats.select_related("registration__player").order_by("seat")[:2]
    report = {key: 1 if key == one.registration_id else 2 for key in seated}
    heard(listener)
    named = [f"{event.code} {','.join(map(str, seated))}"]
    report_pod(actor=player_actor(one.registration), pod_id=pod.pk, places=report)
    assert announced(listener) == named
    raise_pod_call(actor=player_actor(two.registration), pod_id=pod.pk)
    assert announced(listener) == named
    give_pod_extension(actor=owner_of(event), pod_id=pod.pk, minutes=3)
    assert announced(listener) == named
    enter_places(pod)
    assert announced(listener) == named


def announced(listener: PubSub) -> list[str]:
    """What was heard, without the marks: the event, and whose pages look at once."""
    return [f"{line.split()[0]} {line.split()[-1]}" for line in heard(listener)]


@pytest.mark.django_db(transaction=True)
def test_a_board_names_the_teams_whose_pages_are_open(listener: PubSub) -> None:
    match = first_match(started_by_seat())
    teams = {match.player1_id, match.player2_id}
    heard(listener)
    board = boards(match)[0]
    for player in (board.player1, board.player2):
        report_score(actor=player_actor(player), match_id=board.pk, wins1=2, wins2=1)
    score(boards(match)[1], 2, 0)
    said = heard(listener)
    assert len(said) == 3
    assert all(teams <= set(map(int, one.rpartition(" ")[2].split(","))) for one in said)


@pytest.mark.django_db(transaction=True)
def test_who_leaves_and_comes_back_reaches_both_at_the_table(listener: PubSub) -> None:
    event = start_event(8)
    match = publish(event).matches.first()
    assert match is not None
    entries = ",".join(map(str, sorted([match.player1_id, match.player2_id])))
    for change in (drop, undrop):
        heard(listener)
        change(actor=owner_of(event), registration_id=match.player1_id)
        assert heard(listener) == [f"{event.code} {mark_of(event.code)} {entries}"]
    score(match, 2, 0)
    heard(listener)
    clear_result(actor=owner_of(event), match_id=match.pk, expected_version=Match.objects.get(pk=match.pk).version)
    assert heard(listener) == [f"{event.code} {mark_of(event.code)} {entries}"]


@pytest.mark.django_db(transaction=True)
def test_who_leaves_a_pod_and_comes_back_reaches_everybody_in_it(listener: PubSub) -> None:
    event = start_pods(8)
    pod = publish(event).pods.order_by("table")[0]
    seated = sorted(pod.seats.values_list("registration", flat=True))
    for change in (drop, undrop):
        heard(listener)
        change(actor=owner_of(event), registration_id=seated[0])
        assert heard(listener) == [f"{event.code} {mark_of(event.code)} {','.join(map(str, seated))}"]


@pytest.mark.django_db(transaction=True)
def test_what_a_deck_is_worth_reaches_its_player_alone_and_is_no_new_version(listener: PubSub) -> None:
    event, _round, judge = event_with_lists(4)
    entry = event.registrations.first()
    assert entry is not None
    mark = mark_of(event.code)
    heard(listener)
    hand_in(entry, "3 HBU01-A01")
    check = begin(judge, entry)
    lay_out(judge, check, {})
    end(judge, check, "findings")
    assert heard(listener) == [f"{event.code} {mark} !{entry.pk}"] * 3
    assert mark_of(event.code) == mark
    team = enter_team(team_event(), "星光队")
    member = two_of(team)[0]
    hand_in(member)
    assert heard(listener)[-1].endswith(f" !{team.pk}")


@pytest.mark.django_db
def test_entries_are_named_though_a_newer_mark_is_held_already(listener: PubSub) -> None:
    event = make_event()
    hold_mark(event.code, Mark(event.pk, 9))
    heard(listener)
    assert hold_mark(event.code, Mark(event.pk, 8), [77, 41]) == Mark(event.pk, 9)
    assert heard(listener) == [f"{event.code} {event.pk}.9 41,77"]


@pytest.mark.django_db(transaction=True)
def test_the_neighbour_on_the_same_redis_server_is_not_heard(listener: PubSub, settings: Any) -> None:
    event = start_event(4)
    heard(listener)
    own, client = settings.REDIS_URL, redis_client()
    settings.REDIS_URL = f"{own.partition('=')[0]}=15"
    redis_client.cache_clear()
    assert redis_client() is not client
    publish(event)
    settings.REDIS_URL = own
    redis_client.cache_clear()
    assert heard(listener) == []
