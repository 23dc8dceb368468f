"""The table of aims and what was measured. A run of some scenes replaces their rows and leaves the others."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

NOTE = (
    "Phones, scorekeepers and the site share the cores. Half of the phones are players with the session of a personal "
    "link, who ask for their own parts as an open page does. Load: the machine's average in the minute before each run "
    "(well above 0: other programs used the cores, too)."
)
HEAD = ("| what | aim | before | measured | | runs, load, commit |", "|---|---|---|---|---|---|")


@dataclass(frozen=True)
class Row:
    """One row: what was done, the aim, what was measured, whether it holds, in which circumstances, and what was
    measured on two cores before pages were kept and streams announced."""

    what: str
    aim: str
    measured: str
    holds: bool
    circumstances: str = ""
    before: str = "–"

    def __str__(self) -> str:
        verdict = "holds" if self.holds else "**missed**"
        return f"| {self.what} | {self.aim} | {self.before} | {self.measured} | {verdict} | {self.circumstances} |"


def median(runs: Sequence[float]) -> float:
    """The middle one of the runs."""
    return statistics.median(runs)


def table(rows: Sequence[Row], *, kept: str = "") -> str:
    """The rows as Markdown; of `kept`, an earlier table, those rows that were not measured now, in their places."""
    now = {row.what: str(row) for row in rows}
    before = {line.split("|")[1].strip(): line for line in kept.splitlines() if line.startswith("| ")}
    before.pop("what", None)
    lines = [now.get(what, line) for what, line in before.items()]
    lines += [line for what, line in now.items() if what not in before]
    return "\n".join([NOTE, "", *HEAD, *lines])
