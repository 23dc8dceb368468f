"""The nine players, how strong each is, and their Swiss rounds: played at the desk and compared with a second table."""

from __future__ import annotations

import re
from fractions import Fraction

from playwright.sync_api import expect

from tests.flows.desk_hands import DeskHands, Table
from tests.flows.independent_table import IndependentTable
from tests.flows.planned_matches import DRAWN, PlannedMatch, games_won_by, planned_match, strengths

LINKED, ACCOUNTED, DROPPING, LATE = "王子轩", "Alexander", "Zoe", "Late Lee"
PASTED = ["李浩然", "张梓涵", "陈欣怡", "Bob", "=1+1", "Eve", DROPPING]
NINE = [LINKED, ACCOUNTED, *PASTED]
STRENGTHS = strengths([*NINE[:6], LATE, *NINE[6:]])


class SwissRounds:
    """Plays rounds and keeps the independent table; after each one the public table must say the same."""

    def __init__(self, desk: DeskHands, table: IndependentTable) -> None:
        self.desk, self.table = desk, table

    def play(self, number: int, *, by_games: bool = False) -> list[Table]:
        """One round: every game on the tables' pages, or one typed line for each table."""
        tables = self.desk.pair_and_publish(number)
        for name in self.desk.bye_of(number):
            self.table.bye(number, name)
        for table in tables:
            plan = plan_for(number, table)
            if by_games and table.number == 1:
                self.contradict_the_rule(table, plan)
            elif by_games:
                self.desk.report_games(table, plan)
            else:
                self.desk.type_result(table, plan)
            self.table.match(number, table.one, table.two, *plan.score)
        self.desk.complete(number)
        self.expect_standings(number)
        return tables

    def contradict_the_rule(self, table: Table, plan: PlannedMatch) -> None:
        """The winner of game 1 must not have the choice in game 2: refused by clause, then corrected."""
        desk = self.desk
        desk.page.goto(table.path)
        desk.fill_game(plan.games[0])
        desk.send_game()
        desk.fill_game(plan.games[1], chooser=3 - plan.games[1].chooser)
        desk.send_game()
        alert = desk.page.locator("main [role=alert]").first
        expect(alert).to_contain_text("1.2.2a")
        expect(desk.page.locator(".game-list > li")).to_have_count(1)
        for game in plan.games[1:]:
            desk.fill_game(game)
            desk.send_game()
        desk.expect_score(plan)

    def expect_standings(self, number: int) -> None:
        """Order, points and the three percentages, as printed on the public page."""
        page = self.desk.page
        self.desk.visitor.go("tournament_standings", self.desk.code, number)
        rows = page.locator("#standings tr").all()
        shown = {str(row.get_attribute("data-name")): row for row in rows}
        lines = self.table.lines()
        assert set(shown) == {line.name for line in lines}
        for line in lines:
            row = shown[line.name]
            assert row.locator("td.rank").inner_text() == str(line.rank), line
            assert row.locator("td.points").inner_text() == str(line.points), line
            percents = [re.findall(r"\d+\.\d+", cell) for cell in row.locator("a.cell-link").all_inner_texts()]
            assert percents == [[printed(value)] for value in (line.omw, line.gw, line.ogw)], line


def plan_for(number: int, table: Table, *, decisive: bool = False) -> PlannedMatch:
    """Round 1, however paired: a drawn game at table 1 alone, time runs out at table 2; later strengths decide."""
    one, two = STRENGTHS[table.one], STRENGTHS[table.two]
    strong = 1 if one < two else 2
    if number == 1 and table.number == 1:
        return PlannedMatch(games_won_by(strong, DRAWN, strong, chooser=strong))
    if number == 1 and table.number == 2:
        return PlannedMatch(games_won_by(strong, 3 - strong, chooser=3 - strong), on_time=True)
    if number == 1:
        return PlannedMatch(games_won_by(strong, strong, chooser=3 - strong))
    return planned_match(one, two, decisive=decisive)


def printed(value: Fraction) -> str:
    """Percent with two decimals, half up."""
    hundredths = (value.numerator * 20_000 + value.denominator) // (2 * value.denominator)
    return f"{hundredths // 100}.{hundredths % 100:02}"
