"""The tiebreakers of a whole field at once, exact.

Every tiebreaker is one column: integers over one denominator that all entrants share, so that comparing two entrants is
comparing two integers. No value is rounded before or after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.scoring.buchholz import buchholz, median_buchholz, sonneborn_berger
from tournaments.scoring.history import Entrant, History
from tournaments.scoring.presets import Preset, RateRule, Tiebreak
from tournaments.scoring.tallies import Ratio, Row, Tally, bounded, game_ratio, match_ratio, rows_by_entrant, tally


@dataclass(frozen=True, slots=True)
class Column:
    """One tiebreaker of the field: ``numerators`` in the order of the entrants, over ``denominator``."""

    numerators: tuple[int, ...]
    denominator: int

    def value(self, position: int) -> Fraction:
        """The exact value of the entrant at that position."""
        return Fraction(self.numerators[position], self.denominator)


@dataclass(frozen=True)
class Field:
    """The entrants of a history with their rounds and sums.

    ``counted`` has the sums of the rounds the tiebreakers look at; ``totals`` those of all rounds.
    """

    history: History
    preset: Preset
    rows: Mapping[int, tuple[Row, ...]]

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The entrants in the order of every column."""
        return self.history.entrants

    @cached_property
    def positions(self) -> Mapping[int, int]:
        """Where each entrant is."""
        return {entrant.id: position for position, entrant in enumerate(self.entrants)}

    @cached_property
    def totals(self) -> tuple[Tally, ...]:
        """Sums over all rounds."""
        return tuple(tally(self.rows[entrant.id]) for entrant in self.entrants)

    @cached_property
    def counted(self) -> tuple[Tally, ...]:
        """Sums over the rounds the tiebreakers look at."""
        if self.history.tiebreaks_from <= 1:
            return self.totals
        return tuple(tally(self.counted_rows(entrant.id)) for entrant in self.entrants)

    def counted_rows(self, entrant: int) -> tuple[Row, ...]:
        """An entrant's rounds that the tiebreakers look at."""
        return tuple(row for row in self.rows[entrant] if row.round >= self.history.tiebreaks_from)

    def left_early(self, entrant: Entrant) -> bool:
        """Whether the entrant dropped before the last planned round."""
        planned = self.history.planned_rounds
        return entrant.dropped_after is not None and (planned is None or entrant.dropped_after < planned)

    def rate(self, entrant: Entrant, rule: RateRule, *, games: bool = False, floored: bool = True) -> Ratio:
        """An entrant's own win percentage within its bounds."""
        record = self.counted[self.positions[entrant.id]]
        ratio = game_ratio(record, rule) if games else match_ratio(record, rule, self.history.points.win)
        return bounded(ratio, rule, left_early=self.left_early(entrant), floored=floored)


def read_field(history: History, preset: Preset) -> Field:
    """Judge every result of a history. ``HistoryError`` if a result cannot be scored."""
    return Field(history, preset, rows_by_entrant(history, preset))


Frozen = Mapping[Tiebreak, Mapping[int, Fraction]]
"""Values that stay as they were, by tiebreaker and entrant."""

MEANS: Mapping[Tiebreak, Tiebreak] = {
    Tiebreak.OOMW: Tiebreak.OMW,
    Tiebreak.OOP: Tiebreak.OP,
    Tiebreak.ESOS: Tiebreak.SOS,
}
"""Tiebreakers that are the mean of another tiebreaker of the opponents."""

_CHESS = {Tiebreak.BH: buchholz, Tiebreak.MBH: median_buchholz, Tiebreak.SB: sonneborn_berger}


def opponents_rule(tiebreak: Tiebreak, preset: Preset) -> RateRule | None:
    """The win percentage whose mean over the opponents this tiebreaker is, if it is one."""
    return {
        Tiebreak.OMW: preset.match_rate,
        Tiebreak.OGW: preset.game_rate,
        Tiebreak.OP: preset.result_rate,
        Tiebreak.SOS: preset.schedule_rate,
    }.get(tiebreak)


def empty_mean(tiebreak: Tiebreak, preset: Preset) -> Fraction:
    """The mean of a player without opponents: the floor of the percentage it is made of."""
    rule = opponents_rule(MEANS.get(tiebreak, tiebreak), preset)
    return rule.floor if rule is not None else Fraction(0)


def compute_columns(field: Field, tiebreaks: Sequence[Tiebreak], frozen: Frozen) -> dict[Tiebreak, Column]:
    """The columns of these tiebreakers, head-to-head apart, which depends on who is level."""
    columns: dict[Tiebreak, Column] = {}
    for tiebreak in tiebreaks:
        below = MEANS.get(tiebreak)
        if below is not None and below not in columns:
            columns[below] = _with_frozen(_column(field, below, columns), field, frozen.get(below, {}))
        if tiebreak not in columns and tiebreak is not Tiebreak.H2H:
            columns[tiebreak] = _with_frozen(_column(field, tiebreak, columns), field, frozen.get(tiebreak, {}))
    return columns


def frozen_values(history: History, preset: Preset) -> Frozen:
    """The opponents' values of everybody who left before the last round, as they were after their own last round."""
    values: dict[Tiebreak, dict[int, Fraction]] = {}
    if not preset.freeze_after_drop:
        return values
    last = history.last_round
    leavers = [entrant for entrant in history.entrants if entrant.dropped_after is not None]
    for moment in sorted({entrant.dropped_after or 0 for entrant in leavers}):
        if moment >= last:
            break
        then = read_field(history.up_to(moment), preset)
        columns = compute_columns(then, preset.tiebreaks, values)
        for tiebreak, column in columns.items():
            if tiebreak in MEANS or opponents_rule(tiebreak, preset) is not None:
                kept = values.setdefault(tiebreak, {})
                for entrant in leavers:
                    if entrant.dropped_after == moment:
                        kept[entrant.id] = column.value(then.positions[entrant.id])
    return values


def _column(field: Field, tiebreak: Tiebreak, columns: Mapping[Tiebreak, Column]) -> Column:
    preset = field.preset
    if tiebreak is Tiebreak.WINS:
        return Column(tuple(record.wins for record in field.counted), 1)
    if tiebreak is Tiebreak.GW:
        floored = preset.own_game_win_floored
        rates = [field.rate(entrant, preset.game_rate, games=True, floored=floored) for entrant in field.entrants]
        return _common(rates)
    chess = _CHESS.get(tiebreak)
    if chess is not None:
        return Column(chess(field.entrants, field.rows, field.history), 1)
    empty = empty_mean(tiebreak, preset)
    if tiebreak in MEANS:
        return _mean(field, columns[MEANS[tiebreak]], empty)
    rule = opponents_rule(tiebreak, preset)
    if rule is None:
        raise ValueError(f"{tiebreak} has no column")
    games = tiebreak is Tiebreak.OGW
    return _mean(field, _common([field.rate(entrant, rule, games=games) for entrant in field.entrants]), empty)


def _common(ratios: Sequence[Ratio]) -> Column:
    denominator = lcm(*{possible for _, possible in ratios})
    return Column(tuple(won * (denominator // possible) for won, possible in ratios), denominator)


def _mean(field: Field, column: Column, empty: Fraction) -> Column:
    """Means over the opponents, over a denominator that every number of opponents and the empty mean divide."""
    counts = {len(record.opponents) for record in field.counted} - {0}
    many = lcm(*counts)
    denominator = lcm(column.denominator * many, empty.denominator)
    scale = denominator // (column.denominator * many)
    nothing = empty.numerator * (denominator // empty.denominator)
    positions, numerators = field.positions, column.numerators
    return Column(
        tuple(
            sum(numerators[positions[opponent]] for opponent in record.opponents)
            * (many // len(record.opponents))
            * scale
            if record.opponents
            else nothing
            for record in field.counted
        ),
        denominator,
    )


def _with_frozen(column: Column, field: Field, kept: Mapping[int, Fraction]) -> Column:
    if not kept:
        return column
    denominator = lcm(column.denominator, *(value.denominator for value in kept.values()))
    scale = denominator // column.denominator
    numerators = [numerator * scale for numerator in column.numerators]
    for entrant, value in kept.items():
        numerators[field.positions[entrant]] = value.numerator * (denominator // value.denominator)
    return Column(tuple(numerators), denominator)
