"""Every route of an event, asked for an event in pods: nothing about pairs of players may break on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.services import issue_api_token
from config.urls import urlpatterns as site_urls
from tests.events_in_pods import IN_PODS, enter_places, finish_pods, play_pods, start_pods
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import pair, publish
from tests.security.every_route.answers import undone
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.site import EXAMPLES
from tests.web.public.visiting import browser
from tournaments.models import Pod, Tournament
from tournaments.queries.seats import IN_SECTION
from tournaments.services.finish import finish_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OF_AN_EVENT = [one for one in operations(site_urls) if "<code>" in one.route or "<registration_id>" in one.route]
BESIDE = [Operation("GET", route, is_stated=False) for route in ("", "my/", "my/history/")]
NOBODY = 2_000_000_000
BODIES: dict[str, dict[str, Any]] = {
    "desk/pair/": {"number": "2"},
    "swap/": {"one": "1", "other": "2"},
    "decide/": {"what": "meet", "one": "1", "other": "2", "reason": "x"},
    "desk/cut/": {"size": "4"},
    "<code>/desk/": {"line": "1 21"},
}


def entered() -> Tournament:
    event = make_event(**IN_PODS)
    enter(event, *(f"P{number:02}" for number in range(1, 9)))
    return event


def drafted() -> Tournament:
    event = start_pods(9)
    pair(event)
    return event


def running() -> Tournament:
    """The second round, one pod of it over and one playing."""
    event = start_pods(8)
    finish_pods(publish(event))
    round = publish(event)
    pod = round.pods.order_by("table").first()
    assert pod is not None
    enter_places(pod, 1, 1, 3, 4)
    return event


def between() -> Tournament:
    event = start_pods(5)
    finish_pods(publish(event))
    return event


def finished() -> Tournament:
    event = start_pods(7)
    play_pods(event)
    return finish_tournament(actor=owner_of(event), tournament_id=event.pk)


STAGES: list[Callable[[], Tournament]] = [entered, drafted, running, between, finished]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_no_route_breaks(stage: Callable[[], Tournament]) -> None:
    event = stage()
    entry = event.registrations.order_by("pk").first()
    assert entry is not None
    newest = event.rounds.order_by("-number").first()
    pod = Pod.objects.filter(round__tournament=event).order_by("-pk").first()
    owner, player = owner_of(event), player_actor(entry)
    values = {
        **EXAMPLES,
        "code": event.code,
        "registration_id": entry.pk,
        "number": newest.number if newest else 1,
        "pod_id": pod.pk if pod else NOBODY,
        "section": entry.pk // IN_SECTION,
        "player_id": entry.player_id,
        "one_id": entry.pk,
        "other_id": entry.pk + 1,
        "value": "OAP",
        "username": owner.user.username if owner.user else "",
        "role": "judge",
    }
    # A player's page has all that everybody's has, and their own parts: a visitor looks while all of it is there.
    people = {"owner": browser(owner), "player": browser(player)} | ({"visitor": browser()} if stage is running else {})
    for client in people.values():
        client.raise_request_exception = False
    _kept, token = issue_api_token(actor=owner, name="walk")
    broken = []
    for operation in [*OF_AN_EVENT, *BESIDE]:
        for who, client in people.items():
            if who != "owner" and operation.method != "GET":
                continue  # Refused before anything about the event is read; the sweep asks that of every role.
            known = {name: values.get(name, NOBODY) for name in operation.parameters}
            for number in {known.get("number"), 1} if "number" in known else {None}:
                address = operation.address(known | ({"number": number} if number is not None else {}))
                sent: dict[str, Any] = {}
                if operation.is_api:
                    sent = {"content_type": "application/json"} if operation.method != "GET" else {}
                    if who == "owner":
                        sent["headers"] = {"Authorization": f"Bearer {token}"}
                elif operation.method == "POST":
                    sent = {"data": next((body for end, body in BODIES.items() if operation.route.endswith(end)), {})}
                with undone():
                    status = getattr(client, operation.method.lower())(address, **sent).status_code
                if status >= 500 and not address.endswith("/live/stream"):
                    broken.append((who, operation.method, address, status))
    assert not broken, "\n".join(map(str, broken))


def test_papers_and_pages_say_what_they_are_about() -> None:
    event = running()
    client = browser(owner_of(event))
    for what in ("round", "names", "tables", "standings", "slips", "blank", "bracket", "numbers"):
        assert client.get(f"/t/{event.code}/desk/print/{what}/").status_code == 200
