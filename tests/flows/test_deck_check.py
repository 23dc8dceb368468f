"""A judge with a phone at the table: the draw, counting with a thumb, a wrong card, the penalty, the extra time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.actor import Actor
from tests.flows.browsers import Hall, Visitor
from tests.flows.deck_lists import LEGAL
from tests.judged_events import begin, hand_in, table_of, took
from tests.people_and_events import enter, load_every_game, make_event, owner_of, staff_actor
from tests.running_events import play_game, publish
from tournaments.models import DeckCheck, Penalty, TimeExtension, Tournament
from tournaments.play.check_budget import DEFAULT_MINUTES
from tournaments.services import clock
from tournaments.services.start import start_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
LOOK = (Path(__file__).parent / "looking_at_pages.js").read_text(encoding="utf-8")


@pytest.fixture
def event(live_server: LiveServer) -> tuple[Tournament, Actor]:
    """Round 1 of eight players who submitted the same list of shipped cards."""
    load_every_game()
    tournament = make_event()
    for entry in enter(tournament, "陈一鸣", "林雨桐", "王小明", "赵子轩", "P5", "P6", "P7", "P8"):
        hand_in(entry, LEGAL)
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    round_ = publish(tournament)
    clock.start_clock(actor=owner_of(tournament), round_id=round_.pk)
    return tournament, staff_actor(tournament, "judge")


def judge_with_phone(hall: Hall, judge: Actor, **more: Any) -> Visitor:
    phone = hall.visitor(**PHONE | more)
    assert judge.user is not None
    phone.sign_in(judge.user.get_username())
    return phone


def look(page: Page) -> None:
    assert page.evaluate(LOOK) == [], page.url


def row(page: Page, number: str) -> Any:
    return page.locator("[data-row]").filter(has_text=number)


def test_from_the_lot_to_the_penalty_and_the_extra_time(hall: Hall, event: tuple[Tournament, Actor]) -> None:
    tournament, judge = event
    phone = judge_with_phone(hall, judge)
    page = phone.page
    phone.go("desk_checks", tournament.code)
    look(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Random table").tap()
    phone.reads("Drawn by lot.")
    look(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Start with both decks").tap()
    look(page)
    check = DeckCheck.objects.filter(outcome="open").order_by("id").first()
    assert check is not None
    count_with_a_wrong_card(page)
    took(check, 245)
    with page.expect_navigation():
        page.get_by_role("link", name="Compare").tap()
    phone.reads("1 difference")
    phone.reads("wrong card, in place of")
    look(page)
    expect(page.locator("[name=minutes]")).to_have_value("8")
    with page.expect_navigation():
        page.get_by_role("button", name="With findings: on to the penalty").tap()
    expect(page.locator("[name=note]")).to_have_value(re.compile("恐龙贴纸"))
    expect(page.locator("[name=level][value=warning]")).to_be_checked()
    look(page)
    page.locator("[name=infraction]").select_option("decklist_problem")
    expect(page.locator(".penalty-advice")).to_contain_text("Game loss")
    with page.expect_navigation():
        page.get_by_role("button", name="Give the penalty").tap()
    assert (Penalty.objects.get().level, TimeExtension.objects.get().minutes) == ("game_loss", 8)
    look(page)
    hall_sees_the_extra_time(hall, tournament, check)


def count_with_a_wrong_card(page: Page) -> None:
    """Two of three of the first card by the thumb, the rest at once, a sticker in place of the third."""
    first = row(page, "DEMO01-A01")
    page.locator("#section-main summary").tap()
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("All 40 present")).tap()
    expect(page.locator("[data-total]")).to_have_text("40")
    first.locator(".tap-less").tap()
    expect(page.locator("[data-state]")).to_have_text("Saved")
    page.locator("#section-side summary").tap()
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("All 10 present")).tap()
    page.locator("#card-search").fill("恐龙贴纸")
    added = page.locator("#check-cards li").filter(has_text="恐龙贴纸").get_by_role("button").first
    with page.expect_navigation():
        added.tap()
    expect(page.locator(".tap-extra")).to_contain_text("恐龙贴纸")
    expect(page.locator("[data-total]")).to_have_text("49")
    expect(page.locator("[data-surplus]")).to_have_text("+1")
    expect(page.locator("progress[data-counted]")).not_to_have_class("done")


def hall_sees_the_extra_time(hall: Hall, tournament: Tournament, check: DeckCheck) -> None:
    anybody = hall.visitor(**PHONE)
    anybody.go("tournament_pairings", tournament.code)
    assert check.match is not None
    table = anybody.page.locator("#tables li").filter(has_text=check.match.player1.name)
    expect(table).to_contain_text("+8 min")
    look(anybody.page)
    anybody.reads(f"Table {check.match.table}: +8 min")


def test_between_games_the_exchange_is_reported(hall: Hall, event: tuple[Tournament, Actor]) -> None:
    tournament, judge = event
    entry = tournament.registrations.earliest("pk")
    play_game(table_of(entry), 1)
    phone = judge_with_phone(hall, judge)
    page = phone.page
    phone.go("desk_check_entry", tournament.code, entry.pk)
    expect(page.locator("[name=mode][value=between]")).to_be_checked()
    with page.expect_navigation():
        page.get_by_role("button", name="Start the check").tap()
    for section, size in (("main", 40), ("side", 10)):
        page.locator(f"#section-{section} summary").tap()
        with page.expect_navigation():
            page.get_by_role("button", name=re.compile(f"All {size} present")).tap()
    row(page, "DEMO01-A14").locator(".tap-less").tap()
    row(page, "DEMO01-A18").locator(".tap-less").tap()
    expect(page.locator("[data-total]")).to_have_text("48")
    for number, section in (("DEMO01-A18", "main"), ("DEMO01-A14", "side")):
        page.locator("#card-search").fill(number)
        found = page.locator("#check-cards li").filter(has_text=number)
        with page.expect_navigation():
            found.locator(f'button[value^="card:{section}:"]').first.tap()
    expect(page.locator("[data-total]")).to_have_text("50")
    expect(page.locator("progress[data-counted]")).to_have_class("done")
    with page.expect_navigation():
        page.get_by_role("link", name="Compare").tap()
    expect(page.locator(".check-verdict")).to_have_text(re.compile(r"Clean\s+1\.0\.2b"))
    exchange = page.locator(".check-exchange")
    expect(exchange).to_contain_text(re.compile("Into.*\\+1.*DEMO01-A18.*Out of.*−1.*DEMO01-A14", re.S))
    look(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Clean: end the check").tap()
    phone.reads(f"The deck of {entry.name} is clean.")
    assert DeckCheck.objects.get().findings["exchanged"]


def test_taps_survive_a_dead_network_and_a_closed_page(hall: Hall, event: tuple[Tournament, Actor]) -> None:
    tournament, judge = event
    check = begin(judge, tournament.registrations.earliest("pk"))
    phone = judge_with_phone(hall, judge)
    page = phone.page
    phone.go("desk_check", tournament.code, check.pk)
    page.context.set_offline(True)
    for _ in range(2):
        row(page, "DEMO01-A01").locator(".tap-add").tap()
    row(page, "DEMO01-A02").locator(".tap-add").tap()
    expect(page.locator("[data-state]")).to_have_text("No connection. 2 taps are kept on this phone.")
    page.close()
    check.refresh_from_db()
    assert check.counted == []
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(reverse("desk_check", args=[tournament.code, check.pk]))
    expect(again.locator("[data-total]")).to_have_text("3")
    expect(again.locator("[data-state]")).to_have_text("Saved")
    check.refresh_from_db()
    assert {(card["number"], card["count"]) for card in check.counted} == {("DEMO01-A01", 2), ("DEMO01-A02", 1)}


def test_a_sign_in_that_has_run_out_is_said_and_the_taps_wait_for_it(
    hall: Hall, event: tuple[Tournament, Actor]
) -> None:
    tournament, judge = event
    check = begin(judge, tournament.registrations.earliest("pk"))
    phone = judge_with_phone(hall, judge)
    page = phone.page
    phone.go("desk_check", tournament.code, check.pk)
    signed_in = page.context.cookies()
    page.context.clear_cookies(name="dueldesk_session")
    row(page, "DEMO01-A01").locator(".tap-add").tap()
    said = "You are signed out. Reload this page; 1 taps are kept on this phone."
    expect(page.locator("[data-state]")).to_have_text(said)
    page.context.add_cookies(signed_in)
    page.reload()
    expect(page.locator("[data-state]")).to_have_text("Saved")
    check.refresh_from_db()
    assert [(card["number"], card["count"]) for card in check.counted] == [("DEMO01-A01", 1)]


def test_the_second_judge_is_notified(hall: Hall, event: tuple[Tournament, Actor]) -> None:
    tournament, judge = event
    other = staff_actor(tournament, "judge")
    check = begin(judge, tournament.registrations.earliest("pk"))
    one, two = judge_with_phone(hall, judge), judge_with_phone(hall, other)
    for phone in (one, two):
        phone.go("desk_check", tournament.code, check.pk)
    row(one.page, "DEMO01-A01").locator(".tap-add").tap()
    expect(one.page.locator("[data-state]")).to_have_text("Saved")
    row(two.page, "DEMO01-A02").locator(".tap-add").tap()
    assert judge.user is not None
    expect(two.page.locator("#check-conflict")).to_contain_text(judge.user.get_username())
    with two.page.expect_navigation():
        two.page.get_by_role("link", name="Show the counts now").tap()
    expect(row(two.page, "DEMO01-A01").locator("[data-count]")).to_have_text("1")
    expect(row(two.page, "DEMO01-A02").locator("[data-count]")).to_have_text("0")


def test_the_line_turns_red_and_the_phone_vibrates_when_the_decks_are_due(
    hall: Hall, event: tuple[Tournament, Actor]
) -> None:
    tournament, judge = event
    phone = judge_with_phone(hall, judge)
    page = phone.page
    page.add_init_script("window.shaken = []; navigator.vibrate = (how) => { shaken.push(how); return true; };")
    check = begin(judge, tournament.registrations.earliest("pk"))
    took(check, 60 * DEFAULT_MINUTES - 6)
    phone.go("desk_check", tournament.code, check.pk)
    line = page.locator("#back-by")
    expect(line).to_contain_text("Decks back by")
    expect(line.get_by_text("Take the decks back now.")).to_be_visible(timeout=15_000)
    expect(line).to_have_class(re.compile("notice-bad"))
    assert page.evaluate("shaken") == [[400, 200, 400]]
    look(page)
