"""Divisions that are paired apart: each has places of its own, 1 to n, in the table and at the end."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from importlib import import_module
from io import BytesIO

import pytest
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from openpyxl import load_workbook

from tests.people_and_events import owner_of
from tests.running_events import play_cut, start_cut
from tests.tournaments.ended_events import make_season
from tests.tournaments.services.test_division_cuts import cut_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Registration, Tournament
from tournaments.queries.champions import champions_of
from tournaments.queries.event_file import event_document
from tournaments.queries.standings import final_placings, standings_of
from tournaments.services.entries import disqualify
from tournaments.services.finish import finish_tournament
from tournaments.services.snapshots.restoring import restore

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def swiss_over(**changes: object) -> Tournament:
    """Four juniors and six masters after two rounds, paired apart, with no top cut."""
    return cut_event(
        juniors=4, masters=6, **{"division_mode": "apart", "cut_mode": "together", "planned_rounds": 2, **changes}
    )


def finished(**changes: object) -> Tournament:
    tournament = swiss_over(**changes)
    finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, early=True)
    tournament.refresh_from_db()
    return tournament


def places(tournament: Tournament, division: str) -> list[int | None]:
    own = tournament.registrations.filter(division=division).order_by("final_place")
    return list(own.values_list("final_place", flat=True))


def letters(html: str) -> str:
    """The divisions of the rows of a page of standings, each once for a run."""
    return "".join(re.sub(r"(.)\1+", r"\1", "".join(re.findall(r'data-name="(\w)', html))))


def test_the_table_ranks_each_division_by_itself() -> None:
    tournament = swiss_over()
    rows = standings_of(tournament)
    assert "".join(row.registration.name[0] for row in rows) == "JJJJMMMMMM"
    assert [row.rank for row in rows] == [row.division_rank for row in rows]
    assert next(row.rank for row in rows if row.registration.division == "junior") == 1
    assert next(row.rank for row in rows if row.registration.division == "masters") == 1


@pytest.mark.parametrize(
    ("changes", "is_apart"),
    [
        ({}, True),
        ({"cut_mode": "apart"}, True),
        ({"top_cut": 4}, True),  # Planned for everybody and never played.
        ({"division_mode": "together"}, False),
        ({"division_mode": "together", "cut_mode": "apart"}, False),
    ],
)
def test_final_places_without_a_cut_are_those_in_the_division_where_it_was_paired_apart(
    changes: dict[str, object], is_apart: bool
) -> None:
    tournament = finished(**changes)
    firsts = tournament.registrations.filter(final_place=1).values_list("division", flat=True)
    assert (places(tournament, "junior")[0], places(tournament, "masters")[0]) == (1, 1) or not is_apart
    assert (set(firsts) == {"junior", "masters"}) or not is_apart
    assert max(filter(None, places(tournament, "masters"))) <= (6 if is_apart else 10)
    if not is_apart:
        given = sorted(filter(None, places(tournament, "junior") + places(tournament, "masters")))
        assert given == [bisect_left(given, place) + 1 for place in given], "places among all"
    assert [bool(one.division) for one in champions_of(tournament)] == (
        [True, True] if is_apart else [False, True, True]
    )


def test_one_cut_for_everybody_gives_places_among_all() -> None:
    tournament = swiss_over(top_cut=4)
    ranks = [row.rank for row in standings_of(tournament)]
    assert ranks == sorted(ranks), "the cut takes its players from the whole table"
    play_cut(tournament)
    tournament.refresh_from_db()
    if tournament.phase != Tournament.Phase.FINISHED:
        finish_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, early=True)
    tournament.refresh_from_db()
    assert tournament.registrations.filter(final_place=1).count() == 1
    assert [row.final_place for row in final_placings(tournament)][:4] == [1, 2, 3, 4]
    assert next(one.division for one in champions_of(tournament)) == ""


def test_behind_somebody_disqualified_only_the_own_division_moves_up() -> None:
    tournament = finished()
    first = tournament.registrations.filter(division="junior", final_place=1)[0]
    before = places(tournament, "masters")
    disqualify(actor=owner_of(tournament), registration_id=first.pk, reason="bribery")
    assert places(tournament, "junior")[0] == 1
    assert places(tournament, "masters") == before


def test_pages_name_the_division_over_its_places() -> None:
    tournament = finished()
    visitor = DeskVisitor(tournament)
    for page in ("tournament_standings", "event_hall", "tournament_overview"):
        shown = visitor.get(page)
        assert_clean(shown)
        assert {"Junior", "Masters"} <= set(words_of(shown).split()), page
    table = visitor.get("tournament_standings").content.decode()
    assert letters(table) == "JM"
    assert table.count('class="division-row"') == 2
    assert len(re.findall(r'class="rank num rank-1">1<', table)) >= 2
    hall = visitor.get("event_hall").content.decode()
    assert re.findall(r'data-hall-view="(places\w*)"', hall) == ["placesjunior", "placesmasters"]
    found = visitor.client.get(f"/t/{tournament.code}/standings/", {"find": "M01"}).content.decode()
    assert re.findall(r'data-name="(\w+)"', found) == ["M01"]
    assert "Masters" in found.split('id="standings"')[1]
    earlier = visitor.client.get(f"/t/{tournament.code}/standings/1/").content.decode()
    assert letters(earlier) == "JM"


def test_the_api_and_the_workbook_have_places_in_the_division() -> None:
    tournament = finished()
    body = DeskVisitor(tournament).client.get(f"/api/v1/tournaments/{tournament.code}/standings/").json()
    assert [row["division"] for row in body] == ["junior"] * 4 + ["masters"] * 6
    assert all(row["rank"] == row["division_rank"] for row in body)
    assert sorted(row["final_place"] for row in body)[:2] == [1, 1]
    sheet = tournament_sheets(tournament=tournament, actor=owner_of(tournament))[0]
    titles = [column.header for column in sheet.columns]
    assert titles[0] == "Final place in the division"
    found = [(row[0], row[titles.index("Division")]) for row in sheet.rows]
    assert found[0] == (1, "Junior")
    assert found[4] == (1, "Masters")


def test_a_season_scores_each_place_in_the_own_division_and_says_so() -> None:
    tournament = finished()
    season = make_season(owner_of(tournament), tournament)
    page = browser().get(f"/seasons/{season.code}/")
    assert_clean(page)
    words = words_of(page)
    assert "place 1 of 4 in Junior" in words
    assert "place 1 of 6 in Masters" in words
    assert "everybody has the points of the place in their division" in words
    lines = browser().get(f"/api/v1/seasons/{season.code}/leaderboard/").json()
    tops = [line for line in lines if line["total"]["numerator"] == 10]
    assert {line["results"][0]["division"] for line in tops} == {"少年组", "大师组"}
    junior = tournament.registrations.filter(division="junior", final_place=1)[0]
    history = words_of(browser().get(f"/seasons/{season.code}/players/{junior.pk}/"))
    assert "Junior: 1 of 4" in history
    book = load_workbook(BytesIO(browser().get(f"/seasons/{season.code}/leaderboard.xlsx").content))
    assert book.worksheets[0].cell(1, 5).value == f"{tournament.name} (by division)"


def test_places_of_events_that_had_finished_become_places_in_the_division() -> None:
    tournament, other = finished(), finished(division_mode="together")
    kept = dict(other.registrations.values_list("pk", "final_place"))
    among_all = {"junior": (2, 5, 5, 9), "masters": (1, 3, 4, 7, 8, None)}
    for division, given in among_all.items():
        for entry, place in zip(tournament.registrations.filter(division=division), given, strict=True):
            Registration.objects.filter(pk=entry.pk).update(final_place=place)
    import_module("tournaments.migrations.0061_places_in_divisions").place_in_divisions(apps, None)
    assert places(tournament, "junior") == [1, 2, 2, 4]
    assert places(tournament, "masters") == [1, 2, 3, 4, 5, None]
    assert dict(other.registrations.values_list("pk", "final_place")) == kept


def test_an_event_restored_from_a_file_with_places_among_all_has_places_in_the_division() -> None:
    tournament = finished()
    own = {code: places(tournament, code) for code in ("junior", "masters")}
    for place, entry in enumerate(tournament.registrations.order_by("pk"), start=1):
        Registration.objects.filter(pk=entry.pk).update(final_place=place)
    document = json.loads(json.dumps(event_document(tournament), cls=DjangoJSONEncoder))
    document["taken_at"] = "2026-01-01T12:00:00+00:00"
    again = restore(document, owner=tournament.created_by, name="Again")
    assert {code: places(again, code) for code in ("junior", "masters")} == own


def test_the_preview_of_a_cut_that_was_not_planned_shows_the_seeds_that_are_drawn() -> None:
    tournament = swiss_over()
    page = DeskVisitor(tournament, owner_of(tournament)).get("desk_cut", query={"size": "4"})
    shown = [(one.seed, one.row.registration.name) for one in page.context["previews"] if not one.needs_lot]
    start_cut(tournament, size=4)
    drawn = dict(tournament.registrations.exclude(seed=None).values_list("seed", "name"))
    assert shown
    assert all(drawn[seed] == name for seed, name in shown)
    assert len(drawn) == 4
