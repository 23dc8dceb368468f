"""The cheapest seating of a small field at the tables it sits at that moves fewest, found by looking at every one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tournaments.pods.costs import PairCosts, Weights
from tournaments.pods.entrants import SHORT_POD, PodField

Group = tuple[int, ...]


class Price(NamedTuple):
    """What a group of a seating costs in the levels `PROVED`; who of it always sits at another of the tables; who of it
    sat elsewhere. Each outweighs those after it."""

    cost: int = 0
    misplaced: int = 0
    moved: int = 0

    def plus(self, other: Price) -> Price:
        """Both together."""
        return Price(*(one + two for one, two in zip(self, other, strict=True)))


def fewest_moves(
    field: PodField, tables: Mapping[int, Sequence[int]], byes: Sequence[int], fixed: Mapping[int, int]
) -> tuple[dict[int, frozenset[int]], tuple[int, ...]]:
    """Who sits at each table and who has the bye: at the least cost, of these with most of the `fixed` at their tables,
    of these with the fewest who sit elsewhere than in `tables` or have another bye."""
    places: list[tuple[int | None, frozenset[int], int]] = [
        *((table, frozenset(pod), len(pod)) for table, pod in tables.items()),
        *((None, frozenset(byes), 1) for _bye in byes),
    ]
    keys = [player.id for player in field.entrants]
    price = _Prices(field, fixed.items() & {(key, table) for key in fixed for table in tables})

    @cache
    def best(left: Group, at: int) -> tuple[Price, tuple[Group, ...]]:
        if at == len(places):
            return Price(), ()
        table, before, size = places[at]
        found: tuple[Price, tuple[Group, ...]] | None = None
        for group in combinations(left, size):
            here = price.of(group, table, before)
            if found is not None and here.cost > found[0].cost:
                continue
            taken = set(group)
            after, groups = best(tuple(place for place in left if place not in taken), at + 1)
            whole = here.plus(after)
            if found is None or whole < found[0]:
                found = whole, (group, *groups)
        assert found is not None
        return found

    groups = [frozenset(keys[place] for place in group) for group in best(tuple(range(len(keys))), 0)[1]]
    resting = tuple(sorted(key for group in groups[len(tables) :] for key in group))
    return dict(zip(tables, groups, strict=False)), resting


class _Prices:
    """The price of each group at each table, worked out once."""

    def __init__(self, field: PodField, fixed: set[tuple[int, int]]) -> None:
        self.players = field.entrants
        self.weights = Weights(field)
        self.pairs = PairCosts(field, self.weights)
        self.fixed = dict(fixed)
        self.costs: dict[Group, int] = {}

    def of(self, group: Group, table: int | None, before: frozenset[int]) -> Price:
        """The price of a group at a table, or with the bye, where those of `before` sat."""
        keys = [self.players[place].id for place in group]
        if group not in self.costs:
            self.costs[group] = self._cost(group)
        return Price(
            self.costs[group],
            sum(self.fixed.get(key, table) != table for key in keys),
            sum(key not in before for key in keys),
        )

    def _cost(self, group: Group) -> int:
        shorts = self.weights.short * sum(self.players[place].short for place in group)
        if len(group) == 1:
            return shorts + self.weights.bye * (self.players[group[0]].points - self.weights.low)
        return self.pairs.of_group(group) + (shorts if len(group) == SHORT_POD else 0)
