"""What an organiser does at the desk, using only its pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, expect

from tests.flows.browsers import Visitor
from tests.flows.planned_matches import DRAWN, PlannedGame, PlannedMatch


@dataclass(frozen=True)
class Table:
    """One table as the round's page at the desk shows it; `path` is its result page."""

    number: int
    one: str
    two: str
    path: str


class DeskHands:
    """The organiser of one event at its desk."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.code = ""

    def open_event(self, name: str) -> None:
        """Best of three, four rounds, top 4, decklists required."""
        self.visitor.go("tournament_new")
        start = timezone.localtime(timezone.now() + timedelta(days=1))
        self.visitor.fill(
            name=name, starts_at=f"{start:%Y-%m-%dT%H:%M}", place="一号店", best_of="3", planned_rounds="4", top_cut="4"
        )
        self.visitor.fill(decklists_required=True, game_one_choice="higher_seed")
        self.visitor.submit("starts_at")
        found = re.search(r"/t/([^/]+)/", self.page.url)
        assert found is not None, self.page.url
        self.code = found[1]

    def add_staff(self, username: str, role: str) -> None:
        self.visitor.go("desk_staff", self.code)
        self.page.locator("main input[name=username]:not([type=hidden])").fill(username)
        self.page.locator("main select[name=role]").select_option(role)
        form = self.page.locator("main form").filter(has=self.page.locator("select[name=role]"))
        self.visitor.send(form)
        expect(self.page.get_by_role("rowheader", name=username)).to_be_visible()

    def paste_names(self, names: list[str]) -> None:
        self.visitor.go("desk_entries_paste", self.code)
        self.visitor.fill(names="\n".join(names))
        self.visitor.submit("names")
        self.page.locator("main button[name=action][value=add]").click()
        for name in names:
            self.visitor.reads(name)

    def entry_numbers(self) -> dict[str, int]:
        """The key of each entry by name, from the links of the entry list."""
        self.visitor.go("desk_entries", self.code)
        links = self.page.locator("#entry-list tbody th a").all()
        return {link.inner_text(): int(str(link.get_attribute("href")).rstrip("/").split("/")[-1]) for link in links}

    def check_in(self, names: list[str]) -> None:
        self.visitor.go("desk_entries", self.code)
        for name in names:
            row = self.page.get_by_role("row").filter(has=self.page.get_by_role("link", name=name, exact=True))
            row.locator("button[name=present]").click()
            expect(row.locator("button[name=present]")).to_have_attribute("aria-pressed", "true")

    def start(self) -> None:
        self.visitor.go("desk_start", self.code)
        self.visitor.send(self.page.locator("main form").filter(has=self.page.get_by_role("button", name="Start")))

    def pair_and_publish(self, number: int) -> list[Table]:
        """The tables of the next round, paired as a draft and published."""
        self.visitor.go("desk", self.code)
        self.visitor.press("desk_pair", self.code)
        self.visitor.reads("Draft pairings")
        self.visitor.press("desk_round_publish", self.code, number)
        return self.tables(number)

    def tables(self, number: int) -> list[Table]:
        self.visitor.go("desk_round", self.code, number)
        found = []
        for row in self.page.locator("[data-table][data-one][data-two]").all():
            one, two = str(row.get_attribute("data-one")), str(row.get_attribute("data-two"))
            path = str(row.locator("a").first.get_attribute("href"))
            found.append(Table(int(row.get_attribute("data-table") or 0), one, two, path))
        assert found
        return found

    def bye_of(self, number: int) -> list[str]:
        """Who has a bye, as the round's page says."""
        self.visitor.go("desk_round", self.code, number)
        lines = [line.inner_text() for line in self.page.locator(".byes li").all()]
        return [line.removeprefix("Bye").strip() for line in lines if line.startswith("Bye")]

    def complete(self, number: int) -> None:
        self.visitor.go("desk_round", self.code, number)
        self.visitor.press("desk_round_complete", self.code, number)

    def report_games(self, table: Table, plan: PlannedMatch) -> None:
        """Game by game on the table's page, which says before each later game who chooses."""
        self.page.goto(table.path)
        for game in plan.games:
            if game.number > 1:
                ruling = self.page.get_by_role("region", name="Who chooses next")
                expect(ruling).to_contain_text((table.one, table.two)[game.chooser - 1])
                expect(ruling).to_contain_text("1.2.2a")
            self.fill_game(game)
            self.send_game()
            self.visitor.reads(f"Game {game.number} is recorded.")
        if plan.on_time:
            self.visitor.send(self.page.locator('form[action$="/time/"]'))
            self.visitor.reads("ended on time")
        self.expect_score(plan)

    def fill_game(self, game: PlannedGame, *, chooser: int | None = None) -> None:
        """Choose what happened, with another chooser than the rule's if one is given."""
        form = self.page.locator("form[data-game-form]")
        if form.locator("[name=method]").count():
            form.locator("[name=method]").select_option("rps")
        result = "draw" if game.winner == DRAWN else str(game.winner)
        for name, value in (("chooser", str(chooser or game.chooser)), ("choice", game.choice), ("result", result)):
            form.locator(f'input[name={name}][value="{value}"] + label').click()
        form.locator("[name=ending]").select_option(game.ending)

    def send_game(self) -> None:
        self.visitor.send(self.page.locator("form[data-game-form]"), button="button[type=submit]")

    def expect_score(self, plan: PlannedMatch) -> None:
        wins1, wins2, drawn = plan.score
        score = f"{wins1}–{wins2}–{drawn}" if drawn else f"{wins1}–{wins2}"
        expect(self.page.locator(".big-score")).to_have_text(score)

    def type_result(self, table: Table, plan: PlannedMatch) -> None:
        """One typed line at the desk: table, games won, games won, games drawn, and `t` when time ran out."""
        if not self.page.url.endswith(reverse("desk", args=[self.code])):
            self.visitor.go("desk", self.code)
        wins1, wins2, drawn = plan.score
        digits = f"{wins1}{wins2}{drawn or ''}"
        self.page.locator("#typed").fill(f"{table.number} {digits}" + (" t" if plan.on_time else ""))
        self.page.locator("#typed").press("Enter")
        row = self.page.locator(f'[data-table="{table.number}"]').first
        expect(row).to_contain_text(f"{wins1}–{wins2}")
        expect(self.page.locator("#typed")).to_have_value("")

    def correct_score(self, table: Table, wins1: int, wins2: int, reason: str) -> None:
        """Correct a past result by its score; the page then keeps the old one and the reason."""
        self.page.goto(table.path)
        form = self.page.locator('form[action$="/correct/"]').filter(has=self.page.locator('[value="score"]'))
        self.page.locator("details").filter(has=form).locator("summary").click()
        form.locator("[name=wins1]").fill(str(wins1))
        form.locator("[name=wins2]").fill(str(wins2))
        form.locator("[name=draws]").fill("0")
        form.locator("[name=reason]").fill(reason)
        self.visitor.send(form)
        self.visitor.reads(reason)

    def open_tables(self) -> list[int]:
        """The tables whose slips are still to come, as the page for a stack of them says."""
        self.visitor.go("desk_batch", self.code)
        return [int(number) for number in self.page.locator(".panel p.figures").inner_text().split(",")]

    def stack_of(self, tables: list[int]) -> Locator:
        """The button that enters the slips of these tables, a 2–0 each."""
        self.visitor.go("desk_batch", self.code)
        self.visitor.fill(lines="\n".join(f"{table} 20" for table in tables))
        return self.page.get_by_role("button", name="Enter the slips")

    def sending(self, field: str) -> Locator:
        """The button of the form that holds a field."""
        form = self.page.locator("main form").filter(has=self.page.locator(f'[name="{field}"]'))
        return form.locator("button[type=submit]").first
