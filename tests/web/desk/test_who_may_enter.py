"""Every address of the desk, as every role, and with another event's objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import URLPattern

from accounts.actor import Actor
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.desk_urls import urlpatterns
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

STAFF = {"owner", "organiser", "scorekeeper", "judge"}
SCOREKEEPERS = STAFF - {"judge"}
ORGANISERS = {"owner", "organiser"}
SITE_WIDE = {"tournament_new", "tournament_recommendation"}

GETS = {
    "desk": STAFF,
    "desk_log": STAFF,
    "desk_entries": STAFF,
    "desk_entry": STAFF,
    "desk_round": STAFF,
    "desk_match": STAFF,
    "desk_board": STAFF,
    "desk_edit": ORGANISERS,
    "desk_duplicate": ORGANISERS,
    "desk_cancel": {"owner"},
    "desk_staff": {"owner"},
    "desk_entry_add": SCOREKEEPERS,
    "desk_entries_paste": SCOREKEEPERS,
    "desk_start": SCOREKEEPERS,
    "desk_cut": SCOREKEEPERS,
    "desk_finish": SCOREKEEPERS,
    "desk_entry_change": SCOREKEEPERS,
    "desk_round_repair": SCOREKEEPERS,
}
POSTS = {
    "desk_cancel_undo": {"owner"},
    "desk_staff_remove": {"owner"},
    "desk_check_in": STAFF,
    "desk_entry_link": ORGANISERS,
    "desk_entry_late": SCOREKEEPERS,
    "desk_unstart": SCOREKEEPERS,
    "desk_pair": SCOREKEEPERS,
    "desk_round_publish": SCOREKEEPERS,
    "desk_round_unpublish": SCOREKEEPERS,
    "desk_round_discard": SCOREKEEPERS,
    "desk_round_again": SCOREKEEPERS,
    "desk_round_swap": SCOREKEEPERS,
    "desk_round_swap_back": SCOREKEEPERS,
    "desk_round_table": SCOREKEEPERS,
    "desk_round_repair_undo": SCOREKEEPERS,
    "desk_apart": SCOREKEEPERS,
    "desk_apart_remove": SCOREKEEPERS,
    "desk_entry_seat": SCOREKEEPERS,
    "desk_round_clock": SCOREKEEPERS,
    "desk_clock_reset": SCOREKEEPERS,
    "desk_round_complete": SCOREKEEPERS,
    "desk_round_reopen": SCOREKEEPERS,
    "desk_cut_discard": SCOREKEEPERS,
    "desk_finish_undo": SCOREKEEPERS,
    "desk_match_game": STAFF,
    "desk_match_score": STAFF,
    "desk_match_outcome": STAFF,
    "desk_match_time": STAFF,
    "desk_match_undo": STAFF,
    "desk_match_clear": STAFF,
    "desk_match_correct": STAFF,
}
EVERY_PAGE = {**GETS, **POSTS}
OBJECT_PREFIXES = ("desk_round", "desk_clock", "desk_match", "desk_entry", "desk_check_in")
OBJECT_LISTS = {"desk_entry_add"}
ROLES = ["owner", "organiser", "scorekeeper", "judge", "player", "nobody", "stranger"]


def test_every_address_is_in_one_of_the_tables() -> None:
    names = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert names - SITE_WIDE == set(EVERY_PAGE)


@pytest.fixture
def event() -> Tournament:
    """An event with a published round."""
    tournament = start_event(4)
    publish(tournament)
    return tournament


def keys_of(page: str, tournament: Tournament) -> list[Any]:
    if page == "desk_round_swap_back":
        return [1, *tournament.registrations.order_by("pk").values_list("pk", flat=True)[:2]]
    if page.startswith(("desk_round", "desk_clock")):
        return [1]
    if page.startswith("desk_match"):
        return [tournament.rounds.get().matches.earliest("pk").pk]
    if page == "desk_entry_change":
        return [tournament.registrations.earliest("pk").pk, "drop"]
    if page in {"desk_entry", "desk_check_in", "desk_entry_link", "desk_entry_late", "desk_entry_seat"}:
        return [tournament.registrations.earliest("pk").pk]
    return []


def somebody(role: str, tournament: Tournament) -> Actor | None:
    makers: dict[str, Callable[[], Actor | None]] = {
        "owner": lambda: owner_of(tournament),
        "player": lambda: player_actor(tournament.registrations.earliest("pk")),
        "nobody": lambda: None,
        "stranger": make_actor,
    }
    return makers.get(role, lambda: staff_actor(tournament, role))()


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_what_it_may_and_nothing_else(event: Tournament, role: str) -> None:
    visitor = DeskVisitor(event, somebody(role, event))
    for page, permitted in GETS.items():
        answer = visitor.get(page, *keys_of(page, event))
        if role in permitted:
            expected = {200, 302} if page == "desk_board" else {200}
        else:
            expected = {302} if role in {"player", "nobody"} else {403}
        assert answer.status_code in expected, (page, role, answer.status_code)
        if expected == {302}:
            assert answer["Location"].startswith("/accounts/login/?next="), page


@pytest.mark.parametrize("role", [role for role in ROLES if role != "owner"])
def test_each_role_presses_what_it_may_and_nothing_else(event: Tournament, role: str) -> None:
    visitor = DeskVisitor(event, somebody(role, event))
    before = event.log.count()
    for page, permitted in POSTS.items():
        if role in permitted:
            continue
        answer = visitor.post(page, *keys_of(page, event), version=1, number=2)
        assert answer.status_code == (302 if role in {"player", "nobody"} else 403), (page, role)
    assert event.log.count() == before


OBJECT_PAGES = [page for page in EVERY_PAGE if page.startswith(OBJECT_PREFIXES) and page not in OBJECT_LISTS]


@pytest.mark.parametrize("page", OBJECT_PAGES)
def test_another_events_objects_do_not_exist_here(event: Tournament, page: str) -> None:
    other = make_event(owner_of(event))
    enter(other, "Somebody")
    keys = keys_of(page, event)
    visitor = DeskVisitor(other, owner_of(event))
    answer = visitor.get(page, *keys) if page in GETS else visitor.post(page, *keys, version=1)
    assert answer.status_code == 404
    assert event.rounds.get().matches.filter(version__gt=1).count() == 0


@pytest.mark.parametrize("page", POSTS)
def test_buttons_do_nothing_when_merely_read(event: Tournament, page: str) -> None:
    before = event.log.count()
    answer = DeskVisitor(event, owner_of(event)).get(page, *keys_of(page, event))
    assert answer.status_code == 405
    assert event.log.count() == before


def test_opening_an_event_takes_the_right_to(client: Any) -> None:
    assert client.get("/desk/new/").status_code == 302
    client.force_login(make_actor(may_create_tournaments=False).user)
    assert client.get("/desk/new/").status_code == 403
