"""What the desk's styles have to keep: nothing cut off, no gaps, marks that do not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.by_seat_events import finish_by_seat, play_boards, started_by_seat
from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_cut, start_event, swiss_over
from tests.web.desk.browser_desks import sign_in
from tournaments.services.calls import raise_call
from tournaments.services.entries import drop
from tournaments.services.extra_time import give_extension
from tournaments.services.rounds import publish_round

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def address(live_server: LiveServer) -> str:
    return live_server.url


def test_a_setting_that_cannot_be_changed_shows_whether_it_is_on(browser_page: Page, address: str) -> None:
    """The tick is white: it was hardly there on the surface of all other settings that stay."""
    event = start_event(8)
    publish(event)
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/edit/")
    boxes = browser_page.locator(".form-check-input:disabled")
    surfaces: dict[bool, set[str]] = {True: set(), False: set()}
    for box in boxes.all():
        surfaces[box.is_checked()].add(box.evaluate("box => getComputedStyle(box).backgroundColor"))
    assert all(surfaces.values())
    assert not surfaces[True] & surfaces[False]


ONE_LINE = "node => node.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(node).lineHeight)"
CUT_OFF = """list => list
  .filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 4)
  .map((node) => node.innerText)"""


def test_what_is_said_of_a_final_in_chinese_is_read_whole(browser_page: Page, address: str) -> None:
    """The remarks of a draft had the room of one character, and of a walk-over for third place the desk showed
    不战胜：对手已退."""
    event = swiss_over(8, top_cut=4, third_place_match=True)
    finish_round(publish_round(actor=owner_of(event), round_id=start_cut(event).pk))
    final = pair(event)
    third = final.matches.get(is_third_place=True)
    sign_in(browser_page, event, address)
    browser_page.set_viewport_size({"width": 1280, "height": 900})
    browser_page.goto(f"/t/{event.code}/desk/rounds/{final.number}/")
    words = browser_page.locator(".draft-table .d-words")
    expect(words).to_have_text("季军赛")
    assert words.evaluate(ONE_LINE)
    drop(actor=owner_of(event), registration_id=third.player1_id)
    publish_round(actor=owner_of(event), round_id=final.pk)
    browser_page.goto(f"/t/{event.code}/desk/")
    state = browser_page.locator(f".desk-row[data-table='{third.table}'] .t-state")
    expect(state).to_contain_text("不战胜：对手已退出")
    expect(state).to_contain_text("季军赛")
    assert browser_page.locator(".t-state").evaluate_all(CUT_OFF) == []


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_that_two_teams_are_level_is_read_whole(browser_page: Page, address: str, language: str) -> None:
    """It read "level: wh / advances" beside "playing"."""
    event = started_by_seat(top_cut=4, planned_rounds=1)
    finish_by_seat(publish(event))
    semifinals = publish_round(actor=owner_of(event), round_id=start_cut(event).pk)
    play_boards(semifinals.matches.order_by("table")[0], (2, 0), (0, 2))
    sign_in(browser_page, event, address)
    browser_page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": address}])
    browser_page.set_viewport_size({"width": 1280, "height": 900})
    browser_page.goto(f"/t/{event.code}/desk/")
    level = browser_page.locator(".desk-row", has=browser_page.locator(".t-needs"))
    expect(level).to_have_count(1)
    expect(level.locator(".t-word")).to_have_count(0)
    assert browser_page.locator(".t-state").evaluate_all(CUT_OFF) == []


def test_hidden_fields_of_a_form_leave_no_gap_above_its_first_line(browser_page: Page, address: str) -> None:
    event = start_event(4)
    publish(event)
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/slips/")
    form = browser_page.locator("form.panel").first
    above = form.evaluate(
        """form => {
          const first = [...form.children].find((child) => child.type !== "hidden");
          const padding = parseFloat(getComputedStyle(form).paddingTop);
          return first.getBoundingClientRect().top - form.getBoundingClientRect().top - padding;
        }"""
    )
    assert above < 2


OVERLAP = """tile => {
  const [star, mark] = [".feature-mark", ".marks .icon"].map((one) => tile.querySelector(one).getBoundingClientRect());
  return star.right > mark.left && star.left < mark.right && star.bottom > mark.top && star.top < mark.bottom;
}"""


def test_on_a_judges_phone_the_star_of_a_feature_table_keeps_clear_of_its_other_marks(
    phone_page: Page, address: str
) -> None:
    event = start_event(24, feature_tables="11")
    publish(event)
    match = event.rounds.latest("number").matches.order_by("table")[10]
    raise_call(actor=owner_of(event), match_id=match.pk, words="")
    give_extension(actor=owner_of(event), match_id=match.pk, minutes=3)
    sign_in(phone_page, event, address)
    phone_page.goto(f"/t/{event.code}/floor/")
    tile = phone_page.locator(f"#tile-{match.pk}")
    expect(tile.locator(".feature-mark")).to_be_visible()
    assert not tile.evaluate(OVERLAP)
