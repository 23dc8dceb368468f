"""Withdrawing the penalty of a disqualified player: the page says that they stay so, and links to the entry."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Registration
from tournaments.services.entries import reinstate
from tournaments.services.penalties import give_penalty

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_back", [False, True])
def test_the_page_says_that_the_player_stays_disqualified(is_back: bool) -> None:
    event = start_event(4)
    publish(event)
    entry = event.registrations.order_by("pk")[0]
    owner = owner_of(event)
    penalty = give_penalty(
        actor=owner, registration_id=entry.pk, infraction="slow_play", level="disqualification", note="x", apply=True
    )
    assert Registration.objects.get(pk=entry.pk).status == "disqualified"
    if is_back:
        reinstate(actor=owner, registration_id=entry.pk)
    desk = DeskVisitor(event, owner)
    page = desk.read("desk_penalty_withdraw", penalty.pk)
    assert ("stays disqualified" in page) is not is_back
    assert (f'{reverse("desk_entry", args=[event.code, entry.pk])}">The entry' in page) is not is_back
    after = desk.press("desk_penalty_withdraw", penalty.pk, reason="看错人")
    assert ("The disqualification itself stands" in after) is not is_back
