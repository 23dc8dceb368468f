"""All columns of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.scoring.buchholz import CHESS
from tournaments.scoring.chess_columns import chess_columns
from tournaments.scoring.frozen import Course, Moments, frozen_positions, keeps_value, read_courses
from tournaments.scoring.presets import RateRule, Tiebreak
from tournaments.scoring.tallies import Ratio
from tournaments.scoring.tiebreakers import (
    MEANS,
    Column,
    Field,
    mean_column,
    opponents_rule,
    rate_column,
    wins_column,
)


def compute_columns(field: Field, tiebreaks: Sequence[Tiebreak]) -> dict[Tiebreak, Column]:
    """These tiebreakers, head-to-head apart, which depends on who is level, and the means they are made of."""
    needed, chess = _needed(tiebreaks)
    leavers = frozen_positions(field) if any(keeps_value(one, field.preset) for one in needed) else {}
    keeper = _Keeper(field, read_courses(field) if leavers else None, leavers)
    values: dict[Tiebreak, Column] = {}
    rates: dict[Tiebreak, Column] = {}
    for tiebreak in needed:
        values[tiebreak] = _column(field, tiebreak, values, rates).replaced(keeper.kept(tiebreak))
    values.update(chess_columns(field, chess) if chess else {})
    return values


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


def _column(field: Field, tiebreak: Tiebreak, values: dict[Tiebreak, Column], rates: dict[Tiebreak, Column]) -> Column:
    """One column from those before it; ``rates`` takes what a later one may need again."""
    preset = field.preset
    if tiebreak is Tiebreak.WINS:
        return wins_column(field)
    if tiebreak is Tiebreak.GW:
        column = rate_column(field, preset.game_rate, games=True, floored=preset.own_game_win_floored)
        if preset.own_game_win_floored:
            rates[Tiebreak.OGW] = column
        return column
    if tiebreak in MEANS:
        return mean_column(field, tiebreak, values[MEANS[tiebreak]])
    if tiebreak not in rates:
        rates[tiebreak] = rate_column(field, _rule(tiebreak, field), games=tiebreak is Tiebreak.OGW)
    return mean_column(field, tiebreak, rates[tiebreak])


def _rule(tiebreak: Tiebreak, field: Field) -> RateRule:
    rule = opponents_rule(tiebreak, field.preset)
    if rule is None:
        raise ValueError(f"{tiebreak} has no column")
    return rule
