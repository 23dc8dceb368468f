"""Who makes the top cut by a table of the Swiss rounds: where the line below the last of them is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.division_cuts import division_cuts
from tournaments.queries.standings import StandingRow


@dataclass(frozen=True)
class CutMarks:
    """What a table shows of the top cut: the entries below which a line ends one, or, where the rows of divisions with
    cuts of their own are mixed, all who are `within` one."""

    last: frozenset[int] = frozenset()
    within: frozenset[int] = frozenset()


def cut_marks(event: Tournament, rows: Sequence[StandingRow], after: int, *, is_mixed: bool) -> CutMarks:
    """The marks of a table of the Swiss rounds; `is_mixed`: it has all divisions in one list."""
    inside = qualified(event, rows, after).values()
    if event.cuts_apart and is_mixed:
        return CutMarks(within=frozenset(key for keys in inside for key in keys))
    return CutMarks(last=frozenset(keys[-1] for keys in inside))


def qualified(event: Tournament, rows: Sequence[StandingRow], after: int) -> dict[str, tuple[int, ...]]:
    """The entries that make each top cut by these rows, in their order, by the division whose cut it is: an empty code
    where everybody plays one. None while rounds are still to be played, and for a cut that takes everybody.

    `rows` are those of all players or of a division with a cut of its own. One query for cuts apart.
    """
    if after < (event.planned_rounds or 0) or not (event.top_cut or event.cuts_apart):
        return {}
    sizes = {one.division.code: one.size for one in division_cuts(event)} if event.cuts_apart else {"": event.top_cut}
    tables: dict[str, list[StandingRow]] = {code: [] for code in sizes}
    for row in rows:
        tables[division_in_cut(event, row.registration.division)].append(row)
    found = {code: _first(event, own, sizes[code]) for code, own in tables.items()}
    return {code: keys for code, keys in found.items() if keys}


def _first(event: Tournament, rows: Sequence[StandingRow], size: int) -> tuple[int, ...]:
    """The entries that were seeded; before that, those who would be in a cut of this size."""
    seeded = tuple(row.registration.pk for row in rows if row.registration.seed)
    if seeded:
        return seeded
    staying = [
        row.registration.pk
        for row in rows
        if row.rank and (row.dropped_round is None or is_in_cut(event, row.registration))
    ]
    return tuple(staying[:size]) if size and len(staying) > size else ()
