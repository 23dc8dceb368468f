"""The content of a finished event's workbook, for each kind of viewer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.utils.translation import get_language
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from accounts.actor import Actor
from tests.flows.finished_event import CHILD, FORMULA, LATE, LEAVER, NAMES, FinishedEvent, play_event
from tests.flows.reading_workbooks import all_text, assert_standings, book_from, facts_of, rows_of
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.running_events import pair, play_game, publish, start_event
from tournaments.exports import result_sheets
from tournaments.models import Export, Tournament
from tournaments.permissions import Action, may
from tournaments.services.corrections import correct_match
from tournaments.services.exporting import request_export, write_export
from tournaments.services.finish import reopen_tournament
from tournaments.services.result_inputs import OutcomeInput
from tournaments.tasks import WRITERS

pytestmark = pytest.mark.django_db

MASKED = "王＊＊"
PUBLIC = Actor()


def export_of(tournament: Tournament, actor: Actor, language: str = "en") -> Workbook:
    """The workbook as the job makes it for the actor."""
    export = request_export(actor=actor, tournament_id=tournament.pk, language=language)
    write_export(export_id=export.pk, writers=WRITERS)
    export.refresh_from_db()
    assert (export.state, export.progress) == (Export.State.READY, 100)
    with export.file.open("rb") as file:
        return book_from(file)


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: Any) -> Iterator[FinishedEvent]:
    """Played once for all tests of the module, in a transaction around theirs that is never committed."""
    with django_db_blocker.unblock():
        around = transaction.atomic()
        around.__enter__()
        try:
            yield play_event()
        finally:
            transaction.set_rollback(True)
            around.__exit__(None, None, None)


@pytest.fixture(scope="module")
def book(event: FinishedEvent) -> Workbook:
    """The organiser's workbook in English."""
    return export_of(event.tournament, event.owner)


def test_the_sheets_stand_in_order(book: Workbook) -> None:
    swiss = [f"Round {number}" for number in (1, 2, 3)]
    cut = ["Semifinals", "Final"]
    assert book.sheetnames == ["Standings", *swiss, *cut, "Games", "Decklists", "Event"]


def test_every_standings_cell_is_that_of_the_independent_table(event: FinishedEvent, book: Workbook) -> None:
    assert_standings(book, event.table)
    places = [row["Final place"] for row in rows_of(book, "Standings")]
    assert places == sorted(places)
    semi, final = rows_of(book, "Semifinals"), rows_of(book, "Final")
    by_place = {row["Final place"]: row["Player"] for row in rows_of(book, "Standings")}
    assert by_place[1] == final[0]["Winner"]
    assert {by_place[1], by_place[2]} == {final[0]["Player 1"], final[0]["Player 2"]} == {row["Winner"] for row in semi}


def test_each_round_has_its_tables_byes_and_missed_rounds(event: FinishedEvent, book: Workbook) -> None:
    for number in (1, 2, 3):
        rows = rows_of(book, f"Round {number}")
        tables = [row for row in rows if row["Table"] is not None]
        assert [row["Table"] for row in tables] == list(range(1, len(tables) + 1))
        for row in tables:
            slip = event.table.slips[row["Player 1"]][number]
            assert slip.opponent == row["Player 2"]
            assert (row["Games of player 1"], row["Games of player 2"]) == (slip.won, slip.lost)
            assert row["Drawn games"] == slip.drawn
            winner = {3: row["Player 1"], 0: row["Player 2"], 1: None}[slip.match_points]
            assert row["Winner"] == winner
            assert row["Result"] == ("Played" if winner else "Played, stopped by time")
        others = {row["Player 1"]: row["Result"] for row in rows if row["Table"] is None}
        expected = dict.fromkeys(event.byes[number], "Bye") | ({LATE: "Missed round"} if number == 1 else {})
        assert others == expected


def test_each_game_says_who_chose_who_started_who_won_and_how(event: FinishedEvent, book: Workbook) -> None:
    endings = {
        "damage": "Five or more cards in the damage area",
        "empty_deck_draw": "Had to draw from an empty deck",
        "card_effect": "Won by a card effect",
        "simultaneous": "Both lost at once",
    }
    rows = rows_of(book, "Games")
    assert len(rows) == len(event.games)
    for row, (number, match, game) in zip(rows, event.games, strict=True):
        seats = {0: "Drawn", 1: match.player1.name, 2: match.player2.name}
        assert (row["Round"], row["Table"], row["Game"]) == (number, match.table, game.number)
        assert (row["Player 1"], row["Player 2"]) == (seats[1], seats[2])
        assert (row["Winner"], row["Ending"]) == (seats[game.winner], endings[game.ending])
        assert row["Details"] == "Known"
        if number <= 3 or game.number > 1:
            assert (row["Had the choice"], row["First player"]) == (seats[game.chooser], seats[game.first])
            assert row["Chose"] == {"first": "To go first", "second": "To go second"}[game.choice]


def test_the_event_sheet_tells_the_settings_and_the_times(event: FinishedEvent, book: Workbook) -> None:
    facts = facts_of(book)
    assert facts["Tournament"] == "周末赛"
    assert facts["Code"] == event.tournament.code
    assert "V1.9" in facts["Ruleset"]
    assert (facts["Swiss rounds"], facts["Top cut"], facts["Match length"]) == (3, "Top 4", "Best of 3")
    assert facts["Points"] == "3 / 1 / 0"
    assert facts["Tiebreakers"] == "Opponents (OMW), Own games (GW), Opponents' games (OGW)"
    times = [facts[f"Round {number} {what}"] for number in (1, 2, 3) for what in ("published", "completed")]
    assert all(isinstance(time, datetime) for time in times)
    assert times == sorted(times)
    assert facts["Started"] <= times[0] <= facts["Finished"] <= facts["Exported"]


def test_text_that_looks_like_a_formula_is_text_wherever_it_stands(book: Workbook) -> None:
    suspicious = [cell for page in book for row in page.iter_rows() for cell in row if str(cell.value)[:1] in "=+@"]
    assert len(suspicious) > 20
    assert {cell.data_type for cell in suspicious} == {"s"}
    assert all(cell.quotePrefix for cell in suspicious)


def test_every_sheet_is_frozen_filtered_fitted_and_printable(book: Workbook) -> None:
    for page in book:
        assert isinstance(page, Worksheet)
        assert page.freeze_panes == "A2"
        assert page.auto_filter.ref.startswith("A1:")
        assert page.print_title_rows == "$1:$1"
        assert page.sheet_properties.pageSetUpPr.fitToPage
        for column in page.iter_cols():
            width = page.column_dimensions[column[0].column_letter].width
            assert width > min(58, max(len(str(cell.value or "")) for cell in column if cell.data_type == "s"))


def test_the_public_sees_no_childs_name_no_list_and_no_judges_reason(event: FinishedEvent) -> None:
    match = event.games[0][1]
    match.refresh_from_db()
    correct_match(
        actor=event.owner,
        match_id=match.pk,
        expected_version=match.version,
        reason="misread slip",
        outcome=OutcomeInput(outcome="judge_award", winner_seat=1),
    )
    match.refresh_from_db()
    match.reason = "felt sick"
    match.save()
    for actor in (PUBLIC, player_actor(event.entry("Alexander"))):
        book = export_of(event.tournament, actor)
        text = all_text(book)
        assert CHILD not in text
        assert MASKED in text
        assert rows_of(book, "Decklists") == []
        assert "felt sick" not in text
    assert "felt sick" in all_text(export_of(event.tournament, event.owner))


def masked(event: FinishedEvent) -> str:
    """How everybody reads the child's name."""
    return f"{MASKED} #{event.entry(CHILD).number}"


def test_masked_standings_have_the_same_numbers(event: FinishedEvent) -> None:
    book = export_of(event.tournament, PUBLIC)
    assert_standings(book, event.table, shown=lambda name: masked(event) if name == CHILD else name)


def test_players_and_children_get_everybodys_workbook(event: FinishedEvent) -> None:
    asked = [
        request_export(actor=actor, tournament_id=event.tournament.pk, language="en")
        for actor in (PUBLIC, player_actor(event.entry(CHILD)), make_actor())
    ]
    assert len({export.pk for export in asked}) == 1
    book = export_of(event.tournament, player_actor(event.entry(CHILD)))
    assert CHILD not in all_text(book)
    assert rows_of(book, "Decklists") == []


@pytest.mark.parametrize("role", ["organiser", "judge", "scorekeeper"])
def test_each_role_gets_the_lists_it_may_see(event: FinishedEvent, role: str) -> None:
    actor = staff_actor(event.tournament, role)
    book = export_of(event.tournament, actor)
    owners = {row["Player"] for row in rows_of(book, "Decklists")}
    assert owners == ({CHILD, "Bob", FORMULA} if role != "scorekeeper" else set())
    assert may(actor, Action.VIEW_ALL_DECKLISTS, event.tournament) == bool(owners)
    assert CHILD in all_text(book)
    for row in rows_of(book, "Decklists"):
        assert row["Section"] in ("Main deck", "Sideboard")
        assert row["Verdict"] == "Not legal"
        assert isinstance(row["Count"], int)


def test_public_lists_are_there_for_everybody_after_the_end(event: FinishedEvent) -> None:
    event.tournament.lists_public = True
    event.tournament.save()
    owners = {row["Player"] for row in rows_of(export_of(event.tournament, PUBLIC), "Decklists")}
    assert owners == {masked(event), "Bob", FORMULA}
    reopen_tournament(actor=event.owner, tournament_id=event.tournament.pk)
    assert rows_of(export_of(event.tournament, PUBLIC), "Decklists") == []


def test_headers_and_words_are_in_the_language_asked_for(event: FinishedEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def translated(text: str) -> str:
        asked.append(get_language() or "")
        return f"{text}, {asked[-1]}"

    monkeypatch.setattr(result_sheets, "_", translated)
    Export.objects.all().delete()
    for language in ("zh-hans", "en"):
        book = export_of(event.tournament, event.owner, language)
        assert book.sheetnames[0] == f"Standings, {language}"
    assert set(asked) == {"zh-hans", "en"}
    monkeypatch.undo()
    Export.objects.all().delete()
    chinese = all_text(export_of(event.tournament, event.owner, "zh-hans"))
    assert "双方同时输掉" in chinese
    assert "结束时间" in chinese
    assert "Both lost at once" not in chinese


def test_drafts_are_for_those_who_run_rounds() -> None:
    tournament = start_event(4)
    pair(tournament)
    assert "Round 1" in export_of(tournament, owner_of(tournament)).sheetnames
    for actor in (PUBLIC, staff_actor(tournament, "judge")):
        assert export_of(tournament, actor).sheetnames == ["Standings", "Games", "Decklists", "Event"]


def test_an_event_that_has_not_started_and_one_without_anybody_can_be_exported() -> None:
    tournament = make_event()
    assert rows_of(export_of(tournament, PUBLIC), "Standings") == []
    enter(tournament, *NAMES)
    rows = rows_of(export_of(tournament, PUBLIC), "Standings")
    assert {row["Player"] for row in rows} >= {"Alexander", LEAVER}
    assert {row["Points"] for row in rows} == {0}


def test_a_round_under_way_shows_what_there_is() -> None:
    tournament = start_event(5, best_of=1)
    match = publish(tournament).matches.order_by("table").first()
    assert match is not None
    play_game(match, 2, details_known=False)
    rows = rows_of(export_of(tournament, owner_of(tournament)), "Round 1")
    assert [row["Result"] for row in rows] == ["Played", "Open", "Bye"]
    assert rows[0]["Winner"] == match.player2.name
    assert rows[2]["Games of player 1"] == 1
    (game,) = rows_of(export_of(tournament, owner_of(tournament)), "Games")
    assert (game["Details"], game["Had the choice"], game["First player"]) == ("Only the result is known", None, None)
