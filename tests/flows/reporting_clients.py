"""People who report games over HTTP at the same time, each recording exactly what the site has acknowledged.

A client owns some tables and reports them game by game in turn. An answer of 2xx is recorded before the next request is
sent; a request without an answer is recorded as open: it may have been saved or not, but never in part.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Condition, Event, Thread
from typing import Any

PATIENCE = 60.0
ENDINGS = ("damage", "empty_deck_draw", "card_effect")


class Refused(Exception):
    """The site answered, and not with 2xx."""


class Asker:
    """JSON requests with one personal token, each on a connection of its own."""

    def __init__(self, base_url: str, token: str) -> None:
        self.base_url = base_url + "/api/v1/"
        self.token = token

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self._ask("POST", path, json.dumps(body or {}).encode())

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        """The answer's JSON. Raises Refused for any other status, OSError or HTTPException if there was no answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.base_url + path, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as problem:
            raise Refused(f"{method} {path}: {problem.code} {problem.read()[:400]!r}") from None


@dataclass
class TableNotes:
    """What one client knows of one table. `acknowledged` are the winners' seats of the games the site confirmed.

    `unsure`: an answer was lost, and the game was not there yet when the client looked. It may still have been on its
    way: the database finishes a commit it has begun even if the web process was killed.
    """

    match: int
    plan: Sequence[int]
    version: int
    acknowledged: list[int] = field(default_factory=list)
    open_request: bool = False
    unsure: bool = False

    @property
    def is_done(self) -> bool:
        return len(self.acknowledged) == len(self.plan)

    def next_game(self) -> dict[str, Any]:
        """The next game by the rule: seat 1 wins the method, then the loser of the game before chooses."""
        number, before = len(self.acknowledged), self.acknowledged[-1:]
        chooser = 3 - before[0] if before else 1
        return {
            "chooser_seat": chooser,
            "method": "" if before else "rps",
            "choice": "second" if (self.match + number) % 3 == 0 else "first",
            "winner_seat": self.plan[number],
            "ending": ENDINGS[(self.match + number) % len(ENDINGS)],
        }


class Acknowledgements:
    """Counts 2xx answers over all clients, so that a test can wait for the middle of the work."""

    def __init__(self) -> None:
        self.count = 0
        self.fault: BaseException | None = None
        self.condition = Condition()

    def add(self) -> None:
        with self.condition:
            self.count += 1
            self.condition.notify_all()

    def give_up(self, fault: BaseException) -> None:
        with self.condition:
            self.fault = fault
            self.condition.notify_all()

    def wait_for(self, count: int) -> None:
        """Wait for `count` acknowledgements, or raise what a client failed with."""
        with self.condition:
            came = self.condition.wait_for(lambda: self.fault is not None or self.count >= count, PATIENCE)
            if self.fault is not None:
                raise self.fault
            assert came, f"only {self.count} acknowledged"


class ReportingClient(Thread):
    """One scorekeeper's device. `persistent`: after a lost answer, look at the table and continue; else stop."""

    def __init__(
        self, asker: Asker, code: str, tables: Sequence[TableNotes], heard: Acknowledgements, *, persistent: bool
    ) -> None:
        super().__init__(daemon=True)
        self.asker, self.code, self.tables, self.heard, self.persistent = asker, code, tables, heard, persistent
        self.lost_answers = 0
        self.pause = Event()

    def run(self) -> None:
        try:
            while open_tables := [table for table in self.tables if not table.is_done]:
                for table in open_tables:
                    self._report(table)
        except (OSError, HTTPException):
            self.lost_answers += 1
        except BaseException as fault:
            self.heard.give_up(fault)

    def _report(self, table: TableNotes) -> None:
        body = {"expected_version": table.version, "game": table.next_game()}
        table.open_request = True
        try:
            answer = self.asker.post(f"tournaments/{self.code}/matches/{table.match}/games/", body)
        except (OSError, HTTPException):
            if not self.persistent:
                raise
            self.lost_answers += 1
            self._look_again(table)
        except Refused as refused:
            if not (table.unsure and "match_changed" in str(refused)):
                raise
            self._look_again(table)
        else:
            self._note(table, answer)

    def _look_again(self, table: TableNotes) -> None:
        """Find out from the table what became of the request without an answer. If that fails too, it is repeated."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.asker.get(f"tournaments/{self.code}/matches/{table.match}/")
                break
            except (OSError, HTTPException):
                if time.monotonic() > deadline:
                    raise
                self.pause.wait(0.1)
        assert answer["version"] in (table.version, table.version + 1), (table, answer)
        if answer["version"] == table.version:
            table.open_request, table.unsure = False, True
        else:
            self._note(table, answer)

    def _note(self, table: TableNotes, answer: Any) -> None:
        table.acknowledged.append(table.plan[len(table.acknowledged)])
        table.version = answer["version"]
        table.open_request = table.unsure = False
        self.heard.add()
