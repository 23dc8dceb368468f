"""What is read of divisions once rounds are played: standings, workbook, snapshot."""

from __future__ import annotations

import json
import re

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import score
from tests.tournaments.services.test_divisions import PLAIN, where
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Tournament
from tournaments.queries.event_file import event_document
from tournaments.queries.standings import standings_of
from tournaments.services.rounds import complete_round
from tournaments.services.snapshots.restoring import restore
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def played_in_divisions() -> Tournament:
    """An event of two divisions after a round that each first player won: A beat C, B beat D; A and D are young."""
    tournament = make_event(divisions=PLAIN, planned_rounds=2)
    for name, division in (("A", "youth"), ("B", "open"), ("C", "open"), ("D", "youth")):
        enter(tournament, name, division=division)
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    round = tournament.rounds.create(number=1, status="published")
    people = {entry.name: entry for entry in tournament.registrations.all()}
    for table, (one, two) in enumerate((("A", "C"), ("B", "D")), start=1):
        match = round.matches.create(table=table, player1=people[one], player2=people[two])
        score(match, 2, 0)
    complete_round(actor=owner_of(tournament), round_id=round.pk)
    return tournament


def test_standings_have_ranks_in_each_division() -> None:
    tournament = played_in_divisions()
    rows = {row.registration.name: (row.rank, row.division_rank) for row in standings_of(tournament)}
    assert rows == {"A": (1, 1), "B": (1, 1), "C": (3, 2), "D": (3, 2)}
    visitor = DeskVisitor(tournament)
    page = visitor.get("tournament_standings_in", "youth")
    assert_clean(page)
    assert re.findall(r'data-name="(\w)"', page.content.decode()) == ["A", "D"]
    assert re.findall(r'data-name="(\w)"', visitor.get("tournament_standings").content.decode()) == ["A", "B", "C", "D"]
    assert "Youth 2" in visitor.read("tournament_standings")
    assert visitor.get("tournament_standings_in", "kids").status_code == 404
    found = visitor.client.get(f"/t/{tournament.code}/standings/1/in/open/", {"find": "B"}).content.decode()
    assert re.findall(r'data-name="(\w)"', found) == ["B"]
    assert "Open 1" in visitor.read("event_hall")
    body = visitor.client.get(f"/api/v1/tournaments/{tournament.code}/standings/", {"division": "open"}).json()
    assert [(row["name"], row["division"], row["division_rank"]) for row in body] == [
        ("B", "open", 1),
        ("C", "open", 2),
    ]


def test_the_workbook_has_divisions() -> None:
    tournament = played_in_divisions()
    sheet = tournament_sheets(tournament=tournament, actor=owner_of(tournament))[0]
    titles = [column.header for column in sheet.columns]
    assert titles[:5] == ["Rank", "Player", "Division", "Rank in the division", "Team"]
    assert next(list(row[:4]) for row in sheet.rows) == [1, "A", "Youth", 1]


def test_a_snapshot_keeps_divisions() -> None:
    tournament = played_in_divisions()
    document = json.loads(DjangoJSONEncoder().encode(event_document(tournament) | {"taken_at": "2026-11-23T09:00:00Z"}))
    again = restore(document, owner=tournament.created_by, name="")
    assert again.divisions == tournament.divisions
    assert where(again) == where(tournament)
