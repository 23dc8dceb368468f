"""On a phone of 390 px: a player's whole day, and every main page checked as by a careful reader."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.flows.browsers import NEXT_FRAME, Hall, Visitor
from tests.flows.deck_lists import LEGAL
from tests.flows.finished_event import play_event
from tests.flows.main_pages import desk_pages, public_pages, running_event, site_pages
from tests.people_and_events import enter, load_every_game, make_event, make_user, owner_of
from tests.running_events import finish_round, publish
from tournaments.models import Match, Tournament
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LOOK = (Path(__file__).parent / "looking_at_pages.js").read_text(encoding="utf-8")
ME = "王小明"


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    """An event open for registration with eight others, and the shipped cards."""
    load_every_game()
    tournament = make_event(planned_rounds=3)
    enter(tournament, *(f"P{number}" for number in range(1, 9)))
    return tournament


def test_a_players_day(hall: Hall, event: Tournament) -> None:
    phone = hall.visitor(**PHONE)
    sign_up_and_hand_in(phone, event)
    match = play_the_first_round(phone, event)
    open_a_percentage(phone, event, match)


def sign_up_and_hand_in(phone: Visitor, event: Tournament) -> None:
    phone.page.goto("/")
    phone.page.get_by_role("link", name=event.name).first.tap()
    phone.page.locator(f'a[href="{reverse("tournament_register", args=[event.code])}"]').first.tap()
    phone.fill(name=ME)
    phone.is_grown_up()
    phone.submit("name")
    expect(phone.page.locator("#personal-link")).to_have_value(re.compile("/me/"))
    phone.go("deck_editor", event.registrations.get(name=ME).pk)
    phone.page.locator("#deck-text").fill(LEGAL)
    expect(phone.page.locator("#deck-verdict")).to_contain_text("legal")
    expect(phone.page.locator("#deck-verdict")).to_be_in_viewport()
    with phone.page.expect_navigation():
        phone.page.locator('button[name=action][value="submit"]').tap()
    phone.reads("Submitted: version 1, legal.")


def play_the_first_round(phone: Visitor, event: Tournament) -> Match:
    """The phone shows the player's own table largest, with the opponent and who chooses; then the round is played."""
    owner = owner_of(event)
    start_tournament(actor=owner, tournament_id=event.pk)
    with_a_bye = publish(event)
    mine = [match for match in with_a_bye.matches.all() if ME in (match.player1.name, match.player2.name)]
    phone.go("my_page")
    plate = phone.page.get_by_role("region", name="My match").locator(".plate")
    if not mine:
        expect(plate).to_have_text("Bye")
    else:
        opponent = mine[0].player2.name if mine[0].player1.name == ME else mine[0].player1.name
        expect(plate).to_have_text(re.compile(rf"{mine[0].table}\s*$"))
        expect(phone.page.get_by_role("region", name="My match")).to_contain_text(opponent)
        expect(phone.page.get_by_role("region", name="My match")).to_contain_text("1.2.2")
    expect(plate).to_be_in_viewport()
    biggest = phone.page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('main *')].map(n => parseFloat(getComputedStyle(n).fontSize)))"
    )
    assert plate.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") == biggest >= 32
    finish_round(with_a_bye)
    return mine[0] if mine else with_a_bye.matches.earliest("pk")


def open_a_percentage(phone: Visitor, event: Tournament, match: Match) -> None:
    phone.go("tournament_standings", event.code)
    row = phone.page.locator("#standings tr").filter(has_text=match.player1.name).first
    row.locator("a.cell-link").first.tap()
    sheet = phone.page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text(match.player2.name)
    expect(sheet.locator(".result")).to_contain_text("%")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()
    phone.go("standing_explained", event.code, 1, match.player1_id, "OMW")
    phone.reads(match.player2.name)


def test_language_and_dark_mode_are_kept(hall: Hall, event: Tournament) -> None:
    phone = hall.visitor(**PHONE)
    phone.go("tournament", event.code)
    root = phone.page.locator("html")
    expect(root).to_have_attribute("lang", "en")
    menu = phone.page.locator("details.menu")
    bright = brightness(phone.page)
    menu.locator("summary").tap()
    menu.locator('button[name=theme][value="dark"]').tap()
    expect(root).to_have_attribute("data-theme", "dark")
    phone.page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    assert brightness(phone.page) < 60 < 190 < bright

    menu.locator("summary").tap()
    with phone.page.expect_navigation():
        menu.locator('button[name=language][value="zh-hans"]').tap()
    expect(root).to_have_attribute("lang", "zh-Hans")
    assert phone.page.url.endswith(reverse("tournament", args=[event.code]))
    phone.go("my_page")
    expect(root).to_have_attribute("lang", "zh-Hans")
    expect(root).to_have_attribute("data-theme", "dark")


def brightness(page: Page) -> float:
    """The mean of the page's background colour, 0 to 255."""
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    parts = [float(part) for part in re.findall(r"[\d.]+", colour)][:3]
    return sum(parts) / 3


def problems_of(visitor: Visitor, pages: list[str], *, colours: bool = True) -> dict[tuple[str, str], list[str]]:
    """What is wrong with each page, by its address and the colour scheme; the light only if `colours` are looked at."""
    found = {}
    for path in pages:
        visitor.page.emulate_media(color_scheme="dark")  # Its style sheet is loaded with the page.
        answer = visitor.page.goto(path)
        assert answer is not None
        assert answer.status == 200, (path, answer.status)
        if problems := visitor.page.evaluate(LOOK):
            found[path, "dark"] = sorted(set(problems))
        if not colours:
            continue
        visitor.page.emulate_media(color_scheme="light")
        visitor.page.evaluate(NEXT_FRAME)
        if problems := visitor.page.evaluate(LOOK):
            found[path, "light"] = sorted(set(problems))
    return found


BAD_PAGE = """<!doctype html><meta name="viewport" content="width=device-width"><title>Bad</title><main>
<h1>One</h1><h1>Two</h1><input name="bare"><button></button>
<p style="color: #999; background: #fff">Pale</p><div style="width: 900px; height: 1px">&nbsp;</div><i id="a"></i>
<i id="a"></i><img src="data:,"></main>"""


def test_the_careful_reader_notices(hall: Hall) -> None:
    """The check itself: everything wrong with a bad page is found, and nothing with a good one."""
    page = hall.visitor(**PHONE).page
    page.set_content(BAD_PAGE)
    found = {problem.split(":")[0].rstrip("0123456789.") for problem in page.evaluate(LOOK)}
    assert {"no label", "no name", "no alt", "2 h", "id twice", "contrast"} <= {name.strip() for name in found}
    assert any(problem.startswith("scrolls sideways") for problem in page.evaluate(LOOK))
    page.set_content("<!doctype html><title>Good</title><main><h1>One</h1><label>Name<input></label></main>")
    assert page.evaluate(LOOK) == []


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_the_main_pages_hold_for_a_careful_reader(hall: Hall, event: Tournament, language: str) -> None:
    """Colours do not depend on the language: the light is looked at in one."""
    colours = language == "zh-CN"
    running, finished = running_event(owner_of(event)), play_event().tournament
    visitor = hall.visitor(locale=language, **PHONE)
    public = [page for shown in (event, running, finished) for page in public_pages(shown)]
    assert problems_of(visitor, site_pages() + public, colours=colours) == {}

    make_user("boss", is_superuser=True)
    visitor.sign_in("boss")
    desk = [reverse("tournament_new"), "/my/", "/my/tokens/"]
    desk += [page for shown in (event, running, finished) for page in desk_pages(shown)]
    assert problems_of(visitor, desk, colours=colours) == {}
