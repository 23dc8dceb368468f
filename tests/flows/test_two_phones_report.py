"""Two players report their result from their phones: they differ, then they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Locator, expect

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


def game_of(phone: Visitor, number: int, result: str) -> Locator:
    """The button of this result in the form of a game, which is opened."""
    group = phone.page.get_by_role("group", name=f"Game {number}", exact=True)
    if not group.is_visible():
        phone.page.get_by_text("Report game by game").tap()
    return group.get_by_role("button", name=result, exact=True)


def press(phone: Visitor, button: Locator) -> None:
    with phone.page.expect_navigation():
        button.tap()


def test_without_scripts_they_report_game_by_game_and_confirm(hall: Hall, match: Match) -> None:
    players = (match.player1, match.player2)
    one, two = (phone_of(hall, entry, match, java_script_enabled=False) for entry in players)
    one.go("my_page")
    won = game_of(one, 1, "I won")
    one.page.get_by_text("How it went (optional)").tap()
    one.page.locator("[name=first][value=other]").check()
    one.page.get_by_label("The loser conceded").check()
    press(one, won)
    one.reads("Game 1: you won")
    two.go("my_page")
    two.reads("For you that is: you lost")
    press(two, two.page.get_by_role("button", name="Yes, that is right"))
    two.reads("Game 1: you lost")
    press(one, game_of(one, 2, "I lost"))
    one.reads("Game 2: you lost")
    press(one, one.page.get_by_role("button", name="Take it back"))
    expect(one.page.locator("main")).not_to_contain_text("Game 2: you lost")
    press(one, game_of(one, 2, "I won"))
    two.page.reload()
    press(two, two.page.get_by_role("button", name="Yes, that is right"))
    two.reads("You lost")
    match.refresh_from_db()
    assert match.is_complete
    first, second = match.games.order_by("number")
    assert [game.winner_seat for game in (first, second)] == [1, 1]
    assert first.conceded
    assert first.first_seat == 2


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
