"""No page, paper, export or endpoint that everybody reaches holds a masked child's full name or year of birth: every
route of an event and of a season, for a visitor and for another player, in each kind of event."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from config.urls import urlpatterns as site_urls
from tests.by_seat_events import finish_by_seat, started_by_seat
from tests.events_in_pods import finish_pods, play_pods, start_pods
from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import finish_round, play_cut, publish, score, start_event, swiss_over
from tests.security.every_route.answers import IN
from tests.security.every_route.routes import Operation, operations
from tests.security.every_route.site import EXAMPLES
from tests.security.every_route.sweeping import line_for
from tests.security.every_route.who_may import WHO_MAY
from tests.tournaments.ended_events import make_season
from tests.web.public.visiting import browser
from tournaments.models import Match, Pod, Registration, Tournament
from tournaments.queries.seats import IN_SECTION
from tournaments.services.finish import finish_tournament
from tournaments.views.everybody import flights
from tournaments.views.paper import PAPERS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

YEAR = timezone.localdate().year - 9
OF_AN_EVENT = {"code", "registration_id", "season", "match_id", "pod_id"}
OWN = ("my/", "my/history/", "my/notices/", "my/players/<player_id>/opponents/")
NOT_SENT = ("stream", "logout")


def entered() -> Tournament:
    event = make_event()
    enter(event, *(f"P{number:02}" for number in range(1, 7)))
    return event


def running() -> Tournament:
    event = start_event(7, planned_rounds=3)
    finish_round(publish(event))
    score(publish(event).matches.earliest("table"), 2, 1)
    return event


def in_the_cut() -> Tournament:
    event = swiss_over(8, top_cut=4)
    play_cut(event)
    return event


def in_pods() -> Tournament:
    event = start_pods(7)
    finish_pods(publish(event))
    publish(event)
    return event


def pods_over() -> Tournament:
    event = start_pods(7, lists_public=True)
    play_pods(event)
    return finish_tournament(actor=owner_of(event), tournament_id=event.pk)


def by_seat() -> Tournament:
    event = started_by_seat()
    finish_by_seat(publish(event))
    publish(event)
    return event


@pytest.mark.parametrize(
    "kind", [entered, running, in_the_cut, in_pods, pods_over, by_seat], ids=lambda one: one.__name__
)
def test_nothing_public_holds_a_childs_full_name_or_year(kind: Callable[[], Tournament]) -> None:
    event = kind()
    if event.phase == Tournament.Phase.FINISHED:
        make_season(owner_of(event), event)
    people = list(Registration.people.filter(tournament=event).select_related("player").order_by("pk"))
    Player.objects.filter(pk__in=[one.player_id for one in people]).update(birth_year=YEAR, age_group="")
    leaks = []
    for address, answer, reader in answers(event, people[0]):
        others = [one.name for one in people if one != reader]
        found = [name for name in others if holds(answer, name)]
        if not address.startswith("/my/") and holds(answer, str(YEAR)):
            found.append(str(YEAR))
        if found:
            leaks.append((address, reader and reader.name, found))
    assert leaks == []


def answers(event: Tournament, reader: Registration) -> Iterator[tuple[str, str, Registration | None]]:
    """What everybody's routes answer to a visitor and to a player, and every paper as the desk prints it."""
    clients = {None: browser(), reader: browser(player_actor(reader))}
    read = 0
    for operation in operations(site_urls):
        line = line_for(operation, WHO_MAY)
        is_everybodys = line is not None and line.expected("visitor") == IN and OF_AN_EVENT & set(operation.parameters)
        if operation.method != "GET" or any(part in operation.route for part in NOT_SENT):
            continue
        if not is_everybodys and operation.route not in OWN:
            continue
        for who, client in clients.items():
            if who is not None and operation.is_api:
                continue
            for address in addresses(operation, event, reader):
                answer = ask(client, address)
                read += answer.status_code == 200
                yield address, text_of(answer), who
    assert read > 40
    owner = browser(owner_of(event))
    assert holds(text_of(ask(owner, reverse("tournament_players", args=[event.code]))), reader.name), "to be found"
    for what in PAPERS:
        address = reverse("desk_paper", args=[event.code, what])
        yield address, text_of(ask(owner, address)), None


def addresses(operation: Operation, event: Tournament, reader: Registration) -> Iterator[str]:
    """The operation's addresses: for every round, and for some of the entries, matches and pods."""
    season = event.season_events.first()
    values: dict[str, Any] = {**EXAMPLES, "code": event.code, "typed": event.join_code, "player_id": reader.player_id}
    values |= {"season": season.season.code if season else "none", "section": reader.pk // IN_SECTION}
    several: dict[str, list[Any]] = {
        "number": [*event.rounds.values_list("number", flat=True)] or [1],
        "registration_id": [*event.registrations.order_by("pk").values_list("pk", flat=True)[:2]],
        "match_id": [
            *Match.everything.filter(round__tournament=event).order_by("-pk").values_list("pk", flat=True)[:2]
        ],
        "pod_id": [*Pod.objects.filter(round__tournament=event).order_by("-pk").values_list("pk", flat=True)[:1]],
        "value": ["OMW", "OAP"],
        "person_id": [reader.pk, reader.player_id],
        "page": ["pairings", "players", "standings"],
    }
    found = [values]
    for name in operation.parameters:
        if name in several:
            found = [one | {name: value} for one in found for value in several[name]]
    yield from dict.fromkeys(operation.address(dict.fromkeys(operation.parameters, 1) | one) for one in found)


def ask(client: Client, address: str) -> Any:
    cache.clear()  # No limit on requests is reached, and no page is kept.
    flights.clear()
    client.raise_request_exception = False
    return client.get(address, headers={"accept-language": "zh-hans"})


def text_of(answer: Any) -> str:
    """Everything that an answer holds; of a workbook the text of all its parts."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            body = b"\n".join(book.read(name) for name in book.namelist())
    return body.decode(errors="replace")


def holds(text: str, words: str) -> bool:
    written = {words, json.dumps(words)[1:-1]}
    return any(re.search(rf"(?<![0-9A-Za-z]){re.escape(one)}(?![0-9A-Za-z])", text) for one in written)
