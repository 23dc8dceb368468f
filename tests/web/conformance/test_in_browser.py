"""Dropping a file on the conformance page with a browser, on a screen and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tournaments.queries.conformance import EXAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_file_is_chosen_and_compared(browser_page: Page) -> None:
    browser_page.goto("/conformance/")
    browser_page.set_input_files("#archive", EXAMPLES / "five-mtr.json")
    browser_page.locator("form[enctype] button[type=submit]").click()
    expect(browser_page.locator("#five-mtrjson")).to_contain_text("(33/100 + 7/9 + 2/3) ÷ 3 = 1597/2700")


def test_a_phone_scrolls_the_tables_not_the_page(phone_page: Page) -> None:
    phone_page.goto("/conformance/")
    phone_page.locator("#five-mtr").wait_for()
    assert phone_page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
