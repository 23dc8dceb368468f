"""The table: everybody in order, exact, with true ties sharing a rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.scoring.columns import compute_columns
from tournaments.scoring.history import History
from tournaments.scoring.presets import Preset, Tiebreak
from tournaments.scoring.records import tally_of
from tournaments.scoring.tallies import Outcome, Row, rows_of
from tournaments.scoring.tiebreakers import Column, Field, points_column, read_field


@dataclass(frozen=True, slots=True, eq=False)
class TiebreakValues(Mapping[str, Fraction]):
    """One entrant's tiebreakers by code, in the order of the preset.

    Held as integers; a fraction is made when it is asked for. Equal to any mapping of the same values.
    """

    codes: tuple[str, ...]
    numerators: tuple[int, ...]
    denominators: tuple[int, ...]

    def __getitem__(self, code: str) -> Fraction:
        try:
            position = self.codes.index(code)
        except ValueError:
            raise KeyError(code) from None
        return Fraction(self.numerators[position], self.denominators[position])

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table.

    ``rank`` is shared by those level in everything. ``wins`` include byes (``byes`` says how many), ``losses`` include
    missed rounds. ``rounds`` is how many rounds the record has. ``dropped_after`` is the last round of one who left.
    """

    rank: int
    entrant: int
    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    rounds: int
    dropped_after: int | None
    tiebreakers: Mapping[str, Fraction]

    @property
    def record(self) -> tuple[int, int, int]:
        """Matches won, lost, drawn."""
        return self.wins, self.losses, self.draws


def compute_standings(history: History, preset: Preset) -> tuple[Standing, ...]:
    """Rank everybody but the disqualified: match points, then the preset's tiebreakers in order.

    Who are level in all of them share a rank, and the next rank counts them all (1, 2, 2, 4). Inside a shared rank the
    rows come by id. The order of the history's entrants and results does not matter. ``HistoryError`` if a result
    cannot be scored.
    """
    return StandingsTable(history, preset).standings()


class StandingsTable:
    """The table as columns of integers. Rows are made when they are asked for; the table itself never changes.

    ``points`` and ``columns``, the preset's tiebreakers in order, have one number for each entrant, in the order of the
    history. ``order`` has the positions of the ranked entrants, best first, and ``ranks`` their ranks in that order.
    """

    def __init__(self, history: History, preset: Preset) -> None:
        field = read_field(history, preset)
        points, computed = points_column(field), compute_columns(field, preset.tiebreaks)
        columns: list[Column] = []
        for tiebreak in preset.tiebreaks:
            if tiebreak is Tiebreak.H2H:
                columns.append(_head_to_head(field, _keys(points, columns)))
            else:
                columns.append(computed[tiebreak])
        self.field, self.points, self.columns = field, points, tuple(columns)
        self._keys = _keys(points, columns)
        falling_ids = [-entrant.id for entrant in field.entrants]
        sort_keys = list(zip(points, *(column.numerators for column in columns), falling_ids, strict=True))
        ranked = [position for position, entrant in enumerate(field.entrants) if entrant.ranked]
        self.order = sorted(ranked, key=sort_keys.__getitem__, reverse=True)
        self.ranks = _ranks([self._keys[position] for position in self.order])

    def level_pair(self, position: int, depth: int) -> int | None:
        """The one other ranked entrant level with this one in the first columns, if there is exactly one."""
        entrants, keys = self.field.entrants, _keys(self.points, self.columns[:depth])
        level = [other for other in self.order if keys[other] == keys[position] and other != position]
        return level[0] if len(level) == 1 and entrants[position].ranked else None

    def standings(self) -> tuple[Standing, ...]:
        """Every row, in rank order."""
        codes = tuple(tiebreak.value for tiebreak in self.field.preset.tiebreaks)
        denominators = tuple(column.denominator for column in self.columns)
        entrants, sums, keys = self.field.entrants, self.field.totals.sums, self._keys
        points = self.field.history.points
        rows = []
        for rank, position in zip(self.ranks, self.order, strict=True):
            entrant, key, record = entrants[position], keys[position], tally_of(sums[position], points)
            rows.append(
                Standing(
                    rank,
                    entrant.id,
                    key[0],
                    record.wins,
                    record.losses,
                    record.draws,
                    record.byes,
                    record.rounds,
                    entrant.dropped_after,
                    TiebreakValues(codes, key[1:], denominators),
                )
            )
        return tuple(rows)


Key = tuple[int, ...]


def _keys(points: Sequence[int], columns: Sequence[Column]) -> list[Key]:
    """What ranks each entrant: points, then the tiebreakers; more is better."""
    return list(zip(points, *(column.numerators for column in columns), strict=True))


def _ranks(keys: Sequence[Key]) -> list[int]:
    ranks: list[int] = []
    before: Key | None = None
    rank = 0
    for place, key in enumerate(keys, start=1):
        if key != before:
            rank, before = place, key
        ranks.append(rank)
    return ranks


def _head_to_head(field: Field, keys: Sequence[Key]) -> Column:
    """1 for who won more of the matches between exactly two who are level, 0 for everybody else."""
    groups: dict[Key, list[int]] = {}
    for position, entrant in enumerate(field.entrants):
        if entrant.ranked:
            groups.setdefault(keys[position], []).append(position)
    pairs = [group for group in groups.values() if len(group) == 2 and group[1] in field.counted.opponents[group[0]]]
    rows = rows_of(field.history, field.preset, {field.entrants[position].id for pair in pairs for position in pair})
    numerators = [0] * len(field.entrants)
    for first, second in pairs:
        lead = _wins_over(field, rows, first, second) - _wins_over(field, rows, second, first)
        if lead:
            numerators[first if lead > 0 else second] = 1
    return Column(numerators, 1)


def _wins_over(field: Field, rows: Mapping[int, Sequence[Row]], one: int, two: int) -> int:
    """Counted matches that one has won against the other."""
    rival, first = field.entrants[two].id, field.history.tiebreaks_from
    return sum(
        row.opponent == rival and row.outcome is Outcome.WIN and row.round >= first
        for row in rows[field.entrants[one].id]
    )
