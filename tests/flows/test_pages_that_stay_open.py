"""A phone stays open on an event while a round is unpublished, paired again and published: it shows the new tables.

The live server of the tests has no stream, so these phones ask from time to time; their clock is advanced.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db.models import Q
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.flows.passing_time import A_WHILE_MS, later
from tests.flows.shown_pairings import expect_tables
from tests.people_and_events import owner_of, player_actor
from tests.running_events import finish_round, publish, score, start_event
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.services.drafts import discard_draft, pair_next_round
from tournaments.services.extra_time import give_extension
from tournaments.services.reports import report_score
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.services.top_cut import start_top_cut
from tournaments.views import sections

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow


def open_page(page: Page, event: Tournament, name: str, *keys: int) -> None:
    page.clock.install()
    with page.expect_response(re.compile(r"/live/stream(\?own=[\d,]+)?$")) as stream:
        page.goto(reverse(name, args=[event.code, *keys]))
    assert stream.value.status == 503


def tables(round: Round) -> list[str]:
    """Who meets whom, by table."""
    return [f"{match.player1.name} {match.player2.name}" for match in round.matches.order_by("table")]


def pair_otherwise(event: Tournament, number: int, tables_before: list[str]) -> Round:
    """The round paired with the first seed that seats people differently, published."""
    owner = owner_of(event)
    for seed in range(1, 50):
        draft = pair_next_round(actor=owner, tournament_id=event.pk, number=number, seed=seed)
        if tables(draft) != tables_before:
            return publish_round(actor=owner, round_id=draft.pk)
        discard_draft(actor=owner, round_id=draft.pk)
    raise AssertionError("no seed pairs them otherwise")


def test_pairings_are_those_of_the_round_paired_again(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    round = publish(event)
    before = tables(round)
    open_page(phone_page, event, "tournament_pairings")
    expect_tables(phone_page, before)
    phone_page.locator("#find").fill("P0")
    unpublish_round(actor=owner_of(event), round_id=round.pk)
    later(phone_page)
    expect(phone_page.locator("#round .empty")).to_be_visible()
    discard_draft(actor=owner_of(event), round_id=round.pk)
    again = pair_otherwise(event, 1, before)
    later(phone_page)
    expect_tables(phone_page, tables(again))
    score(again.matches.get(table=2), 2, 1)
    later(phone_page)
    expect(phone_page.locator("#tables li").nth(1)).to_contain_text("2–1")
    expect(phone_page.locator("#live-said")).to_contain_text("第 1 轮")


def paired_again(round: Round) -> Round:
    """The round unpublished, paired otherwise and published."""
    before, owner = tables(round), owner_of(round.tournament)
    unpublish_round(actor=owner, round_id=round.pk)
    discard_draft(actor=owner, round_id=round.pk)
    return pair_otherwise(round.tournament, round.number, before)


def test_a_round_paired_again_between_two_polls_is_seen(phone_page: Page, live_server: LiveServer) -> None:
    """The phone asks once before and once after all three changes, so it sees a published round both times."""
    event = start_event(8)
    round = publish(event)
    before = tables(round)
    open_page(phone_page, event, "tournament_pairings")
    expect_tables(phone_page, before)
    again = paired_again(round)
    later(phone_page)
    expect_tables(phone_page, tables(again))


def test_ones_own_table_is_that_of_the_round_paired_again(phone_page: Page, live_server: LiveServer) -> None:
    """It comes out of what everybody may read, before anything that needs the session is asked for."""
    event = start_event(8)
    round = publish(event)
    own = round.matches.get(table=4).player2
    open_as(phone_page, live_server.url, own)
    phone_page.route("**/mine/*", lambda route: route.abort())
    with phone_page.expect_request(re.compile("/seats/")) as asked:
        open_page(phone_page, event, "tournament_pairings")
        again = paired_again(round)
        later(phone_page)
    assert "cookie" not in asked.value.all_headers()
    match = again.matches.get(Q(player1=own) | Q(player2=own))
    opponent = match.player2 if match.player1 == own else match.player1
    mine = phone_page.locator("#mine .my-match")
    expect(mine.locator(".opponent")).to_have_text(opponent.name)
    expect(mine.locator(".plate")).to_contain_text(str(match.table))
    expect(phone_page.locator("#event-step a")).to_have_attribute("href", f"/t/{event.code}/match/{match.pk}/")
    unpublish_round(actor=owner_of(event), round_id=again.pk)
    later(phone_page)
    expect(mine).to_have_count(0)


def test_each_player_on_one_phone_gets_their_own_table(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    round = publish(event)
    one, two = round.matches.get(table=1).player1, round.matches.get(table=3).player2
    open_as(phone_page, live_server.url, one)
    phone_page.route("**/mine/*", lambda route: route.abort())
    open_page(phone_page, event, "tournament_pairings")
    phone_page.evaluate(
        """([seat, section]) => {
          const second = document.createElement("div");
          Object.assign(second.dataset, { seat, section });
          document.querySelector("#mine").append(second);
        }""",
        [str(two.pk), str(two.pk // 100)],
    )
    again = paired_again(round)
    later(phone_page)
    expect(phone_page.locator("#mine .my-match")).to_have_count(2)
    for entry in (one, two):
        match = again.matches.get(Q(player1=entry) | Q(player2=entry))
        opponent = match.player2 if match.player1 == entry else match.player1
        expect(phone_page.locator(f'[data-seat="{entry.pk}"] .opponent')).to_have_text(opponent.name)


def test_the_bracket_is_that_of_the_round_published_again(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8, planned_rounds=1, top_cut=4)
    finish_round(publish(event))
    owner = owner_of(event)
    draft = start_top_cut(actor=owner, tournament_id=event.pk)
    round = publish_round(actor=owner, round_id=draft.pk)
    open_page(phone_page, event, "tournament_bracket")
    expect(phone_page.locator("svg.bracket")).to_be_visible()
    unpublish_round(actor=owner, round_id=round.pk)
    later(phone_page)
    expect(phone_page.locator("svg.bracket")).to_have_count(0)
    publish_round(actor=owner, round_id=round.pk)
    later(phone_page)
    expect(phone_page.locator("svg.bracket")).to_be_visible()
    score(Match.objects.filter(round=round).first(), 2, 0)
    later(phone_page)
    expect(phone_page.locator(".bracket-won")).to_have_count(1)


def test_a_name_is_found_in_a_list_too_long_for_one_page(
    phone_page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections, "MAX_SHORT_LIST", 2)
    monkeypatch.setattr(sections, "SECTION_ROWS", 2)
    event = start_event(8)
    round = publish(event)
    phone_page.goto(reverse("tournament_pairings", args=[event.code]))
    expect_tables(phone_page, tables(round)[:2])
    phone_page.locator(".sections a[rel=next]").tap()
    phone_page.wait_for_url(re.compile("page=2"))
    expect_tables(phone_page, tables(round)[2:])
    first = tables(round)[0].split()[0]
    phone_page.locator("#find").fill(first)
    expect_tables(phone_page, tables(round)[:1])
    expect(phone_page.locator("#find")).to_be_focused()
    phone_page.locator("#find").fill("")
    expect(phone_page.locator("#tables li")).to_have_count(2)


def open_as(phone_page: Page, address: str, entry: Registration) -> list[str]:
    """The phone of somebody with a personal link; its requests for its own parts are collected."""
    session = browser(player_actor(entry)).cookies["dueldesk_session"].value
    phone_page.context.add_cookies([{"name": "dueldesk_session", "value": session, "url": address}])
    asked: list[str] = []
    phone_page.on("request", lambda request: asked.append(request.url) if "/mine/" in request.url else None)
    return asked


def test_ones_own_parts_are_asked_for_when_ones_own_row_changed(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    round = publish(event)
    own = round.matches.get(table=1)
    asked = open_as(phone_page, live_server.url, own.player1)
    open_page(phone_page, event, "tournament_pairings")
    expect(phone_page.locator(".my-match .plate-live")).to_be_visible()
    for table in (2, 3):
        score(round.matches.get(table=table), 2, 0)
        later(phone_page)
        expect(phone_page.locator("#tables li").nth(table - 1)).to_contain_text("2–0")
        phone_page.clock.fast_forward(A_WHILE_MS)
    assert asked == []
    score(own, 2, 1)
    later(phone_page)
    expect(phone_page.locator("#tables li").first).to_contain_text("2–1")
    phone_page.clock.fast_forward(A_WHILE_MS)
    expect(phone_page.locator(".my-match .plate-live")).to_have_count(0)
    assert len(asked) == 1


def test_the_match_page_hears_of_its_reports_and_throws_away_nothing_half_written(
    phone_page: Page, live_server: LiveServer
) -> None:
    """Of the other player's report, which changes nothing that everybody reads on the page."""
    event = start_event(4)
    match = publish(event).matches.get(table=1)
    open_as(phone_page, live_server.url, match.player1)
    open_page(phone_page, event, "match", match.pk)
    words = phone_page.locator(f"#judge-words-{match.player1_id}")
    phone_page.locator("#mine").get_by_text("一局一局地上报").tap()
    phone_page.locator("#mine").get_by_text("这一局的经过").first.tap()
    ending = phone_page.locator("#mine select[name=ending]")
    ending.select_option(index=1)
    report_score(actor=player_actor(match.player2), match_id=match.pk, wins1=1, wins2=2)
    later(phone_page)
    note = phone_page.locator('[data-kept="mine"]')
    expect(note).to_be_visible()
    assert ending.evaluate("one => one.selectedIndex") == 1
    note.get_by_role("button").tap()
    expect(note).to_have_count(0)
    expect(phone_page.locator("#mine")).to_contain_text("对手上报的是 1–2")
    words.evaluate("one => one.closest('details')?.setAttribute('open', '')")
    words.fill("弃牌堆少了一张")
    give_extension(actor=owner_of(event), match_id=match.pk, minutes=7)
    later(phone_page)
    expect(phone_page.locator("#match")).to_contain_text("7")
    expect(words).to_have_value("弃牌堆少了一张")


def test_everybodys_page_is_filled_in_for_somebody(phone_page: Page, live_server: LiveServer) -> None:
    event = start_event(8)
    own = publish(event).matches.get(table=1)
    path = reverse("tournament_pairings", args=[event.code])
    asked = open_as(phone_page, live_server.url, own.player1)
    kept = browser(language="zh-CN").get(path).content
    missing = {"Set-Cookie": f"dueldesk_own=ask; Path=/t/{event.code}/; SameSite=Lax", "Content-Type": "text/html"}
    phone_page.route(f"**{path}", lambda route: route.fulfill(body=kept, headers=missing))
    open_page(phone_page, event, "tournament_pairings")
    phone_page.clock.fast_forward(A_WHILE_MS)
    expect(phone_page.locator(".my-match")).to_be_visible()
    expect(phone_page.locator("#tables li[data-mine]")).to_have_count(1)
    expect(phone_page.locator(".topnav")).to_contain_text("我的页面")
    assert len(asked) == 1
    assert "dueldesk_own=live" in phone_page.evaluate("document.cookie")
