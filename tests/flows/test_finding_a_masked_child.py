"""A child whose name is masked types it in full, and reads where to sit; nobody else's row is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.web.public.visiting import entry, event_with_a_child

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

CHILD = "王子轩"
LISTS = {
    "tournament_pairings": "#round .tables > li",
    "tournament_players": "#players tr",
    "tournament_standings": "#standings tr",
}


@pytest.mark.parametrize("name", LISTS)
def test_the_whole_name_finds_the_row_while_typing_and_by_enter(
    phone_page: Page, live_server: LiveServer, name: str
) -> None:
    """What was typed was compared with the masked names alone, so that there was nobody called so."""
    event = event_with_a_child()
    number = entry(event, CHILD).number
    rows = phone_page.locator(LISTS[name])
    nobody = phone_page.locator("main").get_by_text("没有这个名字")
    phone_page.goto(reverse(name, args=[event.code]))
    every = rows.count()
    phone_page.locator("#find").fill(CHILD)
    expect(rows).to_have_count(1)
    expect(rows).to_be_visible()
    expect(rows).to_contain_text(f"王＊＊ #{number}")
    expect(nobody).to_have_count(0)
    with phone_page.expect_navigation():
        phone_page.locator("#find").press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_be_visible()
    expect(nobody).to_have_count(0)
    phone_page.locator("#find").fill("")
    expect(rows).to_have_count(every)
    phone_page.locator("#find").fill("无名氏")
    expect(nobody).to_be_visible()
    expect(rows).to_have_count(0)
