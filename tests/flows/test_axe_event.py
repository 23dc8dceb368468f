"""The pages of an event at each of its stages as axe-core finds them, in English."""

from __future__ import annotations

import pytest

from tests.flows.axe import needs_axe, phone_of, violations
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
