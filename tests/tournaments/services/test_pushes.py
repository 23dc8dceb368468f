"""Notices on locked phones: sent to a push service of the test's own, and read with the phone's keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid

from accounts.actor import Actor
from accounts.inbox import put_away, send_notice, switch_notices
from accounts.mails import send_due_mails
from accounts.models import GuardianConsent, Notice, NoticeAddress, Player, PushSubscription, QueuedMail, QueuedPush
from accounts.push_service import is_push_service, public_key
from accounts.pushes import SEND_PUSHES, send_due_pushes
from accounts.refusals import NotAllowed, Refusal
from accounts.services import end_personal_link, issue_personal_link
from accounts.subscribing import MAX_PHONES, renew, subscribe, unsubscribe
from jobs.models import Job
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.phones import Phone, PushService, make_phone, push_service
from tests.refused import assert_sentence
from tests.running_events import publish, start_event
from tests.two_at_once import at_once
from tests.web.public.visiting import browser
from tournaments.queries.personal_data import personal_data
from tournaments.services.announcements import announce, take_down
from tournaments.services.erasing import erase_player
from tournaments.services.mail_notices import notify_refused
from tournaments.services.round_notices import notify_round
from tournaments.wording import say_refusal
from tournaments.wording.mails import say_mail
from tournaments.wording.pushes import say_push

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service() as opened:
        settings.PUSH_SERVICES = [opened.origin]
        yield opened


def at(service: PushService, entry: Any, language: str = "en", phone: Phone | None = None) -> Phone:
    """A phone that shows the notices of the entry's player."""
    phone = phone or make_phone(service.origin)
    subscribe(actor=player_actor(entry), player_id=entry.player_id, language=language, **phone.sent)
    return phone


def send() -> None:
    send_due_pushes(say_push)


def time_passes(seconds: int) -> None:
    """Waiting messages are due so much earlier."""
    for one in QueuedPush.objects.all():
        QueuedPush.objects.filter(pk=one.pk).update(due_at=one.due_at - timedelta(seconds=seconds))


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


@pytest.mark.django_db(transaction=True)
def test_a_phone_that_subscribes_twice_at_once_is_one(service: PushService) -> None:
    (entry,) = enter(make_event(), "甲")
    phone = make_phone(service.origin)
    call = partial(subscribe, actor=player_actor(entry), player_id=entry.player_id, language="en", **phone.sent)
    at_once(Player.objects.get(pk=entry.player_id), call, call)
    assert PushSubscription.objects.count() == 1


def test_who_may_subscribe_and_to_what(service: PushService, settings: Any) -> None:
    one, other = enter(make_event(), "甲", "乙")
    with pytest.raises(NotAllowed, match="data_of_others"):
        subscribe(actor=player_actor(one), player_id=other.player_id, language="en", **make_phone(service.origin).sent)
    with pytest.raises(NotAllowed, match="data_of_others"):
        unsubscribe(actor=player_actor(one), player_id=other.player_id)
    sent = make_phone(service.origin).sent
    for wrong, code in (
        ({"endpoint": "http://127.0.0.1:6379/"}, "push_service_unknown"),
        ({"endpoint": "https://evil.example/x"}, "push_service_unknown"),
        ({"endpoint": sent["endpoint"] + "\x00"}, "push_service_unknown"),
        ({"p256dh": sent["auth"]}, "push_keys_wrong"),
        ({"p256dh": sent["p256dh"] + "\x00"}, "push_keys_wrong"),
        ({"auth": "kurz"}, "push_keys_wrong"),
    ):
        assert refused(one, sent | wrong) == code
    child = enter(make_event(), "丙", birth_year=timezone.localdate().year - 9)[0]
    GuardianConsent.objects.all().delete()
    assert refused(child, sent) == "guardian_consent_needed"
    settings.VAPID_PRIVATE_KEY = ""
    assert refused(one, sent) == "push_off"
    assert not PushSubscription.objects.exists()


def refused(entry: Any, sent: dict[str, str]) -> str:
    with pytest.raises(Refusal) as caught:
        subscribe(actor=player_actor(entry), player_id=entry.player_id, language="en", **sent)
    assert_sentence(say_refusal(caught.value), caught.value.code)
    return caught.value.code


def test_a_browser_with_another_address_takes_all_its_players_along(service: PushService) -> None:
    one, other = enter(make_event(), "甲", "乙")
    old, new, elsewhere = (make_phone(service.origin) for _ in range(3))
    for entry in (one, other):
        at(service, entry, phone=old)
    at(service, one, phone=elsewhere)
    at(service, one, phone=new)
    renew(old=old.endpoint, **new.sent)
    kept = sorted(PushSubscription.objects.values_list("player", "endpoint"))
    assert kept == sorted(
        [(one.player_id, new.endpoint), (other.player_id, new.endpoint), (one.player_id, elsewhere.endpoint)]
    )
    send_notice(to=other.player, code="announcement", event="x", text="y", corrected=False)
    send()
    assert len(service.shown_on(new)) == 1, "it is encrypted by the new keys"
    renew(old=old.endpoint, **make_phone(service.origin).sent)
    assert sorted(PushSubscription.objects.values_list("player", "endpoint")) == kept
    with pytest.raises(Refusal, match="push_service_unknown"):
        renew(old=new.endpoint, **make_phone("https://evil.example").sent)


def test_only_push_services_are_posted_to(settings: Any) -> None:
    settings.PUSH_SERVICES = ["https://fcm.googleapis.com", "https://*.push.apple.com"]
    for endpoint in ("https://fcm.googleapis.com/fcm/send/x", "https://web.push.apple.com/x"):
        assert is_push_service(endpoint)
    for endpoint in (
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8080/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/.push.apple.com",
        "https://evil@web.push.apple.com/x",
        "https://push.apple.com.evil.example/",
        "https://.push.apple.com/",
        "https://a..push.apple.com/",
        f"https://{64 * 'a'}.push.apple.com/",
        "https://[::1",
        "",
    ):
        assert not is_push_service(endpoint), endpoint


def test_without_a_key_nothing_is_queued(service: PushService, settings: Any) -> None:
    (entry,) = enter(make_event(), "甲")
    at(service, entry)
    settings.VAPID_PRIVATE_KEY = ""
    send_notice(to=entry.player, code="announcement", event="x", text="y", corrected=False)
    assert not QueuedPush.objects.exists()


def test_a_player_has_ten_phones_the_newest() -> None:
    (entry,) = enter(make_event(), "甲")
    phones = [make_phone() for _ in range(MAX_PHONES + 2)]
    for phone in phones:
        subscribe(actor=player_actor(entry), player_id=entry.player_id, language="en", **phone.sent)
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert kept == {phone.endpoint for phone in phones[2:]}


def test_a_link_that_changes_hands_ends_what_it_subscribed() -> None:
    (entry,) = enter(make_event(), "甲")
    for change in (issue_personal_link, end_personal_link):
        sent = make_phone().sent
        subscribe(actor=player_actor(entry), player_id=entry.player_id, language="en", **sent)
        change(player=entry.player)
        assert not PushSubscription.objects.exists()


def on_the_page(client: Client, player: int, **sent: str) -> Any:
    return client.post(f"/my/players/{player}/push/", sent)


@pytest.mark.parametrize("way", ["remove", "sign out"])
def test_who_leaves_the_phone_is_not_shown_there(way: str) -> None:
    one, other = (entry.player for entry in enter(make_event(), "甲", "乙"))
    client = browser(Actor(player=one, others=(other,)))
    elsewhere = browser(Actor(player=one))
    for player in (one, other):
        assert on_the_page(client, player.pk, **make_phone().sent).status_code == 200
    on_the_page(elsewhere, one.pk, **make_phone().sent)
    if way == "remove":
        client.post(f"/my/players/{one.pk}/remove/")
        assert sorted(PushSubscription.objects.values_list("player", flat=True)) == sorted([one.pk, other.pk])
    else:
        client.post("/sign-out/", {"sure": "1"})
        assert list(PushSubscription.objects.values_list("player", flat=True)) == [one.pk]


def test_erasing_takes_the_phones_and_the_copy_names_no_key() -> None:
    (entry,) = enter(make_event(), "甲")
    phone = make_phone()
    subscribe(actor=player_actor(entry), player_id=entry.player_id, language="en", **phone.sent)
    (row,) = personal_data(Player.objects.get(pk=entry.player_id))["phones_for_notices"]
    assert row["push_service"] == "updates.push.services.mozilla.com"
    assert phone.endpoint not in str(row)
    erase_player(actor=player_actor(entry), player_id=entry.player_id, typed_name="甲")
    assert not PushSubscription.objects.exists()


def test_an_old_address_that_no_database_stores_is_refused(service: PushService) -> None:
    sent = make_phone(service.origin).sent
    with pytest.raises(Refusal, match="push_service_unknown"):
        renew(old="\x00", **sent)
    (entry,) = enter(make_event(), "甲")
    with pytest.raises(Refusal, match="push_service_unknown"):
        unsubscribe(actor=player_actor(entry), player_id=entry.player_id, endpoint="\x00")


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
