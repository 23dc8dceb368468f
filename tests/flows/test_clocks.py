"""Clocks on screens follow the server's, on devices whose own clock is wrong too, and ring when time is up."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tournaments.models import Round
from tournaments.services.clock import pause_clock, start_clock

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

CLOSE_MS = 200
WRONG_BY = (timedelta(hours=3), timedelta(minutes=-7))

CHANGE_OF_THE_FACE = """() => {
    // Between which two moments of the true time the face changes, and the seconds it shows then. The page's own timer
    // may come late on a busy machine, so the clock is made to count at once, over and over.
    const face = document.querySelector("[data-clock-face]");
    const now = () => performance.timeOrigin + performance.now();
    const shown = () => {
        dispatchEvent(new Event("dueldesk:renewed"));
        return face.textContent.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
    };
    const first = shown();
    for (let before = now(); ; ) {
        const at = now();
        const seconds = shown();
        if (seconds !== first) return [before, now(), seconds];
        before = at;
    }
}"""


def end_as_shown(page: Page) -> tuple[float, float]:
    """Between which two moments, in milliseconds since 1970, the round ends by the clock of a page."""
    before, after, seconds = page.evaluate(CHANGE_OF_THE_FACE)
    return before + seconds * 1000, after + seconds * 1000


@pytest.mark.parametrize("wrong_by", WRONG_BY)
def test_a_wrong_device_clock_shows_the_servers_time(
    browser_page: Page, live_server: LiveServer, wrong_by: timedelta
) -> None:
    """Every change of the face comes at a whole second of what is left, by the true time."""
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    shift = int(wrong_by.total_seconds() * 1000)
    browser_page.add_init_script(f"const now = Date.now; Date.now = () => now() + {shift};")
    browser_page.goto(reverse("event_hall", args=[event.code]))
    with browser_page.expect_response("**/time/"):
        browser_page.reload()
    browser_page.wait_for_load_state("networkidle")
    earliest, latest = end_as_shown(browser_page)
    assert round.clock_ends_at is not None
    assert earliest - CLOSE_MS < round.clock_ends_at.timestamp() * 1000 < latest + CLOSE_MS


def test_two_screens_change_together(browser_page: Page, phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    start_clock(actor=owner_of(event), round_id=publish(event).pk)
    phone_page.add_init_script("const now = Date.now; Date.now = () => now() - 90_000;")
    seen = []
    for page in (browser_page, phone_page):
        page.goto(reverse("tournament_pairings", args=[event.code]))
        page.wait_for_load_state("networkidle")
        seen.append(end_as_shown(page))
    assert seen[0][0] - CLOSE_MS < seen[1][1]
    assert seen[1][0] - CLOSE_MS < seen[0][1]


def test_it_rings_once_when_time_is_up_where_sound_is_on(browser_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    browser_page.add_init_script(
        """window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };"""
    )
    browser_page.goto(reverse("event_hall", args=[event.code]))
    browser_page.mouse.move(50, 50)
    browser_page.locator("[data-clock-sound]").click()
    expect(browser_page.locator("[data-clock-sound]")).to_have_attribute("aria-pressed", "true")
    assert browser_page.evaluate("window.tones") == 4
    Round.objects.filter(pk=round.pk).update(clock_ends_at=timezone.now() + timedelta(seconds=4))
    browser_page.reload()
    expect(browser_page.locator(".hall-clock .clock-over")).to_be_visible()
    expect(browser_page.locator(".hall-clock [data-clock-face]")).to_have_text("+0:02")
    assert browser_page.evaluate("window.tones") == 4


def test_a_paused_clock_stands(browser_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    owner, round = owner_of(event), publish(event)
    start_clock(actor=owner, round_id=round.pk)
    paused = pause_clock(actor=owner, round_id=round.pk)
    browser_page.goto(reverse("event_hall", args=[event.code]))
    expect(browser_page.locator(".hall-clock .clock-paused")).to_contain_text("50:00")
    assert paused.clock_left == 3000
