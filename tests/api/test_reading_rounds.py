"""A round over the API: rendered once for everybody a page at a time, and never with somebody else's view."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.actor import Actor
from tests.people_and_events import make_user, owner_of, player_actor
from tests.running_events import publish, score, start_event
from tests.web.public.visiting import browser
from tournaments.api import round_views
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tables were read from the database, each time."""
    numbers: list[int] = []
    matches_of = round_views.matches_of

    def counted(found: Any, *, only: list[int]) -> Any:
        numbers.append(len(only))
        return matches_of(found, only=only)

    monkeypatch.setattr(round_views, "matches_of", counted)
    return numbers


def address(event: Tournament) -> str:
    return f"/api/v1/tournaments/{event.code}/rounds/1/"


def names(client: Client, event: Tournament) -> list[str]:
    return [match["player1"]["name"] for match in client.get(address(event)).json()["matches"]]


def test_everybody_gets_what_was_rendered_for_the_version(read: list[int]) -> None:
    event = start_event(4)
    round = publish(event)
    minor = Match.objects.select_related("player1__player").get(round=round, table=1).player1
    minor.player.birth_year = 2020
    minor.player.save(update_fields=["birth_year"])
    masked = names(Client(), event)
    assert names(Client(), event) == masked
    assert minor.name not in masked
    assert read == [2]
    assert names(browser(player_actor(Match.objects.get(round=round, table=2).player1)), event) == masked
    account = make_user("minor")
    minor.player.user = account
    minor.player.save(update_fields=["user"])
    read.clear()
    assert names(Client(), event) == masked
    assert names(browser(Actor(user=account, player=minor.player)), event)[0] == minor.name
    assert names(Client(), event) == masked
    assert read == []
    assert names(browser(owner_of(event)), event)[0] == minor.name
    score(round.matches.get(table=1), 2, 0)
    assert Client().get(address(event)).json()["matches"][0]["wins1"] == 2
    assert read == [2, 2]


def test_an_answer_has_a_page_of_the_tables(read: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_views, "TABLES_A_PAGE", 2)
    event = start_event(10)
    publish(event)
    for client in (Client(), browser(owner_of(event))):
        read.clear()
        pages = [client.get(address(event), {"page": page}).json() for page in (1, 2, 3)]
        assert [[match["table"] for match in page["matches"]] for page in pages] == [[1, 2], [3, 4], [5]]
        assert [(page["page"], page["pages"]) for page in pages] == [(1, 3), (2, 3), (3, 3)]
        assert read == [2, 2, 1]
        assert client.get(address(event)).json() == pages[0]
        assert client.get(address(event), {"page": 4}).status_code == 404
        for page in ("0", "-1", "x", "1001"):
            assert client.get(address(event), {"page": page}).status_code == 400
