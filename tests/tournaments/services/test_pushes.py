"""Notices on locked phones: sent to a push service of the test's own, and read with the phone's keys."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone
from py_vapid import Vapid

from accounts.inbox import put_away, send_notice, switch_notices
from accounts.mails import send_due_mails
from accounts.models import Notice, NoticeAddress, Player, PushSubscription, QueuedMail, QueuedPush
from accounts.push_service import public_key
from accounts.pushes import SEND_PUSHES
from accounts.subscribing import subscribe
from jobs.models import Job
from tests.mailed_notices import gets
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.phones import PushService, make_phone
from tests.pushed_notices import at, send, time_passes
from tests.running_events import publish, start_cut, start_event, swiss_over
from tournaments.services.announcements import announce, take_down
from tournaments.services.mail_notices import notify_refused
from tournaments.services.round_notices import notify_round
from tournaments.services.rounds import publish_round
from tournaments.wording.mails import say_mail

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_a_round_reaches_each_phone_in_its_language_signed_and_encrypted(service: PushService) -> None:
    event = start_event(4)
    entries = list(event.registrations.order_by("pk"))
    english, chinese = at(service, entries[0]), at(service, entries[1], "zh-hans")
    round = publish(event)
    notify_round(round.pk)
    assert Job.objects.filter(kind=SEND_PUSHES, subject=0).exists()
    assert service.received == []
    send()
    (shown,) = service.shown_on(english)
    assert shown["title"] == "DuelDesk"
    assert shown["body"].startswith(f"{event.name}, round 1: table ")
    assert shown["path"] == f"/t/{event.code}/pairings/1/"
    assert "第 1 轮" in service.shown_on(chinese)[0]["body"]
    (headers,) = service.headers_to(english)
    assert (headers["urgency"], headers["content-encoding"]) == ("high", "aes128gcm")
    assert 0 < int(headers["ttl"]) <= 45 * 60
    assert headers["authorization"].endswith(f"k={public_key()}")
    assert Vapid.verify(headers["authorization"])
    assert not QueuedPush.objects.exists()
    send()
    assert len(service.received) == 2


def test_a_round_of_the_top_cut_reaches_phones_and_mailboxes_by_its_name(service: PushService, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    event = swiss_over(4, top_cut=4, planned_rounds=2)
    entry = event.registrations.earliest("pk")
    phone = at(service, entry)
    gets(entry.player, "parent@example.org")
    notify_round(publish_round(actor=owner_of(event), round_id=start_cut(event).pk).pk)
    send()
    assert service.shown_on(phone)[0]["body"].startswith(f"{event.name}, Semifinals: table ")
    mail = say_mail(QueuedMail.objects.get(), [entry.player])
    assert mail is not None
    assert "Semifinals" in mail.subject


def test_a_notice_that_cannot_be_put_into_words_does_not_hold_up_the_others(service: PushService) -> None:
    one, two = enter(make_event(), "甲", "乙")
    phones = [at(service, entry) for entry in (one, two)]
    send_notice(to=one.player, code="announcement")
    send_notice(to=two.player, code="announcement", event="杯", text="Lunch", corrected=False)
    send()
    assert [len(service.shown_on(phone)) for phone in phones] == [0, 1]
    assert not QueuedPush.objects.exists()


def test_nothing_is_sent_of_a_notice_that_is_rolled_back(service: PushService) -> None:
    (entry,) = enter(make_event(), "甲")
    at(service, entry)
    with transaction.atomic():
        announce(actor=owner_of(entry.tournament), tournament_id=entry.tournament_id, text="午休")
        transaction.set_rollback(True)
    assert not QueuedPush.objects.exists()


def test_a_phone_that_ended_its_subscription_is_forgotten(service: PushService) -> None:
    one, other = enter(make_event(), "甲", "乙")
    gone, kept = at(service, one), at(service, other)
    at(service, other, phone=gone)
    for status in (404, 410):
        service.answers[gone.endpoint] = (status, {})
        for entry in (one, other):
            send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
        send()
        assert list(PushSubscription.objects.values_list("endpoint", flat=True)) == [kept.endpoint]
        assert not QueuedPush.objects.exists()
        if status == 404:
            at(service, one, phone=gone)


@pytest.mark.parametrize(("status", "wait", "expected"), [(503, "", 20), (429, "300", 300), (429, "soon", 20)])
def test_a_service_that_is_away_is_asked_again_later(
    service: PushService, status: int, wait: str, expected: int
) -> None:
    (entry,) = enter(make_event(), "甲")
    phone = at(service, entry)
    service.answers[phone.endpoint] = (status, {"Retry-After": wait} if wait else {})
    send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
    send()
    queued = QueuedPush.objects.get()
    assert queued.tries == 1
    assert abs(queued.due_at - timezone.now() - timedelta(seconds=expected)) < timedelta(seconds=15)
    assert Job.objects.get(kind=SEND_PUSHES).due_at == queued.due_at
    send()
    assert len(service.received) == 1, "it is not due yet"
    del service.answers[phone.endpoint]
    time_passes(expected + 15)
    send()
    assert len(service.shown_on(phone)) == 2
    assert not QueuedPush.objects.exists()


def test_a_service_that_never_answers_is_given_up(service: PushService) -> None:
    (entry,) = enter(make_event(), "甲")
    phone = at(service, entry)
    service.answers[phone.endpoint] = (500, {})
    send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
    for _ in range(20):
        send()
        time_passes(86_400)
    assert len(service.received) == 8
    assert not QueuedPush.objects.exists()
    assert PushSubscription.objects.exists()


def test_what_is_too_old_read_or_taken_back_is_not_sent(service: PushService) -> None:
    event = make_event()
    (entry,) = enter(event, "甲")
    at(service, entry)
    old = send_notice(to=entry.player, code="seat_moved", event="x", round=1, table=2, opponent="y")
    Notice.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=1))
    send()
    assert not QueuedPush.objects.exists()
    send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
    put_away(actor=player_actor(entry))
    assert not QueuedPush.objects.exists()
    made = announce(actor=owner_of(event), tournament_id=event.pk, text="午休")
    take_down(actor=owner_of(event), announcement_id=made.pk, reason="错了")
    send()
    assert service.received == []


def test_each_way_is_switched_by_itself(service: PushService) -> None:
    (entry,) = enter(make_event(), "甲")
    phone = at(service, entry)
    facts = {"event": "x", "text": "y", "corrected": False}
    for off in ({"page": ["announcement"]}, {"page": [], "push": ["announcement"]}):
        switch_notices(actor=player_actor(entry), player_id=entry.player_id, off=off)
        send_notice(to=entry.player, code="announcement", **facts)
        send()
    assert len(service.shown_on(phone)) == 1
    assert [one.read_at is None for one in Notice.objects.order_by("pk")] == [False, True]


def test_switched_off_what_is_queued_is_not_sent(service: PushService) -> None:
    entry, other = enter(make_event(), "甲", "乙")
    phones = [at(service, one) for one in (entry, other)]
    for one in (entry, other):
        send_notice(to=one.player, code="announcement", event="x", text="y", corrected=False)
        send_notice(to=one.player, code="seat_moved", event="x", round=1, table=2, opponent="y")
    switch_notices(actor=player_actor(entry), player_id=entry.player_id, off={"push": ["announcement"]})
    send()
    assert [len(service.shown_on(phone)) for phone in phones] == [1, 2]


def test_a_locked_phone_says_no_more_than_everybody_reads(service: PushService) -> None:
    event = make_event()
    child, other = enter(event, "王子轩", birth_year=2016)[0], enter(event, "李四")[0]
    alone = at(service, child)
    shared = at(service, child)
    at(service, other, phone=shared)
    path = f"/my/entries/{child.pk}/deck/"
    facts = {"event": "x", "cards": ["HBU01-A01"], "was_legal": True, "legal": False}
    send_notice(to=child.player, code="verdict_changed", path=path, **facts)
    send()
    assert service.shown_on(alone)[0]["title"] == "DuelDesk"
    (on_shared,) = service.shown_on(shared)
    assert on_shared["title"] == "DuelDesk · 王＊＊"
    assert on_shared["body"] == "Something about your deck. Open to read it."
    assert on_shared["path"] == path
    assert "王子轩" not in str(on_shared)


def test_six_hundred_phones_are_sent_to_in_batches(service: PushService, django_assert_max_num_queries: Any) -> None:
    event = make_event()
    players = Player.objects.bulk_create(Player(name=f"P{number}") for number in range(130))
    phone = make_phone(service.origin)
    PushSubscription.objects.bulk_create(
        PushSubscription(player=player, language="en", phone="", **phone.sent) for player in players
    )
    for player in players:
        send_notice(to=player, code="announcement", event=event.name, text="y", corrected=False)
    with django_assert_max_num_queries(30):
        send()
    assert len(service.shown_on(phone)) == 130


def elsewhere(call: Callable[[], Any]) -> None:
    """Call it on a connection of its own, which commits."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            call()
        except BaseException as error:
            raised.append(error)
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert not raised


@pytest.mark.django_db(transaction=True)
def test_a_phone_and_an_address_that_go_meanwhile_do_not_undo_the_notice(service: PushService, settings: Any) -> None:
    settings.MAIL_IS_SENT = True
    (entry,) = enter(make_event(), "甲")
    phone = make_phone(service.origin)
    actor = player_actor(entry)
    subscribe(actor=actor, player_id=entry.player_id, language="en", **phone.sent)
    now = timezone.now()
    NoticeAddress.objects.create(
        player=entry.player, address="one@example.org", language="en", asked_at=now, confirmed_at=now
    )
    with transaction.atomic():
        send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
        assert (QueuedPush.objects.count(), QueuedMail.objects.count()) == (1, 1)
        elsewhere(PushSubscription.objects.all().delete)
        elsewhere(NoticeAddress.objects.all().delete)
    assert Notice.objects.filter(player=entry.player).exists()
    send()
    send_due_mails(say_mail, notify_refused)
    assert not QueuedPush.objects.exists()
    assert not QueuedMail.objects.exists()
    assert service.shown_on(phone) == []
