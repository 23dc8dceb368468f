"""Which notices alert a player: the page of each player of a phone, and what is saved."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from accounts.inbox import quiet_codes
from tests.people_and_events import enter, make_event, player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def test_everything_alerts_until_it_is_switched_off() -> None:
    (entry,) = enter(make_event(), "Ann")
    client, path = browser(player_actor(entry)), f"/my/players/{entry.player_id}/notices/"
    page = client.get(path)
    assert_clean(page)
    assert page.content.decode().count("checked") == 5
    assert client.post(path, {"page": ["announcement", "deck"]})["Location"] == path
    assert quiet_codes(entry.player)["page"] == {"round_published", "seat_moved", "deadline_near"}
    page = client.get(path)
    assert "Saved." in words_of(page)
    assert page.content.decode().count("checked") == 2


def test_each_player_of_a_phone_has_their_own() -> None:
    event = make_event()
    one, other = (enter(event, name)[0].player for name in ("小明", "小红"))
    client = browser(Actor(player=one, others=(other,)))
    words = words_of(client.get("/my/notices/"))
    assert "Which notices · 小明" in words
    assert "Which notices · 小红" in words
    client.post(f"/my/players/{other.pk}/notices/", {})
    assert quiet_codes(one)["page"] == set()
    assert len(quiet_codes(other)["page"]) == 6


def test_others_do_not_have_it() -> None:
    one, other = enter(make_event(), "Ann", "Bob")
    path = f"/my/players/{other.player_id}/notices/"
    for actor in (None, player_actor(one)):
        assert browser(actor).get(path).status_code == 404
        assert browser(actor).post(path, {}).status_code == 404
    assert quiet_codes(other.player)["page"] == set()
