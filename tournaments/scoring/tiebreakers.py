"""The tiebreakers of a whole field at once, exact.

Every tiebreaker is one column: integers over one denominator that all entrants share, so that comparing two entrants is
comparing two integers. No value is rounded before or after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from tournaments.scoring.history import Entrant, History
from tournaments.scoring.presets import Preset, RateRule, Tiebreak
from tournaments.scoring.records import (
    GAME_PART,
    MATCH_PART,
    Records,
    game_ratio,
    missed_of,
    points_of,
    read_records,
    tally_of,
    wins_of,
)
from tournaments.scoring.tallies import Ratio, Row, bounded, games_needed, match_ratio, rows_by_entrant


@dataclass(frozen=True, slots=True)
class Column:
    """One tiebreaker of the field: ``numerators`` in the order of the entrants, over ``denominator``."""

    numerators: Sequence[int]
    denominator: int

    def value(self, position: int) -> Fraction:
        """The exact value of the entrant at that position."""
        return Fraction(self.numerators[position], self.denominator)

    def replaced(self, ratios: Mapping[int, Ratio]) -> Column:
        """The column with other values at some positions, over a denominator that has room for them."""
        if not ratios:
            return self
        denominator = lcm(self.denominator, *(possible for _, possible in ratios.values()))
        scale = denominator // self.denominator
        numerators = list(self.numerators) if scale == 1 else [number * scale for number in self.numerators]
        for position, (won, possible) in ratios.items():
            numerators[position] = won * (denominator // possible)
        return Column(numerators, denominator)


@dataclass(frozen=True)
class Field:
    """The entrants of a history with their records.

    ``counted`` has the records of the rounds the tiebreakers look at; ``totals`` those of all rounds. ``positions``
    says where each entrant is in every column, ``last_round`` is the last round with a result.
    """

    history: History
    preset: Preset
    positions: Mapping[int, int]
    totals: Records
    counted: Records
    last_round: int

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The entrants in the order of every column."""
        return self.history.entrants

    @cached_property
    def rows(self) -> Mapping[int, tuple[Row, ...]]:
        """Every entrant's rounds one by one."""
        return rows_by_entrant(self.history, self.preset)

    def counted_rows(self, entrant: int) -> tuple[Row, ...]:
        """An entrant's rounds that the tiebreakers look at."""
        return tuple(row for row in self.rows[entrant] if row.round >= self.history.tiebreaks_from)

    def left_early(self, entrant: Entrant) -> bool:
        """Whether the entrant dropped before the last planned round."""
        planned = self.history.planned_rounds
        return entrant.dropped_after is not None and (planned is None or entrant.dropped_after < planned)

    def ratio(self, position: int, rule: RateRule, *, games: bool = False) -> Ratio:
        """An entrant's own win percentage before its bounds."""
        return ratio_of(self.counted.sums[position], self.history, rule, games=games)

    def rate(self, position: int, rule: RateRule, *, games: bool = False, floored: bool = True) -> Ratio:
        """An entrant's own win percentage within its bounds."""
        left_early = rule.cap_after_drop is not None and self.left_early(self.entrants[position])
        return bounded(self.ratio(position, rule, games=games), rule, left_early=left_early, floored=floored)


def ratio_of(total: int, history: History, rule: RateRule, *, games: bool) -> Ratio:
    """The win percentage of one sum before its bounds."""
    if games:
        return game_ratio(total, rule, games_needed(history))
    return match_ratio(tally_of(total, history.points), rule, history.points.win)


def read_field(history: History, preset: Preset) -> Field:
    """Judge every result of a history. ``HistoryError`` if a result cannot be scored."""
    positions = {entrant.id: position for position, entrant in enumerate(history.entrants)}
    totals = read_records(history.results, history, preset, positions)
    last = history.last_round
    if history.tiebreaks_from <= 1:
        return Field(history, preset, positions, totals, totals, last)
    later = [result for result in history.results if result.round >= history.tiebreaks_from]
    return Field(history, preset, positions, totals, read_records(later, history, preset, positions), last)


MEANS: Mapping[Tiebreak, Tiebreak] = {
    Tiebreak.OOMW: Tiebreak.OMW,
    Tiebreak.OOP: Tiebreak.OP,
    Tiebreak.ESOS: Tiebreak.SOS,
}
"""Tiebreakers that are the mean of another tiebreaker of the opponents."""


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


def late_rounds(field: Field, tiebreak: Tiebreak) -> dict[int, int]:
    """How many rounds late entrants missed, by position, where each counts as an opponent at the floor."""
    if not (field.preset.late_opponent and MEANS.get(tiebreak, tiebreak) is Tiebreak.OP):
        return {}
    missed = {position: missed_of(total) for position, total in enumerate(field.counted.sums)}
    return {position: count for position, count in missed.items() if count}


def points_column(field: Field) -> list[int]:
    """Everybody's match points, all rounds."""
    points = field.history.points
    return [points_of(total, points) for total in field.totals.sums]


def wins_column(field: Field) -> Column:
    """Number of won matches."""
    return Column([wins_of(total) for total in field.counted.sums], 1)


def rate_column(field: Field, rule: RateRule, *, games: bool = False, floored: bool = True) -> Column:
    """Everybody's own win percentage. Equal records are worked out once."""
    part = GAME_PART if games else MATCH_PART
    keys = [total & part for total in field.counted.sums]
    ratios = {key: ratio_of(key, field.history, rule, games=games) for key in set(keys)}
    bounds = {ratio: bounded(ratio, rule, left_early=False, floored=floored) for ratio in set(ratios.values())}
    denominator = lcm(*{possible for _, possible in bounds.values()})
    scaled = {ratio: won * (denominator // possible) for ratio, (won, possible) in bounds.items()}
    numerators = {key: scaled[ratio] for key, ratio in ratios.items()}
    column = Column([numerators[key] for key in keys], denominator)
    if rule.cap_after_drop is None:
        return column
    leavers = [position for position, entrant in enumerate(field.entrants) if field.left_early(entrant)]
    return column.replaced(rates_at(field, leavers, rule, games=games, floored=floored))


def rates_at(
    field: Field, positions: Iterable[int], rule: RateRule, *, games: bool = False, floored: bool = True
) -> dict[int, Ratio]:
    """The own win percentages at these positions."""
    return {position: field.rate(position, rule, games=games, floored=floored) for position in positions}


def mean_column(field: Field, tiebreak: Tiebreak, below: Column) -> Column:
    """Means over the opponents, over a denominator that every number of opponents and the empty mean divide."""
    opponents, empty = field.counted.opponents, empty_mean(tiebreak, field.preset)
    counts = {len(met) for met in opponents} - {0}
    denominator = lcm(below.denominator * lcm(*counts), empty.denominator)
    factors = {count: denominator // (below.denominator * count) for count in counts}
    nothing = empty.numerator * (denominator // empty.denominator)
    number = below.numerators.__getitem__
    column = Column(
        [sum(map(number, met)) * factors[len(met)] if met else nothing for met in opponents],
        denominator,
    )
    return column.replaced(means_at(field, late_rounds(field, tiebreak), tiebreak, below))


def means_at(field: Field, positions: Iterable[int], tiebreak: Tiebreak, below: Column) -> dict[int, Ratio]:
    """The means over the opponents at these positions."""
    found: dict[int, Ratio] = {}
    late, empty = late_rounds(field, tiebreak), empty_mean(tiebreak, field.preset)
    for position in positions:
        met, missed = field.counted.opponents[position], late.get(position, 0)
        if met:
            won = sum(map(below.numerators.__getitem__, met)) * empty.denominator
            won += missed * empty.numerator * below.denominator
            found[position] = won, below.denominator * empty.denominator * (len(met) + missed)
        else:
            found[position] = empty.numerator, empty.denominator
    return found
