"""A game or match loss in pods: the page says what the box does, and leads to the pod."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.events_in_pods import start_pods
from tests.people_and_events import owner_of
from tests.running_events import publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Penalty

pytestmark = pytest.mark.django_db


def test_a_loss_is_kept_and_the_places_are_entered_at_the_pod() -> None:
    event = start_pods(4)
    pod = publish(event).pods.get()
    entry = event.registrations.order_by("pk")[0]
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_penalty_new", entry=entry.pk)
    assert "Only where the penalty is a disqualification" in page
    assert "Enter the places as you rule them on the page of the pod" in page
    sent = {"entry": entry.pk, "infraction": "slow_play", "level": "match_loss", "note": "x"}
    refused = desk.post("desk_penalty_new", apply="on", **sent)
    assert "A pod has no match to enter a loss at" in text_of(refused)
    assert not Penalty.objects.exists()
    given = desk.post("desk_penalty_new", **sent)
    assert given.url == reverse("desk_pod", args=[event.code, pod.pk])
    assert Penalty.objects.get().level == "match_loss"
