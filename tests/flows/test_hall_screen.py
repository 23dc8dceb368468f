"""The screen on the wall in a real browser: whole pages that turn by themselves, and what a lost connection shows."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Error, Page, expect

from tests.flows.passing_time import later
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, publish
from tests.tournaments.services.test_division_cuts import begin, cut_event
from tournaments.models import Tournament
from tournaments.queries.name_order import spoken_letter
from tournaments.queries.names import shown_name
from tournaments.services.announcements import announce
from tournaments.services.clock import start_clock
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PLAYERS = 61
LONGER_THAN_A_PAGE_MS = 17_000
SHAPES = [(1920, 1080), (1024, 768)]


def hall_event() -> Tournament:
    event = make_event(name="二〇二六年秋季城市公开赛暨全国总决赛选拔赛（第一赛段）")
    names = [f"{'陈李王赵欧'[n % 5]}{n:02}" for n in range(PLAYERS)]
    enter(event, *names[:30], birth_year=2016)
    enter(event, *names[30:])
    return start_tournament(actor=owner_of(event), tournament_id=event.pk)


def open_screen(page: Page, event: Tournament, width: int, height: int, query: str = "") -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.clock.install()
    page.goto(reverse("event_hall", args=[event.code]) + query)


def whole_rows(page: Page) -> list[str]:
    """The names of the rows that can be seen, each of them whole."""
    return page.evaluate(
        """() => {
            const view = document.querySelector("[data-hall-view]:not([hidden])");
            const box = view.getBoundingClientRect();
            return [...view.querySelectorAll(".hall-list > :not([hidden])")].flatMap((row) => {
                const at = row.getBoundingClientRect();
                if (at.right <= box.left + 1 || at.left >= box.right - 1) return [];
                if (at.left < box.left - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 1)
                    throw new Error(`${row.textContent} is cut`);
                return [row.querySelector("b").textContent];
            });
        }"""
    )


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_everybody_is_on_one_whole_page_and_pages_turn_by_themselves(
    browser_page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    event = hall_event()
    publish(event)
    open_screen(browser_page, event, width, height)
    pages = browser_page.locator("[data-hall-pages]")
    expect(pages).to_have_text(re.compile(r"1 / \d"))
    expect(browser_page.locator(".hall-join .qr")).to_be_in_viewport(ratio=1)
    count = int(pages.inner_text().split("/")[1])
    seen = whole_rows(browser_page)
    for number in range(2, count + 1):
        browser_page.clock.fast_forward(LONGER_THAN_A_PAGE_MS)
        expect(pages).to_have_text(f"{number} / {count}")
        seen += whole_rows(browser_page)
    entries = event.registrations.select_related("player")
    assert sorted(seen) == sorted(shown_name(entry, private=False) for entry in entries)
    assert count > 1
    browser_page.clock.fast_forward(LONGER_THAN_A_PAGE_MS)
    expect(browser_page.locator("[data-hall-view=clock]")).to_be_visible()
    browser_page.clock.fast_forward(LONGER_THAN_A_PAGE_MS)
    expect(pages).to_have_text(f"1 / {count}")


def test_two_screens_share_a_list_at_a_letter(browser_page: Page, live_server: LiveServer) -> None:
    event = hall_event()
    publish(event)
    part = browser_page.locator("[data-hall-part]")
    seen: list[list[str]] = []
    for number in (1, 2):
        open_screen(browser_page, event, 1024, 768, query=f"?part={number}/2")
        expect(part).to_contain_text(f"第 {number} 屏（共 2 屏）")
        count = int(browser_page.locator("[data-hall-pages]").inner_text().split("/")[1])
        seen.append([])
        for _page in range(count):
            seen[-1] += whole_rows(browser_page)
            browser_page.keyboard.press("ArrowRight")
    letters = [{spoken_letter(name) for name in names} for names in seen]
    assert letters[0].isdisjoint(letters[1])
    entries = event.registrations.select_related("player")
    assert sorted([*seen[0], *seen[1]]) == sorted(shown_name(entry, private=False) for entry in entries)
    with browser_page.expect_navigation():
        browser_page.locator("[data-hall-share]").select_option("", force=True)
    expect(part).to_be_hidden()
    assert "part" not in browser_page.url


def test_a_part_that_there_is_not_shows_the_whole_list(browser_page: Page, live_server: LiveServer) -> None:
    event = hall_event()
    publish(event)
    for part in ("0/2", "3/2", "1/9", "x"):
        open_screen(browser_page, event, 1920, 1080, query=f"?part={part}")
        expect(browser_page.locator("[data-hall-pages]")).to_have_text(re.compile("^1 / 2$"))
        expect(browser_page.locator("[data-hall-part]")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_the_bracket_of_each_division_is_whole(
    browser_page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    event = cut_event(juniors=2, masters=8)
    begin(event, sizes={"junior": 2, "masters": 8})
    open_screen(browser_page, event, width, height)
    seen = set()
    for _turn in range(12):
        for view in ("bracketjunior", "bracketmasters"):
            shown = browser_page.locator(f"[data-hall-view={view}]:not([hidden])")
            if shown.count():
                boxes = shown.locator("rect")
                for number in range(boxes.count()):
                    expect(boxes.nth(number)).to_be_in_viewport(ratio=1)
                assert shown.evaluate(
                    """(view) => [...view.querySelectorAll("rect")].every(
                        (box) => box.getBoundingClientRect().bottom <= view.getBoundingClientRect().bottom)"""
                )
                seen.add(view)
        browser_page.keyboard.press("ArrowRight")
    assert seen == {"bracketjunior", "bracketmasters"}


def test_a_screen_held_turns_by_hand_alone(browser_page: Page, live_server: LiveServer) -> None:
    event = hall_event()
    publish(event)
    open_screen(browser_page, event, 1024, 768)
    pages = browser_page.locator("[data-hall-pages]")
    browser_page.keyboard.press(" ")
    browser_page.clock.fast_forward(LONGER_THAN_A_PAGE_MS)
    expect(pages).to_have_text(re.compile("^1 /"))
    browser_page.keyboard.press("ArrowRight")
    expect(pages).to_have_text(re.compile("^2 /"))
    browser_page.keyboard.press("ArrowLeft")
    expect(pages).to_have_text(re.compile("^1 /"))
    expect(browser_page.locator("[data-hall-held]")).to_be_visible()


def test_a_new_round_is_not_held_by_what_somebody_pressed_before(browser_page: Page, live_server: LiveServer) -> None:
    event = hall_event()
    finish_round(publish(event))
    open_screen(browser_page, event, 1024, 768)
    held = browser_page.locator("[data-hall-held]")
    expect(held).to_be_hidden()
    browser_page.keyboard.press(" ")
    expect(held).to_be_visible()
    publish(event)
    later(browser_page)
    expect(held).to_be_hidden()
    browser_page.clock.fast_forward(LONGER_THAN_A_PAGE_MS)
    expect(browser_page.locator("[data-hall-pages]")).to_have_text(re.compile("^2 /"))


def test_the_screen_follows_the_event(browser_page: Page, live_server: LiveServer) -> None:
    event = make_event()
    enter(event, "甲", "乙", "丙", "丁")
    open_screen(browser_page, event, 1920, 1080)
    expect(browser_page.locator("[data-hall-view=join]")).to_be_visible()
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    round = publish(event)
    later(browser_page)
    expect(browser_page.locator(".hall-seats li")).to_have_count(4)
    start_clock(actor=owner_of(event), round_id=round.pk)
    later(browser_page)
    expect(browser_page.locator(".hall-clock [data-clock-face]")).to_be_visible()
    finish_round(round)
    later(browser_page)
    expect(browser_page.locator(".hall-places li")).to_have_count(4)


def test_a_lost_connection_shows_the_last_state_and_its_age(browser_page: Page, live_server: LiveServer) -> None:
    event = hall_event()
    publish(event)
    open_screen(browser_page, event, 1920, 1080)
    expect(browser_page.locator("#hall-lost")).to_be_hidden()
    browser_page.route("**/live/**", lambda route: route.abort())
    for _ in range(8):
        browser_page.clock.fast_forward(30_000)
    expect(browser_page.locator("#hall-lost")).to_be_visible()
    expect(browser_page.locator("[data-lost-minutes]")).to_have_text(re.compile(r"^([3-9]|\d\d+)$"))
    expect(browser_page.locator("[data-hall-view]:visible")).to_have_count(1)
    browser_page.unroute("**/live/**")
    later(browser_page)
    expect(browser_page.locator("#hall-lost")).to_be_hidden()


UNTIL_KEPT = """async (words) => {
    const kept = await caches.open("dueldesk-hall");
    for (;;) {
        const files = (await kept.keys()).map((one) => one.url);
        const text = await (await kept.match(location.pathname))?.text();
        if (text?.includes(words) && files.some((one) => one.includes("/js/hall."))) return;
        await new Promise((done) => requestAnimationFrame(done));
    }
}"""
"""Waits until the browser keeps the screen with these words on it, and its files."""


def test_a_screen_reloaded_without_a_network_shows_the_last_state_and_its_age(
    browser_page: Page, live_server: LiveServer
) -> None:
    event = hall_event()
    round = publish(event)
    start_clock(actor=owner_of(event), round_id=round.pk)
    open_screen(browser_page, event, 1920, 1080)
    browser_page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    announce(actor=owner_of(event), tournament_id=event.pk, text="蓝色背包失主请到前台")
    later(browser_page)
    expect(browser_page.locator("#hall-strip")).to_contain_text("蓝色背包")
    browser_page.evaluate(UNTIL_KEPT, "蓝色背包")
    browser_page.context.set_offline(True)
    browser_page.reload()
    lost = browser_page.locator("#hall-lost")
    expect(lost).to_be_visible()
    expect(browser_page.locator("[data-lost-minutes]")).to_have_text(re.compile(r"^\d+$"))
    expect(browser_page.locator("#hall-strip")).to_contain_text("蓝色背包")
    expect(browser_page.locator("[data-hall-pages]")).to_have_text(re.compile("^1 /"))
    assert whole_rows(browser_page)
    expect(browser_page.locator("html[data-ahead]")).to_have_count(1)
    expect(browser_page.locator(".hall-clock [data-clock-face]")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    assert browser_page.locator("[data-hall-screen]").evaluate("one => getComputedStyle(one).position") == "fixed"
    browser_page.context.set_offline(False)
    with suppress(Error):  # The screen may be opening itself again already.
        later(browser_page)
    expect(lost).to_be_hidden()


def test_the_time_of_the_last_state_is_the_servers_on_a_device_that_is_wrong(
    browser_page: Page, live_server: LiveServer
) -> None:
    event = hall_event()
    start_clock(actor=owner_of(event), round_id=publish(event).pk)
    opened = timezone.localtime()
    browser_page.clock.install(time=opened + timedelta(hours=3))
    with browser_page.expect_response("**/time/"):
        browser_page.goto(reverse("event_hall", args=[event.code]))
    expect(browser_page.locator("html[data-ahead]")).to_have_count(1)
    seen = timezone.localtime()
    browser_page.route("**/live/**", lambda route: route.abort())
    for _ in range(8):
        browser_page.clock.fast_forward(30_000)
    since = browser_page.locator("[data-lost-since]")
    expect(since).to_be_visible()
    minutes = range(int((seen - opened).total_seconds()) // 60 + 3)
    assert since.inner_text() in {f"{opened + timedelta(minutes=one):%H:%M}" for one in minutes}
