"""The public page of a round whose divisions play by themselves: a list for each, and a way to it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.running_events import pair, publish
from tests.tournaments.services.test_pairing_apart import apart_event, start
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean
from tournaments.models import Tournament
from tournaments.services.drafts import swap_players
from tournaments.services.entries import join_divisions

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def read(tournament: Tournament, query: str = "") -> str:
    """The page as everybody reads it."""
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").get(reverse("tournament_pairings", args=[tournament.code]) + query)
    assert_clean(answer)
    return answer.content.decode()


def headings(html: str) -> list[str]:
    return re.findall(r'<h3 class="tables-division" id="division-(\w+)">', html)


def lists(html: str) -> list[str]:
    """The first letters of the names in the lists of a page, and a hyphen for nobody met."""
    found = re.findall(r'<ol class="tables[^>]*>(.*?)</ol>', html, re.DOTALL)
    return [" ".join(re.findall(r'data-name="(\w)', one)) for one in found]


def jumps(html: str) -> list[str]:
    (nav,) = re.findall(r'<nav[^>]*id="divisions".*?</nav>', html, re.DOTALL) or [""]
    return re.findall(r'href="([^"]*)"', nav)


def test_each_division_has_a_list_with_its_own_bye() -> None:
    tournament = start(apart_event(3, 2, 5))
    publish(tournament)
    html = read(tournament)
    assert headings(html) == ["junior", "senior", "masters"]
    assert lists(html) == ["J J", "S", "M M M"]
    assert jumps(html) == ["#division-junior", "#division-senior", "#division-masters"]
    assert headings(DeskVisitor(tournament, owner_of(tournament)).read("tournament_pairings")) == headings(html)


def test_a_search_shows_its_rows_in_one_list_and_leads_back_to_the_divisions() -> None:
    tournament = start(apart_event(3, 2, 5))
    publish(tournament)
    html = read(tournament, "?find=J01")
    assert headings(html) == []
    assert lists(html) in (["J"], ["J J"])
    assert jumps(html) == ["?page=1#division-junior", "?page=1#division-senior", "?page=1#division-masters"]


def test_a_long_round_leads_to_the_page_that_a_division_begins_on() -> None:
    tournament = start(apart_event(221, 0, 40))
    publish(tournament)
    first, second = read(tournament), read(tournament, "?page=2")
    assert jumps(first) == ["#division-junior", "?page=2#division-masters"]
    assert jumps(second) == ["?page=1#division-junior", "#division-masters"]
    assert "Junior 1 to Junior 100" in first
    assert "Junior 101 to Masters 130" in first
    assert (headings(first), headings(second)) == (["junior"], ["junior", "masters"])
    junior, masters = lists(second)
    assert (junior.count("J"), masters.count("M")) == (11, 20), "ten tables and the bye"
    assert lists(read(tournament, "?find=M40")) in (["M"], ["M M"])


def test_one_list_where_players_of_two_divisions_meet_or_all_are_paired_together() -> None:
    tournament = apart_event(3, 0, 3)
    join_divisions(actor=owner_of(tournament), tournament_id=tournament.pk, joined={"junior": "masters"})
    tournament.refresh_from_db()
    publish(start(tournament))
    html = read(tournament)
    assert (headings(html), jumps(html), len(lists(html))) == ([], [], 1)


def drafted(tournament: Tournament, **query: str) -> list[str]:
    """The headings of a draft at the desk and the first letters of its names below, a hyphen between."""
    html = DeskVisitor(tournament, owner_of(tournament)).read("desk_round", 1, **query)
    (table,) = re.findall(r'<table class="[^"]*draft-table".*?</table>', html)
    bodies = re.findall(r"<tbody>(.*?)</tbody>", table)
    heads = [re.findall(r'id="division-(\w+)"', body) for body in bodies]
    names = [re.findall(r'<th scope="row"[^>]*> (\w)', body) for body in bodies]
    return [f"{''.join(head)} {''.join(own)}" for head, own in zip(heads, names, strict=True)]


def test_a_draft_has_the_same_lists_at_the_desk() -> None:
    tournament = start(apart_event(3, 1, 5, feature_tables="9"))
    draft = pair(tournament)
    assert drafted(tournament) == ["junior JJJ", "senior S", "masters MMMMM"]
    one, two = draft.matches.get(player1__name__startswith="J"), draft.matches.filter(player1__name__startswith="M")[0]
    both = {"registration_a": one.player1_id, "registration_b": two.player1_id}
    swap_players(actor=owner_of(tournament), round_id=draft.pk, **both)
    assert [len(own) for own in drafted(tournament)] == [1 + 9]


def test_byes_and_late_players_of_a_round_are_read_once() -> None:
    tournament = start(apart_event(3, 2, 5))
    publish(tournament)
    with CaptureQueriesContext(connection) as asked:
        read(tournament)
    for name in ("bye", "missedround"):
        of_lists = [one["sql"] for one in asked if f'FROM "tournaments_{name}" INNER JOIN' in one["sql"]]
        assert len(of_lists) == 1
