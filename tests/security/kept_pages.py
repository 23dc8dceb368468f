"""An event with much to hide, everybody who may look at it, and every address whose page is kept."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.models import User
from accounts.players_here import SHOWN_LINKS
from config.urls import urlpatterns as site_urls
from tests.people_and_events import CONSENT, make_actor, make_event, make_user, owner_of, player_actor, staff_actor
from tests.security.every_route.routes import PARAMETER, routes
from tests.tournaments.ended_events import make_season
from tests.web.public.visiting import browser, paired, played, some_years_ago
from tournaments.marks import redis_client
from tournaments.models import Match, Registration, Tournament
from tournaments.pages.store import store
from tournaments.permissions import lists_are_public
from tournaments.play.divisions import read_lines
from tournaments.queries.kept import kept
from tournaments.queries.seasons import read_board
from tournaments.queries.seats import IN_SECTION
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import add_entry
from tournaments.services.staff_links import actor_by_link, issue_staff_link
from tournaments.services.start import start_tournament
from tournaments.views.public.seats import PAGES

CHILDREN = ("甲secretone", "乙secrettwo", "丙secretthree")
"""Real names of minors: only for the staff of the event, and for each child."""
NICKNAMED = {"丁secretfour": "Comet", "Quinn Secretfive": "Nova"}
"""A minor and a grown-up who are listed by other names than their real ones."""
SECRETS = (*CHILDREN, *NICKNAMED)

LANGUAGES = ("zh-hans", "en")

PUBLIC_LIST = "t/<code>/decks/<registration_id>/"
"""Not there for most visitors until the event has finished with public lists."""


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
        """The hidden names that this visitor may see."""
        own = {self.entry.name} if self.entry is not None else set()
        return set(SECRETS) if self.is_staff else own & set(SECRETS)


@dataclass(frozen=True)
class Page:
    """An address, or the part of its page that htmx asks for."""

    path: str
    is_part: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it has the site's frame around it, with the bar on top."""
        return not (self.is_part or re.search(r"/(seats|mine|hall)/|\.csv$", self.path))


def hidden_event() -> Tournament:
    """A running event of minors, nicknamed players and grown-ups, its second round under way."""
    tournament = make_event(planned_rounds=3, divisions=read_lines("少年组 / Youth\n通用组 / Open"))
    owner = owner_of(tournament)
    for name in SECRETS:
        year = some_years_ago(11) if "secret" in name else None
        nickname = NICKNAMED.get(name, "")
        add_entry(
            actor=owner, tournament_id=tournament.pk, name=name, birth_year=year, public_name=nickname, consent=CONSENT
        )
    for number in range(3):
        add_entry(actor=owner, tournament_id=tournament.pk, name=f"Adult{number}", age_group="adult")
    start_tournament(actor=owner, tournament_id=tournament.pk)
    played(tournament, 1)
    paired(tournament, 2)
    tournament.refresh_from_db()
    return tournament


def everybody_at(event: Tournament) -> list[Visitor]:
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
        *(
            Visitor(f"listed as {NICKNAMED[name]}", player_actor(entries[name]), entry=entries[name])
            for name in NICKNAMED
        ),
        *(Visitor(role, staff_actor(event, role), is_staff=True) for role in ("judge", "organiser")),
        Visitor("judge by staff link", helper_at(event), is_staff=True),
        Visitor("owner elsewhere", elsewhere),
        Visitor("site owner", Actor(user=User.objects.create_superuser("acctsiteownermark")), is_staff=True),
    ]
    for visitor in everybody:
        _prepare(visitor)
    return everybody


def helper_at(event: Tournament) -> Actor:
    """A judge without an account, who works by a link of the event."""
    link, _path = issue_staff_link(actor=owner_of(event), tournament_id=event.pk, name="helperlinkmark", role="judge")
    actor = actor_by_link(key=link.pk, hashed=link.secret_hash)
    assert actor is not None
    return actor


def _prepare(visitor: Visitor) -> None:
    if visitor.actor is not None and visitor.actor.user is not None:
        visitor.marks.append(in_the_menu(visitor.actor.user))
    if visitor.entry is not None:
        visitor.marks.append(f'data-own="{visitor.entry.pk}"')
    for language in LANGUAGES:
        client = browser(visitor.actor, language)
        if visitor.name == "parent":
            session = client.session
            session[SHOWN_LINKS] = {"1": "/me/firstchildlinkmark/", "2": "/me/secondchildlinkmark/"}
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


def kept_pages(event: Tournament) -> list[Page]:
    """Every kept page of the event, from the routes of the site. A parameter that has no values here is an error."""
    values = values_of(event)
    pages = []
    for route, view in routes(site_urls):
        if not hasattr(view, "own_facts") or (route == PUBLIC_LIST and not lists_are_public(event)):
            continue
        names = PARAMETER.findall(route)
        for chosen in itertools.product(*(values[_placed(route, name)] for name in names)):
            given = dict(zip(names, chosen, strict=True))
            path = "/" + PARAMETER.sub(lambda found, given=given: str(given[found[1]]), route)
            pages += [Page(path), Page(path, is_part=True)] if view.has_part else [Page(path)]
    return pages


def season_pages(event: Tournament) -> Iterator[Page]:
    """The event has ended with a child as its winner, and is in a season: every page of it that is kept.

    The workbook of a season holds the lines of its CSV file.
    """
    Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.FINISHED, finished_at=timezone.now())
    entries = list(event.registrations.order_by("pk"))
    for place, entry in enumerate(entries, start=1):
        Registration.objects.filter(pk=entry.pk).update(final_place=place)
    season = make_season(owner_of(event), Tournament.objects.get(pk=event.pk))
    divisions = [division for division in read_board(season).leaderboards if division]
    values = {"season": [season.code], "division": divisions, "person_id": [entry.pk for entry in entries[:5]]}
    for route, _view in routes(site_urls):
        if route.startswith("seasons/<") and not route.endswith(".xlsx"):
            names = PARAMETER.findall(route)
            for chosen in itertools.product(*(values[name] for name in names)):
                given = dict(zip(names, chosen, strict=True))
                yield Page("/" + PARAMETER.sub(lambda found, given=given: str(given[found[1]]), route))


def lists_made_public(event: Tournament) -> None:
    """Two entries submit their lists, and the event ends with public lists."""
    Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.REGISTRATION)
    for entry in event.registrations.filter(pk__in=values_of(event)["registration_id"]):
        save_entry_decklist(
            actor=owner_of(event), registration_id=entry.pk, text="3 HBU01-A07\n", name="List", submit=True
        )
    Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.FINISHED, lists_public=True)
    event.refresh_from_db()


def values_of(event: Tournament) -> dict[str, list[Any]]:
    """What stands for each parameter of a route of the event."""
    match = Match.objects.filter(round__tournament=event, round__number=2, table=1).get()
    entries = list(event.registrations.order_by("pk"))
    return {
        "code": [event.code],
        "division": ["youth", "open"],
        "number": [1, 2],
        "completed": [1],
        "registration_id": [entries[1].pk, entries[4].pk],
        "match_id": [match.pk],
        "pod_id": [],  # Events in pods are looked at in every_route/test_event_in_pods.py.
        "value": ["OMW"],
        "page": list(PAGES),
        "section": sorted({entry.pk // IN_SECTION for entry in entries}),
    }


def _placed(route: str, name: str) -> str:
    """There are standings after completed rounds alone."""
    return "completed" if name == "number" and "standings" in route else name


def beside_them(event: Tournament) -> Iterator[Page]:
    """What is not kept and may show as much: searches, and the visitor's own parts of a page."""
    for find in ("pairings/?find=secret", f"players/?find={SECRETS[1]}", f"standings/?find={SECRETS[4]}"):
        yield Page(f"/t/{event.code}/{find}")
    for tab in ("pairings", "overview", "standings"):
        yield Page(f"/t/{event.code}/mine/?at=/t/{event.code}/{tab}/")


def forget() -> None:
    """Empty every store of this process, and Redis."""
    store.clear()
    kept.clear()
    redis_client().flushdb()


def check(visitor: Visitor, others: list[Visitor], page: Page, language: str, *, changes: bool = False) -> None:
    """One page for one visitor: nothing in it is another's, and what is kept of it may be sent to them.

    `changes`: the event is changing meanwhile, so the visitor may have no match at this moment.
    """
    headers = {"hx-request": "true"} if page.is_part else {}
    answer = visitor.clients[language].get(page.path, follow=True, headers=headers)
    body = answer.content.decode()
    where = (visitor.name, language, page)
    assert answer.status_code == 200 or (changes and answer.status_code == 404), where
    for name in SECRETS:
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
        assert answer.status_code == 404 or not answer.cookies, where
    if not changes:
        _check_own(visitor, body, page)


def _check_own(visitor: Visitor, body: str, page: Page) -> None:
    """The visitor's own parts are there: the sweep would also pass on pages that never contain anything private."""
    where = (visitor.name, page)
    if re.search(r"/(seats|hall)/", page.path):
        assert not re.search(r" data-mine|data-own=", body), where
        return
    if page.is_whole and visitor.actor is not None and visitor.actor.user is not None:
        assert in_the_menu(visitor.actor.user) in body, where
    if page.is_whole and page.path.endswith("/pairings/"):
        assert (CHILDREN[0] in body) == (CHILDREN[0] in visitor.may_read), where
        assert ('class="my-match"' in body) == (visitor.entry is not None), where
