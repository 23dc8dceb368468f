"""What a wall shows of a bracket: as much as can be read from ten metres, on as many pages as that takes."""

from __future__ import annotations

from dataclasses import replace

from tournaments.queries.bracket import DrawnBracket, DrawnRound

ROUNDS_SHOWN = 3
"""Columns of a page: eight players and how they come to one."""


def parts_for_the_wall(drawn: DrawnBracket) -> tuple[DrawnBracket, ...]:
    """Three rounds from the newest that is paired on, cut across so that a page begins with eight players at most. The
    last eight stay to the end."""
    paired = sum(column.round is not None for column in drawn.rounds)
    first = max(0, min(paired - 1, len(drawn.rounds) - ROUNDS_SHOWN))
    shown = drawn.rounds[first : first + ROUNDS_SHOWN]
    count = max(1, shown[0].players >> ROUNDS_SHOWN)
    return tuple(replace(drawn, rounds=tuple(_part(column, at, count) for column in shown)) for at in range(count))


def _part(column: DrawnRound, at: int, count: int) -> DrawnRound:
    """The matches of a column that lead to the place of the part, from 0; all of them where there is one part."""
    if count == 1:
        return column
    each = len(column.matches) // count
    return replace(column, matches=column.matches[at * each : (at + 1) * each])
