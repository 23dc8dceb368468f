"""An object of an archive file as it is read, and what the numbers and texts in it are limited to."""

from __future__ import annotations

from collections.abc import Mapping

from cardpool.intake.problems import Problem, ProblemCode, TableFault
from cardpool.intake.strict_table import StrictTable
from tournaments.archive.json_text import is_control

MAX_NAME = 300
MAX_GAMES = 99
MAX_ROUNDS = 1000
MAX_POINTS = 10**9

MAX_INTEGER = 2**53 - 1
"""The largest whole number every JSON reader keeps exactly."""


class ArchiveTable(StrictTable):
    """An object of the file. Keys that begin with `x-` belong to the program that wrote them."""

    WORD = "an object"
    WORDS = "a list of objects"
    FOREIGN = "x-"

    def name(self, key: str) -> str:
        """One line of text, empty where there is none."""
        found = self.text(key, default="", empty=True, at_most=MAX_NAME)
        if control := next(filter(is_control, found), None):
            wanted, shown = "text without control characters", f"U+{ord(control):04X}"
            self.problem(key, TableFault.OUT_OF_RANGE, wanted=wanted, found=shown)
        return found


class Found(list[Problem]):
    """The problems found so far."""

    def report(self, path: str, code: ProblemCode, facts: Mapping[str, str]) -> None:
        """Take one, as readers of tables report."""
        self.append(Problem(path, code, facts))


def required_integer(table: ArchiveTable, key: str, *, at_least: int, at_most: int) -> int | None:
    """A number that has to be there; None where it is at fault, so that nothing else is taken for the same number."""
    if not table.has(key):
        table.problem(key, TableFault.MISSING_KEY)
    return table.integer(key, default=None, at_least=at_least, at_most=at_most)
