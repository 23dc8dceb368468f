"""What the divisions of an event must be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from accounts.refusals import Refusal
from accounts.visible_names import first_hidden, is_readable
from tournaments.play.divisions import (
    FIRST_YEAR,
    LAST_YEAR,
    MAX_CODE,
    MAX_DIVISIONS,
    MAX_NAME,
    Division,
    overlapping,
)

CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def division_problems(divisions: Sequence[Division]) -> list[Refusal]:
    """Everything about the divisions that cannot be accepted, each a refusal of the field `divisions`.

    Codes `too_many_divisions`, `one_division`, `division_name`, `division_code`, `division_years`, `division_twice`,
    `divisions_overlap`.
    """
    if not divisions:
        return []
    if len(divisions) > MAX_DIVISIONS:
        return [_wrong("too_many_divisions", limit=MAX_DIVISIONS)]
    if len(divisions) == 1:
        return [_wrong("one_division")]
    problems = [problem for one in divisions for problem in _alone(one)]
    for names in ([one.code for one in divisions], [one.zh for one in divisions], [one.en for one in divisions]):
        again = next((name for place, name in enumerate(names) if name in names[:place]), None)
        if again is not None and not problems:
            problems.append(_wrong("division_twice", name=again))
    if not problems and (pair := overlapping(divisions)) is not None:
        problems.append(_wrong("divisions_overlap", one=pair[0].zh, other=pair[1].zh))
    return problems


def _alone(one: Division) -> list[Refusal]:
    """What is wrong with one division by itself."""
    if not CODE.fullmatch(one.code) or len(one.code) > MAX_CODE:
        return [_wrong("division_code", value=one.code[:MAX_CODE])]
    for name in (one.zh, one.en):
        if not is_readable(name) or len(name) > MAX_NAME or first_hidden(name):
            return [_wrong("division_name", name=name[:MAX_NAME], limit=MAX_NAME)]
    years = [year for year in (one.born_from, one.born_to) if year is not None]
    if years != sorted(years) or not all(FIRST_YEAR <= year <= LAST_YEAR for year in years):
        return [_wrong("division_years", name=one.zh, first=FIRST_YEAR, last=LAST_YEAR)]
    return []


def _wrong(code: str, **facts: Any) -> Refusal:
    return Refusal(code, field="divisions", **facts)
