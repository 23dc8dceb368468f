"""One version per event: counted by the database, announced after the commit, never the same twice."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

import pytest
import redis
from django.db import connection, transaction
from django.test import Client

from accounts.redis_patience import Patience
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, pair, publish, score, start_event
from tournaments import marks
from tournaments.marks import Mark, hold_mark, read_mark, redis_client
from tournaments.models import EventVersion, Game, Match, Registration, Tournament
from tournaments.queries.versions import current_mark, mark_of, table_mark_of
from tournaments.services.drafts import pair_again
from tournaments.services.entries.leaving import drop
from tournaments.services.rounds import complete_round, publish_round, reopen_round, unpublish_round
from tournaments.services.versions import raise_versions


@pytest.fixture(autouse=True)
def empty_redis(services: object) -> None:
    redis_client.cache_clear()
    redis_client().flushdb()


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
