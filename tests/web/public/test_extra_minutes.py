"""Extra minutes of a table are shown to both of its players: on their own pages, on the match, and by the API."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.api.client import ApiAsker
from tests.people_and_events import owner_of, player_actor
from tests.running_events import publish, start_event
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.services.extra_time import give_extension, withdraw_extension

pytestmark = pytest.mark.django_db


def test_both_players_read_their_extra_minutes() -> None:
    tournament = start_event(4)
    match = publish(tournament).matches.select_related("player1__player", "player2__player").earliest("table")
    owner = owner_of(tournament)
    given = give_extension(actor=owner, match_id=match.pk, minutes=7)
    there = reverse("match", args=[tournament.code, match.pk])
    for entry in (match.player1, match.player2):
        for page in ("/my/", there):
            assert "+7 min" in words_of(browser(player_actor(entry)).get(page))
    path = f"tournaments/{tournament.code}/matches/{match.pk}/"
    assert ApiAsker(owner).get(path)["more_minutes"] == ApiAsker().get(path)["more_minutes"] == 7
    withdraw_extension(actor=owner, extension_id=given.pk)
    assert ApiAsker().get(path)["more_minutes"] == 0
    assert "+7 min" not in words_of(browser(player_actor(match.player1)).get("/my/"))
