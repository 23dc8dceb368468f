"""Searching for a card while typing, on a phone and on a desktop."""

import re

import pytest
from playwright.sync_api import Page, expect

from cardpool.services.notes import NoteText, write_note
from tests.cardpool.card_pool_rows import make_card, manager
from tests.people_and_events import ULTRAMAN

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def card():
    for number in range(10, 16):
        make_card(f"HBU01-A{number}", f"月神{number}", attributes={"star": number})
    card = make_card("HBU01-A07", "赛罗奥特曼", attributes={"star": 3})
    write_note(actor=manager(), card_id=card.pk, text=NoteText("能换吗？", "可以。"))
    return card


def names(page: Page):
    return page.locator("#card-results .name")


def test_each_letter_narrows_the_list_and_the_address_follows(phone_page: Page, card):
    page = phone_page
    page.goto(f"/cards/{ULTRAMAN}/")
    expect(names(page)).to_have_count(7)
    page.locator("#card-search").press_sequentially("sla")
    expect(names(page)).to_have_text(["赛罗奥特曼"])
    expect(page).to_have_url(re.compile(r"\?q=sla$"))
    page.reload()
    expect(page.locator("#card-search")).to_have_value("sla")
    names(page).click()
    expect(page.locator("h1")).to_have_text("赛罗奥特曼")
    page.go_back()
    expect(names(page)).to_have_text(["赛罗奥特曼"])
    page.locator("#card-search").fill("")
    expect(names(page)).to_have_count(7)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_choosing_narrows_at_once_and_focus_stays(browser_page: Page, card):
    page = browser_page
    page.goto(f"/cards/{ULTRAMAN}/")
    page.locator(".card-filters summary").click()
    select = page.get_by_label("星数")
    select.focus()
    select.select_option("12")
    expect(names(page)).to_have_text(["月神12"])
    expect(select).to_be_focused()
    page.locator("#card-search").press_sequentially("hbu")
    expect(names(page)).to_have_text(["月神12"])
    expect(page.locator("#card-search")).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=hbu&f\.star=12$"))


def test_the_deck_editor_marks_a_card_with_notes(browser_page: Page, card):
    page = browser_page
    page.goto("/decks/check/")
    page.locator("#deck-text").fill("3 HBU01-A07\n3 HBU01-A10")
    mark = page.locator("#deck-list .note-mark")
    expect(mark).to_have_count(1)
    with page.context.expect_page() as opened:
        mark.click()
    expect(opened.value.locator(".card-answer")).to_contain_text("可以。")
