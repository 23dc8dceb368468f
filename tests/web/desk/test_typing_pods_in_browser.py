"""Pods at the desk with scripts: places typed in the quick line and on the pod's page, refused and put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.events_in_pods import start_pods
from tests.running_events import publish
from tests.web.desk.test_desk_in_browser import sign_in
from tournaments.models import Pod, Round

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round(browser_page: Page, live_server: LiveServer) -> Round:
    """A round of two pods, whose desk is open in the browser."""
    event = start_pods(8)
    published = publish(event)
    sign_in(browser_page, event, live_server.url)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    return published


def places(pod: Pod) -> list[int | None]:
    return list(pod.seats.order_by("seat").values_list("place", flat=True))


def test_places_are_typed_one_pod_after_another(browser_page: Page, round: Round) -> None:
    one, other = round.pods.order_by("table")
    line, said = browser_page.locator("#typed"), browser_page.locator("#typed-said")
    first, second, *_others = one.seats.order_by("seat").values_list("registration__name", flat=True)
    browser_page.keyboard.type("1")
    browser_page.locator("[data-table='1'].typed-at").wait_for()
    expect(browser_page.locator("#typed-preview")).to_contain_text(first)
    browser_page.keyboard.type(" 2243")
    browser_page.keyboard.press("Enter")
    expect(said).to_contain_text("1 桌没有第一名")
    expect(line).to_have_value("1 2243")
    expect(line).to_be_focused()
    assert places(one) == [None] * 4
    line.fill("1 2143")
    browser_page.keyboard.press("Enter")
    expect(said).to_contain_text(second)
    expect(said).not_to_contain_text("没有第一名")
    expect(line).to_have_value("")
    expect(line).to_be_focused()
    expect(browser_page.locator("[data-table='1'] .pod-place")).to_have_text(["2", "1", "4", "3"])
    browser_page.keyboard.type("2 w3 t")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator("[data-table='2'] .pod-place")).to_have_text(["2", "2", "1", "2"])
    assert (places(one), places(other)) == ([2, 1, 4, 3], [2, 2, 1, 2])


def test_places_on_the_page_of_a_pod_are_refused_and_put_right(browser_page: Page, round: Round) -> None:
    pod = round.pods.get(table=1)
    browser_page.keyboard.type("1")
    with browser_page.expect_navigation():
        browser_page.keyboard.press("Enter")
    form = browser_page.locator("form[aria-labelledby=pod-places]")
    fields = form.locator("select[name^=place]")
    expect(fields).to_have_count(4)

    def enter(*typed: str) -> None:
        for field, place in zip(fields.all(), typed, strict=True):
            field.select_option(place)
        with browser_page.expect_navigation():
            form.locator("button[type=submit]").last.click()

    enter("2", "2", "3", "4")
    expect(browser_page.locator("main")).to_contain_text("没有人得第一名。请重新输入名次。")
    for field, place in zip(fields.all(), ("2", "2", "3", "4"), strict=True):
        expect(field).to_have_value(place)
    assert places(pod) == [None] * 4
    enter("2", "1", "3", "4")
    expect(browser_page.locator("main")).to_contain_text("结果已记录。")
    assert places(pod) == [2, 1, 3, 4]
