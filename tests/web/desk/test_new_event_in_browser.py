"""A new event's form in a browser: it takes the values of the chosen game at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from cardpool.games import shipped_pack
from tests.people_and_events import load_every_game, make_actor
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_choosing_another_game_fills_in_its_values(browser_page: Page, live_server: Any) -> None:
    load_every_game()
    page = browser_page
    client = DeskVisitor(Tournament(code="x"), make_actor()).client
    session = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    page.context.add_cookies(
        [
            {**session, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    page.goto("/desk/new/")
    page.get_by_label("Name of the event", exact=True).fill("Friday cup")
    page.get_by_label("Players may register themselves").uncheck()
    page.get_by_text("Teams, order, table numbers").click()
    page.get_by_label("Tables to fill first").fill("11-15")
    game = page.get_by_label("Game", exact=True)
    expect(game).to_have_value("ultraman-hero-duel")
    for chosen in ("pokemon-tcg", "rush-duel"):
        game.select_option(chosen)
        pack = shipped_pack(chosen).tournament
        expect(page.locator("[name=filled_for]")).to_have_value(chosen)
        expect(page.get_by_label("Tiebreakers", exact=True)).to_have_value(pack.standings)
        expect(page.get_by_label("Minutes per round", exact=True)).to_have_value(str(pack.minutes(pack.best_of)))
        expect(page.get_by_label("Name of the event", exact=True)).to_have_value("Friday cup")
        expect(page.get_by_label("Players may register themselves")).not_to_be_checked()
        expect(page.get_by_label("Tables to fill first"), "what was unfolded stays so").to_be_visible()
    page.get_by_label("Match length", exact=True).select_option("3")
    for format, length in (("pods", "1"), ("singles", str(shipped_pack("rush-duel").tournament.best_of))):
        page.get_by_label("Who plays", exact=True).select_option(format)
        expect(page.locator("[name=filled_format]")).to_have_value(format)
        expect(page.get_by_label("Match length", exact=True)).to_have_value(length)
    page.get_by_label("Name of the event", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Friday cup")).to_be_visible()
    made = Tournament.objects.get()
    assert (made.game.slug, made.preset, made.registration_open) == ("rush-duel", "konami", False)
