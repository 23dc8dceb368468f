"""The head of a player's own list: what stands, what is wrong where, until when, and the one button."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.people_and_events import owner_of, player_actor
from tests.typed_lists import LEGAL, SHORT
from tests.web.decks.opening import UNREADABLE, an_entry, editor_of, pass_deadline, text_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser as client_of
from tournaments.models import Registration, Tournament
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> Registration:
    return an_entry()


def save(entry: Registration, text: str, *, submit: bool) -> None:
    entry.refresh_from_db()
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, submit=submit)


def state_of(entry: Registration, language: str = "en", query: str = "") -> str:
    """What the head says, from its start to the sizes of the list; empty where there is no such head."""
    answer = client_of(player_actor(entry), language).get(editor_of(entry, query))
    assert_clean(answer)
    found = re.search(r'<section class="deck-state.*?</section>', answer.content.decode(), re.S)
    if found is None:
        return ""
    answer.content = found[0].encode()
    return text_of(answer)


def test_without_a_list_it_says_to_enter_one_and_until_when(entry: Registration) -> None:
    assert re.fullmatch(
        "No deck submitted yet Paste the list or type it below, then submit it. "
        "open until the event starts, planned for .+ Asia/Shanghai Enter the list",
        state_of(entry),
    )
    assert state_of(entry, "zh-hans").startswith("还没有提交套牌 在下面粘贴或输入套牌，然后提交。 开赛前都可以提交")


def test_an_event_that_needs_no_deck_does_not_press(entry: Registration) -> None:
    Tournament.objects.update(decklists_required=False)
    assert state_of(entry).startswith("This event asks for no deck; one can be kept here")


@pytest.mark.parametrize(
    ("saved", "heads", "action"),
    [
        ([(LEGAL, False)], "Saved, not submitted Only a submitted list counts.", "Submit this list"),
        ([(SHORT, False)], "Saved, not submitted Main deck has 39 of 40 cards", "Correct the list"),
        ([(LEGAL, True)], "Submitted, legal There is nothing more to do.", "Asia/Shanghai"),
        ([(SHORT, True)], "Submitted, not legal Main deck has 39 of 40 cards", "Correct the list"),
        (
            [(LEGAL, True), (LEGAL + "\n# mine", False)],
            "Version 1 counts; what was saved since is not submitted Only a submitted list counts.",
            "Submit this list",
        ),
        ([(UNREADABLE, False)], "Saved, not submitted Line 27", "Correct line 27"),
    ],
)
def test_what_stands_comes_first_and_one_action_last(
    entry: Registration, saved: list[tuple[str, bool]], heads: str, action: str
) -> None:
    for text, submit in saved:
        save(entry, text, submit=submit)
    said = state_of(entry)
    assert said.startswith(heads)
    assert said.endswith(action)


def test_after_the_lock_it_says_what_counts_or_who_can_help(entry: Registration) -> None:
    save(entry, SHORT, submit=True)
    pass_deadline(entry.tournament)
    said = state_of(entry)
    assert said.startswith("Submitted, not legal Main deck has 39 of 40 cards")
    assert "Judges and organisers of this event can still change the list." in said
    assert said.endswith("(Asia/Shanghai).")


def test_a_legal_list_needs_nothing_after_the_lock(entry: Registration) -> None:
    save(entry, LEGAL, submit=True)
    pass_deadline(entry.tournament)
    assert state_of(entry).startswith("Submitted, legal There is nothing more to do. Locked since")


def test_a_card_that_a_judge_settles_is_not_the_players_to_correct(entry: Registration) -> None:
    save(entry, LEGAL, submit=True)
    entry.refresh_from_db()
    entry.decklist.versions.update(verdict="undecided")
    pass_deadline(entry.tournament)
    assert state_of(entry).startswith(
        "Submitted; a judge decides about a card There is nothing to do unless a judge asks for you."
    )


def test_an_older_version_and_the_staff_have_the_facts_instead(entry: Registration) -> None:
    save(entry, LEGAL, submit=True)
    assert state_of(entry, query="?version=1") == ""
    page = client_of(owner_of(entry.tournament)).get(editor_of(entry))
    assert 'class="deck-state"' not in page.content.decode()
    assert "Submitted, legal" in text_of(page)


def come_in(page: Page, entry: Registration, address: str) -> None:
    cookie = client_of(player_actor(entry)).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [
            {"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address},
            {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "url": address},
        ]
    )
    page.goto(address + editor_of(entry))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("with_scripts", [True, False])
def test_a_small_phone_opens_on_the_action_and_submits_with_it(
    browser: Browser, live_server: Any, entry: Registration, with_scripts: bool
) -> None:
    save(entry, LEGAL, submit=False)
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
    context = browser.new_context(java_script_enabled=with_scripts, **phone)
    page = context.new_page()
    come_in(page, entry, live_server.url)
    submit = page.get_by_role("button", name="Submit this list")
    assert submit.bounding_box()["y"] + submit.bounding_box()["height"] < 640
    expect(page.locator(".deck-statistics > summary")).to_be_visible()
    expect(page.locator("#deck-curves")).to_be_hidden()
    assert page.locator("#deck-live").bounding_box()["y"] < page.locator(".deck-statistics").bounding_box()["y"]
    with page.expect_navigation():
        submit.tap()
    expect(page.locator(".deck-state")).to_contain_text("Submitted, legal")
    entry.refresh_from_db()
    assert entry.decklist.submitted.number == 1
    context.close()


@pytest.mark.django_db(transaction=True)
def test_the_way_to_the_line_marks_it_and_typing_brings_the_verdict_back(
    phone_page: Page, live_server: Any, entry: Registration
) -> None:
    save(entry, UNREADABLE, submit=False)
    come_in(phone_page, entry, live_server.url)
    words, actions = phone_page.locator(".verdict-words"), phone_page.locator(".deck-actions")
    expect(words).to_be_hidden()
    expect(actions).to_have_css("position", "static")
    phone_page.get_by_role("link", name="Correct line 27").tap()
    expect(phone_page.locator("#deck-text")).to_be_focused()
    phone_page.locator("#deck-text").fill(SHORT)
    expect(words).to_contain_text("39 of 40")
    expect(words).to_be_visible()
    expect(actions).to_have_css("position", "sticky")
