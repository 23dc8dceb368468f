"""One version per event: counted by the database, announced after the commit, never the same twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import pytest
import redis
from django.db import connection, transaction
from django.test import Client
from redis.client import PubSub

from accounts.redis_patience import Patience
from tests.by_seat_events import boards, first_match, started_by_seat
from tests.events_in_pods import enter_places, start_pods
from tests.judged_events import begin, end, event_with_lists, hand_in, lay_out
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import finish_round, pair, publish, score, start_event
from tests.team_events import enter_team, team_event, two_of
from tournaments import marks
from tournaments.marks import Mark, hold_mark, read_mark, redis_client
from tournaments.models import EventVersion, Game, Match, Registration, Tournament
from tournaments.queries.versions import current_mark, mark_of, table_mark_of
from tournaments.services.calls import raise_pod_call
from tournaments.services.drafts import pair_again
from tournaments.services.entries.leaving import drop, undrop
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.pod_reports import report_pod
from tournaments.services.reports import report_score
from tournaments.services.results import clear_result
from tournaments.services.rounds import complete_round, publish_round, reopen_round, unpublish_round
from tournaments.services.versions import raise_versions


@pytest.fixture(autouse=True)
def empty_redis(services: object) -> None:
    redis_client.cache_clear()
    redis_client().flushdb()


@pytest.fixture
def listener(empty_redis: None) -> Iterator[PubSub]:
    """Receives what is announced."""
    listener = redis_client().pubsub()
    listener.subscribe(marks.CHANNEL)
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


def held_mark(code: str) -> Mark | None:
    """The mark Redis holds."""
    held = redis_client().get(marks.key_of_mark(code))
    return read_mark(held.decode()) if held is not None else None


def version_of(event: Tournament) -> int:
    mark = mark_of(event.code)
    assert mark is not None
    return mark.version


@pytest.mark.django_db
def test_a_draft_is_nobodys_business_and_a_published_round_everybodys() -> None:
    event = start_event(6)
    before = version_of(event)
    draft = pair(event)
    assert version_of(event) == before
    publish_round(actor=owner_of(event), round_id=draft.pk)
    assert version_of(event) > before


@pytest.mark.django_db
def test_a_mark_does_not_come_back_with_the_state_it_stood_for() -> None:
    event = start_event(6)
    round = publish(event)
    seen = [version_of(event)]
    for _ in range(3):
        unpublish_round(actor=owner_of(event), round_id=round.pk)
        seen.append(version_of(event))
        round = pair_again(actor=owner_of(event), round_id=round.pk)
        publish_round(actor=owner_of(event), round_id=round.pk)
        seen.append(version_of(event))
    assert seen == sorted(set(seen))


@pytest.mark.django_db
def test_a_result_of_the_round_under_way_leaves_the_table_as_it_is() -> None:
    event = start_event(6)
    owner = owner_of(event)
    first = publish(event)
    finish_round(first)
    second = publish(event)
    seen = table_mark_of(event)
    for match in second.matches.all():
        version = version_of(event)
        score(match, 2, 0)
        assert version_of(event) > version
        assert table_mark_of(event) == seen
    marks_then = [seen]
    for change in (
        lambda: Game.objects.filter(match=first.matches.first()).update(winner_seat=2, is_draw=False),
        lambda: complete_round(actor=owner, round_id=second.pk),
        lambda: reopen_round(actor=owner, round_id=second.pk),
        lambda: complete_round(actor=owner, round_id=second.pk),
        lambda: drop(actor=owner, registration_id=event.registrations.first().pk),
        lambda: publish(event),
        lambda: Match.objects.filter(round=second, table=1).update(outcome="double_loss", winner_seat=None),
        lambda: Tournament.objects.filter(pk=event.pk).update(points_win=4),
    ):
        change()
        marks_then.append(table_mark_of(event))
    assert marks_then == sorted(set(marks_then))
    assert marks_then[-1].version == version_of(event)


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
    before = version_of(event)
    heard(listener)
    with suppress(ZeroDivisionError), transaction.atomic():
        enter(event, "甲")
        raise ZeroDivisionError
    assert version_of(event) == before
    assert heard(listener) == []
    enter(event, "乙")
    assert version_of(event) > before
    assert held_mark(event.code) == mark_of(event.code)
    assert heard(listener) == [f"{event.code} {mark_of(event.code)}"]


@pytest.mark.django_db(transaction=True)
def test_a_savepoint_taken_back_counts_for_nothing() -> None:
    event = make_event()
    entry = enter(event, "甲")[0]
    before = version_of(event)
    with transaction.atomic():
        Registration.objects.filter(pk=entry.pk).update(team="x")
        with suppress(ZeroDivisionError), transaction.atomic():
            Registration.objects.filter(pk=entry.pk).update(team="y")
            raise ZeroDivisionError
    assert version_of(event) == before + 1
    assert held_mark(event.code) == Mark(event.pk, before + 1)


@pytest.mark.django_db(transaction=True)
def test_a_statement_written_by_hand_is_announced_too() -> None:
    event = make_event()
    before = version_of(event)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_tournament SET place = 'elsewhere' WHERE id = %s", [event.pk])
    assert held_mark(event.code) == Mark(event.pk, before + 1)


@pytest.mark.django_db(transaction=True)
def test_two_who_write_at_once_are_both_counted() -> None:
    event = start_event(8)
    round = publish(event)
    before = version_of(event)

    def record(match: Match) -> None:
        try:
            score(match, 2, 0)
        finally:
            connection.close()

    writers = [Thread(target=record, args=[match]) for match in round.matches.all()]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert version_of(event) >= before + 4
    assert held_mark(event.code) == mark_of(event.code)


@pytest.mark.django_db
def test_redis_never_goes_back_and_is_filled_again_when_it_is_empty() -> None:
    event = make_event()
    assert hold_mark(event.code, Mark(event.pk, 9)) == Mark(event.pk, 9)
    assert hold_mark(event.code, Mark(event.pk, 7)) == Mark(event.pk, 9)
    assert held_mark(event.code) == Mark(event.pk, 9)
    assert 0 < redis_client().ttl(marks.key_of_mark(event.code)) <= marks.HELD_FOR
    redis_client().flushdb()
    assert held_mark(event.code) is None
    assert current_mark(event.code) == held_mark(event.code) == mark_of(event.code)


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


@pytest.fixture
def no_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = redis.Redis(unix_socket_path="/nonexistent/redis.sock")
    monkeypatch.setattr(marks, "redis_client", lambda: gone)
    monkeypatch.setattr(marks, "patience", Patience())


@pytest.mark.django_db(transaction=True)
def test_without_redis_changes_are_made_and_marks_are_right(no_redis: None) -> None:
    event = make_event()
    before = version_of(event)
    enter(event, "甲")
    assert version_of(event) > before
    assert current_mark(event.code) == mark_of(event.code)


def test_only_a_mark_reads_as_one() -> None:
    assert read_mark("12.34") == Mark(12, 34)
    for text in ("", "12", "12.", ".3", "a.3", "1.2.3", "-1.2", "１.２", "1." + "9" * 30):
        assert read_mark(text) is None, text


@pytest.mark.django_db
def test_what_is_new_is_asked_for_without_the_page(client: Client) -> None:
    event = make_event()
    answer = client.get(f"/t/{event.code}/live/mark")
    mark = answer.content.decode()
    assert mark == str(mark_of(event.code))
    assert client.get(f"/t/{event.code}/live/mark", {"seen": mark}).status_code == 204
    assert client.get("/t/nosuchcode/live/mark").status_code == 404
    assert client.get(f"/t/{event.code}/live/stream").status_code == 503


@pytest.mark.django_db
def test_a_restored_database_counts_on_from_the_clock() -> None:
    """Its numbers are those of the copy, and would be used again for other contents."""
    event = make_event()
    assert mark_of(event.code) < Mark(event.pk, 1_000_000)
    raise_versions()
    assert mark_of(event.code) > Mark(event.pk, 1_700_000_000_000)
    ahead = 9_000_000_000_000
    EventVersion.objects.filter(tournament=event).update(number=ahead)
    raise_versions()
    assert mark_of(event.code) == Mark(event.pk, ahead + 1)
