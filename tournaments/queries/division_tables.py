"""The list of a round whose divisions play by themselves: the tables of each, then those of it who play nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.division_places import by_division, own_division, round_apart
from tournaments.queries.rounds import in_order


@dataclass(frozen=True)
class Line:
    """One line of the list: a match with its table, or somebody without one; `entries` are the keys of its players."""

    division: str
    entries: tuple[int, ...]
    match: int | None = None
    table: int | None = None


def meet_across(tournament: Tournament, pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether players of two divisions meet, of each pair of players the codes of their divisions."""
    return any(own_division(tournament, one) != own_division(tournament, other) for one, other in pairs)


def lines_by_division(round: Round, alone: Iterable[Registration]) -> list[Line]:
    """The lines of a round in the order of its divisions, `alone` are those without a table; none where it is read in
    one list, because divisions play it together or players of two of them meet. At most one query."""
    event = round.tournament
    if not round_apart(round):
        return []
    read = in_order(Match.objects.filter(round=round)).values_list(
        "pk", "table", "player1", "player2", "player1__division", "player2__division"
    )
    matches = list(read)
    if meet_across(event, [(one, two) for *_, one, two in matches]):
        return []
    lines = [Line(code, (one, two), match, table) for match, table, one, two, code, _ in matches]
    lines += [Line(entry.division, (entry.pk,)) for entry in alone]
    listed = by_division(event, lines, lambda line: line.division, is_apart=True)
    return [Line(code, line.entries, line.match, line.table) for code, own in listed.items() for line in own]


def first_lines(lines: Collection[Line]) -> dict[str, int]:
    """The index of the first line of each division, in their order."""
    found: dict[str, int] = {}
    for index, line in enumerate(lines):
        found.setdefault(line.division, index)
    return found
