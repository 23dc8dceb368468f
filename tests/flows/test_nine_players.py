"""Nine players, best of three, from an empty site to the opened Excel file: everything through the real pages.

The results are decided by the players' strengths and their tables, so that any pairing can be played. The table at the
end is computed a second time from what was entered here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.flows.browsers import Hall, Visitor, open_hall
from tests.flows.deck_lists import FOUR_COPIES, LEGAL, WITH_A_MISSPELT_LINE
from tests.flows.desk_hands import DeskHands, Table
from tests.flows.independent_table import IndependentTable
from tests.flows.nine_players import ACCOUNTED, DROPPING, LATE, LINKED, NINE, PASTED, STRENGTHS, SwissRounds, plan_for
from tests.flows.planned_matches import PlannedMatch, games_won_by
from tests.flows.reading_workbooks import assert_standings, book_from, facts_of, rows_of
from tests.people_and_events import load_every_game, make_user, owner_of
from tournaments.models import Tournament
from tournaments.services.decklists import save_entry_decklist

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow


@pytest.fixture
def hall(browser: Browser, live_server: LiveServer, celery_worker: Any) -> Iterator[Hall]:
    """The site with its games loaded, a shop owner's and a judge's account, and a worker that writes workbooks."""
    load_every_game()
    make_user("shop")
    make_user("judge", may_create_tournaments=False)
    with open_hall(browser, live_server.url) as opened:
        yield opened


def test_nine_players_from_sign_up_to_the_excel_file(hall: Hall, tmp_path: Path) -> None:
    shop = hall.visitor()
    shop.sign_in("shop")
    desk = DeskHands(shop)
    desk.open_event("周末英雄赛")
    desk.add_staff("judge", "judge")

    linked = sign_up_with_a_link(hall, desk.code)
    sign_up_with_an_account(hall, desk.code)
    dropping = hand_in_the_other_decks(hall, desk)
    desk.check_in(NINE)
    desk.start()

    table = IndependentTable()
    rounds = SwissRounds(desk, table)
    first = rounds.play(1, by_games=True)
    shop.go("desk_entry_add", desk.code)
    shop.fill(name=LATE)
    shop.page.locator('main input[name=late_policy][value="loss"]').check()
    shop.submit("name")
    table.missed(1, LATE)
    rounds.play(2)
    drop_oneself(dropping, desk.code)
    table.drop(DROPPING, 2)
    correct_a_past_result(rounds, first)
    rounds.play(3)
    rounds.play(4)
    expect_own_page(linked, desk.code)

    champion = play_the_cut(desk, table)
    shop.go("desk_finish", desk.code)
    shop.send(shop.page.locator("main form").filter(has=shop.page.get_by_role("button", name="Finish the event")))
    shop.go("tournament_standings", desk.code)
    expect(shop.page.locator("#standings tr").first).to_contain_text(champion)
    read_the_workbook(shop, desk.code, table, champion, tmp_path)


def sign_up_with_a_link(hall: Hall, code: str) -> Visitor:
    """A name is enough; the personal link opens the same entry in another browser, where the deck is submitted."""
    phone = hall.visitor()
    phone.go("tournament_register", code)
    phone.fill(name=LINKED)
    phone.is_grown_up()
    phone.submit("name")
    expect(phone.page.locator("#personal-link")).to_have_value(re.compile("/me/"))
    link = phone.page.locator("#personal-link").input_value()

    again = hall.visitor()
    again.page.goto(link)
    again.send(again.page.locator("main form"))
    again.page.goto("/my/")
    follow(again, 'a[href^="/deck/"]')
    again.page.locator("#deck-text").fill(WITH_A_MISSPELT_LINE)
    problem = again.page.locator("#deck-problems li").first
    expect(problem).to_contain_text("Line 2")
    problem.get_by_role("button", name="HBU01-A07").first.click()
    expect(again.page.locator("#deck-text")).to_have_value(re.compile("HBU01-A07"))
    expect(again.page.locator("#deck-verdict")).to_contain_text("legal")
    submit_deck(again)
    again.reads("Submitted: version 1, legal.")
    return again


def follow(visitor: Visitor, link: str) -> None:
    """Follow the first of these links, until its page is there with its scripts."""
    with visitor.page.expect_navigation():
        visitor.page.locator(link).first.click()


def sign_up_with_an_account(hall: Hall, code: str) -> None:
    """With an account, and an illegal list, which a judge then corrects with a reason."""
    player = hall.visitor()
    player.make_account("alexander")
    player.go("tournament_register", code)
    player.fill(name=ACCOUNTED)
    player.submit("name")
    player.go("my_page")
    follow(player, 'a[href^="/deck/"]')
    player.page.locator("#deck-text").fill(FOUR_COPIES)
    expect(player.page.locator("#deck-problems")).to_contain_text("1.0.2a")
    submit_deck(player)
    submit_deck(player, "submit_illegal")
    player.reads("Submitted: version 1, not legal yet.")
    editor = player.page.url

    judge = hall.visitor()
    judge.sign_in("judge")
    judge.page.goto(editor)
    judge.page.locator("#deck-text").fill(LEGAL)
    judge.fill(reason="swapped with the player")
    submit_deck(judge)
    judge.reads("Submitted: version 2, legal.")
    judge.page.goto(editor + "versions/")
    for words in ("judge", "swapped with the player", "DEMO01-A15"):
        judge.reads(words)


def submit_deck(visitor: Visitor, action: str = "submit") -> None:
    with visitor.page.expect_navigation():
        visitor.page.locator(f'button[name=action][value="{action}"]').click()


def hand_in_the_other_decks(hall: Hall, desk: DeskHands) -> Visitor:
    """The others are pasted as names; their lists are submitted by the service of the page used above.

    The one who will drop gets a new personal link at the desk and opens it.
    """
    desk.paste_names(PASTED)
    numbers = desk.entry_numbers()
    assert set(numbers) == set(NINE)
    event = Tournament.objects.get(code=desk.code)
    owner = owner_of(event)
    for name in PASTED:
        save_entry_decklist(actor=owner, registration_id=numbers[name], text=LEGAL, submit=True)
    desk.visitor.go("desk_entry", desk.code, numbers[DROPPING])
    desk.visitor.press("desk_entry_link", desk.code, numbers[DROPPING])
    link = desk.page.locator("main input[readonly]").first.input_value()
    visitor = hall.visitor()
    visitor.page.goto(link)
    visitor.send(visitor.page.locator("main form"))
    return visitor


def drop_oneself(visitor: Visitor, code: str) -> None:
    visitor.go("my_page")
    follow(visitor, 'a[href$="/drop/"]')
    visitor.send(visitor.page.locator("main form"))
    visitor.reads("Come back")


def expect_own_page(visitor: Visitor, code: str) -> None:
    """The strongest player reads the current table and how a percentage is computed."""
    visitor.go("tournament_standings", code)
    expect(visitor.page.locator("#standings tr[data-mine]")).to_contain_text(LINKED)
    visitor.page.locator("#standings tr[data-mine] a").first.click()
    expect(visitor.page.locator("#sheet")).to_contain_text("Opponents' match-win percentage")


def correct_a_past_result(rounds: SwissRounds, tables: list[Table]) -> None:
    """A slip of round 1 was read the wrong way round: found after round 2, corrected with its reason."""
    table = next(table for table in tables if table.number == 3)
    wins1, wins2, _drawn = plan_for(1, table).score
    rounds.desk.correct_score(table, wins2, wins1, "slip read upside down")
    rounds.table.match(1, table.one, table.two, wins2, wins1)
    rounds.expect_standings(2)


def play_the_cut(desk: DeskHands, table: IndependentTable) -> str:
    """Semi-finals and final of the top 4; the champion. The bracket fills as the matches end."""
    seeds = [line.name for line in table.lines()[:4]]
    desk.visitor.go("desk_cut", desk.code)
    desk.visitor.submit("size")
    desk.visitor.press("desk_round_publish", desk.code, 5)
    semifinals = desk.tables(5)
    pairs = {frozenset((table.one, table.two)) for table in semifinals}
    if len({line.rank for line in table.lines()[:5]}) == 5:
        assert pairs == {frozenset((seeds[0], seeds[3])), frozenset((seeds[1], seeds[2]))}
    for semifinal in semifinals:
        report_cut_match(desk, semifinal)
    desk.complete(5)
    desk.visitor.go("desk", desk.code)
    desk.visitor.press("desk_pair", desk.code)
    desk.visitor.press("desk_round_publish", desk.code, 6)
    (final,) = desk.tables(6)
    report_cut_match(desk, final)
    desk.complete(6)
    champion = min(final.one, final.two, key=STRENGTHS.__getitem__)
    desk.visitor.go("tournament_bracket", desk.code)
    picture = desk.page.locator("svg.bracket")
    expect(picture.locator(".bracket-match")).to_have_count(3)
    expect(picture.locator(".bracket-won").last).to_contain_text(champion)
    for semifinal in semifinals:
        expect(picture).to_contain_text(semifinal.one)
        expect(picture).to_contain_text(semifinal.two)
    return champion


def report_cut_match(desk: DeskHands, table: Table) -> None:
    """Game by game; the page says that the higher seed has the choice of game 1."""
    plan = plan_for(5, table, decisive=True)
    desk.page.goto(table.path)
    region = desk.page.get_by_role("region", name="Who chooses next")
    expect(region).to_contain_text(re.compile(f"{re.escape(table.one)}|{re.escape(table.two)}"))
    ruling = region.inner_text()
    assert (table.one in ruling) != (table.two in ruling)
    seat = 1 if table.one in ruling else 2
    winners = [game.winner for game in plan.games]
    desk.report_games(table, PlannedMatch(games_won_by(*winners, chooser=seat)))


def read_the_workbook(shop: Visitor, code: str, table: IndependentTable, champion: str, folder: Path) -> None:
    """Export on the standings page, downloaded automatically when the worker is done, and every cell compared."""
    path = folder / "event.xlsx"
    button = shop.page.locator(f'form[action="{reverse("export_request", args=[code])}"] button').last
    with shop.page.expect_download() as download:
        button.click()
    download.value.save_as(path)
    assert download.value.suggested_filename.startswith("周末英雄赛")
    book = book_from(path)
    assert_standings(book, table)
    assert rows_of(book, "Standings")[0]["Player"] == champion
    rounds = [f"Round {number}" for number in range(1, 5)] + ["Semifinals", "Final"]
    assert book.sheetnames == ["Standings", *rounds, "Games", "Decklists", "Event"]
    games = rows_of(book, "Games")
    drawn = [game for game in games if game["Winner"] == "Drawn" and game["Round"] == 1]
    assert [(game["Table"], game["Ending"]) for game in drawn] == [(1, "Both lost at once")]
    assert {row["Player"] for row in rows_of(book, "Decklists")} == set(NINE)
    assert {row["Verdict"] for row in rows_of(book, "Decklists")} == {"Legal"}
    assert facts_of(book)["Tournament"] == "周末英雄赛"
