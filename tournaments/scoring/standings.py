"""The table: everybody in order, exact, with true ties sharing a rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.scoring.history import History
from tournaments.scoring.presets import Preset, Tiebreak
from tournaments.scoring.tallies import Outcome
from tournaments.scoring.tiebreakers import Column, Field, compute_columns, frozen_values, read_field


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
    table = rank_field(history, preset)
    codes = tuple(tiebreak.value for tiebreak in preset.tiebreaks)
    denominators = tuple(column.denominator for column in table.columns)
    standings: list[Standing] = []
    rank = 0
    before: tuple[int, ...] | None = None
    for place, position in enumerate(table.order, start=1):
        key = table.key(position)
        if key != before:
            rank, before = place, key
        record, entrant = table.field.totals[position], history.entrants[position]
        values = TiebreakValues(codes, key[1:], denominators)
        standings.append(
            Standing(
                rank,
                entrant.id,
                record.points,
                record.wins,
                record.losses,
                record.draws,
                record.byes,
                record.rounds,
                entrant.dropped_after,
                values,
            )
        )
    return tuple(standings)


@dataclass(frozen=True)
class RankedField:
    """A field with the columns of its preset in order, and the positions of the ranked entrants best first."""

    field: Field
    columns: tuple[Column, ...]
    order: tuple[int, ...]

    def key(self, position: int, depth: int | None = None) -> tuple[int, ...]:
        """What ranks the entrant: points, then ``depth`` tiebreakers (all of them by default); more is better."""
        return (
            self.field.totals[position].points,
            *(column.numerators[position] for column in self.columns[:depth]),
        )


def rank_field(history: History, preset: Preset) -> RankedField:
    """Compute every column and the order."""
    field = read_field(history, preset)
    computed = compute_columns(field, preset.tiebreaks, frozen_values(history, preset))
    columns: list[Column] = []
    for tiebreak in preset.tiebreaks:
        if tiebreak is Tiebreak.H2H:
            columns.append(_head_to_head(RankedField(field, tuple(columns), ())))
        else:
            columns.append(computed[tiebreak])
    unordered = RankedField(field, tuple(columns), ())
    ranked = [position for position, entrant in enumerate(history.entrants) if entrant.ranked]
    ranked.sort(key=lambda position: history.entrants[position].id)
    ranked.sort(key=unordered.key, reverse=True)
    return RankedField(field, tuple(columns), tuple(ranked))


def level_pair(table: RankedField, position: int) -> int | None:
    """The one other ranked entrant level with this one in the table's columns, if there is exactly one."""
    key = table.key(position)
    level = [
        other
        for other, entrant in enumerate(table.field.entrants)
        if entrant.ranked and other != position and table.key(other) == key
    ]
    return level[0] if len(level) == 1 and table.field.entrants[position].ranked else None


def _head_to_head(table: RankedField) -> Column:
    """1 for who won more of the matches between exactly two who are level, 0 for everybody else."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for position, entrant in enumerate(table.field.entrants):
        if entrant.ranked:
            groups.setdefault(table.key(position), []).append(position)
    numerators = [0] * len(table.field.entrants)
    for group in groups.values():
        if len(group) == 2:
            lead = _lead(table.field, group)
            if lead:
                numerators[group[0] if lead > 0 else group[1]] = 1
    return Column(tuple(numerators), 1)


def _lead(field: Field, pair: Sequence[int]) -> int:
    one, two = (field.entrants[position].id for position in pair)
    between = [row.outcome for row in field.counted_rows(one) if row.opponent == two]
    theirs = [row.outcome for row in field.counted_rows(two) if row.opponent == one]
    return between.count(Outcome.WIN) - theirs.count(Outcome.WIN)
