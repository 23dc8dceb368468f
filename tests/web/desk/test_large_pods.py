"""Pages of an event in pods cost as many queries for any number of players, and grow by the rows they show."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events_in_pods import enter_places, finish_pods, start_pods
from tests.people_and_events import owner_of, player_actor
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Round, Tournament
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.pod_reports import report_pod
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SMALL, LARGE = 12, 60
AT_THE_DESK = ("desk", "desk_floor", "desk_print")
MAX_BYTES_A_POD = 3_200
"""Of HTML: four names with their marks, on the page that says most of a pod."""


MAX_FRAME = 60_000
"""Of HTML: a page without its pods."""


def running(players: int) -> Round:
    """A round under way in which something has happened at the first tables."""
    round = publish(start_pods(players))
    pods = list(round.pods.order_by("table"))
    enter_places(pods[0])
    give_pod_extension(actor=owner_of(round.tournament), pod_id=pods[1].pk, minutes=3)
    seat = pods[1].seats.select_related("registration__player").order_by("seat")[0]
    places = {one.registration_id: 1 for one in pods[1].seats.all()}
    report_pod(actor=player_actor(seat.registration), pod_id=pods[1].pk, places=places)
    return round


def cost(visitor: DeskVisitor, page: str, *keys: Any) -> tuple[int, int]:
    """Queries and bytes of a page that was opened before."""
    visitor.read(page, *keys)
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = visitor.get(page, *keys)
    assert answer.status_code == 200, page
    return len(queries), len(answer.content)


def both(page: str, *keys: Any, public: bool = False) -> list[tuple[int, int]]:
    rounds = [running(players) for players in (SMALL, LARGE)]
    return [cost(_visitor(one.tournament, public=public), page, *keys) for one in rounds]


def _visitor(event: Tournament, *, public: bool) -> DeskVisitor:
    return DeskVisitor(event) if public else DeskVisitor(event, owner_of(event))


@pytest.mark.parametrize("page", AT_THE_DESK)
def test_the_desk_asks_as_often_for_sixty_players_as_for_twelve(page: str) -> None:
    (few, small), (many, large) = both(page)
    assert many <= few
    assert large - small <= (LARGE - SMALL) // 4 * MAX_BYTES_A_POD


def test_the_round_of_everybody_asks_as_often_for_sixty_players_as_for_twelve() -> None:
    (few, small), (many, large) = both("tournament_pairings", 1, public=True)
    assert many <= few
    assert large - small <= (LARGE - SMALL) // 4 * MAX_BYTES_A_POD


def test_a_draft_asks_as_often_for_sixty_players_as_for_twelve() -> None:
    drafts = [pair(start_pods(players)) for players in (SMALL, LARGE)]
    few, many = (cost(_visitor(one.tournament, public=False), "desk_round", 1) for one in drafts)
    assert many[0] <= few[0]


def test_pages_of_six_hundred_players_ask_as_often_as_those_of_twelve() -> None:
    asked: list[dict[str, int]] = []
    weight: dict[str, int] = {}
    for players in (SMALL, 600):
        event = start_pods(players)
        finish_pods(publish(event))
        desk, public = _visitor(event, public=False), _visitor(event, public=True)
        draft = pair(event)
        counted = {"the draft": cost(desk, "desk_round", 2)}
        publish_round(actor=owner_of(event), round_id=draft.pk)
        for page, *keys in (("desk",), ("desk_round", 2), ("desk_floor",), ("desk_pod", draft.pods.earliest("pk").pk)):
            counted[f"{page}"] = cost(desk, page, *keys)
        for page, *keys in (("tournament_pairings", 2), ("tournament_standings",), ("event_hall",)):
            counted[page] = cost(public, page, *keys)
        asked.append({page: queries for page, (queries, _bytes) in counted.items()})
        weight = {page: size for page, (_queries, size) in counted.items()}
    few, many = asked
    assert {page: (few[page], queries) for page, queries in many.items() if queries > few[page]} == {}
    assert {page: size for page, size in weight.items() if size > 600 // 4 * MAX_BYTES_A_POD + MAX_FRAME} == {}


def test_a_large_draft_has_its_menus_when_they_are_asked_for() -> None:
    event = start_pods(132)
    pair(event)
    desk = _visitor(event, public=False)
    plain = desk.read("desk_round", 1)
    assert "Choose players and tables" in plain
    assert '<select class="form-select" id="swap-one"' not in plain
    assert '<select class="form-select" id="swap-one"' in desk.read("desk_round", 1, by_hand="1")


def test_a_players_own_page_costs_the_same_in_any_field() -> None:
    found = []
    for players in (SMALL, LARGE):
        round = running(players)
        entry = round.pods.order_by("table")[1].seats.select_related("registration__player").order_by("seat")[1]
        phone = DeskVisitor(round.tournament, player_actor(entry.registration))
        phone.client.get("/my/")
        with CaptureQueriesContext(connection) as queries:
            page = phone.client.get("/my/").content
        found.append((len(queries), len(page) // 1000))
    assert found[0] == found[1]
