"""Two players report their result from their phones: they differ, then they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accounts.services import issue_personal_link
from tests.flows.browsers import Hall, Visitor
from tests.flows.passing_time import later
from tests.judged_events import table_of
from tests.running_events import publish, start_event
from tournaments.models import Match, Registration

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def match(live_server: LiveServer) -> Match:
    tournament = start_event(4)
    publish(tournament)
    return table_of(tournament.registrations.earliest("pk"))


def phone_of(hall: Hall, entry: Registration, match: Match, **options: Any) -> Visitor:
    """The player's phone with the match's page open."""
    phone = hall.visitor(**PHONE, **options)
    if options.get("java_script_enabled", True):
        phone.page.clock.install()
    phone.page.goto(issue_personal_link(player=entry.player))
    phone.send(phone.page.locator("main form"))
    phone.go("match", match.round.tournament.code, match.pk)
    return phone


def goes_on(phone: Visitor, scripts: bool) -> None:
    """The open page follows by itself; without scripts it is opened again."""
    if scripts:
        later(phone.page)
    else:
        phone.page.reload()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_they_differ_then_agree(hall: Hall, match: Match, scripts: bool) -> None:
    players = (match.player1, match.player2)
    one, two = (phone_of(hall, entry, match, java_script_enabled=scripts) for entry in players)
    one.page.get_by_role("button", name="2–1", exact=True).tap()
    one.reads("You reported 2–1")
    goes_on(two, scripts)
    two.reads("The other player reported 1–2 (your games first). Is that right?")
    other_score = two.page.get_by_role("button", name="2–0", exact=True)
    if not other_score.is_visible():  # A part that was open when the news came stays open.
        two.page.get_by_text("No, it was different").tap()
    other_score.tap()
    two.reads("A judge is called")
    two.page.get_by_role("button", name="The other player is right").tap()
    two.reads("The result is entered." if scripts else "2–1")
    goes_on(one, scripts)
    expect(one.page.locator(".duel .score")).to_have_text("2–1")
    match.refresh_from_db()
    assert match.is_complete


def test_without_scripts_one_reports_and_the_other_confirms_on_the_own_page(hall: Hall, match: Match) -> None:
    players = (match.player1, match.player2)
    one, two = (phone_of(hall, entry, match, java_script_enabled=False) for entry in players)
    one.go("my_page")
    one.page.get_by_role("button", name="2–0", exact=True).tap()
    one.reads("You reported 2–0")
    two.go("my_page")
    two.page.get_by_role("button", name="Yes, that is right").tap()
    two.reads("You lost")
    match.refresh_from_db()
    assert match.is_complete
