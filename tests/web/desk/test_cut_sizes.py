"""Which sizes of the top cut the desk offers: those that the players fill, the others behind a click."""

from __future__ import annotations

import pytest

from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.running_events import finish_round, pair, publish, start_cut, start_event, swiss_over
from tests.tournaments.services.test_division_cuts import cut_event
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.services.division_cuts import plan_division_cuts
from tournaments.services.rounds import publish_round
from tournaments.views.desk.cut import byes_of_cut, fitting_cut

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.mark.parametrize(
    ("wanted", "players", "size"), [(8, 9, 8), (8, 7, 4), (16, 9, 8), (4, 40, 4), (8, 3, 4), (0, 20, 4), (16, 16, 16)]
)
def test_the_size_that_fits(wanted: int, players: int, size: int) -> None:
    assert fitting_cut(wanted, players) == size


@pytest.mark.parametrize(("players", "byes"), [(0, 0), (1, 0), (4, 0), (5, 3), (9, 7), (16, 0)])
def test_the_byes_of_a_bracket_that_is_not_full(players: int, byes: int) -> None:
    assert byes_of_cut(players) == byes


def test_nine_players_are_offered_no_sixteen_but_behind_a_click() -> None:
    tournament = start_event(9, planned_rounds=1)
    finish_round(publish(tournament))
    desk = DeskVisitor(tournament, owner_of(tournament))
    page = desk.read("desk_cut")
    offered, larger = page.split("Larger, with byes")
    assert "?size=8" in offered
    assert "?size=16" not in offered
    assert "?size=16" in larger
    assert "With 7 byes in the first round" in desk.client.get(desk.path("desk_cut") + "?size=16").content.decode()
    assert "bye in the first round" not in page


def test_the_match_for_third_place_is_called_so_beside_the_final() -> None:
    tournament = swiss_over(8, top_cut=4, planned_rounds=3, third_place_match=True)
    draft = start_cut(tournament)
    finish_round(publish_round(actor=owner_of(tournament), round_id=draft.pk))
    final = pair(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert "Third place" in desk.read("desk_round", final.number)
    desk.press("desk_round_publish", final.number)
    third, first = (final.matches.get(is_third_place=is_third) for is_third in (True, False))
    for page, keys in (("desk", []), ("desk_match", [third.pk]), ("match", [third.pk]), ("tournament_pairings", [])):
        assert "Third place" in desk.read(page, *keys), page
    assert "Third place" not in desk.read("match", first.pk)
    player = DeskVisitor(tournament, player_actor(third.player1))
    assert "Third place, against" in player.read("tournament_pairings")
    assert desk.read("event_hall").count("· Third place") == 2, "on the wall for both of them"
    for list_on_paper in ("names", "tables"):
        assert desk.read("desk_paper", list_on_paper).count("Third place") == 2, list_on_paper
    sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=owner_of(tournament))}
    marked = [row[1] for row in sheets["Final"].rows if row[0] == third.table]
    assert (sheets["Final"].columns[1].header, marked) == ("Third place", ["Yes"])
    assert "SHA-256" not in desk.read("tournament_pairings")


def test_the_lots_of_divisions_name_the_seed_in_them() -> None:
    """They gave a place in the table of everybody, which for the second division is none of its own."""
    tournament = cut_event(juniors=4, masters=4, division_mode="apart", planned_rounds=1)
    draft = start_cut(tournament, sizes={"junior": 2, "masters": 2})
    lines = DeskVisitor(tournament, owner_of(tournament)).read("desk_round", draft.number)
    assert "Junior, level on seed 1, in order of the lot: J" in lines
    assert "Masters, level on seed 1, in order of the lot: M" in lines
    assert "Level on rank" not in lines


def test_the_start_says_whose_cut_the_size_of_the_settings_is() -> None:
    tournament = make_event(divisions=AGES, cut_mode="apart", top_cut=4)
    enter(tournament, "J1", "J2", birth_year=2016)
    desk = DeskVisitor(tournament, owner_of(tournament))
    words = "the top 4 of the settings is that of one cut for everybody"
    assert words in desk.read("desk_start")
    plan_division_cuts(actor=owner_of(tournament), tournament_id=tournament.pk, sizes={"junior": 2})
    assert words not in desk.read("desk_start")
