"""Two organisers at the same settings page: what each changed is kept, and a clash is told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import make_event, owner_of

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


def test_a_clash_is_told_and_saves_nothing(page):
    tournament, client, address = page
    mine, theirs = filled(client, address), filled(client, address)
    client.post(address, {**theirs, "capacity": 32})
    answer = client.post(address, {**mine, "capacity": 24, "name": "改了名字"})
    assert answer.status_code == 422
    assert answer.context["form"]["capacity"].value() == "24"
    tournament.refresh_from_db()
    assert (tournament.capacity, tournament.name) == (32, "周末赛")
