"""Where the QR codes of an event lead who scans them: to join it, to its match, to one's own key."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tests.web.qr_codes import codes_on

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
SITE = "http://testserver"


def test_who_scans_the_hall_the_poster_or_the_desk_joins_this_event() -> None:
    event, _other = make_event(), make_event()
    desk = DeskVisitor(event, owner_of(event))
    on_the_wall = codes_on(browser().get(reverse("event_hall", args=[event.code])))
    pages = [desk.get("desk_paper", "join"), desk.get("desk_joining"), desk.get("desk")]
    for found in (on_the_wall, *map(codes_on, pages)):
        assert found[0] == f"{SITE}/join/{event.join_code}/"
    phone = browser()
    registering = phone.get(urlsplit(on_the_wall[0]).path).url
    assert registering == reverse("tournament_register", args=[event.code])
    phone.post(registering, {"name": "李明", "age_group": "adult"})
    assert event.registrations.get().name == "李明"


def test_who_scans_the_hall_follows_the_event_once_nobody_may_join() -> None:
    event = start_event(4)
    (found,) = codes_on(browser().get(reverse("event_hall", args=[event.code])))
    assert found == SITE + reverse("tournament", args=[event.code])


def test_each_slip_opens_its_own_match_at_the_desk() -> None:
    event = start_event(6)
    round_ = publish(event)
    desk = DeskVisitor(event, owner_of(event))
    tables = {SITE + reverse("desk_match", args=[event.code, one.pk]): one for one in round_.matches.all()}
    slips = desk.get("desk_paper", "slips")
    assert sorted(codes_on(slips)) == sorted(tables)
    for address, match in tables.items():
        words = words_of(desk.client.get(urlsplit(address).path))
        assert all(entry.name in words for entry in match.entries)


def test_a_personal_code_signs_in_the_player_it_stands_beside() -> None:
    event = make_event()
    entries = enter(event, "Ann", "Bob", "Cai")
    desk = DeskVisitor(event, owner_of(event))
    printed = codes_on(desk.post("desk_print_links", who="missing"))
    shown = codes_on(desk.post("desk_entry_link", entries[0].pk))
    assert (len(printed), len(shown)) == (3, 1)
    for address, entry in zip([*shown, *printed[1:]], entries, strict=True):
        phone = browser()
        path = urlsplit(address).path
        assert address == SITE + path
        assert entry.name in words_of(phone.get(path))
        phone.post(path)
        assert entry.name in words_of(phone.get("/my/"))
    assert browser().get(urlsplit(printed[0]).path).status_code == 410


def test_the_code_on_a_phone_that_has_just_registered_is_its_players_key() -> None:
    event, phone = make_event(), browser()
    asked = {"name": "李明", "age_group": "adult"}
    registered = phone.post(reverse("tournament_register", args=[event.code]), asked, follow=True)
    (address,) = [one for one in codes_on(registered) if "/me/" in one]
    other = browser()
    other.post(urlsplit(address).path)
    assert "李明" in words_of(other.get("/my/"))
