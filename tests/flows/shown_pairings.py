"""The tables that a page of pairings shows."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def expect_tables(page: Page, rows: list[str]) -> None:
    """Wait until exactly these rows are shown, in this order; two pairings may have some in common."""
    shown = page.locator("#tables li")
    expect(shown).to_have_count(len(rows))
    for place, row in enumerate(rows):
        expect(shown.nth(place)).to_have_attribute("data-name", row)
