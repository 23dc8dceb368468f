"""The sheets of what was played: they claim no order nobody noted, and the percentages follow from them alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from statistics import mean
from typing import Any

import pytest
from django.utils import translation

from cardpool.queries import pack_of
from tests.people_and_events import owner_of
from tests.running_events import finish_round, play_game, publish, score, start_cut, start_event, swiss_over
from tests.tournaments.services.recorded import at
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.exports.game_sheets import game_rows, games_sheet
from tournaments.exports.result_sheets import round_sheet, standings_sheet
from tournaments.exports.sheet import Sheet
from tournaments.models import Registration, Tournament
from tournaments.queries.rounds import matches_of
from tournaments.queries.standings import standings_of
from tournaments.services.penalties import give_penalty
from tournaments.services.results import record_outcome
from tournaments.services.rounds import complete_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


LEAST = Fraction(33, 100)


def name(entry: Registration) -> str:
    return entry.name


def rows_of(sheet: Sheet) -> list[dict[str, Any]]:
    return [dict(zip((column.header for column in sheet.columns), row, strict=True)) for row in sheet.rows]


def played_in_every_way() -> Tournament:
    """Two rounds of eleven in which tables end in all the ways there are."""
    tournament = start_event(11, planned_rounds=3)
    owner = owner_of(tournament)
    declared = [
        ("no_show", 2),
        ("match_loss", 1),
        ("judge_award", 2),
        ("intentional_draw", None),
        ("double_loss", None),
    ]
    for turned in (False, True):
        round_ = publish(tournament)
        for match, (outcome, seat) in zip(
            round_.matches.order_by("table"), declared[:: -1 if turned else 1], strict=True
        ):
            if outcome in ("match_loss", "judge_award", "double_loss") and turned:
                play_game(match, 1)
            record_outcome(**at(match, owner, outcome=outcome, winner_seat=seat))
        complete_round(actor=owner, round_id=round_.pk)
    round_ = publish(tournament)
    for match, games in zip(round_.matches.order_by("table"), [(2, 1), (1, 1), (0, 2), (1, 0), (1, 1, 1)], strict=True):
        score(match, *games)
    complete_round(actor=owner, round_id=round_.pk)
    return tournament


def share(won: int, drawn: int, of: int) -> Fraction:
    return max(LEAST, Fraction(3 * won + drawn, 3 * of)) if of else LEAST


class Record:
    """What the rounds' sheets say of one player: matches and games won, lost, drawn; whom they met."""

    def __init__(self) -> None:
        self.matches, self.games, self.met = [0, 0, 0], [0, 0, 0], list[str]()

    def add(self, result: int, games: Iterable[int], opponent: str | None) -> None:
        self.matches[result] += 1
        self.games = [old + new for old, new in zip(self.games, games, strict=True)]
        self.met += [opponent] if opponent else []

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        won, lost, drawn = self.matches
        games_won, games_lost, games_drawn = self.games
        games = games_won + games_lost + games_drawn
        return share(won, drawn, won + lost + drawn), share(games_won, games_drawn, games)


def test_every_percentage_follows_from_the_rounds_sheets() -> None:
    tournament = played_in_every_way()
    found: dict[str, Record] = defaultdict(Record)
    for round_ in tournament.rounds.order_by("number"):
        for row in rows_of(round_sheet(round_, matches_of(round_), name, reasons=False)):
            one, two = row["Player 1"], row["Player 2"]
            won, lost, drawn = row["Games of player 1"], row["Games of player 2"], row["Drawn games"]
            both = re.search(r"0–(\d) for each", row["Result"])
            result = {one: 0, two: 1}.get(row["Winner"], 1 if both else 2)
            found[one].add(result, (0, int(both[1]), 0) if both else (won, lost, drawn), two)
            if two is not None:
                turned = (0, int(both[1]), 0) if both else (lost, won, drawn)
                found[two].add({0: 1, 1: 1 if both else 0, 2: 2}[result], turned, one)
    standings = rows_of(standings_sheet(standings_of(tournament), name, finished=False))
    assert len(standings) == 11
    for row in standings:
        mine = found[row["Player"]]
        met = [found[opponent].shares for opponent in mine.met]
        exact = (mean(one for one, _ in met), mine.shares[1], mean(two for _, two in met))
        assert [value for head, value in row.items() if head.endswith(" %)")] == pytest.approx(
            [float(part) for part in exact]
        ), row


def test_games_of_a_bare_score_stand_without_a_number() -> None:
    tournament = start_event(6, planned_rounds=1)
    round_ = publish(tournament)
    bare, mixed, punished = round_.matches.order_by("table")
    score(bare, 1, 2)
    play_game(mixed, 2, chooser_seat=1, choice="first")
    score(mixed, 2, 1)
    judge, entry = owner_of(tournament), punished.player1
    give_penalty(
        actor=judge,
        registration_id=entry.pk,
        infraction="tardiness",
        level="game_loss",
        match_id=punished.pk,
        apply=True,
    )
    games = game_rows(round_, matches_of(round_), name, pack_of(tournament.ruleset), reasons=False)
    sheet = games_sheet(list(games), {})
    written = [(row["Table"], row["Game"], row["Winner"], row["Details"]) for row in rows_of(sheet)]
    only = "Only the result is known"
    assert written == [
        (1, "unknown", bare.player1.name, only),
        (1, "unknown", bare.player2.name, only),
        (1, 3, bare.player2.name, only),
        (2, 1, mixed.player2.name, "Known"),
        (2, 2, mixed.player1.name, only),
        (2, 3, mixed.player1.name, only),
        (3, 1, punished.player2.name, "Lost by a penalty"),
    ]


def test_the_sheet_of_a_round_marks_its_feature_tables() -> None:
    tournament = start_event(6, planned_rounds=1, feature_tables="2")
    round_ = publish(tournament)
    sheet = rows_of(round_sheet(round_, matches_of(round_), name, reasons=False))
    assert {row["Table"]: row["Feature table"] for row in sheet} == {1: "", 2: "Yes", 3: ""}


def test_the_sheet_of_the_finals_marks_the_match_for_third_place_and_who_did_not_come() -> None:
    tournament = swiss_over(4, top_cut=4, planned_rounds=2, third_place_match=True)
    semifinals = publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
    assert "Third place" not in rows_of(round_sheet(semifinals, matches_of(semifinals), name, reasons=False))[0]
    finish_round(semifinals)
    finals = publish(tournament)
    third = finals.matches.get(is_third_place=True)
    record_outcome(**at(third, owner_of(tournament), outcome="no_show", winner_seat=1))
    rows = rows_of(round_sheet(finals, matches_of(finals), name, reasons=False))
    marked = {row["Table"]: (row["Third place"], row["Result"]) for row in rows}
    assert marked == {third.table: ("Yes", "No-show"), 3 - third.table: ("", "Open")}


def test_a_place_of_the_bracket_that_nobody_reached_is_no_bye() -> None:
    tournament = swiss_over(8, top_cut=8, planned_rounds=3)
    quarters, owner = publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk), owner_of(tournament)
    record_outcome(**at(quarters.matches.get(bracket_slot=0), owner, outcome="double_loss", winner_seat=None))
    for slot in (1, 2, 3):
        score(quarters.matches.get(bracket_slot=slot), 2, 0)
    complete_round(actor=owner, round_id=quarters.pk)
    semifinals = publish(tournament)
    rows = rows_of(round_sheet(semifinals, matches_of(semifinals), name, reasons=False))
    through = quarters.matches.get(bracket_slot=1).player1.name
    assert [(row["Player 1"], row["Result"]) for row in rows if row["Table"] is None] == [
        (through, "Advances: nobody on the other side")
    ]
    desk = DeskVisitor(tournament, owner)
    for page in (words_of(desk.get("tournament_bracket")), words_of(desk.get("desk_paper", "bracket"))):
        assert page.count("nobody") == 2, "in the drawing and in the list"
        assert "Bye" not in page
