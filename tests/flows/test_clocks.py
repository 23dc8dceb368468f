"""Clocks on screens follow the server's, on devices whose own clock is wrong too, and ring when time is up."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from time import time
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tournaments.models import Round, Tournament
from tournaments.services.clock import pause_clock, start_clock

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

CLOSE_MS = 200
AHEAD, BEHIND = timedelta(hours=3), timedelta(minutes=-7)
A_SECOND_MS = 1_200

SHOWN = """() => {
    // The page's own timer may come late on a busy machine, so the clock is made to count at once.
    dispatchEvent(new Event("dueldesk:renewed"));
    const parts = document.querySelector("[data-clock-face]").textContent.split(":");
    return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}"""

MAX_TRIES = 10
"""How often pages ask for the server's time again: answers that are late on one way only make a clock wrong."""


def device_time(wrong_by: timedelta) -> datetime:
    """What a device's clock shows now."""
    return timezone.now() + wrong_by


def open_hall(page: Page, event: Tournament, *, wrong_by: timedelta) -> None:
    """Open the screen for the hall on a device whose clock is wrong, and reload it."""
    page.clock.install(time=device_time(wrong_by))
    page.goto(reverse("event_hall", args=[event.code]))
    with page.expect_response("**/time/"):
        page.reload()


def end_as_shown(page: Page) -> tuple[float, float]:
    """Between which two moments of the server's time, in seconds since 1970, the round ends by the clock of a page.

    The face changes when a whole number of seconds is left.
    """
    before, first = time(), page.evaluate(SHOWN)
    while True:
        at = time()
        seconds = page.evaluate(SHOWN)
        if seconds != first:
            return before + seconds, time() + seconds
        before = at


def is_right(page: Page, round: Round) -> bool:
    """Whether the page's clock comes to show the end of the round, once an answer was not held up on one way."""
    assert round.clock_ends_at is not None
    close = CLOSE_MS / 1000
    for _ in range(MAX_TRIES):
        earliest, latest = end_as_shown(page)
        if earliest - close < round.clock_ends_at.timestamp() < latest + close:
            return True
        with page.expect_response("**/time/"):
            page.evaluate("dispatchEvent(new Event('online'))")
    return False


def test_devices_that_are_wrong_or_sleep_show_the_servers_time(
    browser_page: Page, phone_page: Page, live_server: LiveServer
) -> None:
    """Right after a reload; and after a sleep, in which the device's clock went on and its ticking did not."""
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    open_hall(browser_page, event, wrong_by=AHEAD)
    open_hall(phone_page, event, wrong_by=BEHIND)
    assert is_right(browser_page, round)
    assert is_right(phone_page, round)
    with phone_page.expect_response("**/time/"):
        phone_page.clock.set_system_time(device_time(AHEAD))
        phone_page.clock.fast_forward(A_SECOND_MS)
    assert is_right(phone_page, round)


def test_nothing_is_counted_by_the_device_before_the_server_has_answered(
    browser_page: Page, live_server: LiveServer
) -> None:
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    assert round.clock_ends_at is not None
    browser_page.clock.install(time=device_time(AHEAD))
    held: list[Route] = []
    browser_page.route("**/time/", lambda route: held.append(route))
    with browser_page.expect_request("**/time/"):
        browser_page.goto(reverse("event_hall", args=[event.code]))
    face = browser_page.locator(".hall-clock [data-clock-face]")
    expect(face).to_have_text(f"{timezone.localtime(round.clock_ends_at):%H:%M}")
    word = browser_page.locator(".hall-clock [data-clock-until]")
    expect(word).to_have_count(1)
    expect(browser_page.locator(".hall-clock .clock-over")).to_have_count(0)
    browser_page.route("**/time/", lambda route: route.continue_())
    held[0].continue_()
    expect(face).to_have_text(re.compile(r"^(4[0-9]|50):\d\d$"))
    expect(word).to_have_count(0)


def test_it_rings_once_when_time_is_up_where_sound_is_on(browser_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    browser_page.add_init_script(
        """window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };"""
    )
    browser_page.clock.install()
    browser_page.goto(reverse("event_hall", args=[event.code]))
    browser_page.mouse.move(50, 50)
    browser_page.locator("[data-clock-sound]").click()
    expect(browser_page.locator("[data-clock-sound]")).to_have_attribute("aria-pressed", "true")
    assert browser_page.evaluate("window.tones") == 4
    # Time enough for a busy machine to open the page; the page's clock is then advanced. It asks for the server's time
    # every five minutes only.
    Round.objects.filter(pk=round.pk).update(clock_ends_at=timezone.now() + timedelta(seconds=200))
    browser_page.reload()
    face, over = browser_page.locator(".hall-clock [data-clock-face]"), browser_page.locator(".hall-clock .clock-over")
    expect(face).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    expect(over).to_have_count(0)
    assert browser_page.evaluate("window.tones") == 0
    browser_page.clock.fast_forward(205_000)
    expect(over).to_have_count(1)
    expect(face).to_have_text(re.compile(r"^\+\d:\d\d$"))
    assert browser_page.evaluate("window.tones") == 4
    browser_page.clock.fast_forward(3_000)
    assert browser_page.evaluate("window.tones") == 4


def test_a_screen_that_may_not_sound_yet_asks_for_a_tap(browser_page: Page, live_server: LiveServer) -> None:
    """The switch says on, and at zero nobody heard anything: the browser lets a page sound after the first tap."""
    event = start_event(4)
    start_clock(actor=owner_of(event), round_id=publish(event).pk)
    browser_page.add_init_script("localStorage.setItem('dueldesk-clock-sound', 'on')")
    browser_page.goto(reverse("event_hall", args=[event.code]))
    tip = browser_page.locator("[data-clock-mute]")
    expect(tip).to_be_visible()
    browser_page.mouse.click(300, 300)
    expect(tip).to_be_hidden()


def test_a_paused_clock_stands(browser_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    owner, round = owner_of(event), publish(event)
    start_clock(actor=owner, round_id=round.pk)
    paused = pause_clock(actor=owner, round_id=round.pk)
    browser_page.goto(reverse("event_hall", args=[event.code]))
    expect(browser_page.locator(".hall-clock .clock-paused")).to_contain_text("50:00")
    assert paused.clock_left == 3000
