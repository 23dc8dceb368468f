"""The desk of a large event: the round in numbers that lead to their lists, pages of tables, a search on every page,
feature tables and tables that another event uses."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from tests.people_and_events import edit_event, enter, make_event, owner_of, player_actor
from tests.running_events import finish_round, pair, publish, score, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.models import StaffMember, Tournament
from tournaments.queries.desk_search import find_on_desk
from tournaments.services.calls import raise_call
from tournaments.services.drafts import swap_players
from tournaments.services.extra_time import give_extension
from tournaments.services.start import start_tournament
from tournaments.views.desk import entries, rounds, tables, unusual

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MAX_DRAFT_QUERIES = 48
"""Of the desk's page of a draft, at any size."""
MAX_BYTES_A_PLAYER = 400
"""Of the menus of a draft: four options with a key and a short name, and half a table."""


@pytest.fixture
def event() -> Tournament:
    """Eight players at tables 11 to 14, the feature table 14 the first to fill."""
    tournament = make_event(first_table=11, feature_tables="14")
    enter(tournament, "赛罗", "迪迦", "曾乐", "Ann Lee", team="流星队")
    enter(tournament, "Bob", "Carl", "Dora", "Emil")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    publish(tournament)
    return tournament


def visitor(tournament: Tournament) -> DeskVisitor:
    return DeskVisitor(tournament, owner_of(tournament))


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("赛", ["赛罗"]),
        ("sailuo", ["赛罗"]),
        ("sl", ["赛罗"]),
        ("luo", ["赛罗"]),
        ("zengyue", ["曾乐"]),
        ("ANNL", ["Ann Lee"]),
        ("流星", ["赛罗", "迪迦", "曾乐", "Ann Lee"]),
        ("#2", ["迪迦"]),
        ("２", ["迪迦"]),
        ("nobody", []),
        ("", []),
    ],
)
def test_anybody_is_found_as_they_are_asked_for(event: Tournament, typed: str, names: list[str]) -> None:
    found = find_on_desk(event, typed)
    assert [row.entry.name for row in found.entries] == names
    assert all(row.seated is not None and row.entry in row.seated.entries for row in found.entries)


def test_a_number_finds_the_table_of_the_newest_round(event: Tournament) -> None:
    found = find_on_desk(event, "12")
    assert [match.table for match in found.tables] == [12]
    assert not find_on_desk(event, "#12")
    assert not find_on_desk(event, "1").tables


def test_the_search_is_on_every_page_and_its_answer_is_a_page(event: Tournament) -> None:
    desk = visitor(event)
    for page in ("desk", "desk_entries", "desk_log", "desk_print", "desk_floor", "desk_edit", "desk_checks"):
        assert f'action="{desk.path("desk_find")}"' in desk.read(page), page
    page = desk.get("desk_find", query={"q": "sailuo"})
    assert_clean(page)
    assert "赛罗" in text_of(page)
    assert "feature-mark" in desk.read("desk_find", q="14")
    assert "Nothing found" in words_of(desk.get("desk_find", query={"q": "qqq"}))


def test_each_number_of_the_round_leads_to_as_many_tables(event: Tournament) -> None:
    at = list(event.rounds.get().matches.order_by("table"))
    score(at[0], 2, 0)
    give_extension(actor=owner_of(event), match_id=at[1].pk, minutes=3)
    raise_call(actor=player_actor(at[2].player1), match_id=at[2].pk, words="")
    page = visitor(event).read("desk")
    tiles = re.findall(r'id="strip-(\w+)".*?href="([^"]+)".*?number figures">(\d+)<', page)
    assert {key: int(count) for key, _, count in tiles} == {"playing": 3, "extra": 1, "result": 1, "called": 1}
    for _key, address, count in tiles:
        answer = text_of(visitor(event).client.get(address))
        assert len(re.findall(r'id="tile-(\d+)"', answer)) == int(count)


def test_missing_decks_are_counted_and_listed(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(decklists_required=True)
    page = visitor(event).read("desk")
    address, count = re.findall(r'id="strip-decks".*?href="([^"]+)".*?number figures">(\d+)<', page)[0]
    listed = text_of(visitor(event).client.get(address))
    assert int(count) == 8 == len(set(re.findall(rf"/t/{event.code}/desk/entries/(\d+)/\"", listed)))


def listed(page: str) -> list[str]:
    """The tables in the rows of the page's board."""
    return re.findall(r'<li class="desk-row[^>]*data-table="(\d+)"', page)


def test_a_large_board_has_pages_and_names_every_table(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_ROWS", 2)
    monkeypatch.setattr(tables, "MAX_RECENT", 1)
    at = list(event.rounds.get().matches.order_by("table"))
    desk = visitor(event)

    def rows(**query: int) -> list[str]:
        return listed(desk.read("desk", **query))

    assert (rows(), rows(part=2), rows(part=9)) == (["11", "12"], ["13", "14"], ["13", "14"])
    page = desk.read("desk", part=2)
    assert f"{desk.path('desk_board')}?seen=" in page
    assert "&amp;part=2" in page
    assert f'<li data-table="11" data-one="{at[0].player1.entered_name}"' in page
    score(at[0], 2, 0)
    score(at[1], 2, 0)
    assert rows() == ["13", "14", "12"]
    answer = desk.post("desk", htmx="desk-board", line="13 20", part="1", seen="")
    assert listed(text_of(answer)) == ["14", "13"]


def test_feature_tables_are_marked_wherever_a_table_is_shown(event: Tournament) -> None:
    desk = visitor(event)
    for page in ("desk", "tournament_pairings", "event_hall"):
        assert desk.read(page).count("feature-mark") >= 1, page
    match = event.rounds.get().matches.get(table=14)
    own = DeskVisitor(event, player_actor(match.player1))
    assert "feature-mark" in text_of(own.client.get("/my/"))


def test_the_draft_names_the_feature_tables_and_marks_who_sits_there() -> None:
    event = start_event(4, feature_tables="9")
    pair(event)
    page = visitor(event).get("desk_round", 1)
    assert_clean(page)
    assert "Feature tables: 9." in words_of(page)
    assert "feature-mark" in text_of(page)


def test_tables_of_another_event_are_named_and_free_ones_filled_in() -> None:
    event = start_event(8)
    other = make_event(name="第二赛场", starts_at=event.starts_at, capacity=8)
    StaffMember.objects.create(tournament=other, user=owner_of(event).user, role="organiser")
    enter(other, "甲", "乙")
    desk = visitor(event)
    page = desk.read("desk_edit")
    assert "第二赛场" in page
    assert "1-4" in page
    assert "Use tables 5-8" in page
    filled = desk.get("desk_edit", query={"tables": "free"})
    assert_clean(filled)
    assert re.search(r'name="first_table"[^>]*value="5"', text_of(filled))
    edit_event(event, first_table=5)
    assert "第二赛场" not in desk.read("desk_edit")
    edit_event(event, first_table=1)
    pair(event)
    assert "Use tables 5-8" in desk.read("desk_round", 1)


def test_a_round_without_enough_tables_says_what_to_do() -> None:
    event = start_event(8, table_ranges="1-3", only_listed_tables=True)
    answer = visitor(event).client.post(visitor(event).path("desk_pair"), {"number": 1})
    assert "4 matches" in words_of(answer)
    assert "3 tables" in words_of(answer)


def test_the_page_of_a_round_has_pages_of_tables_and_a_draft_shows_what_is_unusual_on_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "MAX_ROWS", 2)
    event = start_event(8, planned_rounds=3)
    finish_round(publish(event))
    desk = visitor(event)
    assert listed(desk.read("desk_round", 1)) == ["1", "2"]
    page = desk.read("desk_round", 1, part=2)
    assert listed(page) == ["3", "4"]
    assert f'href="{desk.path("desk_round", 1)}?part=1"' in page
    draft = pair(event)
    last = draft.matches.get(table=4)
    met = event.rounds.get(number=1).matches.filter(Q(player1=last.player1) | Q(player2=last.player1)).get()
    swap = {"registration_a": last.player2_id, "registration_b": met.opponent_of(last.player1_id).pk}
    swap_players(actor=owner_of(event), round_id=draft.pk, **swap)
    page = desk.read("desk_round", 2)
    rows = re.findall(r'<td class="num at-table"><strong>(\d+)</strong>', page)
    assert rows == ["1", "2"]
    named = words_of(desk.get("desk_round", 2))
    pair_at_4 = draft.matches.get(table=4)
    assert f"Table 4 {pair_at_4.player1.entered_name} – {pair_at_4.player2.entered_name} They have met before" in named


def test_what_is_unusual_is_one_list_folded_and_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be confirmed stands first, whatever its table."""
    monkeypatch.setattr(unusual, "MAX_LINES", 3)
    monkeypatch.setattr(unusual, "MAX_OPEN", 1)
    event = start_event(8, planned_rounds=4)
    first = publish(event)
    finish_round(first)
    draft = pair(event)
    for played in first.matches.order_by("table"):
        for match in draft.matches.all():
            if played.player1_id in (match.player1_id, match.player2_id):
                other = match.opponent_of(played.player1_id).pk
        if other != played.player2_id:
            swap = {"registration_a": other, "registration_b": played.player2_id}
            swap_players(actor=owner_of(event), round_id=draft.pk, **swap)
    desk = visitor(event)
    page = desk.get("desk_round", 2)
    assert_clean(page)
    assert page.context["unusual"].count == 4
    assert (len(page.context["unusual"].first), len(page.context["unusual"].rest)) == (1, 2)
    assert 'href="?unusual=2#unusual"' in text_of(page)
    assert "2 more" in words_of(page)
    last = desk.get("desk_round", 2, query={"unusual": "2"}).context["unusual"]
    assert [line.table for line in last.first] == [4]
    assert all("They have met before" in line.why for line in last.first)


def test_the_menus_of_a_large_draft_are_there_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    event = start_event(8, planned_rounds=3)
    pair(event)
    desk = visitor(event)
    small = desk.read("desk_round", 1)
    monkeypatch.setattr(rounds, "MAX_MENU", 4)
    large = desk.get("desk_round", 1)
    assert_clean(large)
    assert not re.findall(r'name="(one|other|match)"', text_of(large))
    assert 'href="?by_hand=1#hand-title"' in text_of(large)
    asked = desk.read("desk_round", 1, by_hand=1)
    assert re.findall(r'name="(one|other|match)"', asked) == re.findall(r'name="(one|other|match)"', small)
    assert len(re.findall(r'name="(one|other|match)"', small)) == 6


def test_the_draft_of_600_players_and_its_decisions_stay_light() -> None:
    event = start_event(600, planned_rounds=3)
    draft = pair(event)
    desk = visitor(event)
    page = desk.get("desk_round", 1)
    assert len(page.content) < 150_000
    match = draft.matches.earliest("table")
    other = draft.matches.latest("table")
    query = {"what": "meet", "one": match.player1_id, "other": other.player1_id}
    decision = desk.get("desk_round_decide", 1, query=query)
    assert_clean(decision)
    assert len(decision.content) < 190_000
    assert "Move as few as possible" in words_of(decision)


def test_the_entry_list_has_pages_and_its_search_finds_those_of_every_page(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "ON_A_PAGE", 3)
    desk = visitor(event)

    def names(**query: str) -> list[str]:
        page = text_of(desk.get("desk_entries", query=query))
        return re.findall(r'<tr id="entry-.*?<a href="[^"]+">([^<]+)</a>', page)

    pages = [names(page=str(number)) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [3, 3, 2]
    assert names() == pages[0]
    assert names(q=pages[2][0]) == [pages[2][0]]
    assert "?page=2" in desk.read("desk_entries")


def test_menus_asked_for_cost_no_query_and_a_few_lines_for_each_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked for, the page of a large draft grows by the names in its five menus and the tables in one."""
    monkeypatch.setattr(rounds, "MAX_MENU", 4)
    queries: dict[int, set[int]] = {}
    weight: dict[int, int] = {}
    for players in (16, 48):
        tournament = start_event(players)
        pair(tournament)
        desk = visitor(tournament)
        desk.read("desk_round", 1)
        sizes, counted = [], set()
        for asked in ({}, {"by_hand": "1"}):
            with CaptureQueriesContext(connection) as caught:
                sizes.append(len(desk.get("desk_round", 1, query=asked).content))
            counted.add(len(caught))
        queries[players], weight[players] = counted, sizes[1] - sizes[0]
    assert queries[16] == queries[48]
    assert len(queries[16]) == 1
    assert max(queries[16]) <= MAX_DRAFT_QUERIES
    assert weight[48] - weight[16] < 32 * MAX_BYTES_A_PLAYER
