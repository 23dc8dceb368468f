"""All columns of one table, and the same columns after a few results have changed.

A result changes the records of its players, through them the means of whoever has met them, and through those the means
of means of whoever has met one of these: everything else is taken over. ``compute_columns`` works everything out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.scoring.buchholz import CHESS
from tournaments.scoring.chess_columns import adjusted_scores, chess_columns, corrected_scores, sums_at
from tournaments.scoring.frozen import Course, Moments, corrected_courses, frozen_positions, keeps_value, read_courses
from tournaments.scoring.presets import RateRule, Tiebreak
from tournaments.scoring.records import points_of, wins_of
from tournaments.scoring.tallies import Ratio
from tournaments.scoring.tiebreakers import (
    MEANS,
    Column,
    Field,
    mean_column,
    means_at,
    opponents_rule,
    points_column,
    rate_column,
    rates_at,
    wins_column,
)


@dataclass(frozen=True)
class Columns:
    """The computed columns in the order of the entrants.

    ``values`` has the tiebreakers, head-to-head apart, which depends on who is level; ``rates`` the win percentages
    under the means. What follows is only there where a tiebreaker needs it: ``courses`` for values that are kept,
    ``adjusted`` (scores as opponents see them) for the chess family.
    """

    points: Sequence[int]
    values: dict[Tiebreak, Column] = field(default_factory=dict)
    rates: dict[Tiebreak, Column] = field(default_factory=dict)
    courses: list[Course] | None = None
    adjusted: Sequence[int] = ()


def compute_columns(field: Field, tiebreaks: Sequence[Tiebreak]) -> Columns:
    """Everything these tiebreakers need."""
    needed, chess = _needed(tiebreaks)
    leavers = frozen_positions(field) if any(keeps_value(one, field.preset) for one in needed) else {}
    columns = Columns(
        points_column(field),
        courses=read_courses(field) if leavers else None,
        adjusted=adjusted_scores(field) if chess else (),
    )
    keeper = _Keeper(field, columns.courses, leavers)
    for tiebreak in needed:
        columns.values[tiebreak] = _column(field, tiebreak, columns).replaced(keeper.kept(tiebreak))
    columns.values.update(chess_columns(field, chess, columns.adjusted) if chess else {})
    return columns


def correct_columns(before: Columns, now: Field, tiebreaks: Sequence[Tiebreak], changed: Iterable[int]) -> Columns:
    """The columns of a field in which the records of the entrants at ``changed`` are new, no round added or gone."""
    needed, chess = _needed(tiebreaks)
    touched = set(changed)
    near = touched.union(*(now.counted.opponents[position] for position in touched))
    far = near.union(*(now.counted.opponents[position] for position in near))
    points = list(before.points)
    for position in touched:
        points[position] = points_of(now.totals.sums[position], now.history.points)
    adjusted = corrected_scores(now, before.adjusted, touched) if chess else []
    courses = None if before.courses is None else corrected_courses(before.courses, now, touched)
    columns = Columns(points, rates=dict(before.rates), courses=courses, adjusted=adjusted)
    leavers = frozen_positions(now) if courses is not None else {}
    keeper = _Keeper(now, courses, {position: leavers[position] for position in far if position in leavers})
    for tiebreak in needed:
        column = before.values[tiebreak].replaced(_ratios(now, tiebreak, columns, touched, near, far))
        columns.values[tiebreak] = column.replaced(keeper.kept(tiebreak))
    for tiebreak, sums in (sums_at(now, near, chess, adjusted) if chess else {}).items():
        columns.values[tiebreak] = before.values[tiebreak].replaced(sums)
    return columns


def _needed(tiebreaks: Sequence[Tiebreak]) -> tuple[list[Tiebreak], list[Tiebreak]]:
    """The tiebreakers that are columns, each after the one it is the mean of; and those of the chess family."""
    needed: dict[Tiebreak, None] = {}
    for tiebreak in tiebreaks:
        if tiebreak in MEANS:
            needed[MEANS[tiebreak]] = None
        if tiebreak is not Tiebreak.H2H and tiebreak not in CHESS:
            needed[tiebreak] = None
    return list(needed), [tiebreak for tiebreak in tiebreaks if tiebreak in CHESS]


class _Keeper:
    """The values of players who left, from the rounds they were in."""

    def __init__(self, field: Field, courses: list[Course] | None, leavers: Mapping[int, int]) -> None:
        self._field, self._courses, self._leavers = field, courses, leavers
        self._moments: dict[Tiebreak, Moments] = {}

    def kept(self, tiebreak: Tiebreak) -> dict[int, Ratio]:
        """The values of this tiebreaker that stand still."""
        if self._courses is None or not keeps_value(tiebreak, self._field.preset):
            return {}
        base = MEANS.get(tiebreak, tiebreak)
        if base not in self._moments:
            self._moments[base] = Moments(self._field, self._courses, base)
        moments = self._moments[base]
        look_up = moments.mean_of_means if tiebreak in MEANS else moments.mean
        return {position: look_up(position, left) for position, left in self._leavers.items()}


def _column(field: Field, tiebreak: Tiebreak, columns: Columns) -> Column:
    preset = field.preset
    if tiebreak is Tiebreak.WINS:
        return wins_column(field)
    if tiebreak is Tiebreak.GW:
        column = rate_column(field, preset.game_rate, games=True, floored=preset.own_game_win_floored)
        if preset.own_game_win_floored:
            columns.rates[Tiebreak.OGW] = column
        return column
    if tiebreak in MEANS:
        return mean_column(field, tiebreak, columns.values[MEANS[tiebreak]])
    if tiebreak not in columns.rates:
        columns.rates[tiebreak] = rate_column(field, _rule(tiebreak, field), games=tiebreak is Tiebreak.OGW)
    return mean_column(field, tiebreak, columns.rates[tiebreak])


def _ratios(
    now: Field, tiebreak: Tiebreak, columns: Columns, touched: set[int], near: set[int], far: set[int]
) -> dict[int, Ratio]:
    """The new values where a tiebreaker may have changed."""
    preset = now.preset
    if tiebreak is Tiebreak.WINS:
        return {position: (wins_of(now.counted.sums[position]), 1) for position in touched}
    if tiebreak is Tiebreak.GW:
        return rates_at(now, touched, preset.game_rate, games=True, floored=preset.own_game_win_floored)
    if tiebreak in MEANS:
        return means_at(now, far, tiebreak, columns.values[MEANS[tiebreak]])
    rates = rates_at(now, touched, _rule(tiebreak, now), games=tiebreak is Tiebreak.OGW)
    columns.rates[tiebreak] = columns.rates[tiebreak].replaced(rates)
    return means_at(now, near, tiebreak, columns.rates[tiebreak])


def _rule(tiebreak: Tiebreak, field: Field) -> RateRule:
    rule = opponents_rule(tiebreak, field.preset)
    if rule is None:
        raise ValueError(f"{tiebreak} has no column")
    return rule
