"""The tables of a round in a list for each division that plays it by itself, and the links that lead to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Bye, MissedRound, Registration, Tournament
from tournaments.queries.division_places import own_division
from tournaments.queries.division_tables import Line, first_lines
from tournaments.queries.divisions import division_names
from tournaments.queries.rounds import MatchRow
from tournaments.views.sections import Sectioned, section_holding


@dataclass
class Group:
    """What a page shows of one division, by its code; of a round in one list, everything under an empty code."""

    code: str = ""
    name: str = ""
    rows: list[MatchRow] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    through: list[Registration] = field(default_factory=list)
    missed: list[MissedRound] = field(default_factory=list)


@dataclass(frozen=True)
class Jump:
    """A link to the first line of a division."""

    name: str
    address: str


def label_of(tournament: Tournament) -> Callable[[Line], str]:
    """How a line is named where sections are named by their first and last one."""
    names = division_names(tournament)
    return lambda line: f"{names[line.division]} {line.table or '–'}"


def groups_of(
    tournament: Tournament,
    rows: Sequence[MatchRow],
    byes: Sequence[Bye],
    missed: Sequence[MissedRound],
    *,
    through: Sequence[Registration],
    is_apart: bool,
) -> list[Group]:
    """The rows of a page in the lists they stand in, one at least."""
    if not is_apart:
        return [Group(rows=list(rows), byes=list(byes), through=list(through), missed=list(missed))]
    groups = {code: Group(code, name) for code, name in division_names(tournament).items()}

    def of(division: str) -> Group:
        return groups[own_division(tournament, division)]

    for row in rows:
        of(row.match.player1.division).rows.append(row)
    for bye in byes:
        of(bye.registration.division).byes.append(bye)
    for entry in through:
        of(entry.division).through.append(entry)
    for one in missed:
        of(one.registration.division).missed.append(one)
    return [group for group in groups.values() if group.rows or group.byes or group.through or group.missed]


def jumps_to(tournament: Tournament, lines: Sequence[Line], section: Sectioned[Any] | None) -> list[Jump]:
    """A link to each division of a round in lists of its own; none where one division plays, or in one list."""
    names, first = division_names(tournament), first_lines(lines)
    if len(first) < 2:
        return []
    jumps = []
    for code, index in first.items():
        number = section_holding(index, len(lines))
        is_on_page = section is not None and number == section.number
        jumps.append(Jump(names[code], f"{'' if is_on_page else f'?page={number}'}#division-{code}"))
    return jumps
