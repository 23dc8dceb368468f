"""Two organisers at the same settings page: what each changed is kept, and a conflict is shown."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import enter, make_event, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client):
    tournament = make_event(capacity=16)
    client.force_login(owner_of(tournament).user)
    return tournament, client, reverse("desk_edit", args=[tournament.code])


def filled(client: Client, address: str) -> dict[str, object]:
    """Everything the page's form would send unchanged."""
    answer = client.get(address)
    form = answer.context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {
        name: value.strftime("%Y-%m-%dT%H:%M") if hasattr(value, "strftime") else value
        for name, value in values.items()
        if value is not None and value is not False
    }
    return {**sent, "seen": answer.context["seen"]}


def test_what_somebody_else_saved_meanwhile_stays(page):
    tournament, client, address = page
    mine, theirs = filled(client, address), filled(client, address)
    assert client.post(address, {**theirs, "capacity": 32}).status_code == 302
    assert client.post(address, {**mine, "name": "改了名字"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.capacity) == ("改了名字", 32)


def test_a_clash_is_reported_and_saves_nothing(page):
    tournament, client, address = page
    mine, theirs = filled(client, address), filled(client, address)
    client.post(address, {**theirs, "capacity": 32})
    answer = client.post(address, {**mine, "capacity": 24, "name": "改了名字"})
    assert answer.status_code == 422
    assert answer.context["form"]["capacity"].value() == "24"
    tournament.refresh_from_db()
    assert (tournament.capacity, tournament.name) == (32, "周末赛")


@pytest.fixture
def entry_page(client: Client):
    tournament = make_event()
    entry = enter(tournament, "赛罗迷")[0]
    client.force_login(owner_of(tournament).user)
    return entry, client, reverse("desk_entry", args=[tournament.code, entry.pk])


def person_filled(client: Client, address: str) -> dict[str, object]:
    """Everything the form about the person would send unchanged."""
    answer = client.get(address)
    values = {name: answer.context["form"][name].value() for name in ("name", "birth_year", "public_name", "team")}
    return {**{name: value for name, value in values.items() if value is not None}, "seen": answer.context["seen"]}


def test_two_at_one_entry_keep_what_each_changed(entry_page):
    entry, client, address = entry_page
    mine, theirs = person_filled(client, address), person_filled(client, address)
    assert client.post(address, {**theirs, "team": "白龙队"}).status_code == 302
    assert client.post(address, {**mine, "birth_year": 2001}).status_code == 302
    entry.refresh_from_db()
    assert (entry.team, entry.player.birth_year) == ("白龙队", 2001)


def test_a_clash_at_an_entry_says_what_stands_and_the_next_press_decides(entry_page):
    entry, client, address = entry_page
    mine, theirs = person_filled(client, address), person_filled(client, address)
    client.post(address, {**theirs, "team": "白龙队", "public_name": "小白"})
    answer = client.post(address, {**mine, "team": "黑龙队"})
    assert answer.status_code == 422
    assert "白龙队" in answer.context["form"].non_field_errors()[0]
    assert answer.context["form"]["team"].value() == "黑龙队"
    entry.refresh_from_db()
    assert entry.team == "白龙队"
    again = {**mine, "team": "黑龙队", "seen": answer.context["seen"]}
    assert client.post(address, again).status_code == 302
    entry.refresh_from_db()
    assert (entry.team, entry.public_name) == ("黑龙队", "小白")


@pytest.mark.parametrize("seen", ["", "nonsense", "eyJhIjoxfQ:x:y"])
def test_a_form_that_does_not_say_what_it_showed_is_written_as_it_stands(entry_page, seen):
    entry, client, address = entry_page
    assert client.post(address, {"name": "赛罗", "team": "白龙队", "seen": seen}).status_code == 302
    entry.refresh_from_db()
    assert (entry.name, entry.team) == ("赛罗", "白龙队")


def test_a_refused_correction_still_knows_what_it_was_filled_from(entry_page):
    _, client, address = entry_page
    mine, theirs = person_filled(client, address), person_filled(client, address)
    client.post(address, {**theirs, "team": "白龙队"})
    refused = client.post(address, {**mine, "name": "", "team": "黑龙队"})
    assert refused.status_code == 422
    answer = client.post(address, {**mine, "team": "黑龙队", "seen": refused.context["seen"]})
    assert answer.status_code == 422
    assert "白龙队" in answer.context["form"].non_field_errors()[0]


def test_what_somebody_else_emptied_is_said_too(entry_page):
    entry, client, address = entry_page
    client.post(address, {**person_filled(client, address), "birth_year": 2001})
    mine, theirs = person_filled(client, address), person_filled(client, address)
    client.post(address, {**theirs, "birth_year": ""})
    answer = client.post(address, {**mine, "birth_year": 2003}, headers={"Accept-Language": "en"})
    assert "Birth year: “–”" in answer.context["form"].non_field_errors()[0]
    entry.player.refresh_from_db()
    assert entry.player.birth_year is None
