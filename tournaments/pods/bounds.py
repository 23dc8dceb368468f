"""What no seating can go below, level by level.

`spread`: forget who met whom. For two pods whose sizes differ by at most one, exchanging x of the first for y of the
second changes the sum of squared differences inside them by (y - x)((a - b + 2)x + (a - b - 2)y + c), with c the same
for all x and y: the factor of x is positive and that of y negative. So where a player of one pod stands strictly
between two of the other, one of the exchanges is an improvement, and some cheapest division takes the players in order
of points. Which of those is cheapest, a table of where the pods of three lie finds exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pods.entrants import POD, SHORT_POD, PodField, PodLevels
from tournaments.pods.sizes import PodSizes


def least_spread(points: Sequence[int], sizes: PodSizes) -> int:
    """The least sum of squared differences inside pods of these sizes; as many points as the pods have seats."""
    return spread_and_cuts(sorted(points), sizes)[0]


def spread_and_cuts(ordered: Sequence[int], sizes: PodSizes) -> tuple[int, tuple[int, ...]]:
    """The least spread of players in order of points, and the sizes of the pods that have it, in that order."""
    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for fours in range(sizes.fours + 1):
        for threes in range(sizes.threes + 1):
            at = POD * fours + SHORT_POD * threes
            ways = []
            if fours:
                ways.append((best[fours - 1, threes][0] + _spread(ordered[at - POD : at]), POD))
            if threes:
                ways.append((best[fours, threes - 1][0] + _spread(ordered[at - SHORT_POD : at]), SHORT_POD))
            if ways:
                best[fours, threes] = min(ways)
    cuts: list[int] = []
    fours, threes = sizes.fours, sizes.threes
    while fours or threes:
        size = best[fours, threes][1]
        cuts.append(size)
        fours, threes = (fours - 1, threes) if size == POD else (fours, threes - 1)
    return best[sizes.fours, sizes.threes][0], tuple(reversed(cuts))


def bound_of(field: PodField, sizes: PodSizes) -> PodLevels:
    """Every level as low as it could be if the others did not matter; only for fields without a bye.

    A seating that reaches all of them cannot be improved on.
    """
    shorts = sorted(player.short for player in field.entrants)
    return PodLevels(
        short_again=sum(shorts[: SHORT_POD * sizes.threes]),
        spread=least_spread([player.points for player in field.entrants], sizes),
    )


def _spread(points: Sequence[int]) -> int:
    """Over all pairs the squared difference: the number times the squares, less the square of the sum."""
    return len(points) * sum(value * value for value in points) - sum(points) ** 2
