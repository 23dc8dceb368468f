"""What players read about byes awarded and losses assigned to them, and what everybody else reads."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import CONSENT, owner_of, player_actor
from tests.running_events import publish, start_event
from tests.web.public.visiting import browser
from tournaments.models import Tournament
from tournaments.services.entries import assign_rounds, late_entry

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.mark.parametrize(
    ("kind", "own", "public"),
    [
        ("bye", "The organisers awarded it to you before the round was paired.", "Awarded bye"),
        ("loss", "You have no match in this round", "loss assigned by the organisers"),
    ],
)
def test_the_player_reads_the_reason_and_nobody_else_does(kind: str, own: str, public: str) -> None:
    tournament = start_event(5, planned_rounds=3)
    entry = tournament.registrations.get(number=5)
    assign_rounds(actor=owner_of(tournament), registration_id=entry.pk, kind=kind, first=1, reason="school exam")
    publish(tournament)
    mine = browser(player_actor(entry)).get(reverse("my_page")).content.decode()
    assert own in mine
    assert "school exam" in mine
    listed = browser().get(reverse("tournament_pairings", args=[tournament.code, 1])).content.decode()
    assert public in listed
    assert "school exam" not in listed


@pytest.mark.parametrize(("rounds", "plays_on"), [(3, True), (1, False)])
def test_who_comes_after_the_round_was_paired_reads_when_they_play(rounds: int, plays_on: bool) -> None:
    tournament = start_event(4, planned_rounds=3)
    publish(tournament)
    keys = {"tournament_id": tournament.pk, "name": "Late Lee", "late_policy": "loss", "consent": CONSENT}
    entry = late_entry(actor=owner_of(tournament), **keys)
    Tournament.objects.update(planned_rounds=rounds)
    mine = browser(player_actor(entry)).get(reverse("my_page")).content.decode()
    assert "You have no match in this round" in mine
    assert ("You are paired from the next round on." in mine) is plays_on
