"""The column of divisions in the workbook's sheets of what was played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.by_seat_events import finish_by_seat, started_by_seat
from tests.events_in_pods import finish_pods, start_pods
from tests.people_and_events import owner_of
from tests.running_events import finish_round, publish, start_event
from tests.tournaments.services.test_division_cuts import cut_event
from tests.tournaments.services.test_divisions import AGES
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Registration, Tournament
from tournaments.services.entries import set_division

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def sheets_of(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    tournament.refresh_from_db()
    return {
        sheet.title: [dict(zip((one.header for one in sheet.columns), row, strict=True)) for row in sheet.rows]
        for sheet in tournament_sheets(tournament=tournament, actor=owner_of(tournament))
    }


def test_every_table_and_game_of_divisions_apart_names_its_division() -> None:
    sheets = sheets_of(cut_event(juniors=5, masters=8, division_mode="apart", planned_rounds=1))
    rows = sheets["Round 1"]
    assert {(row["Player 1"][0], row["Division"]) for row in rows} == {("J", "Junior"), ("M", "Masters")}
    assert [row["Division"] for row in rows if row["Result"] == "Bye"] == ["Junior"]
    assert {(row["Player 1"][0], row["Division"]) for row in sheets["Games"]} == {("J", "Junior"), ("M", "Masters")}


def test_a_table_of_two_divisions_names_both_as_the_players_stand() -> None:
    sheets = sheets_of(cut_event(juniors=1, masters=1, planned_rounds=1))
    (table,) = sheets["Round 1"]
    assert table["Division"] == ", ".join(
        {"J": "Junior", "M": "Masters"}[table[f"Player {seat}"][0]] for seat in (1, 2)
    )


def test_pods_and_boards_have_it_too() -> None:
    pods = start_pods(6, planned_rounds=1, divisions=AGES)
    youngest = pods.registrations.order_by("pk")[0]
    set_division(actor=owner_of(pods), registration_id=youngest.pk, division="junior", reason="born 2016")
    finish_pods(publish(pods))
    named = {row["Player"]: row["Division"] for row in sheets_of(pods)["Round 1"]}
    assert named.pop(youngest.name) == "Junior"
    assert set(named.values()) == {"Masters"}
    teams = started_by_seat(planned_rounds=1, divisions=AGES)
    finish_by_seat(publish(teams))
    sheets = sheets_of(teams)
    assert {row["Division"] for title in ("Round 1", "Boards", "Games") for row in sheets[title]} == {"Masters"}
    assert Registration.objects.filter(tournament=teams, division="masters").exists()


def test_an_event_without_divisions_has_none() -> None:
    tournament = start_event(4, planned_rounds=1)
    finish_round(publish(tournament))
    assert not [title for title, rows in sheets_of(tournament).items() if rows and "Division" in rows[0]]
