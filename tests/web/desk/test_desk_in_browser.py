"""The desk with scripts: typing results one after another, toggles, search, the recommendation, a judge's phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.flows.browsers import NEXT_FRAME
from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, play_game, publish, score, start_event
from tests.web.desk.browser_desks import sign_in
from tournaments.models import Match, Tournament
from tournaments.services.clock import start_clock
from tournaments.services.corrections import correct_match
from tournaments.services.result_inputs import ScoreInput

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def address(live_server: LiveServer) -> str:
    return live_server.url


@pytest.fixture
def event() -> Tournament:
    tournament = start_event(8)
    publish(tournament)
    return tournament


def matches(tournament: Tournament) -> list[Match]:
    return list(tournament.rounds.latest("number").matches.order_by("table"))


def test_results_are_typed_one_after_another(browser_page: Page, event: Tournament, address: str) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    line = browser_page.locator("#typed")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.keyboard.type("1")
    browser_page.locator("[data-table='1'].typed-at").wait_for()
    expect(browser_page.locator("#typed-preview")).to_contain_text(matches(event)[0].player1.name)
    browser_page.keyboard.type(" 21")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='1']").wait_for()
    expect(line).to_be_focused()
    expect(line).to_have_value("")

    browser_page.keyboard.type("2 nonsense")
    browser_page.keyboard.press("Enter")
    browser_page.locator("#typed-said", has_text="nonsense").wait_for()
    expect(line).to_have_value("2 nonsense")
    line.fill("2 d")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='2']").wait_for()
    browser_page.locator("#desk-log form button").first.click()
    browser_page.locator(".desk-row-open[data-table='2']").wait_for()


def is_post(request: Request) -> bool:
    return request.method == "POST"


def test_a_look_that_a_typed_line_overtakes_is_dropped(browser_page: Page, event: Tournament, address: str) -> None:
    """Its answer would come to a board that the answer to the line has replaced."""
    said: list[str] = []
    browser_page.on("console", lambda message: said.append(message.text))
    sign_in(browser_page, event, address)
    held: list[Route] = []
    browser_page.route("**/desk/board/**", lambda route: held.append(route))
    with browser_page.expect_request("**/desk/board/**"):
        browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.fill("#typed", "1 21")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='1']").wait_for()
    with browser_page.expect_response("**/desk/board/**"):
        browser_page.unroute("**/desk/board/**")
    browser_page.evaluate(NEXT_FRAME)
    assert [text for text in said if "oobErrorNoTarget" in text] == []


def test_a_line_that_waits_is_sent_after_one_that_the_site_did_not_take(
    browser_page: Page, event: Tournament, address: str
) -> None:
    """It was taken out of the queue while the one before it was still under way, and sent by nobody."""
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    held: list[Route] = []
    browser_page.route("**/desk/", lambda route: held.append(route) if not held else route.continue_())
    with browser_page.expect_request("**/desk/"):
        browser_page.fill("#typed", "1 20")
        browser_page.keyboard.press("Enter")
    browser_page.fill("#typed", "2 20")
    browser_page.keyboard.press("Enter")
    held[0].fulfill(status=500)
    browser_page.locator(".desk-row-done[data-table='2']").wait_for()
    assert not browser_page.locator(".desk-row-done[data-table='1']").count()


def test_the_line_is_in_view_at_the_top_of_the_desk(browser_page: Page, address: str) -> None:
    """The cursor is in it from the start: further down it would pull the clock and the numbers out of view."""
    event = start_event(50)
    round = publish(event)
    start_clock(actor=owner_of(event), round_id=round.pk)
    sign_in(browser_page, event, address)
    browser_page.set_viewport_size({"width": 1280, "height": 720})
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    for shown in ("#typed", "#desk-next [data-clock-face]", ".desk-strip"):
        expect(browser_page.locator(shown)).to_be_in_viewport(ratio=1)


def test_lines_typed_faster_than_the_answers_are_all_entered(
    browser_page: Page, event: Tournament, address: str
) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    browser_page.route("**/desk/", hold)
    browser_page.locator("#typed:focus").wait_for()
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("1 20")
        browser_page.keyboard.press("Enter")
    for typed in ("2 21", "3 02"):
        browser_page.keyboard.type(typed)
        browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("4 1")
    for table in (1, 2):
        with browser_page.expect_request(is_post):
            held.pop().continue_()
        browser_page.locator(f".desk-row-done[data-table='{table}']").wait_for()
    held.pop().continue_()
    browser_page.locator(".desk-row-done[data-table='3']").wait_for()
    expect(browser_page.locator("#typed")).to_have_value("4 1")
    assert [match.is_complete for match in matches(event)] == [True, True, True, False]


def test_no_line_is_lost_while_the_site_is_busy(browser_page: Page, event: Tournament, address: str) -> None:
    """The first is answered 503 while the second waits and the third is being typed."""
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    held: list[Route] = []

    def busy_once(route: Route) -> None:
        if route.request.method != "POST" or held:
            route.continue_()
            return
        held.append(route)

    browser_page.route("**/desk/", busy_once)
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("1 20")
        browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("2 21")
    browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("3 0")
    browser_page.clock.install()
    to_messages = {"HX-Retarget": "#messages", "HX-Reswap": "outerHTML"}
    held[0].fulfill(status=503, headers=to_messages, body="<div id='messages'>busy</div>")
    expect(browser_page.locator("[data-desk-waiting]")).to_contain_text("1 20 · 2 21")
    expect(browser_page.locator("#typed")).to_have_value("3 0")
    assert not any(match.is_complete for match in matches(event))
    browser_page.clock.fast_forward(5_000)
    for table in (1, 2):
        browser_page.locator(f".desk-row-done[data-table='{table}']").wait_for()
    expect(browser_page.locator("#typed")).to_have_value("3 0")
    expect(browser_page.locator("[data-desk-waiting]")).to_have_text("")
    browser_page.keyboard.type("2")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='3']").wait_for()
    assert [match.is_complete for match in matches(event)] == [True, True, True, False]


def test_a_line_that_waited_for_the_network_is_not_entered_in_the_next_round(
    browser_page: Page, event: Tournament, address: str
) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.clock.install()
    browser_page.route("**/desk/", lambda route: route.abort() if is_post(route.request) else route.continue_())
    browser_page.keyboard.type("1 20")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator("[data-desk-waiting]")).to_contain_text("1 20")
    finish_round(event.rounds.get(number=1))
    second = publish(event)
    browser_page.clock.fast_forward(5_000)
    expect(browser_page.locator(f"input[name=round][value='{second.pk}']")).to_be_attached()
    browser_page.unroute("**/desk/")
    browser_page.clock.fast_forward(6_000)
    expect(browser_page.locator("#typed-said")).to_contain_text("这一行是在第 1 轮输入的")
    assert not second.matches.filter(is_complete=True).exists()


def test_lines_that_wait_when_the_desk_is_left_are_sent_when_it_is_opened_again(
    browser_page: Page, event: Tournament, address: str
) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.route("**/desk/", lambda route: None if is_post(route.request) else route.continue_())
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("1 20")
        browser_page.keyboard.press("Enter")
    browser_page.keyboard.type("2 21")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator("[data-desk-waiting]")).to_contain_text("2 21")
    browser_page.goto(f"/t/{event.code}/desk/entries/")
    browser_page.unroute("**/desk/")
    browser_page.goto(f"/t/{event.code}/desk/")
    for table in (1, 2):
        browser_page.locator(f".desk-row-done[data-table='{table}']").wait_for()
    assert [match.is_complete for match in matches(event)] == [True, True, False, False]


def test_a_line_that_opens_a_table_is_not_sent_again(browser_page: Page, event: Tournament, address: str) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.keyboard.type("2")
    browser_page.keyboard.press("Enter")
    browser_page.wait_for_url(re.compile("/match"))
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.keyboard.type("1 20")
    browser_page.keyboard.press("Enter")
    browser_page.locator(".desk-row-done[data-table='1']").wait_for()


def test_a_correction_that_was_left_does_not_overwrite_a_newer_result(
    browser_page: Page, event: Tournament, address: str
) -> None:
    first = matches(event)[0]
    score(first, 2, 0)
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed:focus").wait_for()
    browser_page.route("**/desk/", lambda route: None if is_post(route.request) else route.continue_())
    with browser_page.expect_request(is_post):
        browser_page.keyboard.type("1 21 ! slip")
        browser_page.keyboard.press("Enter")
    browser_page.goto(f"/t/{event.code}/desk/entries/")
    first.refresh_from_db()
    correct_match(
        actor=owner_of(event),
        match_id=first.pk,
        expected_version=first.version,
        score=ScoreInput(wins1=0, wins2=2),
        reason="the judge",
    )
    browser_page.unroute("**/desk/")
    with browser_page.expect_response(lambda answer: is_post(answer.request)):
        browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed-said").wait_for()
    assert matches(event)[0].games.filter(winner_seat=1).count() == 0


def test_what_a_judge_enters_appears_while_something_is_being_typed(
    browser_page: Page, event: Tournament, address: str
) -> None:
    sign_in(browser_page, event, address)
    browser_page.goto(f"/t/{event.code}/desk/")
    browser_page.locator("#typed").fill("3 2")
    score(matches(event)[0], 2, 0)
    browser_page.locator(".desk-row-done[data-table='1']").wait_for()
    expect(browser_page.locator("#typed")).to_have_value("3 2")
    expect(browser_page.locator("#typed")).to_be_focused()


def test_check_in_and_search(browser_page: Page, address: str) -> None:
    tournament = make_event()
    entries = enter(tournament, "Ann", "Bob", "王小明")
    sign_in(browser_page, tournament, address)
    browser_page.goto(f"/t/{tournament.code}/desk/entries/")
    browser_page.locator(f"#check-{entries[0].pk} button").click()
    browser_page.locator(f"#check-{entries[0].pk} button[aria-pressed=true]").wait_for()
    expect(browser_page.locator("#here-count")).to_contain_text("1")
    browser_page.locator(f"#check-{entries[0].pk} button:focus").wait_for()
    browser_page.locator("#search").fill("小明")
    browser_page.locator(f"#entry-{entries[0].pk}").wait_for(state="detached")
    expect(browser_page.locator("#entry-list tbody tr")).to_have_count(1)
    expect(browser_page.locator("#search")).to_be_focused()


def test_the_recommendation_appears_while_typing(browser_page: Page, address: str) -> None:
    tournament = make_event()
    sign_in(browser_page, tournament, address)
    browser_page.goto("/desk/new/")
    browser_page.locator("#id_expected_players").fill("33")
    browser_page.locator("#recommendation strong", has_text="6").wait_for()
    expect(browser_page.locator("#recommendation")).to_contain_text("8")


def test_a_judge_records_a_game_with_a_thumb(phone_page: Page, event: Tournament, address: str) -> None:
    match = matches(event)[0]
    play_game(match, 1, chooser_seat=1, choice="first", method="rps")
    sign_in(phone_page, event, address)
    phone_page.goto(f"/t/{event.code}/desk/match/{match.pk}/")
    assert phone_page.evaluate("document.documentElement.scrollWidth") <= 390
    small = phone_page.evaluate(
        """[...document.querySelectorAll("main .btn, main .segment")]
        .filter((part) => part.offsetHeight && part.offsetHeight < 44).length"""
    )
    assert small == 0
    phone_page.locator("label[for=id_choice_0]").tap()
    expect(phone_page.locator("[data-starts-here]")).to_contain_text(match.player2.name)
    phone_page.locator("label[for=id_result_1]").tap()
    phone_page.locator(".game-form button[type=submit]").tap()
    phone_page.locator(".game-list > li").nth(1).wait_for()
    game: Any = match.games.get(number=2)
    assert (game.chooser_seat, game.choice, game.first_seat, game.winner_seat) == (2, "first", 2, 2)
