"""Teams of two by seat in the browser: two rounds from the boards to the standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from accounts.services import issue_personal_link
from tests.by_seat_events import boards, started_by_seat
from tests.flows.browsers import PASSWORD, Hall, Visitor, open_hall
from tests.people_and_events import owner_of
from tests.running_events import publish
from tournaments.models import Match, Registration, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services import rounds

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer) -> Iterator[Hall]:
    with open_hall(browser, live_server.url) as opened:
        yield opened


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    return started_by_seat()


def desk_of(hall: Hall, event: Tournament) -> Visitor:
    user = owner_of(event).user
    assert user is not None
    user.set_password(PASSWORD)
    user.save()
    desk = hall.visitor()
    desk.sign_in(user.username)
    return desk


def phone_of(hall: Hall, member: Registration) -> Visitor:
    phone = hall.visitor(**PHONE)
    phone.page.goto(issue_personal_link(player=member.player))
    phone.send(phone.page.locator("main form"))
    return phone


def type_line(desk: Visitor, line: str, event: Tournament) -> None:
    desk.go("desk", event.code)
    field = desk.page.locator("main input[name=line]")
    field.fill(line)
    field.press("Enter")


def test_two_rounds_by_seat_from_the_boards_to_the_standings(hall: Hall, event: Tournament) -> None:
    desk = desk_of(hall, event)
    first = publish(event)
    for match in first.matches.order_by("table"):
        for letter, score in (("a", "2-0"), ("b", "2-1")):
            type_line(desk, f"{match.table}{letter} {score}", event)
            desk.reads(f"Table {match.table}:")
    assert not Match.everything.filter(round=first, is_complete=False).exists()
    rounds.complete_round(actor=owner_of(event), round_id=first.pk)

    second = publish(event)
    top, other = second.matches.order_by("table")
    board, beside = boards(top)
    one, two = phone_of(hall, board.player1), phone_of(hall, board.player2)
    one.go("my_page")
    one.reads("Seat A")
    two.go("my_page")
    two.reads("Seat A")
    one.page.get_by_role("button", name="2–0", exact=True).tap()
    one.reads("You reported 2–0")
    two.reads("The other player reported 0–2")
    two.go("match", event.code, board.pk)
    two.page.get_by_role("button", name="Yes, that is right").tap()
    two.reads("The result is entered.")
    desk.go("desk_match", event.code, top.pk)
    desk.page.locator("main").get_by_role("link", name="Seat B").click()
    desk.reads("Final score")
    type_line(desk, f"{top.table}b 0-2", event)
    desk.reads(f"Table {top.table}:")
    for letter in "ab":
        type_line(desk, f"{other.table}{letter} 20", event)
        desk.reads(f"Table {other.table}:")
    beside.refresh_from_db()
    assert beside.is_complete
    rounds.complete_round(actor=owner_of(event), round_id=second.pk)
    points = {row.registration.pk: row.points for row in standings_of(event)}
    assert points[top.player1_id] + points[top.player2_id] == 2 + 2 * 3  # The winners of round 1 drew.
    assert sorted(points.values()) == [0, 3, 4, 4]
    visitor = hall.visitor()
    visitor.go("tournament_standings", event.code)
    for team in event.registrations.all():
        visitor.reads(team.name)
