"""Nobody gets another visitor's private view: every kept page of the site's routes for every kind of visitor, in both
languages, from empty and full stores, and while versions change."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from urllib.parse import quote

import pytest
from django.db import connection

from config.serving.kept_pages import KeptPages
from tests.config.serving.asking import Visit
from tests.people_and_events import make_user, owner_of
from tests.security.kept_pages import (
    CHILDREN,
    LANGUAGES,
    SECRETS,
    Page,
    Visitor,
    beside_them,
    check,
    everybody_at,
    forget,
    hidden_event,
    kept_pages,
    lists_made_public,
    season_pages,
)
from tests.web.public.visiting import some_years_ago
from tournaments.models import Registration, Round, StaffMember, Tournament
from tournaments.pages.ready import OWN_BY_SCRIPT, OWN_COOKIE, find_cached_page
from tournaments.queries.versions import mark_of
from tournaments.services.entries import drop, undrop
from tournaments.services.rounds import publish_round, unpublish_round

pytestmark = pytest.mark.slow


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    return hidden_event()


@pytest.fixture
def visitors(event: Tournament) -> list[Visitor]:
    return everybody_at(event)


@pytest.fixture
def pages(event: Tournament) -> list[Page]:
    return kept_pages(event)


def test_anyone_who_comes_first(visitors: list[Visitor], pages: list[Page]) -> None:
    """Each kind of visitor has each page worked out, from empty stores, and somebody without a session gets it next: in
    one language or the other from place to place."""
    for place, (page, first) in enumerate(itertools.product(pages, visitors)):
        language = in_turn(place, visitors)
        forget()
        check(first, visitors, page, language)
        check(visitors[0], visitors, page, language)


def in_turn(place: int, visitors: list[Visitor]) -> str:
    """One language or the other at each place of a product of pages and visitors, so that each of them has both."""
    return LANGUAGES[(place // len(visitors) + place) % 2]


def test_from_full_stores(visitors: list[Visitor], pages: list[Page], event: Tournament) -> None:
    """Everybody looks at everything, each page first worked out for another; then the bytes that are kept of it."""
    forget()
    every = [*pages, *beside_them(event)]
    for place, (page, language) in enumerate(itertools.product(every, LANGUAGES)):
        turn = place % len(visitors)
        for visitor in visitors[turn:] + visitors[:turn]:
            check(visitor, visitors, page, language)
    missing = []
    for page, language in itertools.product(pages, LANGUAGES):
        found = find_cached_page(page.path, "", language, None)
        if found is None:
            missing.append(page.path)
            continue
        body = found.body.decode()
        assert not [mark for visitor in visitors for mark in visitor.marks if mark in body], page
        assert "csrf" not in body
        assert not [name for name in SECRETS if name in body], page
        assert not re.search(r" data-mine|data-own=", body), page
    # An event's facts and its hall screen print the address under which they are opened.
    assert {path.split("/")[3] for path in missing} <= {"info", "hall"}
    _check_event_loop(visitors, [page for page in every if "/mine/" not in page.path], event)


def _check_event_loop(visitors: list[Visitor], pages: list[Page], event: Tournament) -> None:
    """What the event loop sends without Django from the same stores: to each visitor, with the cookies they have, while
    Django is free, busy or away."""
    kept, mark = KeptPages([]), str(mark_of(event.code))
    sent: set[str] = set()
    for page, visitor, language in itertools.product(pages, visitors, LANGUAGES):
        client = visitor.clients[language]
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        for own in ({}, {OWN_COOKIE: OWN_BY_SCRIPT}):
            cookie = "; ".join(f"{name}={value}" for name, value in {**cookies, **own}.items())
            headers = {"Host": "testserver", "Accept-Language": language, "Cookie": cookie}
            path, _, query = page.path.partition("?")
            scope = Visit(
                "GET", path, headers | ({"hx-request": "true"} if page.is_part else {}), query=quote(query, safe="=")
            ).scope
            is_free = kept.answer(scope, mark)
            assert is_free is None or is_free.status == 302 or visitor.actor is None, (page, visitor.name)
            for answer in (is_free, kept.answer(scope, mark, busy=True), kept.last_good(scope, max_age=600)):
                body = answer.body.decode() if answer is not None else ""
                typed = f'value="{query.removeprefix("find=")}"'
                assert not [name for name in SECRETS if name in body.replace(typed, "")], (page, visitor.name)
                assert not [one for other in visitors for one in other.marks if one in body], (page, visitor.name)
                sent |= {visitor.name} if body else set()
    assert visitors[0].name in sent
    assert len(sent) > 2, "players and parents get the page of everybody while Django is away"


def test_kept_pages_are_those_of_the_routes(pages: list[Page]) -> None:
    """The sweep would pass without a page."""
    assert Page("/") in pages
    tails = {page.path.split("/", 3)[3].split("/")[0] for page in pages if page.path != "/"}
    assert {"overview", "players", "info", "pairings", "standings", "bracket", "decks", "match", "seats"} <= tails
    assert [page for page in pages if page.is_part]


def test_public_lists(visitors: list[Visitor], event: Tournament) -> None:
    """The lists of a finished event and each of them, which only its player sees with the ways to change it."""
    lists_made_public(event)
    pages = [page for page in kept_pages(event) if "/decks/" in page.path]
    assert len(pages) == 3
    for place, (page, first) in enumerate(itertools.product(pages, visitors)):
        forget()
        check(first, visitors, page, LANGUAGES[place % 2])
        check(visitors[0], visitors, page, LANGUAGES[place % 2])
        assert find_cached_page(page.path, "", LANGUAGES[place % 2], None) is not None


def test_pages_of_a_season(visitors: list[Visitor], event: Tournament) -> None:
    """The leaderboards, histories and the file of a season that a child has won, each page first opened by another."""
    pages = list(season_pages(event))
    assert {"division", "players", "leaderboard.csv"} <= {part for page in pages for part in page.path.split("/")}
    for place, page in enumerate(pages):
        for language in LANGUAGES:
            forget()
            first = visitors[place % len(visitors)]
            for visitor in (first, visitors[0], *visitors):
                check(visitor, visitors, page, language)
    board = min((page.path for page in pages), key=len)
    for visitor, find in itertools.product(visitors, ("secret", CHILDREN[0])):
        found = visitor.clients["en"].get(board, {"find": find}).content.decode().replace(f'value="{find}"', "")
        assert not [name for name in SECRETS if name in found], (visitor.name, find)


@dataclass
class Changes:
    """What changes an event for everybody, over and over, without anything hidden becoming public."""

    event: Tournament
    made: int = 0
    fault: Exception | None = None
    over: Event = field(default_factory=Event)

    def work(self) -> None:
        """Make changes until `over`, one of each kind in turn."""
        try:
            for change in itertools.cycle([self.birth_year, self.public_name, self.role, self.drop, self.unpublish]):
                if self.over.is_set():
                    return
                change()
                self.made += 1
                self.over.wait(0.02)
        except Exception as fault:  # Reported by the test, whose thread is another.
            self.fault = fault
        finally:
            connection.close()

    def entry(self, name: str) -> Registration:
        return self.event.registrations.select_related("player").get(name=name)

    def birth_year(self) -> None:
        player = self.entry(CHILDREN[1]).player
        player.birth_year = some_years_ago(11 + self.made % 2)
        player.save(update_fields=["birth_year"])

    def public_name(self) -> None:
        nickname = "" if self.made % 2 else "Comet"
        self.event.registrations.filter(name="丁secretfour").update(public_name=nickname)

    def role(self) -> None:
        StaffMember.objects.create(tournament=self.event, user=make_user(f"helper{self.made}"), role="judge")

    def drop(self) -> None:
        for step in (drop, undrop):
            step(actor=owner_of(self.event), registration_id=self.entry("Adult2").pk)

    def unpublish(self) -> None:
        round = Round.objects.get(tournament=self.event, number=2)
        for step in (unpublish_round, publish_round):
            step(actor=owner_of(self.event), round_id=round.pk)


@pytest.fixture
def changes(event: Tournament) -> Iterator[Changes]:
    """Versions change continuously."""
    made = Changes(event)
    thread = Thread(target=made.work)
    thread.start()
    yield made
    made.over.set()
    thread.join()


def test_while_versions_change(visitors: list[Visitor], pages: list[Page], changes: Changes) -> None:
    forget()
    for place, (page, visitor) in enumerate(itertools.product(pages, visitors)):
        language = in_turn(place, visitors)
        check(visitor, visitors, page, language, changes=True)
    assert changes.fault is None
    assert changes.made > 20


def test_what_becomes_hidden_is_hidden_at_once(visitors: list[Visitor], pages: list[Page], event: Tournament) -> None:
    """Pages are kept that show it; after the change none does, to a visitor and to another player."""
    owner = owner_of(event)
    match = event.rounds.get(number=2).matches.order_by("table")[0]

    def nickname() -> None:
        event.registrations.filter(name="Adult1").update(public_name="Vega")

    def birth_year() -> None:
        player = event.registrations.get(name="Adult2").player
        player.birth_year = some_years_ago(12)
        player.save(update_fields=["birth_year"])

    def unpublish() -> None:
        unpublish_round(actor=owner, round_id=match.round_id)

    hidden: list[tuple[Callable[[], None], str]] = [
        (nickname, "Adult1"),
        (birth_year, "Adult2"),
        (unpublish, f"/match/{match.pk}/"),
    ]
    lookers = [visitors[0], visitors[2]]
    for place, (change, words) in enumerate(hidden):
        language = LANGUAGES[place % 2]
        assert [page for page in pages if words in said(lookers[0], page, language)]
        change()
        for page, looker in itertools.product(pages, lookers):
            assert words not in said(looker, page, language), (page, looker.name)


def said(visitor: Visitor, page: Page, language: str) -> str:
    """What the page shows the visitor; nothing where it is not there."""
    headers = {"hx-request": "true"} if page.is_part else {}
    answer = visitor.clients[language].get(page.path, follow=True, headers=headers)
    return answer.content.decode() if answer.status_code == 200 else ""


def test_who_becomes_staff_or_leaves_it_gets_the_other_view_of_every_page(
    visitors: list[Visitor], pages: list[Page], event: Tournament
) -> None:
    """An account without a role, a judge for a while: every name is there while the role is, and gone with it."""
    helper = next(visitor for visitor in visitors if visitor.name == "owner elsewhere")
    assert helper.actor is not None

    def named() -> set[str]:
        shown = "".join(said(helper, page, LANGUAGES[place % 2]) for place, page in enumerate(pages))
        return {name for name in SECRETS if name in shown}

    assert not named()
    member = StaffMember.objects.create(tournament=event, user=helper.actor.user, role="judge")
    assert named() == set(SECRETS)
    member.delete()
    assert not named()
