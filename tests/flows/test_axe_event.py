"""The pages of an event at each of its stages as axe-core finds them, in English."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.flows.axe import faults_of, needs_axe, phone_of, violations
from tests.flows.browsers import Hall
from tests.flows.finished_event import play_event
from tests.flows.main_pages import desk_pages, public_pages, running_event
from tests.people_and_events import enter, load_every_game, make_actor, make_event, owner_of

pytestmark = [pytest.mark.slow, needs_axe]


def test_axe_finds_nothing_at_any_stage_of_an_event(hall: Hall) -> None:
    load_every_game()
    open_event = make_event(planned_rounds=3)
    enter(open_event, *(f"P{number}" for number in range(1, 9)))
    finished = play_event().tournament
    events = (open_event, running_event(owner_of(open_event)), finished)
    public = [page for event in (open_event, finished) for page in public_pages(event)[1:]]  # The first leads on.
    found = violations(phone_of(hall, language="en"), ["/", *public], "en")
    boss = phone_of(hall, make_actor("boss", is_superuser=True), "en")
    assert found | violations(boss, [page for event in events for page in desk_pages(event)], "en") == {}

    phone = phone_of(hall, language="en")
    phone.go("tournament_register", open_event.code)
    phone.fill(name="王小明")
    phone.is_grown_up()
    phone.submit("name")
    registered = reverse("tournament_registered", args=[open_event.code])
    assert phone.page.url.endswith(registered)
    assert faults_of(phone, registered, "en") == []
