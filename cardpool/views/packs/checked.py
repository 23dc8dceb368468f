"""What checking a draft found, as its pages show it: mistakes with their places, and from when it would be in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from cardpool.services.pack_drafts import DraftCheck
from cardpool.wording.pack_problems import say_problem

MAX_PROBLEMS = 200


@dataclass(frozen=True)
class ShownProblem:
    """A mistake. `box` is the text it stands in: `pack`, `cards`; `line` is 0 if it has none."""

    box: str
    line: int
    path: str
    sentence: str


def show_problems(result: DraftCheck) -> tuple[ShownProblem, ...]:
    """Every mistake with its place, in the order of the text; only the first of very many."""
    rows = [
        ShownProblem(
            "cards" if problem.source == "cards.csv" else "pack", problem.line or 0, problem.path, say_problem(problem)
        )
        for problem in result.checked.problems
    ]
    rows += [ShownProblem("pack", one.line or 0, one.path, say_problem(one)) for one in result.against]
    rows.sort(key=lambda row: (row.box != "pack", row.line, row.path))
    return tuple(rows[:MAX_PROBLEMS])


def in_force_words(result: DraftCheck, today: date) -> tuple[str, bool]:
    """From when the checked pack will be in force, in a sentence, and whether that needs attention."""
    pack, before = result.checked.pack, result.before
    assert pack is not None
    facts: dict[str, Any] = {"version": pack.version, "day": pack.effective}
    if before is None:
        if pack.effective > today:
            return _("In force from %(day)s. As the first version it applies to earlier days as well.") % facts, False
        return _("In force from %(day)s.") % facts, False
    facts |= {"before": before.version, "since": before.effective_from}
    if pack.effective > today:
        return _("In force from %(day)s; until then version %(before)s holds.") % facts, False
    if pack.effective < before.effective_from:
        said = _("It will not come into force: version %(before)s is in force from %(since)s, which is later.")
        return said % facts, True
    return _("In force from %(day)s: at once, in place of version %(before)s.") % facts, False
