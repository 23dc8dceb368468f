"""A round over the API: thousands of tables, rendered once for everybody and never with somebody else's view."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.actor import Actor
from tests.people_and_events import make_user, owner_of
from tests.running_events import publish, score, start_event
from tests.web.public.visiting import browser
from tournaments.api import round_views
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rounds whose tables were read from the database."""
    numbers: list[int] = []
    matches_of = round_views.matches_of

    def counted(found: Any) -> Any:
        numbers.append(found.number)
        return matches_of(found)

    monkeypatch.setattr(round_views, "matches_of", counted)
    return numbers


def test_everybody_gets_what_was_worked_out_for_the_version(read: list[int]) -> None:
    event = start_event(4)
    round = publish(event)
    minor = Match.objects.select_related("player1__player").get(round=round, table=1).player1
    minor.player.birth_year = 2020
    minor.player.save(update_fields=["birth_year"])
    path = f"/api/v1/tournaments/{event.code}/rounds/1/"

    def names(client: Client) -> list[str]:
        return [match["player1"]["name"] for match in client.get(path).json()["matches"]]

    masked = names(Client())
    assert names(Client()) == masked
    assert minor.name not in masked
    assert read == [1]
    account = make_user("minor")
    minor.player.user = account
    minor.player.save(update_fields=["user"])
    assert names(browser(Actor(user=account, player=minor.player)))[0] == minor.name
    assert names(browser(owner_of(event)))[0] == minor.name
    assert names(Client()) == masked
    assert read == [1, 1, 1]
    score(round.matches.get(table=1), 2, 0)
    assert Client().get(path).json()["matches"][0]["wins1"] == 2
    assert read == [1, 1, 1, 1]
