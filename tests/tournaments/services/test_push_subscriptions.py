"""Who subscribes which phone to notices, and what ends a subscription."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import send_notice
from accounts.models import GuardianConsent, Player, PushSubscription, QueuedPush
from accounts.push_service import is_push_service
from accounts.refusals import NotAllowed, Refusal
from accounts.services import end_personal_link, issue_personal_link
from accounts.subscribing import MAX_PHONES, renew, subscribe, unsubscribe
from tests.people_and_events import enter, make_event, player_actor
from tests.phones import PushService, make_phone
from tests.pushed_notices import at, send
from tests.refused import assert_sentence
from tests.two_at_once import at_once
from tests.web.public.visiting import browser
from tournaments.queries.personal_data import personal_data
from tournaments.services.erasing import erase_player
from tournaments.wording import say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


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
