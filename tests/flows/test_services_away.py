"""PostgreSQL or Redis gone under the running site: what continues, what says that it waits, and the recovery."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xmlrpc.client import ServerProxy

import pytest
import requests
from playwright.sync_api import Browser, expect
from supervisor.xmlrpc import SupervisorTransport

from config.embedded.leftovers import redis_servers
from tests.config.running_site import RunningSite, running_site, wait_for

pytestmark = pytest.mark.slow

OPEN_AN_EVENT = """
import json
from datetime import timedelta
from django.utils import timezone
from accounts.actor import Actor
from accounts.models import User
from accounts.services import issue_api_token
from tournaments.queries.settings import TournamentData
from tournaments.services import entries, rounds
from tournaments.services.drafts import pair_next_round
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament

user = User.objects.create_user("owner-of-both", password="long enough words", may_create_tournaments=True)
owner = Actor(user=user)
codes = []
for name in ("Running", "Open"):
    event = create_tournament(actor=owner, data=TournamentData(
        name=name, starts_at=timezone.now() + timedelta(days=1), game_slug="ultraman-hero-duel",
        decklists_required=False))
    entries.add_entries(actor=owner, tournament_id=event.pk, names=[f"{name}{n}" for n in range(24)],
        ages=entries.ListAges("adult"))
    codes.append((event.code, event.pk))
start_tournament(actor=owner, tournament_id=codes[0][1])
draft = pair_next_round(actor=owner, tournament_id=codes[0][1], number=1)
rounds.publish_round(actor=owner, round_id=draft.pk)
matches = [match.pk for match in draft.matches.order_by("table")]
token = issue_api_token(actor=owner, name="hall")[1]
print(json.dumps({"running": codes[0][0], "open": codes[1][0], "matches": matches, "token": token}))
"""


@pytest.fixture(scope="module")
def site() -> Iterator[RunningSite]:
    with running_site(filled=True) as running:
        yield running


@pytest.fixture(scope="module")
def events(site: RunningSite) -> dict[str, Any]:
    """One event in its first round and one that still takes entries."""
    made: dict[str, Any] = json.loads(site.manage("shell", "-v0", "-c", OPEN_AN_EVENT).splitlines()[-1])
    return made


def supervise(site: RunningSite, method: str, name: str) -> None:
    """Make the site's supervisor stop or start one of its programs."""
    transport = SupervisorTransport(None, None, f"unix://{site.data.sockets / 'supervisor.sock'}")
    with ServerProxy("http://127.0.0.1", transport=transport) as server:
        getattr(server.supervisor, method)(name, True)


@contextmanager
def without(site: RunningSite, name: str) -> Iterator[None]:
    """A program stopped for the length of the block."""
    supervise(site, "stopProcess", name)
    try:
        yield
    finally:
        supervise(site, "startProcess", name)
        wait_for(site.healthy, f"{name} to be back")


@contextmanager
def hanging_redis(site: RunningSite) -> Iterator[None]:
    """A Redis that accepts connections and answers nothing."""
    (server,) = redis_servers(site.data)
    server.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.send_signal(signal.SIGCONT)
        wait_for(site.healthy, "Redis to answer")


class Visitor(requests.Session):
    """A browser in English on one site; forms are sent with the page's CSRF token."""

    def __init__(self, site: RunningSite) -> None:
        super().__init__()
        self.base = site.base_url
        self.headers["Accept-Language"] = "en"

    def see(self, path: str) -> requests.Response:
        return self.get(self.base + path, timeout=60)

    def fill_in(self, path: str) -> str:
        """Open a form's page; returns its CSRF token."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.see(path).text)
        assert found is not None
        return found[1]

    def send_form(self, path: str, token: str, **fields: str) -> requests.Response:
        headers = {"Referer": self.base + path}
        form = {**fields, "csrfmiddlewaretoken": token}
        return self.post(self.base + path, form, headers=headers, timeout=60, allow_redirects=False)


def program(site: RunningSite, events: dict[str, Any], path: str, body: Any = None) -> requests.Response:
    """The API's answer to the event's owner."""
    headers = {"Authorization": f"Bearer {events['token']}", "Accept-Language": "en"}
    url = f"{site.base_url}/api/v1/tournaments/{events['running']}/{path}"
    if body is None:
        return requests.get(url, headers=headers, timeout=60)
    return requests.post(url, json=body, headers=headers, timeout=60)


def play_on(site: RunningSite, events: dict[str, Any], name: str, match: int) -> None:
    """Sign-in, registration, a result, a page, the API and an export, each of which has to work."""
    code = events["running"]
    visitor = Visitor(site)
    token = visitor.fill_in("/accounts/login/")
    signed = visitor.send_form("/accounts/login/", token, login="owner-of-both", password="long enough words")
    assert signed.status_code == 302
    newcomer = Visitor(site)
    token = newcomer.fill_in(f"/t/{events['open']}/register/")
    entered = newcomer.send_form(f"/t/{events['open']}/register/", token, name=name, age_group="adult")
    assert entered.status_code in {200, 302}
    assert site.sql(f"SELECT count(*) FROM accounts_player WHERE name = '{name}'") == [(1,)]

    result = program(site, events, f"matches/{match}/score/", {"expected_version": 1, "wins1": 1, "wins2": 0})
    assert (result.status_code, result.json()["version"]) == (200, 2)
    assert program(site, events, "standings/").status_code == 200
    assert newcomer.see(f"/t/{code}/pairings/").status_code == 200
    mark = site.sql(
        "SELECT v.tournament_id || '.' || v.number FROM tournaments_eventversion v "
        f"JOIN tournaments_tournament t ON t.id = v.tournament_id WHERE t.code = '{code}'"
    )[0][0]
    wait_for(lambda: newcomer.see(f"/t/{code}/live/mark").text == mark, "the mark of the result")

    export = program(site, events, "exports/", {})
    assert export.status_code == 202
    page = visitor.see(f"/export/{export.json()['key']}/")
    assert page.status_code == 200


def test_an_open_page_hears_of_a_result_over_its_stream(
    browser: Browser, site: RunningSite, events: dict[str, Any]
) -> None:
    """Everything works here: the page requests nothing until it is notified, and then shows the result."""
    asked: list[str] = []
    with browser.new_context(base_url=site.base_url, locale="en-GB") as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url.removeprefix(site.base_url)))
        with page.expect_response(re.compile(r"/live/stream(\?own=[\d,]+)?$")) as stream:
            page.goto(f"/t/{events['running']}/pairings/")
        assert stream.value.status == 200
        assert stream.value.headers["content-type"].startswith("text/event-stream")
        asked.clear()
        for table in (4, 5):
            body = {"expected_version": 1, "wins1": 2, "wins2": 0}
            assert program(site, events, f"matches/{events['matches'][table]}/score/", body).status_code == 200
            expect(page.locator("#tables li").nth(table)).to_contain_text("2–0", timeout=60_000)
        of_event = {address.partition("?")[0] for address in asked if address.startswith("/t/")}
        assert of_event == {f"/t/{events['running']}/pairings/"}


def test_without_redis_the_event_goes_on(site: RunningSite, events: dict[str, Any]) -> None:
    with without(site, "redis"):
        play_on(site, events, "Nora", events["matches"][0])
        health = Visitor(site).see("/healthz")
        assert (health.status_code, health.json()["redis"]) == (503, "unreachable")


def test_a_redis_that_hangs_holds_nobody_up(site: RunningSite, events: dict[str, Any]) -> None:
    with hanging_redis(site):
        play_on(site, events, "Hana", events["matches"][1])
    assert "redis_left_alone" in (site.data.log / "web.log").read_text()


def test_a_form_that_met_no_database_is_shown_with_what_it_held(site: RunningSite, events: dict[str, Any]) -> None:
    visitor = Visitor(site)
    path = f"/t/{events['open']}/register/"
    token = visitor.fill_in(path)
    with without(site, "postgres"):
        answer = visitor.send_form(path, token, name="Paula & <Paul>", age_group="adult")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert "did not answer" in answer.text
        assert 'name="name" value="Paula &amp; &lt;Paul&gt;"' in answer.text
        assert f'action="{path}"' in answer.text
        page = visitor.see(f"/t/{events['running']}/players/")
        assert page.status_code in {200, 503}
        problem = program(site, events, f"matches/{events['matches'][2]}/score/", {"expected_version": 1, "wins1": 1})
        assert problem.status_code == 503
        assert problem.headers["Content-Type"] == "application/problem+json"
        assert problem.json()["code"] == "database_unavailable"
    kept = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.text)
    assert kept is not None
    assert visitor.send_form(path, kept[1], name="Paula & <Paul>", age_group="adult").status_code in {200, 302}
    assert site.sql("SELECT count(*) FROM accounts_player WHERE name = 'Paula & <Paul>'") == [(1,)]


def test_a_crash_of_postgresql_is_no_fault_of_the_page(site: RunningSite, events: dict[str, Any]) -> None:
    """Every connection of the site dies with the server; readers in the meantime get the page, or are asked to wait."""
    visitor = Visitor(site)
    path = f"/t/{events['running']}/info/"
    assert all(visitor.see(path).status_code == 200 for _ in range(8))
    for _ in range(2):
        server = site.postmaster()
        assert server is not None
        server.kill()
        statuses = set()

        def well(statuses: set[int] = statuses) -> bool:
            statuses.add(visitor.see(path).status_code)
            return site.healthy()

        wait_for(well, "the database to be back")
        assert statuses <= {200, 503}
        assert all(visitor.see(path).status_code == 200 for _ in range(8))
