"""Reports that a phone keeps are sent by its service worker, with no page open; what became of each is said later."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.flows.phones_of_players import (
    KEPT,
    Phones,
    all_sent,
    kept_lines,
    open_phones,
    press,
    said_by,
    wake_worker,
    worker_of,
)
from tests.judged_events import table_of
from tests.running_events import publish, start_event
from tournaments.models import Match, Registration, ResultReport, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer) -> Iterator[Phones]:
    with open_phones(browser, live_server.url) as opened:
        yield opened


@pytest.fixture
def match(live_server: LiveServer) -> Match:
    event = start_event(4)
    publish(event)
    return table_of(event.registrations.earliest("pk"))


def keep_and_close(phones: Phones, *said: tuple[Registration, str]) -> Page:
    """A phone on which these have reported without a signal, and its page was closed; another site's page is open."""
    phone = phones.of(*(entry for entry, _score in said), worker=True)
    worker_of(phone)
    phone.context.set_offline(True)
    for entry, score in said:
        press(phone, entry, score)
        expect(kept_lines(phone, entry)).to_contain_text(KEPT.format(name=entry.name, score=score))
    elsewhere = phones.open(phone.context)
    phone.close()
    assert not ResultReport.objects.exists()
    return elsewhere


def test_it_is_sent_once_although_its_page_was_closed(phones: Phones, match: Match) -> None:
    one = match.player1
    page = keep_and_close(phones, (one, "2–1"))
    page.context.set_offline(False)
    for _wake in range(2):
        wake_worker(page, phones.address)
        all_sent(page)
    assert said_by(one) == [(2, 1)]
    page.goto(reverse("my_page"))
    expect(kept_lines(page, one)).to_contain_text("Sent. Your report has arrived.")
    expect(page.locator(f"#report-{one.pk}")).to_contain_text("You reported 2–1")
    assert said_by(one) == [(2, 1)]
    assert page.evaluate("() => reportQueue.all()") == []


def test_each_child_of_a_phone_reports_their_own_match(phones: Phones, live_server: LiveServer) -> None:
    event = start_event(4)
    round = publish(event)
    one, two = (match.player1 for match in round.matches.select_related("player1__player").order_by("table"))
    page = keep_and_close(phones, (one, "2–1"), (two, "0–2"))
    page.context.set_offline(False)
    wake_worker(page, phones.address)
    all_sent(page)
    assert (said_by(one), said_by(two)) == ([(2, 1)], [(0, 2)])


def test_without_a_connection_it_stays_kept(phones: Phones, match: Match) -> None:
    one = match.player1
    page = keep_and_close(phones, (one, "2–1"))
    wake_worker(page, phones.address)
    worker = page.context.service_workers[-1]
    assert worker.evaluate("async () => [await reportQueue.sendAll(), (await reportQueue.all()).length]") == [False, 1]
    page.context.set_offline(False)
    page.goto(reverse("my_page"))
    expect(kept_lines(page, one)).to_contain_text("Sent.")
    assert said_by(one) == [(2, 1)]


def test_what_was_refused_is_said_on_the_next_page_of_any_kind(phones: Phones, match: Match) -> None:
    one = match.player1
    page = keep_and_close(phones, (one, "2–1"))
    Tournament.objects.filter(pk=match.round.tournament_id).update(players_report=False)
    page.context.set_offline(False)
    wake_worker(page, phones.address)
    all_sent(page)
    assert said_by(one) == []
    for _visit in range(2):
        page.goto(reverse("tournament_standings", args=[match.round.tournament.code]))
        expect(page.locator("#kept-reports")).to_contain_text(f"Sent, but not accepted. {one.name}: 2–1: ")
    page.get_by_role("button", name="Understood").tap()
    expect(page.locator("#kept-reports")).to_be_empty()
    page.reload()
    page.goto(reverse("my_page"))
    expect(kept_lines(page, one)).to_be_empty()


def test_two_senders_share_the_reports(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    sent = phone.evaluate(
        """async () => {
          const posted = [];
          fetch = async (address) => (posted.push(address), Response.json({ words: "arrived" }));
          await Promise.all([reportQueue.sendAll(), reportQueue.sendAll()]);
          return posted.length;
        }"""
    )
    assert sent == 1


def test_the_sign_in_of_a_network_is_no_answer(phones: Phones, match: Match) -> None:
    one = match.player1
    phone = phones.of(one)
    phone.context.set_offline(True)
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    states = phone.evaluate(
        """async () => {
          const fetched = fetch;
          const states = [];
          for (const status of [200, 403, 302]) {
            fetch = async () => new Response("<p>Sign in</p>", { status });
            await reportQueue.sendAll();
            states.push(...(await reportQueue.all()).map((one) => one.state));
          }
          fetch = fetched;
          return states;
        }"""
    )
    assert states == ["waiting"] * 3
    phone.context.set_offline(False)
    expect(kept_lines(phone, one)).to_contain_text("Sent.")
    assert said_by(one) == [(2, 1)]


@pytest.mark.parametrize("status", [200, 403])
def test_nor_is_it_one_to_a_press(phones: Phones, match: Match, status: int) -> None:
    one = match.player1
    phone = phones.of(one)
    page = "<main>Sign in to the network</main>"
    phone.route("**/report/", lambda route: route.fulfill(status=status, content_type="text/html", body=page))
    press(phone, one, "2–1")
    expect(kept_lines(phone, one)).to_contain_text("not sent yet")
    expect(phone.locator("body")).not_to_contain_text("Sign in to the network")
    phone.unroute("**/report/")
    kept_lines(phone, one).get_by_role("button", name="Send now").tap()
    expect(kept_lines(phone, one)).to_contain_text("Sent.")
    assert said_by(one) == [(2, 1)]


def test_what_an_earlier_release_kept_is_sent(phones: Phones, match: Match) -> None:
    one, two = match.player1, match.player2
    phone = phones.of(one)
    kept = {
        "id": "0123456789abcdef",
        "entry": str(one.pk),
        "player": str(one.player_id),
        "action": reverse("entry_report", args=[one.pk]),
        "fields": {"match": str(match.pk), "against": str(two.pk), "score": "2-1-0", "key": "kept"},
        "about": f"{match.pk}.",
        "says": f"{one.name}: 2–1",
        "at": int(time.time() * 1000),
        "state": "waiting",
    }
    refused = kept | {"id": "fedcba9876543210", "about": f"{match.pk}.1", "refused": "The match is over."}
    phone.evaluate("(kept) => localStorage.setItem('dueldesk-reports', kept)", json.dumps([kept, refused]))
    phone.goto("/")
    expect(phone.locator("#kept-reports")).to_contain_text("Sent. Your report has arrived.")
    expect(phone.locator("#kept-reports")).to_contain_text(f"{one.name}: 2–1: The match is over.")
    assert said_by(one) == [(2, 1)]
