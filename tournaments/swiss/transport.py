"""The cheapest way to give everybody a partner when a pair may count by halves: a transport between two copies of the
groups.

Successive cheapest paths with prices (Edmonds and Karp, "Theoretical improvements in algorithmic efficiency for network
flow problems", Journal of the ACM 19, 1972), over integers of any size.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

Costs = Sequence[Sequence[int | None]]


class _Transport:
    """Rows supply what columns demand. No cost is less than the price of its row plus that of its column."""

    def __init__(self, sizes: Sequence[int], costs: Costs) -> None:
        self.costs = costs
        self.groups = range(len(sizes))
        self.supply, self.demand = list(sizes), list(sizes)
        self.rows = [0] * len(sizes)
        columns = [[cost for cost in column if cost is not None] for column in zip(*costs, strict=True)]
        self.columns = [min(column, default=0) for column in columns]
        self.sent = [[0] * len(sizes) for _ in self.groups]

    def run(self) -> bool:
        """Send everything; false where that is impossible."""
        while any(self.supply):
            if not self._send():
                return False
        return True

    def _send(self) -> bool:
        """Send as much as one cheapest path takes, and move the prices along."""
        reached: dict[tuple[bool, int], int] = {}
        come_from: dict[tuple[bool, int], int] = {}
        far = {(False, row): 0 for row in self.groups if self.supply[row]}
        heap = [(0, False, row) for _, row in far]
        while heap:
            way, is_column, place = heapq.heappop(heap)
            if (is_column, place) in reached:
                continue
            reached[is_column, place] = way
            if is_column and self.demand[place]:
                self._move_prices(reached, way)
                self._augment(come_from, place)
                return True
            for other, more in self._onward(is_column, place):
                key = (not is_column, other)
                if key not in reached and (key not in far or way + more < far[key]):
                    far[key], come_from[key] = way + more, place
                    heapq.heappush(heap, (way + more, *key))
        return False

    def _onward(self, is_column: bool, place: int) -> list[tuple[int, int]]:
        """Where a path can go on, and what that adds: to any column from a row, back to a row that sends here."""
        if is_column:
            return [(row, 0) for row in self.groups if self.sent[row][place]]
        row = self.costs[place]
        return [
            (column, cost - self.rows[place] - self.columns[column])
            for column, cost in enumerate(row)
            if cost is not None
        ]

    def _move_prices(self, reached: dict[tuple[bool, int], int], way: int) -> None:
        for (is_column, place), least in reached.items():
            if is_column:
                self.columns[place] -= way - least
            else:
                self.rows[place] += way - least

    def _augment(self, come_from: dict[tuple[bool, int], int], column: int) -> None:
        path: list[tuple[int, int, int]] = []
        amount = self.demand[column]
        end = column
        while True:
            row = come_from[True, column]
            path.append((row, column, 1))
            if (False, row) not in come_from:
                break
            column = come_from[False, row]
            amount = min(amount, self.sent[row][column])
            path.append((row, column, -1))
        amount = min(amount, self.supply[row])
        for at, to, sign in path:
            self.sent[at][to] += sign * amount
        self.supply[row] -= amount
        self.demand[end] -= amount


def cheapest_prices(sizes: Sequence[int], costs: Costs) -> tuple[int, ...] | None:
    """A price per group, in halves of a cost; ``None`` where not everybody can have a partner.

    No pair of two groups costs less than their prices, and all members' prices together are the most that prices with
    this property can come to (the dual of the transport problem, rows and columns averaged).
    """
    transport = _Transport(sizes, costs)
    if not transport.run():
        return None
    return tuple(row + column for row, column in zip(transport.rows, transport.columns, strict=True))
