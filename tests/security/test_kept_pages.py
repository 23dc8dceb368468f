"""Nobody gets another visitor's private view: every role, both languages, empty and full stores, changing versions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event, Thread

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from accounts.actor import Actor
from accounts.models import User
from accounts.services import claim_player
from tests.people_and_events import make_actor, make_event, make_user, owner_of, player_actor, staff_actor
from tests.web.public.visiting import browser, paired, played, some_years_ago
from tournaments.marks import redis_client
from tournaments.models import Match, Registration, StaffMember, Tournament
from tournaments.pages.ready import find_cached_page, may_be_somebody, may_get_everybodys_page
from tournaments.pages.store import store
from tournaments.queries.kept import kept
from tournaments.services.entries import add_entry
from tournaments.services.start import start_tournament
from tournaments.views.my import LINKS_SESSION_KEY

CHILDREN = ("甲secretone", "乙secrettwo", "丙secretthree", "丁secretfour")
"""Real names of minors: only for the staff of the event, and for each child."""

LANGUAGES = ("zh-hans", "en")


@dataclass
class Visitor:
    """A browser, what only it may be shown, and whether it sees names as entered."""

    name: str
    actor: Actor | None
    is_staff: bool = False
    entry: Registration | None = None
    marks: list[str] = field(default_factory=list)
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def may_read(self) -> set[str]:
        """The children whose names this visitor may see."""
        own = {self.entry.name} if self.entry is not None else set()
        return set(CHILDREN) if self.is_staff else own & set(CHILDREN)


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """A running event of minors, nicknamed players and grown-ups, its second round under way."""
    tournament = make_event(planned_rounds=3)
    owner = owner_of(tournament)
    for name in CHILDREN:
        add_entry(actor=owner, tournament_id=tournament.pk, name=name, birth_year=some_years_ago(11))
    for number in range(4):
        add_entry(actor=owner, tournament_id=tournament.pk, name=f"Adult{number}")
    start_tournament(actor=owner, tournament_id=tournament.pk)
    played(tournament, 1)
    paired(tournament, 2)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def visitors(event: Tournament) -> list[Visitor]:
    """Every kind of visitor, each with a mark in what is theirs: the account's name, a link, the session, the token."""
    entries = {entry.name: entry for entry in event.registrations.select_related("player")}
    account = make_user("acctplayermark", may_create_tournaments=False)
    claim_player(user=account, player=entries["Adult0"].player)
    by_account = Actor(user=account, player=entries["Adult0"].player)
    elsewhere = make_actor("acctelsewheremark")
    make_event(elsewhere)
    everybody = [
        Visitor("visitor", None),
        Visitor("player by account", by_account, entry=entries["Adult0"]),
        Visitor("player by link", player_actor(entries[CHILDREN[0]]), entry=entries[CHILDREN[0]]),
        # The phone of a parent: two children's links were made on it, and it is the second child's now.
        Visitor("parent", player_actor(entries[CHILDREN[2]]), entry=entries[CHILDREN[2]]),
        *(Visitor(role, staff_actor(event, role), is_staff=True) for role in ("judge", "scorekeeper", "organiser")),
        Visitor("owner elsewhere", elsewhere),
        Visitor("site owner", Actor(user=User.objects.create_superuser("acctsiteownermark")), is_staff=True),
    ]
    for visitor in everybody:
        prepare(visitor, event)
    return everybody


def prepare(visitor: Visitor, event: Tournament) -> None:
    if visitor.actor is not None and visitor.actor.user is not None:
        visitor.marks.append(in_the_menu(visitor.actor.user))
    if visitor.entry is not None:
        visitor.marks.append(f'data-own="{visitor.entry.pk}"')
    for language in LANGUAGES:
        client = browser(visitor.actor, language)
        if visitor.name == "parent":
            session = client.session
            session[LINKS_SESSION_KEY] = {"1": "/me/firstchildlinkmark/", "2": "/me/secondchildlinkmark/"}
            session.save()
            visitor.marks.append("childlinkmark")
        if visitor.actor is not None:
            visitor.marks.append(client.cookies["dueldesk_session"].value)
            client.get("/my/tokens/" if visitor.actor.user is not None else "/my/")
            if "csrftoken" in client.cookies:
                visitor.marks.append(client.cookies["csrftoken"].value)
        visitor.clients[language] = client


def in_the_menu(user: User) -> str:
    """How a page says whose it is; only the names of the staff are also in the event's facts, for everybody."""
    return f'class="menu-label mb-0">{user.username}<'


@pytest.fixture
def paths(event: Tournament) -> list[str]:
    match = Match.objects.filter(round__tournament=event, round__number=2, table=1).get()
    entry = event.registrations.get(name=CHILDREN[1])
    tail = ["", "overview/", "info/", "players/", "pairings/", "pairings/1/", "pairings/2/proof/", "standings/"]
    tail += [f"standings/1/{entry.pk}/OMW/", "bracket/", "decks/", f"match/{match.pk}/", f"match/{match.pk}/why/"]
    tail += [f"pairings/?find={CHILDREN[1]}", "players/?find=secret", "standings/?find=甲"]
    tail += [f"mine/?at=/t/{event.code}/pairings/"]
    return [f"/t/{event.code}/{path}" for path in tail]


def check(visitor: Visitor, others: list[Visitor], path: str, language: str) -> None:
    """One page for one visitor: nothing in it is another's, and what is kept of it may be sent to them."""
    answer = visitor.clients[language].get(path, follow=True)
    body = answer.content.decode()
    where = (visitor.name, language, path)
    assert answer.status_code in {200, 404}, where
    for name in CHILDREN:
        if name not in visitor.may_read:
            assert name not in body.replace(f'value="{name}"', ""), where
    for other in others:
        if other is not visitor:
            assert not [mark for mark in other.marks if mark in body], (*where, other.name)
    if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
        assert "private" in answer["Cache-Control"], where
        assert "no-cache" in answer["Cache-Control"] or "no-store" in answer["Cache-Control"], where
    if visitor.actor is None:
        assert "csrfmiddlewaretoken" not in body, where
        assert not answer.cookies, where
    check_own(visitor, answer, where)


def check_own(visitor: Visitor, answer: HttpResponse, where: tuple[str, ...]) -> None:
    """The visitor's own parts are there: the sweep would also pass on pages that never contain anything private."""
    body = answer.content.decode()
    if answer.status_code != 200 or "/mine/" in where[2]:
        return
    if visitor.actor is not None and visitor.actor.user is not None:
        assert in_the_menu(visitor.actor.user) in body, where
    if where[2].endswith("/pairings/"):
        assert ("secretone" in body) == ("甲secretone" in visitor.may_read), where
        assert ('class="my-match"' in body) == (visitor.entry is not None), where


def sweep(visitors: list[Visitor], paths: list[str], *, cold: bool) -> None:
    for path, language in itertools.product(paths, LANGUAGES):
        for visitor in visitors:
            if cold:
                forget()
            check(visitor, visitors, path, language)


def forget() -> None:
    store.clear()
    kept.clear()
    redis_client().flushdb()


def test_from_empty_stores(visitors: list[Visitor], paths: list[str]) -> None:
    sweep(visitors, paths[1::2], cold=True)


def test_from_full_stores_whoever_came_first(visitors: list[Visitor], paths: list[str]) -> None:
    forget()
    sweep(visitors[::-1], paths, cold=False)
    sweep(visitors, paths, cold=False)


@pytest.fixture
def changes(event: Tournament) -> Iterator[list[int]]:
    """Versions change continuously; the list has the numbers of the changes made so far."""
    over, made = Event(), list[int]()

    def work() -> None:
        try:
            for number in itertools.count(1):
                if over.is_set():
                    return
                Tournament.objects.filter(pk=event.pk).update(place=f"Hall {number}")
                made.append(number)
                over.wait(0.02)
        finally:
            connection.close()

    thread = Thread(target=work)
    thread.start()
    yield made
    over.set()
    thread.join()


def test_while_versions_change(visitors: list[Visitor], paths: list[str], changes: list[int]) -> None:
    forget()
    sweep(visitors, paths[:8], cold=False)
    assert len(changes) > 8


def test_what_is_kept_is_nobodys(visitors: list[Visitor], paths: list[str], event: Tournament) -> None:
    """The bytes that the web process sends by itself, after everybody has visited."""
    forget()
    sweep(visitors[::-1], paths[:6], cold=False)
    seen = 0
    for path, language in itertools.product(paths, LANGUAGES):
        page = find_cached_page(path, "", language, None)
        if page is not None:
            seen += 1
            body = page.body.decode()
            assert not [mark for visitor in visitors for mark in visitor.marks if mark in body], path
            assert "csrf" not in body
            assert not [name for name in CHILDREN if name in body], path
            assert not re.search(r" data-mine|data-own=", body), path
    assert seen >= 8


def test_who_may_be_somebody() -> None:
    assert not may_be_somebody({"dueldesk_language": "en", "theme": "dark", "csrftoken": "x", "dueldesk_own": "live"})
    for name in ("dueldesk_session", "messages"):
        assert may_be_somebody({name: "x"})


def test_somebody_gets_everybodys_page_when_their_script_fills_it_or_nothing_else_is_there() -> None:
    session = {"dueldesk_session": "x"}
    assert not may_get_everybodys_page(session, when_busy=True)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "ask"}, when_busy=True)
    assert may_get_everybodys_page({**session, "dueldesk_own": "live"}, when_busy=True)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "live", "messages": "x"}, when_busy=True)
    assert may_get_everybodys_page(session, when_busy=False)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "staff"}, when_busy=False)


@pytest.mark.parametrize("role", ["judge", None])
@pytest.mark.django_db
def test_an_open_page_learns_that_its_visitor_is_staff(role: str | None) -> None:
    event = make_event()
    actor = staff_actor(event, role) if role else Actor(user=make_user("nobody"))
    answer = browser(actor).get(f"/t/{event.code}/mine/?at=/t/{event.code}/players/")
    assert answer.get("X-Own-View") == ("staff" if role else None)
    body = answer.content.decode()
    assert in_the_menu(actor.user) in body
    assert f'name="next" value="/t/{event.code}/players/"' in body


@pytest.mark.django_db
def test_who_becomes_staff_or_leaves_it_gets_the_other_view_at_once() -> None:
    event = make_event()
    add_entry(actor=owner_of(event), tournament_id=event.pk, name=CHILDREN[0], birth_year=some_years_ago(11))
    helper = make_user("helper", may_create_tournaments=False)
    client = browser(Actor(user=helper))
    path = f"/t/{event.code}/players/"
    assert CHILDREN[0] not in client.get(path).content.decode()
    StaffMember.objects.create(tournament=event, user=helper, role="judge")
    assert CHILDREN[0] in client.get(path).content.decode()
    StaffMember.objects.filter(user=helper).delete()
    assert CHILDREN[0] not in client.get(path).content.decode()
    client.logout()
    assert in_the_menu(helper) not in client.get(path).content.decode()


def test_a_form_of_a_kept_page_is_taken_from_this_site_alone(event: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    for path, sent in (("/language/", {"language": "en"}), ("/theme/", {"theme": "dark"})):
        assert client.post(path, sent, headers={"origin": "http://testserver"}).status_code == 302
        assert client.post(path, sent, headers={"referer": "http://testserver/t/x/"}).status_code == 302
        for headers in ({}, {"origin": "http://evil.example"}, {"origin": "null", "referer": "http://testserver/"}):
            assert client.post(path, sent, headers=headers).status_code == 403, headers
    assert client.post(f"/t/{event.code}/export/", headers={"origin": "http://evil.example"}).status_code == 403
