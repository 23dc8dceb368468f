"""Reporting where the signal drops: kept on the phone, sent once, and the page says which of the two it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.by_seat_events import started_by_seat
from tests.flows.phones_of_players import KEPT, Phones, kept_lines, open_phones, press, said_by
from tests.judged_events import table_of
from tests.people_and_events import owner_of
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import publish, start_event
from tests.team_events import started_team_event, two_of
from tournaments.models import Match, Registration, ResultReport
from tournaments.services.calls import claim_call, close_call
from tournaments.services.repairs import apply_repair

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

NOT_KEPT = "() => localStorage.getItem('dueldesk-reports') === null"
PLAYERS_OF_KEPT = """async () => [JSON.parse(localStorage.getItem("dueldesk-seats") ?? "[]"), await reportQueue.all()]
  .map((kept) => kept.map((one) => one.players))"""


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer) -> Iterator[Phones]:
    with open_phones(browser, live_server.url) as opened:
        yield opened


@pytest.fixture
def match(live_server: LiveServer) -> Match:
    event = start_event(4)
    publish(event)
    return table_of(event.registrations.earliest("pk"))


def test_kept_while_there_is_no_signal_and_sent_once(phones: Phones, match: Match) -> None:
    one, two = match.player1, match.player2
    phone, other = phones.of(one), phones.of(two)
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text(KEPT.format(name=one.name, score="2–1"))
    assert said_by(one) == []
    phone.context.set_offline(False)
    expect(kept_lines(phone, one)).to_contain_text("Sent. Your report has arrived.")
    expect(phone.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–1")
    assert said_by(one) == [(2, 1)]
    phone.wait_for_function(NOT_KEPT)
    other.reload()
    other.get_by_role("button", name="Yes, that is right").tap()
    expect(other.locator(f"#report-{two.pk}")).to_contain_text("The result is entered.")
    match.refresh_from_db()
    assert match.is_complete


def test_in_chinese_a_kept_report_reads_as_chinese(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "zh-hans", "url": phones.address}])
    phone.reload()
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one).locator("p")).to_have_text(f"已存在这部手机上，还没发出：{one.name}：2–1")


def test_an_answer_that_was_lost_makes_no_second_report(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    phone.route("**/report/", lose_the_first)
    press(phone, one, "2–0")
    lines = kept_lines(phone, one)
    expect(lines).to_contain_text(KEPT.format(name=one.name, score="2–0"))
    assert said_by(one) == [(2, 0)], "the server has it"
    lines.get_by_role("button", name="Send now").tap()
    expect(lines).to_contain_text("Sent.")
    assert said_by(one) == [(2, 0)]


def test_a_report_that_is_under_way_for_long_does_not_undo_the_one_after_it(phones: Phones, match: Match) -> None:
    """The first press is on its way while the phone gives it up; it arrives after the second one was taken."""
    one = match.player1
    phone = phones.of(one)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if "score=2-1-0" not in (route.request.post_data or ""):
            route.continue_()
        elif held:
            route.abort()
        else:
            held.append(route)

    phone.context.route("**/report/", hold_the_first)
    press(phone, one, "2–1")
    second = phones.open(phone.context)
    second.goto(reverse("my_page"))
    press(second, one, "2–0")
    expect(second.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–0")
    assert said_by(one) == [(2, 0)]
    with phone.expect_response("**/report/"):
        held[0].continue_()
    kept = ResultReport.objects.order_by("pk").values_list("won", "lost", "is_superseded")
    assert list(kept) == [(2, 0, False), (2, 1, True)]
    second.reload()
    expect(second.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–0")


def test_a_browser_that_keeps_nothing_says_so(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    phone.reload()
    phone.route("**/report/", lambda route: route.abort())
    press(phone, one, "2–0")
    expect(kept_lines(phone, one)).to_contain_text("Not sent, and this browser keeps nothing. Press once more.")
    phone.unroute("**/report/")
    press(phone, one, "2–0")
    expect(phone.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–0")
    assert said_by(one) == [(2, 0)]


def test_a_report_outlives_its_page(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.context.set_offline(True)
    press(phone, one, "1–2")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    phone.close()
    phone.context.set_offline(False)
    again = phones.open(phone.context)
    again.goto(reverse("my_page"))
    expect(kept_lines(again, one)).to_contain_text("Sent.")
    assert said_by(one) == [(1, 2)]


def test_what_the_desk_decided_meanwhile_is_said(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    Match.objects.filter(pk=match.pk).update(is_complete=True, outcome="double_loss")
    phone.context.set_offline(False)
    expect(kept_lines(phone, one)).to_contain_text("Another result is entered already. Your report is kept")
    assert said_by(one) == [(2, 1)]


@pytest.mark.parametrize("stays", [True, False], ids=["somebody else at the table", "another table"])
def test_what_was_kept_before_a_repair_says_nothing_about_who_sits_there_now(
    phones: Phones, live_server: LiveServer, stays: bool
) -> None:
    event, round = corrected_event()
    plan = repair_plan(round)
    move = plan.moves[0]
    entry, before = (Registration.objects.select_related("player").get(pk=key) for key in move.pair)
    if (entry.pk in move.new_pair) is not stays:
        entry, before = before, entry
    assert (entry.pk in move.new_pair) is stays
    phone = phones.of(entry)
    phone.context.set_offline(True)
    press(phone, entry, "2–0")
    expect(kept_lines(phone, entry)).to_contain_text("not sent yet")
    apply_repair(actor=owner_of(event), round_id=round.pk, fingerprint=plan.fingerprint)
    phone.context.set_offline(False)
    expect(kept_lines(phone, entry)).to_contain_text("You are no longer paired with the player this report was about")
    assert not ResultReport.objects.exists()
    match = table_of(entry)
    assert match.opponent_of(entry.pk) != before
    expect(phone.locator(f"#my-seat-{entry.pk} .opponent")).to_have_text(match.opponent_of(entry.pk).name)


def test_two_phones_differ_after_one_was_away(phones: Phones, match: Match) -> None:
    one, two = match.player1, match.player2
    phone, other = phones.of(one), phones.of(two)
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    press(other, two, "2–0")
    expect(other.locator(f"#report-{two.pk}")).to_contain_text("You reported 2–0")
    phone.context.set_offline(False)
    expect(kept_lines(phone, one)).to_contain_text("A judge is called")
    match.refresh_from_db()
    assert match.report_state == Match.ReportState.DISPUTED
    assert (said_by(one), said_by(two)) == ([(2, 1)], [(2, 0)])


def test_the_page_without_a_network_shows_the_last_table_and_takes_a_report(phones: Phones, match: Match) -> None:
    one, two = match.player1, match.player2
    phone = phones.of(one, worker=True)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.context.set_offline(True)
    phone.goto(reverse("my_page"))
    seat = phone.locator("#last-seats .my-match")
    expect(seat.locator("[data-table]")).to_have_text(str(match.table))
    expect(seat.locator("[data-opponent]")).to_have_text(two.name)
    phone.get_by_role("button", name="2–1", exact=True).tap()
    expect(kept_lines(phone, one)).to_contain_text(KEPT.format(name=one.name, score="2–1"))
    phone.context.set_offline(False)
    expect(phone.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–1")
    assert said_by(one) == [(2, 1)]
    kept = phone.evaluate(
        """async () => {
          const cache = await caches.open("dueldesk-offline");
          const bodies = await Promise.all((await cache.matchAll()).map((one) => one.text()));
          return [(await cache.keys()).map((one) => new URL(one.url).pathname), bodies.join("\\n")];
        }"""
    )
    paths, texts = kept
    assert [path for path in paths if not path.startswith("/static/")] == [reverse("offline")]
    assert one.name not in texts
    assert two.name not in texts


def test_the_page_without_a_network_offers_no_report_while_a_judge_settles_one(phones: Phones, match: Match) -> None:
    one, two = match.player1, match.player2
    phone, other = phones.of(one, worker=True), phones.of(two)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    press(other, two, "2–0")
    expect(other.locator(f"#report-{two.pk}")).to_contain_text("You reported 2–0")
    press(phone, one, "2–1")
    said = phone.locator(f"#report-{one.pk} .report-words")
    expect(said).to_contain_text("A judge is called")
    words = " ".join(said.inner_text().split())
    phone.context.set_offline(True)
    phone.goto(reverse("my_page"))
    seat = phone.locator("#last-seats > div")
    expect(seat.locator("[data-table]")).to_have_text(str(match.table))
    expect(seat.locator(".report-words")).to_have_text(words)
    expect(seat.get_by_role("button")).to_have_count(0)
    call = match.judge_calls.get()
    owner = owner_of(match.round.tournament)
    claim_call(actor=owner, call_id=call.pk)
    close_call(actor=owner, call_id=call.pk, ruling="They count the prizes once more.")
    phone.context.set_offline(False)
    phone.reload()
    expect(said).to_contain_text("No judge is called now")
    phone.context.set_offline(True)
    phone.goto(reverse("my_page"))
    expect(seat.get_by_role("button", name="2–1", exact=True)).to_be_visible()


def test_a_report_that_the_server_cannot_take_does_not_hold_up_the_others(
    phones: Phones, live_server: LiveServer
) -> None:
    event = start_event(4)
    round = publish(event)
    one, two = (match.player1 for match in round.matches.select_related("player1__player").order_by("table"))
    phone = phones.of(one, two)
    fails = f"**{reverse('entry_report', args=[one.pk])}"
    phone.context.set_offline(True)
    for entry in (one, two):
        press(phone, entry, "2–0")
        expect(kept_lines(phone, entry)).to_contain_text("not sent yet")
    phone.route(fails, lambda route: route.fulfill(status=500))
    phone.context.set_offline(False)
    expect(kept_lines(phone, two)).to_contain_text("Sent.")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    phone.unroute(fails)
    kept_lines(phone, one).get_by_role("button", name="Send now").tap()
    expect(kept_lines(phone, one)).to_contain_text("Sent.")
    assert (said_by(one), said_by(two)) == ([(2, 0)], [(2, 0)])


def test_siblings_of_a_team_by_seat_each_report_their_own_board_without_a_signal(
    phones: Phones, live_server: LiveServer
) -> None:
    event = started_by_seat()
    publish(event)
    team = event.registrations.earliest("pk")
    members = [Registration.people.select_related("player").get(pk=member.pk) for member in two_of(team)]
    phone = phones.of(*members)
    kept = phone.evaluate("() => JSON.parse(localStorage.getItem('dueldesk-seats'))")
    assert [(seat["entry"], seat["name"]) for seat in kept] == [(str(one.pk), one.name) for one in members]
    assert len({seat["match"] for seat in kept}) == len({seat["against"] for seat in kept}) == 2
    phone.context.set_offline(True)
    for member in members:
        press(phone, member, "2–0")
        expect(kept_lines(phone, member)).to_contain_text(KEPT.format(name=member.name, score="2–0"))
    phone.context.set_offline(False)
    for member in members:
        expect(kept_lines(phone, member)).to_contain_text("Sent.")
        assert said_by(member) == [(2, 0)]


@pytest.mark.parametrize("weak", ["() => new Promise(() => {})", "async () => new Response('', {status: 503})"])
def test_a_signal_too_weak_for_a_page_opens_the_kept_one(phones: Phones, match: Match, weak: str) -> None:
    one = match.player1
    phone = phones.of(one, worker=True)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = phone.context.service_workers
    worker.evaluate(f"() => {{ self.fetchBefore = self.fetch; self.fetch = {weak}; }}")
    phone.goto(reverse("my_page"))
    expect(phone.locator("#last-seats .my-match [data-table]")).to_have_text(str(match.table))
    worker.evaluate("() => { self.fetch = self.fetchBefore; }")
    phone.get_by_role("link", name="Try again").tap()
    expect(phone.locator(f"#my-seat-{one.pk}")).to_be_visible()


def test_who_leaves_the_phone_leaves_nothing_on_it(phones: Phones, live_server: LiveServer) -> None:
    event = start_event(4)
    publish(event)
    leaving, staying = event.registrations.select_related("player").order_by("pk")[:2]
    phone = phones.of(staying, leaving)
    phone.route("**/report/", lambda route: route.abort())
    press(phone, leaving, "2–0")
    expect(kept_lines(phone, leaving)).to_contain_text("not sent yet")
    phone.goto(reverse("player_remove", args=[leaving.player_id]))
    unsent = phone.locator("#unsent")
    expect(unsent).to_contain_text(f"{leaving.name}: 2–0")
    phone.get_by_role("button", name="Take off this phone").tap()
    expect(unsent).to_be_visible()
    unsent.get_by_role("button", name="Throw it away and go on").tap()
    expect(phone.locator("main")).to_contain_text(f"{leaving.name} is no longer on this phone.")
    phone.goto(reverse("my_page"))
    assert phone.evaluate(PLAYERS_OF_KEPT) == [[[str(staying.player_id)]], []]
    assert not ResultReport.objects.exists()


def test_what_is_kept_for_siblings_of_one_team_goes_with_the_last_of_them(
    phones: Phones, live_server: LiveServer
) -> None:
    event = started_team_event()
    publish(event)
    team = event.registrations.earliest("pk")
    one, two = (Registration.people.select_related("player").get(pk=member.pk) for member in two_of(team))
    phone = phones.of(one, two)
    phone.route("**/report/", lambda route: route.abort())
    press(phone, team, "2–0")
    expect(kept_lines(phone, team)).to_contain_text("not sent yet")
    both = [str(one.player_id), str(two.player_id)]
    assert phone.evaluate(PLAYERS_OF_KEPT) == [[both], [both]]
    phone.goto(reverse("player_remove", args=[one.player_id]))
    expect(phone.locator("#unsent")).to_be_hidden()
    phone.get_by_role("button", name="Take off this phone").tap()
    expect(phone.locator("main")).to_contain_text(f"{one.name} is no longer on this phone.")
    phone.goto(reverse("my_page"))
    assert phone.evaluate(PLAYERS_OF_KEPT) == [[[str(two.player_id)]]] * 2
    phone.goto(reverse("player_remove", args=[two.player_id]))
    expect(phone.locator("#unsent")).to_contain_text("2–0")
    phone.get_by_role("button", name="Take off this phone").tap()
    phone.get_by_role("button", name="Throw it away and go on").tap()
    phone.wait_for_url("**/my/")
    assert phone.evaluate(PLAYERS_OF_KEPT) == [[], []]
    assert not ResultReport.objects.exists()


def test_signing_out_asks_about_a_report_that_was_not_sent(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.route("**/report/", lambda route: route.abort())
    press(phone, one, "2–0")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    phone.locator("details.menu summary").tap()
    phone.locator("form[data-signs-out] button").tap()
    expect(phone.locator("#unsent")).to_contain_text("2–0")
    phone.unroute("**/report/")
    phone.locator("#unsent").get_by_role("button", name="Send now").tap()
    expect(phone.locator("#unsent")).to_be_hidden()
    assert said_by(one) == [(2, 0)]
    with phone.expect_navigation():
        phone.get_by_role("button", name="Take off this phone").tap()
    assert phone.evaluate(
        "() => [localStorage.getItem('dueldesk-seats'), localStorage.getItem('dueldesk-reports')]"
    ) == [
        None,
        None,
    ]
