"""Which notices reach a player, and on which phones: the page of each player of a phone, and what is saved."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import pytest

from accounts.actor import Actor
from accounts.inbox import quiet_codes
from accounts.models import Player, PushSubscription
from accounts.push_service import public_key
from tests.people_and_events import enter, make_actor, make_event, player_actor
from tests.phones import make_phone
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_everything_reaches_the_player_until_it_is_switched_off() -> None:
    (entry,) = enter(make_event(), "Ann")
    client, path = browser(player_actor(entry)), f"/my/players/{entry.player_id}/notices/"
    page = client.get(path)
    assert_clean(page)
    assert page.content.decode().count("checked") == 10
    assert client.post(path, {"page": ["announcement", "deck"], "push": ["round"]})["Location"] == path
    off = quiet_codes(entry.player)
    assert off["page"] == {"round_published", "seat_moved", "deadline_near"}
    assert off["push"] == {"announcement", "seat_moved", "deck_reminder", "verdict_changed", "deadline_near"}
    page = client.get(path)
    assert "Saved." in words_of(page)
    assert page.content.decode().count("checked") == 3


def test_without_a_key_push_is_not_there_and_its_switches_stay(settings: Any) -> None:
    (entry,) = enter(make_event(), "Ann")
    client, path = browser(player_actor(entry)), f"/my/players/{entry.player_id}/notices/"
    client.post(path, {"page": [], "push": ["round"]})
    before = quiet_codes(entry.player)["push"]
    settings.VAPID_PRIVATE_KEY = ""
    page = client.get(path)
    assert_clean(page)
    assert "phone" not in words_of(page).lower()
    assert "push.js" not in page.content.decode()
    client.post(path, {"page": ["round"]})
    assert quiet_codes(entry.player)["push"] == before


def test_each_player_of_a_phone_has_their_own() -> None:
    event = make_event()
    one, other = (enter(event, name)[0].player for name in ("小明", "小红"))
    client = browser(Actor(player=one, others=(other,)))
    words = words_of(client.get("/my/notices/"))
    assert "Notice settings · 小明" in words
    assert "Notice settings · 小红" in words
    client.post(f"/my/players/{other.pk}/notices/", {})
    assert quiet_codes(one)["page"] == set()
    assert len(quiet_codes(other)["page"]) == 6


def test_others_do_not_have_it() -> None:
    one, other = enter(make_event(), "Ann", "Bob")
    path = f"/my/players/{other.player_id}/"
    for actor in (None, player_actor(one)):
        assert browser(actor).get(f"{path}notices/").status_code == 404
        for tail in ("notices/", "push/", "push/stop/"):
            assert browser(actor).post(path + tail, make_phone().sent).status_code == 404
    assert quiet_codes(other.player)["page"] == set()
    assert not PushSubscription.objects.exists()


def test_a_phone_is_subscribed_and_ended_and_the_page_knows_it_by_a_digest() -> None:
    (entry,) = enter(make_event(), "Ann")
    client, path = browser(player_actor(entry), "zh-hans"), f"/my/players/{entry.player_id}/"
    one, other = make_phone(), make_phone()
    for phone in (one, other):
        assert client.post(f"{path}push/", phone.sent).status_code == 200
    assert {kept.language for kept in PushSubscription.objects.all()} == {"zh-hans"}
    page = client.get(f"{path}notices/")
    assert_clean(page)
    assert "2 部手机会收到 Ann 的通知" in words_of(page)
    shown = page.content.decode()
    assert f'data-push="{public_key()}"' in shown
    assert re.search(r'data-here="([^"]*)"', shown)[1].split() == [  # type: ignore[index]
        sha256(phone.endpoint.encode()).hexdigest() for phone in (one, other)
    ]
    assert one.endpoint not in shown
    client.post(f"{path}push/stop/", {"endpoint": one.endpoint})
    assert PushSubscription.objects.get().endpoint == other.endpoint
    client.post(f"{path}push/stop/")
    assert not PushSubscription.objects.exists()


def test_what_is_refused_says_why_and_many_at_once_are_too_many() -> None:
    (entry,) = enter(make_event(), "Ann")
    actor = make_actor()
    Player.objects.filter(pk=entry.player_id).update(user=actor.user)
    client, path = browser(actor), f"/my/players/{entry.player_id}/push/"
    answer = client.post(path, make_phone("https://evil.example").sent)
    assert answer.status_code == 400
    assert answer.json()["refused"] == "push_service_unknown"
    assert "push service" in answer.json()["words"]
    answers = [client.post(path, make_phone().sent) for _ in range(20)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["refused"] == "too_often"
