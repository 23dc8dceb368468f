"""A player's pages on a phone of 360 pixels: in English, whose words are the longest, and in Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import Player
from accounts.services import issue_personal_link
from tests.flows.browsers import Hall, Visitor
from tests.judged_events import table_of
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import publish
from tests.web.public.visiting import open_links
from tournaments.models import Match, Registration, Tournament
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("language", ["en", "zh-hans"])]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
LINES_OF = "node => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))"


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    event = make_event(decklists_required=True, name="Saturday evening championship")
    enter(event, "Alexander", "Wilhelmina", "王小明", "王小红")
    return event


def phone_of(hall: Hall, language: str, *entries: Registration) -> Visitor:
    """The phone of these players, read in this language."""
    phone, client = hall.visitor(**PHONE), Client()
    phone.read_in(language)
    open_links(client, *(entry.player for entry in entries))
    cookie: Any = {"name": "dueldesk_session", "value": client.cookies["dueldesk_session"].value, "url": hall.address}
    phone.page.context.add_cookies([cookie])
    return phone


def tops(page: Page, selector: str) -> Iterator[tuple[float, float]]:
    """Of each line to do, where its sign and its words begin."""
    for line in page.locator(selector).all():
        sign, words = line.locator("svg").first.bounding_box(), line.locator("span:not([class])").first.bounding_box()
        assert sign is not None
        assert words is not None
        yield sign["y"], words["y"]


def test_what_is_to_be_done_before_the_start(hall: Hall, event: Tournament, language: str) -> None:
    """A sign stands beside its words, and one button is the main one."""
    phone = phone_of(hall, language, event.registrations.earliest("pk"))
    phone.go("my_page")
    found = list(tops(phone.page, ".entry-steps > li"))
    assert len(found) == 3
    assert all(abs(sign - words) < 24 for sign, words in found), found
    phone.go("tournament_overview", event.code)
    expect(phone.page.locator(".btn-primary:visible")).to_have_count(1)
    button = phone.page.locator("#event-step .btn").bounding_box()
    assert button is not None
    assert button["width"] > 300


def test_the_list_of_a_deck_begins_on_the_first_screen(hall: Hall, event: Tournament, language: str) -> None:
    phone = phone_of(hall, language, event.registrations.earliest("pk"))
    phone.go("deck_editor", event.registrations.earliest("pk").pk)
    box = phone.page.locator("#deck-text").bounding_box()
    assert box is not None
    assert box["y"] < 600
    expect(phone.page.locator(".btn-primary:visible")).to_have_count(1)


def test_a_second_childs_link_stays_in_its_panel(hall: Hall, event: Tournament, language: str) -> None:
    """The button that takes the others off holds a name and a sentence: it takes two lines."""
    one, two = event.registrations.filter(name__startswith="王").order_by("pk")
    Player.objects.filter(pk=two.player_id).update(name="欧阳娜娜·阿卜杜拉")
    phone = phone_of(hall, language, one)
    phone.page.goto(issue_personal_link(player=two.player))
    panel = phone.page.locator("main .panel").bounding_box()
    assert panel is not None
    for button in phone.page.locator("main .panel button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= panel["x"] + panel["width"] - 16, button.inner_text()


def test_table_and_report_of_two_players(hall: Hall, event: Tournament, language: str) -> None:
    """The bar has one line for two players with news; the buttons of a report begin on the first screen."""
    match = started(event)
    one, two = match.player1, match.player2
    family = phone_of(hall, language, one, two)
    family.go("my_page")
    expect(family.page.locator(".topnav-notices")).to_be_visible()
    assert family.page.evaluate("() => document.documentElement.scrollWidth") == 360
    assert family.page.locator('.topnav a[aria-current="page"]').evaluate("node => node.scrollHeight") < 50
    phone = phone_of(hall, language, one)
    phone.go("my_page")
    expect(phone.page.locator(f"#report-{one.pk} [name=score]").first).to_be_in_viewport()
    phone.page.goto(reverse("match", args=[event.code, match.pk]))
    assert [name.evaluate(LINES_OF) for name in phone.page.locator(".duel .side").all()] == [1, 1]
    Registration.objects.filter(pk=two.pk).update(name="Alexandra-Konstantinova von Hohenberg")
    phone.go("my_page")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") == 360


def started(event: Tournament) -> Match:
    """The first round; the match of Alexander."""
    owner = owner_of(event)
    start_tournament(actor=owner, tournament_id=event.pk, allow_missing_decklists=True)
    publish(event)
    return table_of(event.registrations.get(name="Alexander"))


def test_the_round_beside_the_table_is_not_broken_in_two(hall: Hall, event: Tournament, language: str) -> None:
    """The line broke inside 第 1 轮, between 第 and the number."""
    event.decklists_required = False
    event.save()
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    publish(event)
    phone = phone_of(hall, language, event.registrations.get(name="王小明"))
    phone.go("my_page")
    assert phone.page.locator(".my-match .stage").evaluate(LINES_OF) == 1
