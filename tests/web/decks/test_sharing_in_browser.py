"""Copying a list and opening its link, as a visitor with a browser does."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.decks.deck_tables import FOLDER
from tests.people_and_events import load_every_game

pytestmark = pytest.mark.django_db(transaction=True)

LEGAL = (FOLDER / "ultraman-hero-duel" / "legal-best-of-three.txt").read_text(encoding="utf-8")
LIVE = "Pokémon: 1\n4 Demo Monster 01 · Grass DEM 1\n\nTotal Cards: 4\n"


@pytest.fixture(autouse=True)
def _games():
    load_every_game()


def open_check(page: Page, live_server, game: str = "ultraman-hero-duel") -> None:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url}])
    page.goto(f"{reverse('deck_check')}?game={game}")


def test_a_list_is_copied_downloaded_and_opened_by_its_link(browser_page: Page, live_server, tmp_path: Path):
    page = browser_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    open_check(page, live_server)
    page.locator("#deck-text").fill(LEGAL)
    page.get_by_text("Copy, download, share").click()
    page.get_by_role("button", name="Copy as DuelDesk text (中文)").click()
    expect(page.get_by_role("button", name="Copy as DuelDesk text (中文)")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("主牌 (40)")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as Excel").click()
    target = tmp_path / download.value.suggested_filename
    download.value.save_as(target)
    assert target.name == "ultraman-hero-duel.xlsx"

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Link and QR code").click()
    shared = opened.value
    expect(shared.get_by_role("heading", level=1)).to_have_text("Ultraman Hero Duel list")
    expect(shared.locator(".verdict-legal")).to_be_visible()
    expect(shared.locator("svg.qr")).to_be_visible()
    shared.get_by_role("link", name="Open in the deck check").click()
    expect(shared.locator("#deck-text")).to_have_value(re.compile("^Main deck\n3 DEMO01-A01"))

    page.locator("[data-deck-file]").set_input_files(target)
    expect(page.locator("#deck-text")).to_have_value(re.compile("^(Section|区域)"))
    expect(page.locator(".verdict-legal")).to_be_visible()
    expect(page.locator("#deck-live")).to_contain_text("Read as table.")


def test_a_ptcg_live_list_is_changed_by_taps_where_it_stands(phone_page: Page, live_server):
    page = phone_page
    open_check(page, live_server, "pokemon-tcg")
    box = page.locator("#deck-text")
    box.fill(LIVE)
    expect(page.locator("#deck-live")).to_contain_text("Read as PTCG Live.")
    page.get_by_role("button", name=re.compile("^One .* fewer in")).first.click()
    expect(box).to_have_value("Pokémon: 1\n3 Demo Monster 01 · Grass DEM 1\n\nTotal Cards: 3\n")
    page.get_by_text("Copy, download, share").click()
    expect(page.get_by_role("button", name="Copy as PTCG Live")).to_be_visible()
