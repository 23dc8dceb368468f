"""Typed lines that were refused are not lost, however fast the next ones come; what a row says on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tests.web.desk.test_desk_in_browser import is_post, matches, sign_in
from tournaments.models import Match, Tournament
from tournaments.services.extra_time import give_extension

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    tournament = start_event(8)
    publish(tournament)
    return tournament


def hold_lines(page: Page, event: Tournament, live_server: LiveServer) -> list[Route]:
    """Open the desk; what it sends is answered when the test lets it go on."""
    sign_in(page, event, live_server.url)
    page.goto(f"/t/{event.code}/desk/")
    held: list[Route] = []
    page.route("**/desk/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    page.locator("#typed:focus").wait_for()
    return held


def test_a_refused_line_stays_until_it_is_entered(
    browser_page: Page, live_server: LiveServer, event: Tournament
) -> None:
    """The answer to the next line put another form in the place of the error: nobody saw that a slip was missing."""
    held = hold_lines(browser_page, event, live_server)
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("1 what")
        browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("2 21")
    browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("3 0")
    with browser_page.expect_request(is_post):
        held.pop().continue_()
    browser_page.locator("#typed-refused li").wait_for()
    held.pop().continue_()
    browser_page.locator(".desk-row-done[data-table='2']").wait_for()
    refused = browser_page.locator("#typed-refused")
    expect(refused).to_be_visible()
    expect(refused.locator("li")).to_have_count(1)
    expect(refused).to_contain_text("1 what")
    expect(browser_page.locator("#typed")).to_have_value("3 0")
    refused.locator("[data-again]").click()
    expect(browser_page.locator("#typed")).to_have_value("1 what")
    browser_page.unroute("**/desk/")
    browser_page.locator("#typed").fill("1 20")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='1']").wait_for()
    expect(refused).to_be_hidden()
    assert [match.is_complete for match in matches(event)] == [True, True, False, False]


def test_a_refused_line_typed_over_stays_until_it_is_dismissed(
    browser_page: Page, live_server: LiveServer, event: Tournament
) -> None:
    sign_in(browser_page, event, live_server.url)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.keyboard.type("1 what")
    browser_page.keyboard.press("Enter")
    browser_page.locator("#typed-said", has_text="what").wait_for()
    refused = browser_page.locator("#typed-refused")
    expect(refused).to_be_hidden()
    browser_page.keyboard.type("2 21")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='2']").wait_for()
    expect(refused).to_contain_text("1 what")
    refused.locator("[data-dismiss]").click()
    expect(refused).to_be_hidden()


def test_the_reason_below_the_line_is_that_of_the_line(
    browser_page: Page, live_server: LiveServer, event: Tournament
) -> None:
    """Two refused lines typed fast: the first came back into the field with the reason for the second."""
    held = hold_lines(browser_page, event, live_server)
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("99 20")
        browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("1 what")
    browser_page.keyboard.press("Enter")
    with browser_page.expect_request(is_post):
        held.pop().continue_()
    browser_page.locator("#typed-refused li", has_text="99 20").wait_for()
    held.pop().continue_()
    browser_page.locator("#typed-said", has_text="what").wait_for()
    expect(browser_page.locator("#typed")).to_have_value("1 what")
    expect(browser_page.locator("#typed-refused li")).to_have_count(1)
    expect(browser_page.locator("#typed-refused")).to_contain_text("99 20")


def test_a_phone_shows_disputes_reports_and_minutes(
    phone_page: Page, live_server: LiveServer, event: Tournament
) -> None:
    """The whole column had a font of no size: only its icon was left."""
    one, two, three, _four = matches(event)
    for match, state in ((one, Match.ReportState.DISPUTED), (two, Match.ReportState.WAITING)):
        match.report_state = state
        match.save()
    give_extension(actor=owner_of(event), match_id=three.pk, minutes=5, reason="deck check")
    sign_in(phone_page, event, live_server.url)
    phone_page.goto(f"/t/{event.code}/desk/")
    for table, words in ((1, "有争议"), (2, "已上报"), (3, "5")):
        shown = phone_page.locator(f"[data-table='{table}'] .t-more")
        expect(shown).to_contain_text(words)
        assert shown.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 12
        expect(shown).to_be_visible()
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_note_of_a_sheet_is_printed_and_not_on_the_screen(
    browser_page: Page, live_server: LiveServer, event: Tournament
) -> None:
    """It had a class that is left out in print."""
    sign_in(browser_page, event, live_server.url)
    browser_page.goto(reverse("tournament_pairings", args=[event.code]))
    note = browser_page.locator(".only-print")
    expect(note).to_be_hidden()
    browser_page.emulate_media(media="print")
    expect(note).to_be_visible()
