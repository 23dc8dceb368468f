"""One's own page stays open while the event goes on: it shows each new round by itself, and throws nothing away.

The live server of the tests has no stream, so these phones ask from time to time; their clock is advanced.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect

from tests.flows.passing_time import A_WHILE_MS, later
from tests.people_and_events import owner_of, player_actor
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import finish_round, publish, score, start_event
from tests.web.public.visiting import open_links
from tournaments.models import Match, Registration, Round
from tournaments.queries.versions import mark_of
from tournaments.services.announcements import announce
from tournaments.services.calls import close_call, raise_call
from tournaments.services.extra_time import give_extension
from tournaments.services.repairs import apply_repair
from tournaments.services.reports import report_score

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow


WATCH_FOR_THE_FORM = """() => {
    window.formsSeen = 0;
    const reports = () => [...document.querySelectorAll(".own-report")].map((one) => one.textContent);
    const isForm = () => reports().some((words) => !words.includes("你上报的是"));
    new MutationObserver(() => (window.formsSeen += isForm())).observe(
        document.body, {subtree: true, childList: true});
}"""


STREAMS_IN_HAND = """
window.streams = [];
window.EventSource = class extends EventTarget {
    constructor(url) {
        super();
        Object.assign(this, {url, readyState: 1});
        window.streams.push(this);
        document.body.dataset.streams = window.streams.length;
    }
    close() {}
};
window.tell = (kind, data) => window.streams.forEach((one) => one.dispatchEvent(new MessageEvent(kind, {data})));
"""
"""Streams that tell what the test says."""


def carry_links(page: Page, address: str, *entries: Registration) -> None:
    """Let the phone have the personal links of these entries' players, and a clock that is advanced."""
    client = Client()
    open_links(client, *(entry.player for entry in entries))
    session = client.cookies["dueldesk_session"].value
    page.context.add_cookies([{"name": "dueldesk_session", "value": session, "url": address}])
    page.clock.install()


def open_my_page(page: Page, address: str, *entries: Registration) -> None:
    """The phone that has the personal links of these entries' players, with their page open."""
    carry_links(page, address, *entries)
    with page.expect_response("**/my/live/stream?*"):
        page.goto(reverse("my_page"))


def card_of(page: Page, entry: Registration) -> Locator:
    return page.locator(f"#my-entry-{entry.pk}")


def table_in(round: Round, entry: Registration) -> Match:
    return Match.objects.select_related("player1", "player2").get(Q(player1=entry) | Q(player2=entry), round=round)


def expect_match(page: Page, round: Round, entry: Registration) -> None:
    """Wait until the entry's card shows its table and opponent in a round."""
    match = table_in(round, entry)
    opponent = match.player2 if match.player1 == entry else match.player1
    expect(card_of(page, entry).locator(".opponent")).to_have_text(opponent.name)
    expect(card_of(page, entry).locator(".plate")).to_contain_text(str(match.table))


def go_on(page: Page) -> None:
    """Let the page hear what is new, and fetch what is private after it."""
    later(page)
    page.clock.fast_forward(A_WHILE_MS)


def test_the_next_round_is_there_without_a_tap(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8, planned_rounds=3)
    own = event.registrations.earliest("pk")
    first = publish(event)
    open_my_page(phone_page, live_server.url, own)
    expect_match(phone_page, first, own)
    finish_round(first)
    go_on(phone_page)
    expect(card_of(phone_page, own).locator(".own-report")).to_have_count(0)
    second = publish(event)
    go_on(phone_page)
    expect_match(phone_page, second, own)
    expect(card_of(phone_page, own).locator(".own-report")).to_be_visible()
    expect(phone_page.locator("#live-said")).to_contain_text("第 2 轮")
    finish_round(second)
    third = publish(event)
    go_on(phone_page)
    expect_match(phone_page, third, own)
    expect(card_of(phone_page, own)).to_contain_text("第 3 轮")


def test_an_announcement_is_there_without_a_tap(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(4)
    own = event.registrations.earliest("pk")
    publish(event)
    open_my_page(phone_page, live_server.url, own)
    announce(actor=owner_of(event), tournament_id=event.pk, text="第二轮两点开始")
    go_on(phone_page)
    expect(phone_page.locator("#announcements")).to_contain_text("第二轮两点开始")


def test_what_everybody_reads_comes_before_the_private_page(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    own = event.registrations.earliest("pk")
    first = publish(event)
    open_my_page(phone_page, live_server.url, own)
    phone_page.route("**/my/?*", lambda route: route.abort())
    asked: list[dict[str, str]] = []
    phone_page.on("request", lambda one: asked.append(one.all_headers()) if "/seats/" in one.url else None)
    finish_round(first)
    second = publish(event)
    later(phone_page)
    expect_match(phone_page, second, own)
    assert asked
    assert not [headers for headers in asked if "cookie" in headers]


def test_a_round_that_comes_with_the_private_page_is_said_too(phone_page: Page, live_server: LiveServer) -> None:
    """What everybody reads comes late: the table is in its place before."""
    event = start_event(8)
    own = event.registrations.earliest("pk")
    first = publish(event)
    open_my_page(phone_page, live_server.url, own)
    phone_page.route("**/seats/my/**", lambda route: route.abort())
    finish_round(first)
    second = publish(event)
    go_on(phone_page)
    expect_match(phone_page, second, own)
    expect(phone_page.locator("#live-said")).to_contain_text("第 2 轮")


def test_a_page_from_before_a_report_does_not_hide_it(phone_page: Page, live_server: LiveServer) -> None:
    """The private page is under way while its player reports; it still has the form."""
    event = start_event(8)
    own = event.registrations.earliest("pk")
    match = table_in(publish(event), own)
    open_my_page(phone_page, live_server.url, own)
    before = phone_page.request.get(reverse("my_page") + "?bar=", headers={"HX-Request": "true"}).text()
    late: list[Route] = []

    def hold(route: Route) -> None:
        if late:
            return route.continue_()
        return late.append(route)

    phone_page.route("**/my/?*", hold)
    give_extension(actor=owner_of(event), match_id=match.pk, minutes=7)
    with phone_page.expect_request("**/my/?*"):
        go_on(phone_page)
    report = card_of(phone_page, own).locator(".own-report")
    report.get_by_role("button", name="2–1", exact=True).tap()
    expect(report).to_contain_text("你上报的是 2–1")
    phone_page.evaluate(WATCH_FOR_THE_FORM)
    with phone_page.expect_response("**/my/?*"):
        late[0].fulfill(body=before, content_type="text/html; charset=utf-8")
    go_on(phone_page)
    assert phone_page.evaluate("window.formsSeen") == 0


def test_the_opponents_call_for_a_judge_is_seen_and_goes_when_it_is_closed(
    phone_page: Page, live_server: LiveServer
) -> None:
    event = start_event(4)
    own = event.registrations.earliest("pk")
    match = table_in(publish(event), own)
    open_my_page(phone_page, live_server.url, own)
    call = raise_call(actor=player_actor(match.opponent_of(own.pk)), match_id=match.pk)
    go_on(phone_page)
    expect(card_of(phone_page, own)).to_contain_text("对手已呼叫裁判")
    close_call(actor=owner_of(event), call_id=call.pk, ruling="继续")
    go_on(phone_page)
    expect(card_of(phone_page, own).locator(".judge-form")).to_be_visible()


def test_a_report_at_another_table_asks_nothing_of_a_phone(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    own = event.registrations.earliest("pk")
    round = publish(event)
    carry_links(phone_page, live_server.url, own)
    phone_page.add_init_script(STREAMS_IN_HAND)
    phone_page.goto(reverse("my_page"))
    expect(phone_page.locator("body[data-streams]")).to_be_attached()
    expect_match(phone_page, round, own)
    asked: list[str] = []
    phone_page.on("request", lambda one: asked.append(one.url) if "/seats/" in one.url or "/my/?" in one.url else None)
    mark = mark_of(event.code)
    assert mark is not None
    phone_page.evaluate(f"tell('mark', '{mark.tournament}.{mark.version + 1} later 5000')")
    phone_page.clock.fast_forward(50_000)
    phone_page.evaluate("fetch('/livez').then((answer) => answer.text())")
    assert asked == []
    match = table_in(round, own)
    report_score(actor=player_actor(match.opponent_of(own.pk)), match_id=match.pk, wins1=2, wins2=0)
    phone_page.evaluate(f"tell('own', '{mark.tournament}.{mark.version + 2}')")
    phone_page.clock.fast_forward(200)
    expect(card_of(phone_page, own).locator(".report-asks")).to_be_visible()


def test_each_child_follows_the_own_event(phone_page: Page, live_server: LiveServer) -> None:
    morning, evening = start_event(4), start_event(4)
    one, two = (event.registrations.earliest("pk") for event in (morning, evening))
    rounds = [publish(event) for event in (morning, evening)]
    open_my_page(phone_page, live_server.url, one, two)
    for entry, round in zip((one, two), rounds, strict=True):
        expect_match(phone_page, round, entry)
    finish_round(rounds[1])
    second = publish(evening)
    go_on(phone_page)
    expect_match(phone_page, second, two)
    expect_match(phone_page, rounds[0], one)
    match = table_in(rounds[0], one)
    give_extension(actor=owner_of(morning), match_id=match.pk, minutes=7)
    go_on(phone_page)
    expect(card_of(phone_page, one)).to_contain_text("7")
    expect(card_of(phone_page, one)).to_contain_text("你这桌可以继续打")


def test_five_events_have_one_stream_and_are_followed_without_it(phone_page: Page, live_server: LiveServer) -> None:
    events = [start_event(2) for _number in range(5)]
    own = [event.registrations.earliest("pk") for event in events]
    rounds = [publish(event) for event in events]
    streams = set()
    phone_page.on("request", lambda asked: "/live/stream" in asked.url and streams.add(asked.url))
    open_my_page(phone_page, live_server.url, *own)
    for entry, round in zip(own, rounds, strict=True):
        expect_match(phone_page, round, entry)
    for entry, round in zip(own, rounds, strict=True):
        give_extension(actor=owner_of(round.tournament), match_id=table_in(round, entry).pk, minutes=7)
    go_on(phone_page)
    for entry in own:
        expect(card_of(phone_page, entry)).to_contain_text("你这桌可以继续打")
    [stream] = streams
    assert set(re.findall(r"event=(\w+)&own=(\d+)", stream)) == {
        (entry.tournament.code, str(entry.pk)) for entry in own
    }


def test_what_somebody_fills_in_stays_until_they_ask_for_the_news(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    round = publish(event)
    own = event.registrations.earliest("pk")
    match = table_in(round, own)
    opponent = match.player2 if match.player1 == own else match.player1
    open_my_page(phone_page, live_server.url, own)
    words = phone_page.locator(f"#judge-words-{own.pk}")
    report = phone_page.locator(f"#my-report-{own.pk}")
    report.get_by_text("一局一局地上报").tap()
    report.get_by_text("这一局的经过").first.tap()
    report.locator("select[name=ending]").select_option(index=1)
    words.fill("弃牌堆少了一张")
    report_score(actor=player_actor(opponent), match_id=match.pk, wins1=2, wins2=0)
    go_on(phone_page)
    note = phone_page.locator(f'[data-kept="my-report-{own.pk}"]')
    expect(note).to_be_visible()
    expect(words).to_have_value("弃牌堆少了一张")
    assert report.locator("select[name=ending]").evaluate("one => one.selectedIndex") == 1
    score(match, 2, 0)
    finish_round(round)
    second = publish(event)
    go_on(phone_page)
    expect_match(phone_page, second, own)
    expect(words).to_have_value("弃牌堆少了一张")
    assert report.locator("select[name=ending]").evaluate("one => one.selectedIndex") == 1
    note.get_by_role("button").tap()
    expect(note).to_have_count(0)
    expect(report.locator('input[name="match"]').first).to_have_value(str(table_in(second, own).pk))
    expect(words).to_have_value("弃牌堆少了一张")


def test_who_is_moved_by_a_repair_reads_so_at_once(phone_page: Page, live_server: LiveServer) -> None:
    event, round = corrected_event()
    plan = repair_plan(round)
    moved = plan.moves[0]
    own = Registration.objects.select_related("player").get(pk=moved.new_pair[0])
    open_my_page(phone_page, live_server.url, own)
    phone_page.route("**/my/?*", lambda route: route.abort())
    apply_repair(actor=owner_of(event), round_id=round.pk, fingerprint=plan.fingerprint)
    later(phone_page)
    expect_match(phone_page, round, own)
    expect(card_of(phone_page, own)).to_contain_text("桌号或对手变了")
    phone_page.unroute("**/my/?*")
    phone_page.clock.fast_forward(A_WHILE_MS)
    expect(phone_page.locator("#my-unread .notice")).to_be_visible()


def test_why_this_opponent_is_one_tap_away(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    round = publish(event)
    own = event.registrations.earliest("pk")
    match = table_in(round, own)
    opponent = match.player2 if match.player1 == own else match.player1
    open_my_page(phone_page, live_server.url, own)
    phone_page.get_by_role("link", name=f"为什么我和{opponent.name}打？").tap()
    phone_page.wait_for_url(f"**{reverse('match_why', args=[event.code, match.pk])}")
