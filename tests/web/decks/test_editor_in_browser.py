"""The editor as a player uses it: typing, tapping, losing the connection, coming back, submitting."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from tests.flows.passing_time import later
from tests.people_and_events import player_actor
from tests.typed_lists import LEGAL, MAIN, SIDE
from tests.web.decks.opening import an_entry, editor_of, pass_deadline
from tests.web.public.visiting import browser
from tournaments.models import Registration

pytestmark = pytest.mark.django_db(transaction=True)

WITH_MISTAKES = "\n".join(["主牌", *MAIN[:-2], "2 赛罗奥特慢", "备牌", *SIDE])


@pytest.fixture
def entry():
    return an_entry()


def come_in(page: Page, entry: Registration, live_server) -> None:
    """Put the player's session into the browser and open the editor, in English."""
    cookie = browser(player_actor(entry)).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": live_server.url},
        ]
    )
    page.goto(editor_of(entry))


def verdict(page: Page):
    return page.locator("#deck-verdict")


def box(page: Page):
    return page.locator("#deck-text")


def submitted(entry: Registration):
    return Registration.objects.select_related("decklist__submitted").get(pk=entry.pk).decklist


def test_a_list_with_mistakes_is_corrected_by_tapping_and_submitted(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    box(page).fill(WITH_MISTAKES)
    expect(verdict(page)).to_contain_text("Line 14")
    expect(page.locator("#deck-lines li.ask")).to_have_count(1)

    page.get_by_role("button", name=re.compile("^2 × ?HBU01-A07 ?赛罗奥特曼$")).click()
    expect(box(page)).to_have_value(re.compile("^2 HBU01-A07 赛罗奥特曼$", re.M))
    expect(page.locator("#deck-lines li.ask")).to_have_count(0)
    expect(verdict(page)).to_contain_text("38/40")
    expect(page.locator(".deck-row.is-marked")).to_have_count(1)

    page.get_by_role("button", name="One 赛罗奥特曼 fewer in Main deck").click()
    page.get_by_role("button", name="One 赛罗奥特曼 fewer in Main deck").click()
    expect(verdict(page)).to_contain_text("36/40")
    page.locator("#deck-search").fill("令迦")
    add = page.get_by_role("button", name="One more 令迦奥特曼 in Main deck").first
    for _ in range(3):
        add.click()
    expect(verdict(page)).to_contain_text("39/40")
    page.locator("#deck-search").fill("DEMO01-A01")
    page.get_by_role("button", name=re.compile("One more 演示卡 01 .* in Main deck")).first.click()
    expect(verdict(page)).to_contain_text("legal")
    expect(verdict(page)).to_contain_text("40/40")

    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#messages")).to_contain_text("Submitted: version 1, legal.")
    assert submitted(entry).submitted.is_legal


def test_an_answer_about_an_older_text_never_touches_a_newer_one(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    held: list[Route] = []
    page.route("**/judge/", lambda route: held.append(route), times=1)
    box(page).fill("1 HBU01-CR")
    expect(page.locator("#deck-form")).to_have_class(re.compile("is-asking"))
    box(page).press_sequentially("\n2 HBU02-CR")
    held.pop().continue_()
    expect(page.locator("#deck-list")).to_contain_text("HBU02-CR")
    expect(box(page)).to_have_value("1 HBU01-CR\n2 HBU02-CR")


def test_a_tap_during_typing_is_not_lost(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    box(page).fill("1 HBU01-CR")
    expect(page.locator("#deck-list")).to_contain_text("令迦奥特曼")
    held: list[Route] = []
    page.route("**/judge/", lambda route: held.append(route), times=1)
    page.get_by_role("button", name="One more 令迦奥特曼 in Main deck").click()
    expect(page.locator("#deck-form")).to_have_class(re.compile("is-asking"))
    box(page).press_sequentially("\n2 HBU02-CR")
    held.pop().continue_()
    expect(box(page)).to_have_value("2 HBU01-CR\n2 HBU02-CR")


def test_what_was_typed_survives_a_lost_connection_and_a_reload(phone_page: Page, entry, live_server):
    page = phone_page
    come_in(page, entry, live_server)
    page.context.set_offline(True)
    box(page).fill(LEGAL)
    expect(page.locator("[data-deck-offline]")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    expect(box(page)).to_have_value(LEGAL)

    page.context.set_offline(False)
    expect(page.locator("[data-deck-offline]")).to_be_hidden()
    expect(verdict(page)).to_contain_text("legal")
    page.reload()
    expect(box(page)).to_have_value(LEGAL)
    expect(verdict(page)).to_contain_text("40/40")
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.locator("#messages")).to_contain_text("Saved as version 1")
    page.wait_for_function("Object.keys(localStorage).length === 0")


def test_what_was_typed_survives_the_end_of_the_session(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    box(page).fill(LEGAL)
    expect(page.locator("#messages")).to_contain_text("kept on this device")
    expect(box(page)).to_have_value(LEGAL)
    come_in(page, entry, live_server)
    expect(box(page)).to_have_value(LEGAL)


def test_an_unsaved_text_waits_when_an_old_version_is_opened(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    box(page).fill(LEGAL)
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.locator("#messages")).to_contain_text("Saved as version 1")
    box(page).fill("1 HBU01-CR")
    page.goto(editor_of(entry, "?version=1"))
    expect(page.locator("[data-draft-waiting]")).to_be_visible()
    expect(box(page)).to_have_value(LEGAL + "\n")
    page.get_by_role("button", name="Use that text").click()
    expect(box(page)).to_have_value("1 HBU01-CR")
    expect(verdict(page)).to_contain_text("1/40")


def test_a_file_is_loaded_and_can_be_taken_back(browser_page: Page, entry, live_server):
    page = browser_page
    come_in(page, entry, live_server)
    box(page).fill("1 HBU01-CR")
    expect(verdict(page)).to_contain_text("1/40")
    file = {"name": "list.csv", "mimeType": "text/csv", "buffer": "3,HBU01-A07\n".encode("gb18030")}
    page.locator("[data-deck-file]").set_input_files(file)
    expect(box(page)).to_have_value(re.compile("HBU01-A07"))
    page.get_by_role("button", name="Undo").click()
    expect(box(page)).to_have_value("1 HBU01-CR")


def test_an_open_page_learns_that_lists_are_locked_and_keeps_what_was_typed(browser_page: Page, entry, live_server):
    page = browser_page
    page.clock.install()
    come_in(page, entry, live_server)
    box(page).fill(LEGAL)
    later(page)
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()
    pass_deadline(entry.tournament)
    later(page)
    expect(page.locator("#deck-lock")).to_contain_text("Lists are locked now.")
    expect(page.get_by_role("button", name="Submit")).to_be_disabled()
    expect(box(page)).to_have_value(re.compile("Main"))
