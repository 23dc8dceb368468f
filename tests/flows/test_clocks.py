"""Clocks on screens follow the server's, on devices whose own clock is wrong too, and ring when time is up."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from time import time
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tests.web.public.visiting import open_links
from tournaments.models import Round, Tournament
from tournaments.services.clock import pause_clock, start_clock

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

AHEAD, BEHIND = timedelta(hours=3), timedelta(minutes=-7)
A_SECOND_MS = 1_200
NOISE_MS = 20
"""What this file's own reading of a clock, and whole milliseconds, may add."""

SHOWN = """() => {
    // The page's own timer may come late on a busy machine, so the clock is made to count at once.
    dispatchEvent(new Event("dueldesk:renewed"));
    const parts = document.querySelector("[data-clock-face]").textContent.split(":");
    return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}"""

LISTEN_TO_TIMES = """
window.halves = []; // Half of how long each answer with the server's time took, in milliseconds.
const fetchIt = window.fetch;
window.fetch = async (address, how) => {
    if (address !== "/time/") return fetchIt(address, how);
    const from = performance.now();
    const answer = await fetchIt(address, how);
    const text = await answer.text();
    window.halves.push((performance.now() - from) / 2);
    return { ok: answer.ok, status: answer.status, text: async () => text };
};
"""


def device_time(wrong_by: timedelta) -> datetime:
    """What a device's clock shows now."""
    return timezone.now() + wrong_by


def open_page(page: Page, path: str, *, wrong_by: timedelta) -> float:
    """Open a page with a clock on a device whose own clock is wrong, and reload it: by how much it may be wrong."""
    page.clock.install(time=device_time(wrong_by))
    page.add_init_script(LISTEN_TO_TIMES)
    page.goto(path)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-ahead", re.compile(r"\d"))
    return may_be_wrong_by(page)


def wake(page: Page, *, wrong_by: timedelta) -> float:
    """A sleep, in which the device's clock went on and its ticking did not; afterwards it is wrong in another way, and
    the page by no more than what is returned."""
    before = page.locator("html").get_attribute("data-ahead")
    assert before is not None
    page.evaluate("window.halves = []")
    page.clock.set_system_time(device_time(wrong_by))
    page.clock.fast_forward(A_SECOND_MS)
    expect(page.locator("html")).not_to_have_attribute("data-ahead", before)
    return may_be_wrong_by(page)


def may_be_wrong_by(page: Page) -> float:
    """In seconds, by the quickest answer that the page had: one is wrong by at most half the time that it took."""
    halves: list[float] = page.evaluate("window.halves")
    return (min(halves) + NOISE_MS) / 1000


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


def assert_right(page: Page, round: Round, within: float) -> None:
    """The page's clock shows the end of the round, the first time that it is looked at."""
    assert round.clock_ends_at is not None
    earliest, latest = end_as_shown(page)
    assert earliest - within < round.clock_ends_at.timestamp() < latest + within


def test_the_wall_and_a_phone_that_are_wrong_or_sleep_show_the_servers_time(
    browser_page: Page, phone_page: Page, live_server: LiveServer
) -> None:
    """The screen in the hall and a player's own page, right after a reload and after a sleep, as closely as the
    answers that they had allow: within 200 ms wherever one took less than twice that."""
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    client = Client()
    open_links(client, event.registrations.get(number=1).player)
    session: Any = {"name": "dueldesk_session", "value": client.cookies["dueldesk_session"].value}
    phone_page.context.add_cookies([{**session, "url": live_server.url}])
    wall, phone = reverse("event_hall", args=[event.code]), reverse("my_page")
    assert_right(browser_page, round, open_page(browser_page, wall, wrong_by=AHEAD))
    assert_right(phone_page, round, open_page(phone_page, phone, wrong_by=BEHIND))
    assert_right(browser_page, round, wake(browser_page, wrong_by=BEHIND))
    assert_right(phone_page, round, wake(phone_page, wrong_by=AHEAD))


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


LISTEN = """
window.tones = 0;
window.loudest = 0; // Of the samples that have reached the loudspeaker, from 0 to 1.
window.ears = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
    if (to === this.context.destination) {
        const ear = this.context.createScriptProcessor(1024, 1, 1);
        window.ears.push(ear);
        ear.onaudioprocess = (event) => {
            const samples = event.inputBuffer.getChannelData(0);
            window.loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), window.loudest);
        };
        connect.call(this, ear);
        connect.call(ear, to);
    }
    return connect.call(this, to, ...rest);
};"""
"""Listens to what a page plays."""

UNTIL_HEARD = """async () => {
    // The page's own timers stand still; the loudspeaker's time does not.
    for (let tries = 0; tries < 2000 && window.loudest === 0; tries += 1) await fetch("/livez");
    return [window.loudest, window.ears[0]?.context.state];
}"""


def is_heard(page: Page) -> bool:
    """Whether something comes out of the loudspeaker in the end."""
    loudest, state = page.evaluate(UNTIL_HEARD)
    return loudest > 0.1 and state == "running"


def open_before_time_is_up(page: Page, event: Tournament) -> None:
    """The screen in the hall with 200 seconds left: time enough for a busy machine to open it; the page's clock is then
    advanced. It asks for the server's time every five minutes only."""
    Round.objects.filter(tournament=event).update(clock_ends_at=timezone.now() + timedelta(seconds=200))
    page.goto(reverse("event_hall", args=[event.code]))
    expect(page.locator(".hall-clock [data-clock-face]")).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    expect(page.locator(".hall-clock .clock-over")).to_have_count(0)
    assert page.evaluate("window.tones") == 0


def let_time_run_out(page: Page) -> None:
    page.clock.fast_forward(205_000)
    expect(page.locator(".hall-clock .clock-over")).to_have_count(1)
    expect(page.locator(".hall-clock [data-clock-face]")).to_have_text(re.compile(r"^\+\d:\d\d$"))


def test_it_rings_once_when_time_is_up_where_sound_is_on(browser_page: Page, live_server: LiveServer) -> None:
    """The samples that reach the loudspeaker are looked at, when it is turned on and when time is up."""
    event = start_event(4)
    start_clock(actor=owner_of(event), round_id=publish(event).pk)
    browser_page.add_init_script(LISTEN)
    browser_page.clock.install()
    browser_page.goto(reverse("event_hall", args=[event.code]))
    browser_page.mouse.move(50, 50)
    browser_page.locator("[data-clock-sound]").click()
    expect(browser_page.locator("[data-clock-sound]")).to_have_attribute("aria-pressed", "true")
    assert is_heard(browser_page)
    assert browser_page.evaluate("window.tones") == 4
    open_before_time_is_up(browser_page, event)
    browser_page.mouse.click(300, 300)
    expect(browser_page.locator("[data-clock-mute]")).to_be_hidden()
    let_time_run_out(browser_page)
    assert is_heard(browser_page)
    assert browser_page.evaluate("window.tones") == 4
    browser_page.clock.fast_forward(3_000)
    assert browser_page.evaluate("window.tones") == 4


LET_TIME_PASS = """
window.passed = 0; // Milliseconds, on the device's clock and in its ticking.
for (const one of [Date, performance]) {
    const now = one.now.bind(one);
    one.now = () => now() + window.passed;
}"""

UNTIL_COUNTING = """new Promise((done) => {
    const look = () => {
        const face = document.querySelector(".hall-clock [data-clock-face]")?.textContent ?? "";
        if (/^[0-3]:/.test(face)) done(document.querySelector("[data-clock-mute]").textContent.trim());
        else setTimeout(look, 50);
    };
    look();
})"""

TIME_IS_UP = """
window.passed += 205_000;
dispatchEvent(new Event("dueldesk:renewed"));
document.querySelectorAll(".hall-clock .clock-over").length"""

HEARD = """[window.tones, window.loudest, document.querySelector("[data-clock-mute]").hidden]"""


def ask_untouched(page: Page) -> Callable[[str], Any]:
    """Evaluates in a page that nobody has touched yet: what Playwright evaluates counts as a touch."""
    session = page.context.new_cdp_session(page)

    def ask(expression: str) -> Any:
        how = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": False}
        return session.send("Runtime.evaluate", how)["result"]["value"]

    return ask


def test_a_screen_that_may_not_sound_yet_asks_for_a_tap(browser_page: Page, live_server: LiveServer) -> None:
    """The switch says on, and at zero nobody hears anything: the browser lets a page sound after the first tap. That
    tap does not ring for a time that was up long before."""
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    Round.objects.filter(pk=round.pk).update(clock_ends_at=timezone.now() + timedelta(seconds=200))
    browser_page.add_init_script(f"{LISTEN}{LET_TIME_PASS}localStorage.setItem('dueldesk-clock-sound', 'on')")
    ask = ask_untouched(browser_page)
    browser_page.goto(reverse("event_hall", args=[event.code]))
    assert "点一下屏幕" in ask(UNTIL_COUNTING)
    assert ask(TIME_IS_UP) == 1
    assert ask(HEARD) == [0, 0, False]
    ask("window.passed += 60_000")
    browser_page.mouse.click(300, 300)
    expect(browser_page.locator("[data-clock-mute]")).to_be_hidden()
    assert ask(HEARD) == [0, 0, True]


def test_a_paused_clock_stands(browser_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    owner, round = owner_of(event), publish(event)
    start_clock(actor=owner, round_id=round.pk)
    paused = pause_clock(actor=owner, round_id=round.pk)
    browser_page.goto(reverse("event_hall", args=[event.code]))
    expect(browser_page.locator(".hall-clock .clock-paused")).to_contain_text("50:00")
    assert paused.clock_left == 3000


def test_where_scripts_run_a_clock_shows_what_is_left_and_nothing_else(
    browser_page: Page, live_server: LiveServer
) -> None:
    """What the clock of an own page says without scripts is not seen there."""
    event = start_event(4)
    round = start_clock(actor=owner_of(event), round_id=publish(event).pk)
    client = Client()
    open_links(client, round.matches.earliest("pk").player1.player)
    session = client.cookies["dueldesk_session"].value
    browser_page.context.add_cookies([{"name": "dueldesk_session", "value": session, "url": live_server.url}])
    browser_page.goto(reverse("my_page"))
    expect(browser_page.locator(".clock noscript")).to_have_count(1)
    expect(browser_page.locator(".clock")).to_have_text(re.compile(r"^\d\d:\d\d$"), use_inner_text=True)
