"""Two children of one name at the desk: what is asked and said about one of them has the number."""

from __future__ import annotations

import pytest
from django.urls import reverse

from cardpool.queries import pack_of
from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.exports.judging_sheets import penalties_sheet
from tournaments.models import Penalty, Registration
from tournaments.services.penalties import give_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def entry() -> Registration:
    """One of two players who are entered under the same name."""
    event = start_event(4)
    publish(event)
    event.registrations.update(number_in_name=True)
    return event.registrations.earliest("pk")


def test_questions_and_answers_name_the_number(entry: Registration) -> None:
    event, desk = entry.tournament, browser(owner_of(entry.tournament))
    form = reverse("desk_penalty_new", args=[event.code])
    assert f"match loss of {entry.entered_name} at table" in words_of(desk.get(form, {"entry": entry.pk}))
    change = reverse("desk_entry_change", args=[event.code, entry.pk, "drop"])
    assert entry.entered_name in words_of(desk.post(change, {"reason": "ill"}, follow=True)).split(" drops.")[0][-40:]


def test_the_sheet_of_penalties_names_the_number(entry: Registration) -> None:
    event = entry.tournament
    give_penalty(actor=owner_of(event), registration_id=entry.pk, infraction="tardiness", level="warning")
    sheet = penalties_sheet(Penalty.objects.all(), pack_of(event.ruleset))
    assert sheet.rows[0][0] == entry.entered_name != entry.name
