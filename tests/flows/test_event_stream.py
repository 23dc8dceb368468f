"""A phone at the real site, as in a hall: it hears of changes over the event stream, without polls; the first view of
its own pages is light, and nothing on them moves on a slow network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.config.running_site import RunningSite, running_site, wait_for
from tests.flows.opened_event import open_an_event
from tests.flows.shown_pairings import expect_tables

pytestmark = pytest.mark.slow

PAIR_ANEW = """
import json
from accounts.actor import Actor
from tournaments.models import Tournament
from tournaments.services.drafts import discard_draft, pair_next_round
from tournaments.services.rounds import publish_round, unpublish_round

def tables(round):
    return [f"{match.player1.name} {match.player2.name}" for match in round.matches.order_by("table")]

event = Tournament.objects.get(code=CODE)
owner = Actor(user=event.created_by)
round = event.rounds.get(number=1)
before = tables(round)
unpublish_round(actor=owner, round_id=round.pk)
while tables(round) == before:
    discard_draft(actor=owner, round_id=round.pk)
    round = pair_next_round(actor=owner, tournament_id=event.pk, number=1)
publish_round(actor=owner, round_id=round.pk)
print(json.dumps([before, tables(round)]))
"""


SEATS = """
import json
from django.db.models import Q
from tournaments.models import Registration, Tournament
entry = Registration.objects.filter(tournament__code=CODE).earliest("pk")
match = Tournament.objects.get(code=CODE).rounds.get(number=1).matches.get(Q(player1=entry) | Q(player2=entry))
print(json.dumps([match.table, match.opponent_of(entry.pk).name]))
"""


SEAT_ANEW = """
import json
from accounts.actor import Actor
from tournaments.models import Registration, Tournament
from tournaments.queries.pods import pod_of
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.rounds import publish_round, unpublish_round

event = Tournament.objects.get(code=CODE)
entry = Registration.objects.filter(tournament=event).earliest("pk")
owner, round = Actor(user=event.created_by), event.rounds.get(number=1)
unpublish_round(actor=owner, round_id=round.pk)
other = round.pod_seats.exclude(pod=pod_of(entry, round).pod).earliest("pk").registration_id
swap_in_pods(actor=owner, round_id=round.pk, one=entry.pk, other=other)
publish_round(actor=owner, round_id=round.pk)
row = pod_of(entry, round)
names = [seat.registration.name for seat in row.seats]
print(json.dumps([row.table, names, names.index(entry.name)]))
"""


NEWS = """
from accounts.actor import Actor
from tournaments.models import Tournament
from tournaments.services.announcements import announce, take_down
from tournaments.services.clock import pause_clock, reset_clock, start_clock
event = Tournament.objects.get(code=CODE)
owner, round = Actor(user=event.created_by), event.rounds.get(number=1)
"""


LINK = """
from accounts.services import issue_personal_link
from tournaments.models import Registration
print(issue_personal_link(player=Registration.objects.filter(tournament__code=CODE).earliest("pk").player))
"""
STREAM = re.compile(r"/live/stream\?(event=\w+&)?own=\d+$")
PAGES = re.compile(r"/seats/|/my/(?!live/)|/mine/|/pairings/")
"""What a page asks for in order to be new; not the stream, which says that there is news."""
MAX_BYTES = 150_000
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Milliseconds, and bytes a second: 400 kilobits."""
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const one of list.getEntries())
        if (!one.hadRecentInput) shifts.push([one.value, ...one.sources.map((source) => source.node?.outerHTML)]);
}).observe({type: "layout-shift", buffered: true});
"""
WHO = re.compile(r"第 1 局：.*猜拳")
TIME_LEFT = re.compile(r"^\s*\d+:\d\d\s*$")
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.fixture(scope="module")
def site() -> Iterator[RunningSite]:
    with running_site(filled=True) as running:
        yield running


@pytest.fixture
def phone(site: RunningSite, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, locale="zh-CN")
    yield context.new_page()
    context.close()


def pair_again_at(site: RunningSite, code: str) -> tuple[list[str], list[str]]:
    """Unpublish the first round, pair it otherwise and publish it, by another process; its tables before and after."""
    printed = site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{PAIR_ANEW}")
    before, after = json.loads(printed.splitlines()[-1])
    return before, after


def do_at(site: RunningSite, code: str, what: str) -> None:
    """Change the first round or the announcements of an event, by another process."""
    site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{NEWS}\n{what}")


def test_a_round_paired_again_reaches_an_open_phone_over_the_stream(site: RunningSite, phone: Page) -> None:
    event: dict[str, Any] = open_an_event(site, players=24, clients=0)
    polls: list[str] = []
    phone.on("request", lambda request: polls.append(request.url) if "/live/mark" in request.url else None)
    with phone.expect_response(re.compile(r"/live/stream(\?own=[\d,]+)?$")) as stream:
        phone.goto(f"/t/{event['code']}/pairings/")
    assert stream.value.status == 200
    assert stream.value.headers["content-type"].startswith("text/event-stream")
    asked_before = len(polls)
    rows = phone.locator("#tables li")
    shown = [str(rows.nth(place).get_attribute("data-name")) for place in range(12)]
    before, after = pair_again_at(site, event["code"])
    assert shown == before != after
    expect_tables(phone, after)
    assert len(polls) == asked_before == 1


def test_a_screen_without_a_stream_polls_and_knows_that_the_site_is_there(site: RunningSite, phone: Page) -> None:
    event: dict[str, Any] = open_an_event(site, players=4, clients=0)
    polls: list[str] = []
    answers: list[int] = []
    phone.on("request", lambda request: polls.append(request.url) if "/live/mark" in request.url else None)
    phone.on("response", lambda answer: answers.append(answer.status) if "/live/mark" in answer.url else None)

    def waits_for_nothing() -> bool:
        phone.evaluate("fetch('/time/').then((answer) => answer.text())")
        return len(answers) == len(polls)

    phone.clock.install()
    phone.route("**/live/stream", lambda route: route.fulfill(status=503))
    phone.goto(f"/t/{event['code']}/hall/")
    for _ in range(30):
        phone.clock.fast_forward(5_000)
        wait_for(waits_for_nothing, "the answer of the poll")
        expect(phone.locator("#hall-lost")).to_be_hidden()
    assert len(answers) >= 5
    assert set(answers) == {204}


@pytest.fixture(scope="module")
def session(site: RunningSite, browser: Browser) -> Iterator[dict[str, Any]]:
    """An event under way, and the cookies of one of its players, who came by a personal link."""
    event: dict[str, Any] = open_an_event(site, players=24, clients=0)
    link = site.manage("shell", "-v0", "-c", f"CODE = {event['code']!r}\n{LINK}").splitlines()[-1]
    context = browser.new_context(base_url=site.base_url, locale="zh-CN")
    page = context.new_page()
    page.goto(link)
    with page.expect_navigation():
        page.locator("main form button").first.click()
    page.goto(f"/t/{event['code']}/pairings/")
    table = page.locator("a.btn-primary[href*='/match/']").first.get_attribute("href")
    yield {"cookies": context.cookies(), "/my/": "/my/", "my match": table, "pairings": f"/t/{event['code']}/pairings/"}
    context.close()


def open_unanswered(site: RunningSite, browser: Browser, session: dict[str, Any], which: str) -> Page:
    """The player's open page, of which no request is answered from now on: a hall of thousands cannot
    ask in one second."""
    context = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, locale="zh-CN")
    context.add_cookies(session["cookies"])
    page = context.new_page()
    with page.expect_response(STREAM):
        page.goto(session[which])
    page.route(PAGES, lambda route: route.abort())
    return page


@pytest.mark.parametrize("which", ["/my/", "pairings"])
def test_a_new_table_is_there_without_a_request(
    site: RunningSite, browser: Browser, session: dict[str, Any], which: str
) -> None:
    page = open_unanswered(site, browser, session, which)
    code = session["pairings"].split("/")[2]
    pair_again_at(site, code)
    table, opponent = json.loads(site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{SEATS}").splitlines()[-1])
    seat = page.locator("#mine .my-match" if which == "pairings" else ".my-entry .my-match")
    expect(seat.locator(".opponent")).to_have_text(opponent)
    expect(seat.locator(".plate")).to_contain_text(str(table))
    expect(seat).to_contain_text("第 1 轮")
    expect(page.locator("#live-said")).to_contain_text(opponent)
    expect(seat.locator(".who:visible")).to_have_text([WHO] if which == "/my/" else [])
    do_at(site, code, "start_clock(actor=owner, round_id=round.pk)")
    expect(page.locator(".clock")).to_have_text(TIME_LEFT)
    do_at(site, code, "reset_clock(actor=owner, round_id=round.pk)")
    page.unroute(PAGES)
    seat.get_by_role("link", name="打开这场比赛").click()
    page.wait_for_url(re.compile(rf"/t/{code}/match/\d+/$"))
    expect(page.locator("main")).to_contain_text(opponent)
    page.context.close()


@pytest.mark.parametrize("which", ["/my/", "pairings"])
def test_clock_and_announcement_are_there_without_a_request(
    site: RunningSite, browser: Browser, session: dict[str, Any], which: str
) -> None:
    page = open_unanswered(site, browser, session, which)
    code, clock, notice = (
        session["pairings"].split("/")[2],
        page.locator(".clock"),
        page.locator("#announcements .notice"),
    )

    expect(clock).to_have_count(0)
    do_at(site, code, "start_clock(actor=owner, round_id=round.pk)")
    expect(clock).to_have_text(TIME_LEFT)
    do_at(site, code, "pause_clock(actor=owner, round_id=round.pk)")
    expect(clock).to_contain_text("暂停")
    do_at(site, code, "announce(actor=owner, tournament_id=event.pk, text='第 2 轮 <b>12:30</b> 开始')")
    expect(notice).to_contain_text("第 2 轮 <b>12:30</b> 开始")
    expect(page.locator("#live-said")).to_have_text("第 2 轮 <b>12:30</b> 开始")
    do_at(
        site, code, "take_down(actor=owner, announcement_id=event.announcements.get(ended_at=None).pk, reason='late')"
    )
    expect(notice).to_have_count(0)
    do_at(site, code, "reset_clock(actor=owner, round_id=round.pk)")
    expect(clock).to_have_count(0)
    page.context.close()


def test_a_new_pod_is_there_without_a_request(site: RunningSite, browser: Browser) -> None:
    code = open_an_event(site, players=8, clients=0, best_of=1, entry_format="pods", planned_rounds=2)["code"]
    context = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, locale="zh-CN")
    page = context.new_page()
    page.goto(site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{LINK}").splitlines()[-1])
    with page.expect_response(STREAM):
        page.locator("main form button").first.click()
    page.route(PAGES, lambda route: route.abort())
    printed = site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{SEAT_ANEW}").splitlines()[-1]
    table, names, own = json.loads(printed)
    seat = page.locator(".my-entry .my-match")
    shown = [f"{place}. {'你' if place == own + 1 else name}" for place, name in enumerate(names, start=1)]
    expect(seat.locator(".mates li")).to_have_text(shown)
    expect(seat.locator(".plate")).to_contain_text(str(table))
    others = "、".join(name for place, name in enumerate(names) if place != own)
    said = f"第 1 轮：{table} 桌，同桌的有{others}。按行动顺序，你是第 {own + 1} 个。"
    expect(page.locator("#live-said")).to_contain_text(said)
    context.close()


@pytest.mark.parametrize("which", ["/my/", "my match", "pairings"])
def test_the_first_view_on_3g_is_light_and_nothing_moves(
    site: RunningSite, browser: Browser, session: dict[str, Any], which: str
) -> None:
    """Everything that comes over the wire into an empty cache: headers, compressed page, styles, scripts, icons."""
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    context = browser.new_context(base_url=site.base_url, locale="zh-CN", **phone)
    context.add_cookies(session["cookies"])
    context.add_init_script(SHIFTS)
    page = context.new_page()
    network = context.new_cdp_session(page)
    sent: dict[str, float] = {}
    urls: dict[str, str] = {}
    network.on("Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]}))
    network.on(
        "Network.loadingFinished", lambda event: sent.update({urls[event["requestId"]]: event["encodedDataLength"]})
    )
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW_3G)
    page.goto(session[which])
    expect(page.locator(".plate").first).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("shifts") == []
    assert any("tokens" in url for url in sent)
    assert sum(sent.values()) < MAX_BYTES, sorted((size, url) for url, size in sent.items())
    context.close()


PLAYERS = """
import json
from accounts.services import issue_personal_link
from tournaments.models import Tournament
matches = Tournament.objects.get(code=CODE).rounds.get(number=1).matches.order_by("table")
print(json.dumps([[issue_personal_link(player=entry.player) for entry in match.entries] for match in matches]))
"""


@pytest.fixture(scope="module")
def tables(site: RunningSite) -> list[list[str]]:
    """The personal links of the two at each table."""
    code = open_an_event(site, players=4, clients=0, best_of=3)["code"]
    found: list[list[str]] = json.loads(
        site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{PLAYERS}").splitlines()[-1]
    )
    return found


def on_3g(site: RunningSite, browser: Browser, link: str, *, scripts: bool) -> Page:
    """The phone of a player with their own page open, on a slow network."""
    facts: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    facts |= {"service_workers": "block", "java_script_enabled": scripts, "locale": "en-US"}
    context = browser.new_context(base_url=site.base_url, **facts)
    page = context.new_page()
    page.goto(link)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW_3G)
    with page.expect_navigation():
        page.locator("main form button").first.click()
    page.goto("/my/")
    return page


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_result_is_reported_and_confirmed_on_3g(
    site: RunningSite, browser: Browser, tables: list[list[str]], scripts: bool
) -> None:
    """Where scripts run the press is acknowledged before the answer, which is held back until the page has said so."""
    one, two = (on_3g(site, browser, link, scripts=scripts) for link in tables[0 if scripts else 1])
    held: list[Route] = []
    if scripts:
        one.route("**/report/", lambda route: held.append(route))
    one.get_by_role("button", name="2–1", exact=True).tap()
    if scripts:
        expect(one.locator("[data-reports-of]").first).to_contain_text(re.compile(r"^Being sent: P\d\d: 2–1$"))
        held[0].continue_()
    expect(one.locator("main")).to_contain_text("You reported 2–1")
    expect(one.locator("main")).not_to_contain_text("Being sent")
    if not scripts:
        two.reload()
    two.get_by_role("button", name="Yes, that is right").tap()
    expect(two.locator("main")).to_contain_text("The result is entered." if scripts else "You lost")
    if not scripts:
        one.reload()
    expect(one.locator("main")).to_contain_text("You won")
    for page in (one, two):
        page.context.close()


SEATED = """
from accounts.services import issue_personal_link
from tournaments.models import Match
pod, board = draft.pods.first(), Match.everything.filter(round=draft, board=2).select_related("team_match").first()
made["table"] = pod.table if pod else board.team_match.table
seated = [seat.registration for seat in pod.seats.order_by("seat")] if pod else board.entries
made["names"] = [entry.name for entry in seated[1:]]
made["link"] = issue_personal_link(player=seated[0].player)
"""
IN_A_POD = {"entry_format": "pods", "best_of": 1, "planned_rounds": 2, "players": 3}
AT_A_BOARD = {"entry_format": "teams_by_seat", "best_of": 3, "players": 4}


@pytest.mark.parametrize(
    ("facts", "button", "said", "scripts"),
    [(IN_A_POD, "P00", "You reported: P00 won.", True), (AT_A_BOARD, "2–0", "You reported 2–0", False)],
    ids=["pod", "board, no scripts"],
)
def test_a_pod_and_a_board_are_read_and_reported_on_3g(
    site: RunningSite, browser: Browser, facts: dict[str, Any], button: str, said: str, scripts: bool
) -> None:
    made = open_an_event(site, clients=0, also=SEATED, **facts)
    phone = on_3g(site, browser, made["link"], scripts=scripts)
    expect(phone.locator(".my-match .plate")).to_contain_text(str(made["table"]))
    for name in made["names"]:
        expect(phone.locator(".my-entry")).to_contain_text(name)
    phone.get_by_role("button", name=re.compile(f"^{button}")).first.tap()
    expect(phone.locator("main")).to_contain_text(said)
    phone.context.close()


STEP = """
from accounts.actor import Actor
from tournaments.models import Tournament
from tournaments.services.rounds import publish_round, unpublish_round
event = Tournament.objects.get(code=CODE)
{step}_round(actor=Actor(user=event.created_by), round_id=event.rounds.get(number=1).pk)
"""


def test_the_address_of_an_event_leads_on_to_the_pairings_when_a_round_is_published(
    site: RunningSite, browser: Browser, session: dict[str, Any]
) -> None:
    code = session["pairings"].split("/")[2]

    def do(step: str) -> None:
        site.manage("shell", "-v0", "-c", f"CODE = {code!r}\n{STEP.format(step=step)}")

    do("unpublish")
    context = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, locale="zh-CN")
    context.add_cookies(session["cookies"])
    page = context.new_page()
    with page.expect_response(STREAM):
        page.goto(f"/t/{code}/")
    expect(page.locator("#overview")).to_contain_text("正在配对")
    do("publish")
    page.wait_for_url(session["pairings"])
    expect(page.locator("#tables li").first).to_be_visible()
    context.close()
