"""The screen on the wall in both languages, light and dark, wide, 4:3 and upright: nothing is cut, and the hall can
read it, whatever the event is at."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING, Literal

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.events_in_pods import start_pods
from tests.flows.browsers import Hall
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, publish, start_cut, swiss_over
from tests.team_events import started_team_event
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.test_printing_in_browser import large_event
from tournaments.models import Tournament
from tournaments.services.announcements import announce
from tournaments.services.clock import start_clock
from tournaments.services.rounds import publish_round
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.slow

LANGUAGES = ("zh-hans", "en")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDE: tuple[ViewportSize, ...] = ({"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
SHAPES: tuple[ViewportSize, ...] = (*WIDE, {"width": 1080, "height": 1920})
MAX_TURNS = 40
LONG_NAMES = [
    "欧阳·阿卜杜勒克里木·买买提艾力江",
    "Maximilian Alexander Featherstonehaugh",
    "Wolfeschlegelsteinhausenbergerdorff" * 2,
    "Ana-Sofía Hernández de la Cruz",
]
FAULTS = """() => {
    const view = document.querySelector("[data-hall-view]:not([hidden])");
    const box = view.getBoundingClientRect();
    // A drawing is enlarged to the room it has.
    const scaleOf = (one) => one.getScreenCTM?.().a ?? 1;
    const share = (one) =>
        (100 * parseFloat(getComputedStyle(one).fontSize) * scaleOf(one)) / Math.min(innerWidth, innerHeight);
    const faults = [];
    const hold = (selector, minShare) => {
        for (const one of document.querySelectorAll(selector)) {
            const at = one.getBoundingClientRect();
            const limits = view.contains(one) ? box : { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
            if (at.width === 0 || at.right < limits.left + 1 || at.left > limits.right - 1) continue;
            const isInside = at.left >= limits.left - 1 && at.right <= limits.right + 1 && at.top >= limits.top - 1
                && at.bottom <= limits.bottom + 3;
            const name = `${selector} “${one.textContent.trim()}”`;
            if (!isInside) faults.push(`${name} is outside`);
            const isText = getComputedStyle(one).display !== "inline" && !(one instanceof SVGElement);
            if (isText && one.scrollWidth > one.clientWidth + 1)
                faults.push(`${name} is cut`);
            if (share(one) < minShare) faults.push(`${name} is ${share(one)} hundredths high`);
        }
    };
    hold(".hall-title h1", 2.7);
    hold(".hall-moment", 3);
    hold("[data-hall-letters]:not(:empty)", 4);
    hold("[data-hall-pages]:not(:empty)", 2.4);
    hold(".hall-clock .clock-face", 8);
    hold(".hall-big-clock .clock-face", 20);
    hold(".hall-playing h2", 2.4);
    hold(".hall-strip p", 2.4);
    hold(".hall-name b", 2.4);
    hold(".hall-opponent", 1.8);
    hold(".hall-table", 2.9);
    hold(".hall-points", 2.4);
    hold(".hall-chips li", 2.4);
    hold(".hall-announcement p", 2.2);
    // On an upright screen a drawing is as wide as it is.
    hold(".hall-bracket .bracket-name:not(.bracket-small)", innerWidth > innerHeight ? 2.3 : 1.7);
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push("the page scrolls");
    return faults;
}"""
"""What is cut, outside the screen or too small on the page shown; sizes in hundredths of the screen's shorter side."""

UNTIL_DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has been laid out in the room it has."""


def event_of(players: int) -> Tournament:
    event = make_event(name="二〇二六年秋季城市公开赛暨全国总决赛选拔赛（第一赛段）", planned_rounds=3)
    short = [f"{'陈李王赵欧'[number % 5]}{number:03}" for number in range(players - len(LONG_NAMES))]
    enter(event, *short[: players // 3], birth_year=2016)
    enter(event, *short[players // 3 :], *LONG_NAMES)
    return start_tournament(actor=owner_of(event), tournament_id=event.pk)


def look_through(page: Page) -> set[str]:
    """Every page of every view once, each without a fault; the names of the views."""
    seen: set[str] = set()
    shown = page.locator("[data-hall-view]:not([hidden])")
    for _ in range(MAX_TURNS):
        state = f"{shown.get_attribute('data-hall-view')} {page.locator('[data-hall-pages]').inner_text()}"
        if state in seen:
            return {one.split(" ")[0] for one in seen}
        seen.add(state)
        assert page.evaluate(FAULTS) == [], state
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"More than {MAX_TURNS} pages: {sorted(seen)}")


def look_everywhere(hall: Hall, event: Tournament, views: set[str]) -> None:
    """In each language on each shape of screen; every shape is seen in the light and in the dark, which has no size."""
    visitor = hall.visitor(service_workers="block")
    page = visitor.page
    for at, language in enumerate(LANGUAGES):
        visitor.read_in(language)
        page.goto(reverse("event_hall", args=[event.code]))
        expect(page.locator("[data-hall-view]:not([hidden])")).to_have_count(1)
        page.keyboard.press(" ")  # Held, so that it turns by hand alone.
        for theme, shape in zip(islice(cycle(THEMES), at, None), SHAPES, strict=False):
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size(shape)
            page.evaluate(UNTIL_DRAWN)
            assert look_through(page) == views, (language, theme, shape)
    page.close()


@pytest.mark.parametrize("players", [12, 64, 130])
def test_nothing_is_cut_or_too_small_on_any_screen(hall: Hall, players: int) -> None:
    event = event_of(players)
    round = publish(event)
    start_clock(actor=owner_of(event), round_id=round.pk)
    look_everywhere(hall, event, {"seats", "clock"})
    announce(actor=owner_of(event), tournament_id=event.pk, text="午休到 13:00，请把桌面收拾干净。")
    finish_round(round)
    look_everywhere(hall, event, {"places"})


def test_nor_in_the_list_of_a_large_event(hall: Hall) -> None:
    look_everywhere(hall, large_event(), {"seats", "clock"})


def test_nor_in_a_round_of_pods_with_announcements(hall: Hall) -> None:
    event = start_pods(22)
    start_clock(actor=owner_of(event), round_id=publish(event).pk)
    for text in ("少年组的颁奖在主舞台。", "请把桌面收拾干净。" * 40):
        announce(actor=owner_of(event), tournament_id=event.pk, text=text)
    look_everywhere(hall, event, {"announcement", "seats", "clock"})


def test_nor_among_teams(hall: Hall) -> None:
    event = started_team_event(*(f"{name}{number}" for number in range(6) for name in ("星港队", "M78 Red")))
    round = publish(event)
    look_everywhere(hall, event, {"seats", "clock"})
    finish_round(round)
    look_everywhere(hall, event, {"places"})


def test_nor_where_divisions_play_apart(hall: Hall) -> None:
    event = make_event(planned_rounds=3, divisions=AGES, division_mode="apart")
    enter(event, *[f"李{number:02}" for number in range(7)], birth_year=2016)
    enter(event, *[f"王{number:02}" for number in range(3)], birth_year=2012)
    enter(event, *[f"陈{number:02}" for number in range(26)], *LONG_NAMES)
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    round = publish(event)
    start_clock(actor=owner_of(event), round_id=round.pk)
    codes = [one.code for one in AGES]
    look_everywhere(hall, event, {*(f"seats{code}" for code in codes), "clock"})
    finish_round(round)
    look_everywhere(hall, event, {f"places{code}" for code in codes})


def test_nor_in_a_bracket(hall: Hall) -> None:
    event = swiss_over(16, planned_rounds=3, top_cut=16)
    publish_round(actor=owner_of(event), round_id=start_cut(event).pk)
    look_everywhere(hall, event, {"seats", "clock", "bracket1", "bracket2"})


@pytest.mark.parametrize("players", [4, 6, 15, 16, 22])
def test_a_short_list_is_one_page_in_two_columns(hall: Hall, players: int) -> None:
    event = make_event(planned_rounds=3)
    enter(event, *[f"选手{number:02}" for number in range(players)])
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    finish_round(publish(event))
    page = hall.visitor(service_workers="block").page
    page.goto(reverse("event_hall", args=[event.code]))
    for shape in WIDE:
        page.set_viewport_size(shape)
        page.evaluate(UNTIL_DRAWN)
        expect(page.locator("[data-hall-pages]")).to_be_empty()
        lefts = [row.bounding_box() for row in page.locator(".hall-view:not([hidden]) .hall-list > li").all()]
        columns = [round(box["x"]) for box in lefts if box is not None]
        first = columns.count(columns[0])
        assert (first, len(set(columns))) == ((players + 1) // 2, 2), shape
