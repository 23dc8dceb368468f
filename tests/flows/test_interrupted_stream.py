"""A phone whose stream is interrupted hears again of what concerns it alone, without being reloaded; a family's phone
follows more events than a browser opens connections."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.config.running_site import RunningSite, running_site, wait_for
from tests.flows.opened_event import open_an_event

pytestmark = pytest.mark.slow

LINKS = """
import json
from accounts.services import issue_personal_link
from tournaments.models import Registration
entries = [Registration.objects.filter(tournament__code=code).earliest("pk") for code in CODES]
print(json.dumps([[entry.pk, issue_personal_link(player=entry.player)] for entry in entries]))
"""
SAVE_A_DECK = """
from accounts.actor import Actor
from tournaments.models import Registration
from tournaments.services.decklists import save_entry_decklist
entry = Registration.objects.get(pk=ENTRY)
save_entry_decklist(actor=Actor(user=entry.tournament.created_by), registration_id=entry.pk, text="4 HBU01-A07",
    submit=True, reason="the player's paper")
"""
GIVE_TIME = """
from accounts.actor import Actor
from django.db.models import Q
from tournaments.models import Match
from tournaments.services.extra_time import give_extension
match = Match.objects.get(Q(player1=ENTRY) | Q(player2=ENTRY))
give_extension(actor=Actor(user=match.round.tournament.created_by), match_id=match.pk, minutes=7)
"""


@pytest.fixture(scope="module")
def site() -> Iterator[RunningSite]:
    with running_site(filled=True) as running:
        yield running


def run(site: RunningSite, script: str, **names: object) -> str:
    given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return site.manage("shell", "-v0", "-c", given + script)


def open_my_page(site: RunningSite, browser: Browser, codes: list[str]) -> tuple[BrowserContext, Page, list[int]]:
    """A phone that has the link of the first player of each event, at its own page, whose stream is open."""
    links = json.loads(run(site, LINKS, CODES=codes).splitlines()[-1])
    context = browser.new_context(base_url=site.base_url, viewport={"width": 390, "height": 844}, locale="zh-CN")
    page = context.new_page()
    for _entry, link in links:
        page.goto(link)
        with page.expect_navigation():
            page.locator("main form button").first.click()
    with page.expect_response("**/my/live/stream?*") as stream:
        page.goto("/my/")
    assert stream.value.status == 200
    page.evaluate("window.isTheSamePage = true")
    return context, page, [entry for entry, _link in links]


def is_its_own(answer: Response) -> bool:
    """Whether a phone has asked for what is private."""
    return "/my/?bar=" in answer.url


def hears_privately(site: RunningSite, page: Page, entry: int) -> None:
    """A deck that the desk saves, of which the public learns nothing, comes to the phone by itself."""
    with page.expect_response(is_its_own, timeout=120_000):
        run(site, SAVE_A_DECK, ENTRY=entry)
    assert page.evaluate("window.isTheSamePage")


def test_private_news_come_again_after_the_server_or_the_network_was_away(site: RunningSite, browser: Browser) -> None:
    event = open_an_event(site, players=4, clients=0)
    context, page, [entry] = open_my_page(site, browser, [event["code"]])

    with (
        page.expect_response(is_its_own, timeout=120_000),
        page.expect_response("**/my/live/stream?*", timeout=120_000) as stream,
    ):
        site.kill9_web()
    assert stream.value.status == 200
    hears_privately(site, page, entry)

    context.set_offline(True)
    wait_for(lambda: not page.evaluate("navigator.onLine"), "the loss of the network")
    run(site, SAVE_A_DECK, ENTRY=entry)  # Nobody says it again.
    with (
        page.expect_response(is_its_own, timeout=120_000),
        page.expect_response("**/my/live/stream?*", timeout=120_000) as stream,
    ):
        context.set_offline(False)
    assert stream.value.status == 200
    hears_privately(site, page, entry)
    context.close()


def test_five_events_come_over_one_stream_without_polls(site: RunningSite, browser: Browser) -> None:
    codes = [open_an_event(site, players=2, clients=0)["code"] for _number in range(5)]
    context, page, entries = open_my_page(site, browser, codes)
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/live/" in request.url else None)
    for entry in entries:
        run(site, GIVE_TIME, ENTRY=entry)
        expect(page.locator(f"#my-entry-{entry}")).to_contain_text("你这桌可以继续打", timeout=60_000)
    assert polls == []
    context.close()
