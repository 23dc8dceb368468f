"""The people of a chaos run, each a thread that acts through HTTP and records what the site has acknowledged.

A request without an answer, or with "not now", may have been carried out or not: they look, and continue from what is
there.
"""

from __future__ import annotations

import io
import zipfile
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from tests.chaos.judged import Change
from tests.chaos.moments import PASSING, NoAnswer
from tests.chaos.visiting import Answer, Visitor


@dataclass
class Notes:
    """What was acknowledged, to be compared with what is there at the end."""

    results: dict[tuple[str, int], dict[int, int]] = field(default_factory=dict)
    """For each event and round, the winner's seat by match."""
    published: set[tuple[str, int]] = field(default_factory=set)
    """Event and number of the round."""
    exports: dict[str, str] = field(default_factory=dict)
    """Each requested workbook's key, and its last known state."""
    imports: dict[str, list[str]] = field(default_factory=dict)
    """Each import's key, with the card numbers it has to bring."""
    changes: list[Change] = field(default_factory=list)
    """The acknowledged changes of cards and restrictions."""


class Person(Thread, ABC):
    """Repeats the same work until the run is over; what interrupts it is recorded as wrong."""

    def __init__(self, visitor: Visitor, notes: Notes) -> None:
        super().__init__(daemon=True, name=type(self).__name__)
        self.visitor, self.notes, self.moments = visitor, notes, visitor.moments

    def run(self) -> None:
        while not self.moments.over.is_set():
            try:
                self.work()
            except NoAnswer:
                self.moments.over.wait(0.2)
            except Exception as error:
                self.moments.wrong.append(f"{self.name}: {type(error).__name__}: {error}")
                return

    @abstractmethod
    def work(self) -> None:
        """One unit of the work."""

    def refused(self, answer: Answer, what: str) -> None:
        """Record an unexpected answer, unless it says "not now"."""
        if answer.status not in PASSING:
            self.moments.wrong.append(f"{what}: {answer.status} {answer.body[:200]!r}")


class Organiser(Person):
    """Pairs, publishes and completes rounds, and enters the results of every table, event after event."""

    def __init__(self, visitor: Visitor, notes: Notes, codes: deque[str]) -> None:
        super().__init__(visitor, notes)
        self.codes = codes

    def work(self) -> None:
        """Take the event one step further."""
        code = self.codes[0]
        path = f"/api/v1/tournaments/{code}/"
        rounds = self.visitor.get_until(f"{path}rounds/").json()
        last = rounds[-1] if rounds else {"number": 0, "status": "completed"}
        number = last["number"]
        if last["status"] == "completed":
            self._pair(path, number + 1)
        elif last["status"] == "draft":
            self._publish(code, path, number)
        else:
            self._play(code, path, number)

    def _pair(self, path: str, number: int) -> None:
        answer = self.visitor.post(f"{path}rounds/", {"number": number})
        if answer.status in (400, 409):  # The planned rounds are played, or it was paired after all.
            if len(self.visitor.get_until(f"{path}rounds/").json()) < number:
                self._next_event()
        elif not answer.is_yes:
            self.refused(answer, f"pairing round {number}")

    def _next_event(self) -> None:
        """Continue with the next event; the last stays for those who look at it."""
        if len(self.codes) > 1:
            self.codes.popleft()
        else:
            self.moments.over.wait(0.5)

    def _publish(self, code: str, path: str, number: int) -> None:
        with self.moments.doing("publishing"):
            answer = self.visitor.post(f"{path}rounds/{number}/steps/publish/", {"confirmed": True})
        if answer.is_yes:
            self.notes.published.add((code, number))
            self.moments.acknowledge("publishing")
        elif answer.status != 409:
            self.refused(answer, f"publishing round {number}")

    def _play(self, code: str, path: str, number: int) -> None:
        matches = self.visitor.get_until(f"{path}rounds/{number}/").json()["matches"]
        for match in matches:
            if self.moments.over.is_set():
                return
            if not match["is_complete"]:
                self._report(code, number, path, match)
        answer = self.visitor.post(f"{path}rounds/{number}/steps/complete/")
        if not answer.is_yes and b'"tables_open"' not in answer.body and answer.status != 409:
            self.refused(answer, f"completing round {number}")

    def _report(self, code: str, number: int, path: str, match: dict[str, Any]) -> None:
        winner = 1 + match["id"] % 2
        body = {"expected_version": match["version"], "wins1": int(winner == 1), "wins2": int(winner == 2)}
        with self.moments.doing("reporting"):
            answer = self.visitor.post(f"{path}matches/{match['id']}/score/", body)
        if answer.is_yes:
            self.notes.results.setdefault((code, number), {})[match["id"]] = winner
            self.moments.acknowledge("reporting")
        elif answer.status != 409:
            self.refused(answer, f"reporting match {match['id']}")


class Exporter(Person):
    """Asks for workbooks, waits for each, and opens it."""

    def __init__(self, visitor: Visitor, notes: Notes, codes: tuple[str, ...]) -> None:
        super().__init__(visitor, notes)
        self.codes = codes
        self.count = 0

    def work(self) -> None:
        code = self.codes[self.count % len(self.codes)]
        self.count += 1
        answer = self.visitor.post(f"/api/v1/tournaments/{code}/exports/")
        if not answer.is_yes:
            self.refused(answer, "asking for a workbook")
            self.moments.over.wait(1)
            return
        key = answer.json()["key"]
        self.notes.exports[key] = "asked"
        self.moments.acknowledge("exporting")
        while not self.moments.over.is_set():
            state = self.visitor.get_until(f"/api/v1/exports/{key}/").json()["state"]
            self.notes.exports[key] = state
            if state == "ready":
                self._open(key)
            if state in ("ready", "failed"):
                break
            self.moments.over.wait(0.3)
        self.moments.over.wait(0.5)

    def _open(self, key: str) -> None:
        answer = self.visitor.get_until(f"/api/v1/exports/{key}/file/")
        if answer.status != 200 or zipfile.ZipFile(io.BytesIO(answer.body)).testzip() is not None:
            self.moments.wrong.append(f"workbook {key}: {answer.status}, or it cannot be opened")


class Phone(Person):
    """Looks at public pages, as everybody in the hall does."""

    def __init__(self, visitor: Visitor, notes: Notes, codes: deque[str]) -> None:
        super().__init__(visitor, notes)
        self.codes = codes

    def work(self) -> None:
        code = self.codes[0]
        for path in ("/", f"/t/{code}/", f"/t/{code}/standings/"):
            answer = self.visitor.get(path)
            if not (answer.is_yes or answer.status in PASSING):
                self.moments.wrong.append(f"GET {path}: {answer.status}")
        self.moments.over.wait(0.3)
