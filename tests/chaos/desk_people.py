"""The people of a chaos run who change what decks are judged by: cards and restrictions."""

from __future__ import annotations

import re
from typing import Any

from tests.chaos.moments import NoAnswer
from tests.chaos.opening import GAME
from tests.chaos.people import Notes, Person
from tests.chaos.visiting import Visitor

AT_WORK = re.compile(r'class="panel"\s+hx-get')
"""What the page of an import that has not ended asks for itself with."""


MAX_NUMBERS = 7_000
"""Different card numbers; then imports bring the first ones again, with other names."""


class Importer(Person):
    """Uploads card files at the desk, previews and imports them; after each import all open decks are judged again."""

    ROWS = 90
    page = f"/desk/games/{GAME}/import/"

    def __init__(self, visitor: Visitor, notes: Notes) -> None:
        super().__init__(visitor, notes)
        self.count = 0

    def work(self) -> None:
        self.count += 1
        places = [(self.count * self.ROWS + at) % MAX_NUMBERS for at in range(self.ROWS)]
        numbers = [f"HBU{20 + place // 90:02}-A{1 + place % 90:02}" for place in places]
        table = "编号,名称\n" + "".join(f"{number},卡{number}的{self.count}\n" for number in numbers)
        answer = self.visitor.send_form(self.page, {"cards.csv": table.encode()}, format="table")
        if answer.status != 302 or self.page not in answer.headers.get("Location", ""):
            self.refused(answer, "bringing card files")
            self.moments.over.wait(1)
            return
        key = answer.headers["Location"].removeprefix(self.page).split("/")[0]
        self._until_over(key, "preview", "previewed")
        if self._until_over(key, "run", "done"):
            self.notes.imports[key] = numbers
            self.notes.changes.append((key, "imported"))
            self.moments.acknowledge("importing")
        self.moments.over.wait(2)

    def _until_over(self, key: str, step: str, good: str) -> bool:
        """Request a step of the import and wait for its end; returns whether it succeeded."""
        self._ask_until_taken(key, step)
        while not self.moments.over.is_set():
            page = self.visitor.get_until(f"{self.page}{key}/").body.decode()
            if not AT_WORK.search(page):
                is_good = ("Import now" in page) if good == "previewed" else ("in the pool" in page)
                if not is_good:
                    self.moments.wrong.append(f"import {key} did not end as {good}")
                return is_good
            self.moments.over.wait(0.3)
        return False

    def _ask_until_taken(self, key: str, step: str) -> None:
        while not self.moments.over.is_set():
            try:
                answer = self.visitor.send_form(f"{self.page}{key}/{step}/")
            except NoAnswer:
                self.moments.over.wait(0.3)
                continue
            if answer.status == 302 or answer.status == 409:  # It was accepted after all.
                return
            self.refused(answer, f"import: {step}")
            self.moments.over.wait(0.5)


class Keeper(Person):
    """Bans a card that every open deck plays, and withdraws the ban; after each all open decks are judged again."""

    CARD = "HBU01-A01"
    lists = f"/api/v1/games/{GAME}/restriction-lists/"
    SINCE = "2026-01-01"

    def work(self) -> None:
        """Do the opposite of what holds now: what an unanswered request did is seen there."""
        standing = banned_by(self.visitor)
        if standing is None:
            entries = [{"kind": "banned", "cards": [self.CARD]}]
            facts: dict[str, Any] = {"name": "Chaos", "effective_from": self.SINCE, "entries": entries}
            answer, what = self.visitor.post(self.lists, facts), "added"
        else:
            answer = self.visitor.post(f"{self.lists}{standing}/withdrawal/", {"reason": "Chaos"})
            what = "withdrawn"
        if answer.is_yes:
            self.notes.changes.append((str(answer.json()["id"]), what))
            self.moments.acknowledge("judging again")
        elif answer.status != 409:
            self.refused(answer, f"a list of restrictions to be {what}")
        self.moments.over.wait(3)


def banned_by(visitor: Visitor) -> int | None:
    """The list that bans the card at this moment, by its id."""
    lists = visitor.get_until(Keeper.lists).json()
    return next((int(one["id"]) for one in lists if one["state"] == "in_force"), None)
