"""Byes awarded and losses assigned through the API."""

from __future__ import annotations

import pytest

from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, owner_of

pytestmark = pytest.mark.django_db


def test_byes_and_losses_are_assigned_listed_and_taken_back() -> None:
    tournament = make_event(planned_rounds=5)
    (entry, *_) = enter(tournament, "Ann", "Bob", "Cem")
    asker = ApiAsker(owner_of(tournament))
    path = f"tournaments/{tournament.code}/registrations/{entry.pk}/assigned/"
    assert asker.get(path) == []
    made = asker.post(path, {"kind": "bye", "first": 1, "rounds": 2, "reason": "won a trial"}, status=201)
    assert [(one["number"], one["kind"], one["reason"], one["is_open"]) for one in made] == [
        (1, "bye", "won a trial", True),
        (2, "bye", "won a trial", True),
    ]
    assert asker.post(path, {"kind": "loss", "first": 3}, status=400)["code"] == "reason_required"
    assert asker.post(path, {"kind": "bye", "first": 2}, status=409)["code"] == "round_assigned"
    left = asker.post(f"{path}withdraw/", {"first": 2, "last": 2})
    assert [one["number"] for one in left] == [1]
    assert asker.post(f"{path}withdraw/", {"first": 4, "last": 4}, status=400)["code"] == "nothing_assigned"
