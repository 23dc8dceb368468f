"""Writing a pack in a browser: judged and saved while typing, on a desktop and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from accounts.actor import Actor
from accounts.models import User
from cardpool.models import CardGame, PackDraft
from cardpool.services.pack_drafts import save_draft, start_draft
from tests.web.games.keeping import CARDS, DECK, PACK, make_manager, visitor

pytestmark = pytest.mark.django_db(transaction=True)

AGAIN_MS = 6_000
"""Longer than the page waits before it asks again what was not answered."""
MISTAKEN = PACK.replace('section = "main"\nexactly', 'section = "mian"\nexactly')


def come_in(page: Page, manager: User, live_server: Any, path: str, until: Any = "load") -> None:
    cookie = visitor(manager).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    page.goto(path, wait_until=until)


def verdict(page: Page) -> Any:
    return page.locator("#pack-verdict")


def box(page: Page) -> Any:
    return page.locator("#pack-text")


def open_draft(page: Page, manager: User, live_server: Any, text: str = PACK, cards: str = "") -> PackDraft:
    draft = start_draft(actor=Actor(user=manager), text=text, cards=cards)
    come_in(page, manager, live_server, reverse("pack_draft", args=[draft.pk]))
    return draft


def test_a_game_is_written_tried_published_and_played(browser_page: Page, manager: User, live_server: Any) -> None:
    page = browser_page
    come_in(page, manager, live_server, reverse("games"))
    page.get_by_role("link", name="New game").click()
    page.get_by_label("Chinese name").fill("灯笼对决")
    page.get_by_label("English name").fill("Lantern Clash")
    page.get_by_role("button", name="Begin the draft").click()
    expect(verdict(page)).to_contain_text("in order")

    box(page).fill(MISTAKEN)
    expect(verdict(page)).to_contain_text("1 mistake")
    expect(page.locator("#pack-lines li.bad")).to_have_count(1)
    page.locator("#pack-live").get_by_role("link", name="Line 54").click()
    marked = "box => box.value.slice(box.selectionStart, box.selectionEnd)"
    assert box(page).evaluate(marked) == 'section = "mian"'
    page.keyboard.type('section = "main"')
    expect(verdict(page)).to_contain_text("in order")
    expect(page.locator("#pack-lines li.bad")).to_have_count(0)

    page.get_by_text("First cards").click()
    page.locator("#cards-text").fill(CARDS)
    page.get_by_text("A deck to begin with").click()
    page.get_by_role("button", name="Try this deck").click()
    expect(page.locator("#pack-sample")).to_contain_text("legal")
    page.locator("#sample-text").fill(DECK)
    expect(page.locator("#pack-sample")).to_contain_text("Deck has 3 of golden cards, at most 2 allowed")

    page.get_by_role("link", name="Review and publish").click()
    page.get_by_role("button", name="Publish version 1.0").click()
    expect(page.locator("#messages")).to_contain_text("Lantern Clash 1.0 is published")
    page.get_by_role("link", name=re.compile("Open an event")).click()
    expect(page.get_by_label("Game", exact=True)).to_have_value("lantern-clash")
    page.get_by_label("Name of the event", exact=True).fill("Lantern night")
    page.get_by_role("button", name="Open the event").click()
    expect(page.get_by_role("heading", name="Lantern night")).to_be_visible()
    game = CardGame.objects.get(slug="lantern-clash")
    assert (game.cards.count(), game.rulesets.count()) == (9, 1)


def test_what_is_typed_is_saved_and_a_colleagues_save_is_reported(
    browser_page: Page, manager: User, live_server: Any
) -> None:
    page = browser_page
    draft = open_draft(page, manager, live_server)
    box(page).fill(MISTAKEN)
    expect(verdict(page)).to_contain_text("1 mistake")
    draft.refresh_from_db()
    assert (draft.text, draft.revision) == (MISTAKEN, 2)
    other = Actor(user=make_manager(username="chen"))
    save_draft(actor=other, draft_id=draft.pk, revision=2, text=PACK + "# from chen\n")
    box(page).fill(MISTAKEN + "# from zhao\n")
    expect(page.locator("#pack-live")).to_contain_text("chen has saved this draft since you opened it")
    expect(verdict(page)).to_contain_text("not saved")
    expect(page.locator("#pack-live .changes")).to_contain_text("# from chen")
    page.get_by_role("button", name="Overwrite it with mine").click()
    expect(verdict(page)).to_contain_text("saved")
    expect(page.locator("#pack-live")).not_to_contain_text("chen has saved")
    draft.refresh_from_db()
    assert draft.text == MISTAKEN + "# from zhao\n"


def test_what_is_typed_before_the_script_has_begun_is_saved(
    browser_page: Page, manager: User, live_server: Any
) -> None:
    page = browser_page
    draft = start_draft(actor=Actor(user=manager), text=PACK, cards="")
    with page.expect_request("**/js/pack*.js"):
        held: list[Route] = []
        page.route("**/js/pack*.js", lambda route: held.append(route))
        come_in(page, manager, live_server, reverse("pack_draft", args=[draft.pk]), until="commit")
    box(page).fill(MISTAKEN)
    held[0].fallback()
    expect(verdict(page)).to_contain_text("1 mistake")
    draft.refresh_from_db()
    assert draft.text == MISTAKEN


def test_without_an_answer_nothing_is_lost(browser_page: Page, manager: User, live_server: Any) -> None:
    page = browser_page
    page.clock.install()
    draft = open_draft(page, manager, live_server)
    address = f"**{reverse('pack_draft', args=[draft.pk])}"
    cut = True

    def gate(route: Route) -> None:
        if cut and route.request.method == "POST":
            route.abort()
        else:
            route.fallback()

    page.route(address, gate)
    box(page).fill(MISTAKEN)
    expect(page.locator("[data-pack-offline]")).to_be_visible()
    cut = False
    page.clock.fast_forward(AGAIN_MS)
    expect(verdict(page)).to_contain_text("1 mistake")
    expect(page.locator("[data-pack-offline]")).to_be_hidden()
    draft.refresh_from_db()
    assert draft.text == MISTAKEN


def test_anyone_who_is_signed_out_meanwhile_keeps_the_text(browser_page: Page, manager: User, live_server: Any) -> None:
    page = browser_page
    page.clock.install()
    draft = open_draft(page, manager, live_server)
    cookies = page.context.cookies()
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    box(page).fill(MISTAKEN)
    expect(page.locator("[data-pack-signed-out]")).to_be_visible()
    expect(box(page)).to_have_value(MISTAKEN)
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.clock.fast_forward(AGAIN_MS)
    expect(verdict(page)).to_contain_text("1 mistake")
    expect(page.locator("[data-pack-signed-out]")).to_be_hidden()
    draft.refresh_from_db()
    assert draft.text == MISTAKEN


def test_a_draft_that_is_gone_leads_on_to_another(browser_page: Page, manager: User, live_server: Any) -> None:
    page = browser_page
    draft = open_draft(page, manager, live_server)
    PackDraft.objects.filter(pk=draft.pk).delete()
    box(page).fill(MISTAKEN)
    expect(page.locator("#messages")).to_contain_text("What you typed is kept in this new one.")
    expect(box(page)).to_have_value(MISTAKEN)
    assert PackDraft.objects.get().text == MISTAKEN


def test_a_file_takes_the_texts_place_and_undo_brings_it_back(
    browser_page: Page, manager: User, live_server: Any
) -> None:
    page = browser_page
    draft = open_draft(page, manager, live_server, text=MISTAKEN)
    page.locator("[data-pack-file]").set_input_files(
        {"name": "lantern.toml", "mimeType": "text/plain", "buffer": PACK.encode("gb18030")}
    )
    expect(box(page)).to_have_value(PACK)
    expect(verdict(page)).to_contain_text("in order")
    page.get_by_role("button", name="Undo").click()
    expect(box(page)).to_have_value(MISTAKEN)
    expect(verdict(page)).to_contain_text("1 mistake")
    draft.refresh_from_db()
    assert draft.text == MISTAKEN


def test_on_a_phone_everything_fits_and_lines_are_found(phone_page: Page, manager: User, live_server: Any) -> None:
    page = phone_page
    open_draft(page, manager, live_server, text=MISTAKEN, cards=CARDS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#pack-live").get_by_role("link", name="Line 54").tap()
    expect(box(page)).to_be_focused()
    small = page.evaluate(
        "[...document.querySelectorAll('.pack-page a, .pack-page button, .pack-page summary')].filter(one =>"
        " one.checkVisibility() && !one.closest('.visually-hidden') && one.getBoundingClientRect().height < 24)"
        ".map(one => one.outerHTML)"
    )
    assert small == []


def test_without_scripts_the_same_is_done_by_a_button(browser: Any, manager: User, live_server: Any) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    draft = open_draft(page, manager, live_server)
    box(page).fill(MISTAKEN)
    page.get_by_role("button", name="Save and check").click()
    expect(verdict(page)).to_contain_text("1 mistake")
    expect(box(page)).to_have_value(MISTAKEN)
    page.locator("#pack-live").get_by_role("link", name="Line 54").click()
    expect(page.locator("#pack-line-54")).to_be_in_viewport()
    box(page).fill(PACK)
    page.get_by_role("button", name="Save and check").click()
    page.get_by_role("link", name="Review and publish").click()
    page.get_by_role("button", name="Publish version 1.0").click()
    expect(page.locator("#messages")).to_contain_text("is published")
    assert not PackDraft.objects.filter(pk=draft.pk).exists()
    context.close()
