"""Wherever staff read or look for players, they stand as their names are spoken and are found as they are spoken."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.flows.deck_lists import LEGAL
from tests.judged_events import hand_in
from tests.people_and_events import enter, load_every_game, make_event, owner_of
from tests.tournaments.ended_events import ended_event, make_season
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import browser
from tournaments.models import Tournament
from tournaments.services.penalties import give_penalty

pytestmark = pytest.mark.django_db

SPOKEN = ("安琪", "陈晨", "李华", "梁静", "王五")
"""An, Chen, Li, Liang, Wang; by code point 陈 comes last."""
AS_ENTERED = ("王五", "陈晨", "梁静", "安琪", "李华")


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(decklists_required=True)
    enter(tournament, *AS_ENTERED, team="流星队")
    return tournament


def assert_spoken(page: str) -> None:
    main = page[page.index("<main") :]
    places = [main.index(name) for name in SPOKEN]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("page", "keys", "query"),
    [
        ("desk_start", (), {}),
        ("desk_lists", ("missing",), {}),
        ("desk_entries", (), {}),
        ("desk_checks", (), {"q": "流星"}),
        ("desk_penalty_new", (), {"q": "流星"}),
    ],
)
def test_pages_of_the_desk(event: Tournament, page: str, keys: tuple[str, ...], query: dict[str, str]) -> None:
    desk = DeskVisitor(event, owner_of(event))
    assert_spoken(desk.get(page, *keys, query=query).content.decode())


def test_who_was_given_a_penalty(event: Tournament) -> None:
    for entry in event.registrations.all():
        give_penalty(actor=owner_of(event), registration_id=entry.pk, infraction="deck_problem", level="warning")
    page = DeskVisitor(event, owner_of(event)).get("desk_penalties").content.decode()
    assert_spoken("<main" + page[page.index('name="entry"') :])


def test_lists_to_be_compared() -> None:
    load_every_game()
    tournament = make_event()
    for entry in enter(tournament, *AS_ENTERED):
        hand_in(entry, LEGAL)
    page = browser(owner_of(tournament)).get(reverse("decks_compare", args=[tournament.code])).content.decode()
    assert_spoken(page)


def test_people_of_a_season(event: Tournament) -> None:
    owner = owner_of(event)
    season = make_season(owner, ended_event(owner, *AS_ENTERED))
    assert_spoken(browser(owner).get(reverse("season_people", args=[season.code])).content.decode())


@pytest.mark.parametrize("page", ["desk_entries", "desk_checks", "desk_penalty_new"])
@pytest.mark.parametrize("typed", ["liangjing", "lj", "＃4"])
def test_a_player_is_found_as_spoken_and_by_number(event: Tournament, page: str, typed: str) -> None:
    event.registrations.filter(name="安琪").update(number=104)
    event.registrations.filter(name="梁静").update(number=4)
    found = DeskVisitor(event, owner_of(event)).get(page, query={"q": typed}).content.decode()
    rows = re.sub(r"<select.*?</select>", "", found[found.index("<main") :], flags=re.DOTALL)
    assert "梁静" in rows
    assert "王五" not in rows
