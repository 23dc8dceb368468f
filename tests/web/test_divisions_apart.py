"""Divisions that play apart, on the wall, on paper and in standings: a list for each, with the line of its own cut."""

from __future__ import annotations

import re

import pytest

from tests.people_and_events import owner_of
from tests.running_events import finish_round, publish
from tests.team_events import enter_team, team_event
from tests.tournaments.services.test_division_cuts import cut_event
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tournaments.models import Tournament
from tournaments.services.division_cuts import plan_division_cuts
from tournaments.services.entries import MemberData

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def apart(**changes: object) -> Tournament:
    """Four juniors and nine masters after one round of two, paired and cut apart."""
    settings = {"division_mode": "apart", "cut_mode": "apart", "planned_rounds": 1, **changes}
    return cut_event(juniors=4, masters=9, **settings)


def parts(html: str, pattern: str) -> list[str]:
    """The parts of a page that begin with this, without markup."""
    return [" ".join(re.sub(r"<[^>]*>", " ", part).split()) for part in re.split(pattern, html)[1:]]


def lined(html: str) -> list[str]:
    """The first letters of the names above a line of a cut on a page."""
    return re.findall(r'data-name="(\w)[^"]*"\s+data-one="\d+"\s+class="[^"]*cut-line', html)


def test_wall_and_lists_of_a_round_have_a_page_for_each_division() -> None:
    tournament = apart(planned_rounds=2)
    Tournament.objects.update(planned_rounds=3)
    publish(tournament)
    visitor = DeskVisitor(tournament, owner_of(tournament))
    wall = visitor.get("event_hall")
    assert_clean(wall)
    assert re.findall(r'data-hall-view="(seats\w*)"', wall.content.decode()) == ["seatsjunior", "seatsmasters"]
    junior, masters = parts(wall.content.decode(), r'data-hall-view="seats\w+"')
    assert junior.startswith("data-hall-turns> Junior") or "Junior" in junior[:40]
    assert "M0" not in junior
    assert "M09" in masters
    for what in ("names", "tables"):
        sheets = parts(visitor.get("desk_paper", what).content.decode(), "<article")
        assert ["· Junior" in page for page in sheets] == [True, False], what
        assert ["· Masters" in page for page in sheets] == [False, True], what
        assert "M0" not in sheets[0]
        assert "Bye" in sheets[1]


def test_each_division_has_the_line_of_its_own_cut() -> None:
    tournament = apart()
    owner = owner_of(tournament)
    plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"junior": 2, "masters": 4})
    visitor = DeskVisitor(tournament, owner)
    table = visitor.get("tournament_standings")
    assert_clean(table)
    assert len(lined(table.content.decode())) == 2
    assert "The double line ends the top cut of the division." in table.content.decode()
    assert len(lined(visitor.get("tournament_standings_in", "masters").content.decode())) == 1
    junior, masters = parts(visitor.get("desk_paper", "standings").content.decode(), "<article")
    assert "· Junior" in junior
    assert "· Masters" in masters
    assert visitor.get("desk_paper", "standings").content.decode().count("cut-line") == 2
    wall = visitor.get("event_hall").content.decode()
    assert re.findall(r'data-hall-view="(places\w*)"', wall) == ["placesjunior", "placesmasters"]
    assert wall.count("hall-cut") == 2


def test_where_divisions_stand_in_one_list_those_in_a_cut_are_named() -> None:
    tournament = apart(division_mode="together")
    owner = owner_of(tournament)
    plan_division_cuts(actor=owner, tournament_id=tournament.pk, sizes={"junior": 2, "masters": 4})
    visitor = DeskVisitor(tournament, owner)
    table = visitor.get("tournament_standings").content.decode()
    assert (lined(table), table.count("in the top cut")) == ([], 6)
    assert len(lined(visitor.get("tournament_standings_in", "junior").content.decode())) == 1
    assert visitor.get("desk_paper", "standings").content.decode().count("in the top cut") == 6


def test_no_line_while_rounds_are_to_be_played() -> None:
    tournament = apart()
    Tournament.objects.update(planned_rounds=2)
    visitor = DeskVisitor(tournament)
    assert lined(visitor.get("tournament_standings").content.decode()) == []
    finish_round(publish(tournament))
    assert lined(visitor.get("tournament_standings").content.decode()) != []


def test_where_players_of_two_divisions_meet_the_tables_stand_in_one_list() -> None:
    tournament = apart(planned_rounds=2)
    Tournament.objects.update(planned_rounds=3, joined_divisions={"junior": "masters"})
    tournament.refresh_from_db()
    round = publish(tournament)
    assert any(one.player1.division != one.player2.division for one in round.matches.all())
    page = DeskVisitor(tournament, owner_of(tournament)).get("desk_paper", "tables")
    (sheet,) = parts(page.content.decode(), "<article")
    assert "· Junior" not in sheet
    assert "· Masters" not in sheet


def test_teams_without_a_division_are_counted_as_teams() -> None:
    event = team_event(divisions=AGES)
    members = [MemberData("甲", age_group="adult"), MemberData("乙", age_group="adult")]
    enter_team(event, "星港队", members=members)
    desk = DeskVisitor(event, owner_of(event))
    for page in ("desk_start", "desk_divisions"):
        assert "1 team is in no division yet" in words_of(desk.get(page))
