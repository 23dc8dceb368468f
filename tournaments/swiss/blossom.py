"""Edmonds' blossom algorithm over integers of any size, with the solution of the dual problem.

A primal-dual search on the dense graph, O(n³) steps of Python integers (Edmonds 1965; the dense bookkeeping follows
Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986). Slow beside the
compiled matcher, which returns pairs alone: the potentials of the witness come from here, and the pairs where that one
would overflow.
"""

from collections import deque
from collections.abc import Callable

FREE, OUTER, INNER = -1, 0, 1


class _Search:
    """Nodes are 1..n, blossoms n+1..; ``top[x]`` is the outermost blossom of x, 0 stands for "none"."""

    def __init__(self, nodes: int, weight: list[list[int]], ceiling: int) -> None:
        room = 2 * nodes + 1
        self.nodes = nodes
        self.last = nodes
        self.weight = weight
        self.ceiling = ceiling
        self.edge = [[(0, 0)] * room for _ in range(room)]
        for one in range(1, nodes + 1):
            for two in range(1, nodes + 1):
                self.edge[one][two] = (one, two)
        highest = max(max(row) for row in weight)
        self.dual = [highest if 1 <= node <= nodes else 0 for node in range(room)]
        self.mate = [0] * room
        self.slack = [0] * room
        self.top = list(range(nodes + 1)) + [0] * nodes
        self.parent = [0] * room
        self.entry = [[0] * (nodes + 1) for _ in range(room)]
        for node in range(1, nodes + 1):
            self.entry[node][node] = node
        self.label = [FREE] * room
        self.members: list[list[int]] = [[] for _ in range(room)]
        self.queue: deque[int] = deque()
        self.mark = [0] * room
        self.marks = 0

    def cost_of(self, one: int, two: int) -> int:
        """The weight of the edge kept between two (possibly blossom) nodes, 0 where there is none."""
        first, second = self.edge[one][two]
        return self.weight[first][second]

    def reduced(self, one: int, two: int) -> int:
        """How far the edge kept between two nodes is from being tight."""
        first, second = self.edge[one][two]
        return self.dual[first] + self.dual[second] - 2 * self.weight[first][second]

    def update_slack(self, one: int, node: int) -> None:
        """Remember ``one`` as the outer end of the tightest edge into ``node`` when it is."""
        if not self.slack[node] or self.reduced(one, node) < self.reduced(self.slack[node], node):
            self.slack[node] = one

    def set_slack(self, node: int) -> None:
        """Find the tightest edge from an outer node into ``node`` again."""
        self.slack[node] = 0
        for one in range(1, self.nodes + 1):
            if self.cost_of(one, node) > 0 and self.top[one] != node and self.label[self.top[one]] == OUTER:
                self.update_slack(one, node)

    def push(self, node: int) -> None:
        """Queue the real nodes of an outer node for scanning."""
        if node <= self.nodes:
            self.queue.append(node)
        else:
            for member in self.members[node]:
                self.push(member)

    def leaves(self, node: int) -> list[int]:
        """The real nodes inside a node."""
        if node <= self.nodes:
            return [node]
        return [leaf for member in self.members[node] for leaf in self.leaves(member)]

    def set_top(self, node: int, blossom: int) -> None:
        """Put a node and all inside it under ``blossom``."""
        self.top[node] = blossom
        if node > self.nodes:
            for member in self.members[node]:
                self.set_top(member, blossom)

    def even_path(self, blossom: int, node: int) -> int:
        """Turn the cycle so that ``node`` is an even number of steps from the base; answers that number."""
        cycle = self.members[blossom]
        place = cycle.index(node)
        if place % 2 == 0:
            return place
        cycle[1:] = cycle[:0:-1]
        return len(cycle) - place

    def set_mate(self, one: int, two: int) -> None:
        """Match ``one`` along its kept edge to ``two``, rotating the blossom if it is one."""
        first, second = self.edge[one][two]
        self.mate[one] = second
        if one > self.nodes:
            inner = self.entry[one][first]
            place = self.even_path(one, inner)
            cycle = self.members[one]
            for step in range(place):
                self.set_mate(cycle[step], cycle[step ^ 1])
            self.set_mate(inner, two)
            self.members[one] = cycle[place:] + cycle[:place]

    def augment(self, one: int, two: int) -> None:
        """Flip the alternating path from ``one`` up to its root, ``one`` taking ``two``."""
        while True:
            onward = self.top[self.mate[one]]
            self.set_mate(one, two)
            if not onward:
                return
            self.set_mate(onward, self.top[self.parent[onward]])
            one, two = self.top[self.parent[onward]], onward

    def common_root(self, one: int, two: int) -> int:
        """Where the paths of two outer nodes to their roots meet, 0 when they lead to different roots."""
        self.marks += 1
        while one or two:
            if one:
                if self.mark[one] == self.marks:
                    return one
                self.mark[one] = self.marks
                one = self.top[self.mate[one]]
                if one:
                    one = self.top[self.parent[one]]
            one, two = two, one
        return 0

    def add_blossom(self, one: int, base: int, two: int) -> None:
        """Shrink the odd cycle through ``base`` that the tight edge ``one``-``two`` closes."""
        blossom = self.top.index(0, 1)
        self.last = max(self.last, blossom)
        self.dual[blossom] = 0
        self.label[blossom] = OUTER
        self.mate[blossom] = self.mate[base]
        self.members[blossom] = [base, *self._climb(one, base)[::-1], *self._climb(two, base)]
        self.set_top(blossom, blossom)
        for node in range(1, self.last + 1):
            self.edge[blossom][node] = self.edge[node][blossom] = (0, 0)
        for node in range(1, self.nodes + 1):
            self.entry[blossom][node] = 0
        for member in self.members[blossom]:
            self._adopt(blossom, member)
        self.set_slack(blossom)

    def _climb(self, node: int, base: int) -> list[int]:
        """The nodes from ``node`` up to, but not including, ``base``; inner ones are queued as they turn outer."""
        path = []
        while node != base:
            inner = self.top[self.mate[node]]
            self.push(inner)
            path += [node, inner]
            node = self.top[self.parent[inner]]
        return path

    def _adopt(self, blossom: int, member: int) -> None:
        """Let the blossom keep the tightest edge any member has to each outside node."""
        for node in range(1, self.last + 1):
            kept = self.cost_of(blossom, node)
            if self.cost_of(member, node) > 0 and (
                kept <= 0 or self.reduced(member, node) < self.reduced(blossom, node)
            ):
                self.edge[blossom][node] = self.edge[member][node]
                self.edge[node][blossom] = self.edge[node][member]
        for node in range(1, self.nodes + 1):
            if self.entry[member][node]:
                self.entry[blossom][node] = member

    def expand(self, blossom: int) -> None:
        """Open an inner blossom whose dual has reached zero."""
        for member in self.members[blossom]:
            self.set_top(member, member)
        inner = self.entry[blossom][self.edge[blossom][self.parent[blossom]][0]]
        place = self.even_path(blossom, inner)
        cycle = self.members[blossom]
        for step in range(0, place, 2):
            low, high = cycle[step], cycle[step + 1]
            self.parent[low] = self.edge[high][low][0]
            self.label[low], self.label[high] = INNER, OUTER
            self.slack[low] = 0
            self.set_slack(high)
            self.push(high)
        self.label[inner] = INNER
        self.parent[inner] = self.parent[blossom]
        for member in cycle[place + 1 :]:
            self.label[member] = FREE
            self.set_slack(member)
        self.top[blossom] = 0

    def found(self, one: int, two: int) -> bool:
        """Use a tight edge out of an outer node; true when it augmented the matching."""
        outer, other = self.top[one], self.top[two]
        if self.label[other] == FREE:
            self.parent[other] = one
            self.label[other] = INNER
            onward = self.top[self.mate[other]]
            self.slack[other] = self.slack[onward] = 0
            self.label[onward] = OUTER
            self.push(onward)
        elif self.label[other] == OUTER:
            base = self.common_root(outer, other)
            if not base:
                self.augment(outer, other)
                self.augment(other, outer)
                return True
            self.add_blossom(outer, base, other)
        return False

    def stage(self) -> bool:
        """Grow trees from all free nodes until one augmentation; false when none is left."""
        for node in range(1, self.last + 1):
            self.label[node] = FREE
            self.slack[node] = 0
        self.queue.clear()
        for node in range(1, self.last + 1):
            if self.top[node] == node and not self.mate[node]:
                self.parent[node] = 0
                self.label[node] = OUTER
                self.push(node)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._move_duals():
                return False
            for node in range(1, self.last + 1):
                tight = self.slack[node]
                if (
                    self.top[node] == node
                    and tight
                    and self.top[tight] != node
                    and not self.reduced(tight, node)
                    and self.found(*self.edge[tight][node])
                ):
                    return True
            for node in range(self.nodes + 1, self.last + 1):
                if self.top[node] == node and self.label[node] == INNER and not self.dual[node]:
                    self.expand(node)

    def _scan(self) -> bool:
        """Look along every edge out of the queued nodes; true when the matching was augmented."""
        while self.queue:
            one = self.queue.popleft()
            if self.label[self.top[one]] == INNER:
                continue
            for two in range(1, self.nodes + 1):
                if self.weight[one][two] > 0 and self.top[one] != self.top[two]:
                    if not self.reduced(one, two):
                        if self.found(one, two):
                            return True
                    else:
                        self.update_slack(one, self.top[two])
        return False

    def _move_duals(self) -> bool:
        """Shift the duals by the largest step that keeps them valid; false when only giving nodes up is left."""
        steps = [self.dual[node] for node in range(1, self.nodes + 1) if self.label[self.top[node]] == OUTER]
        limit = min(steps)
        step = limit
        for node in range(1, self.last + 1):
            if self.top[node] != node:
                continue
            if node > self.nodes and self.label[node] == INNER:
                step = min(step, self.dual[node] // 2)
            if self.slack[node] and self.label[node] != INNER:
                gap = self.reduced(self.slack[node], node)
                step = min(step, gap if self.label[node] == FREE else gap // 2)
        if step >= limit:
            return False
        for node in range(1, self.nodes + 1):
            label = self.label[self.top[node]]
            self.dual[node] += {FREE: 0, OUTER: -step, INNER: step}[label]
        for node in range(self.nodes + 1, self.last + 1):
            if self.top[node] == node:
                self.dual[node] += {FREE: 0, OUTER: 2 * step, INNER: -2 * step}[self.label[node]]
        return True


def minimum_cost_perfect_matching(nodes: int, edges: list[tuple[int, int, int]]) -> list[int] | None:
    """The partner of every node (counted from 0) in a cheapest perfect matching, ``None`` where there is none."""
    search = _solved(nodes, edges)
    return None if search is None else [search.mate[node] - 1 for node in range(1, nodes + 1)]


def _solved(
    nodes: int, edges: list[tuple[int, int, int]], is_over: Callable[[], bool] = lambda: False
) -> _Search | None:
    """The search at its end, ``None`` where it leaves a node without a partner or ``is_over`` ended it."""
    costs = [cost for _, _, cost in edges]
    if nodes % 2 or (nodes and not costs):
        return None
    # One more edge must outweigh any saving, so that the heaviest matching is a perfect one wherever one exists.
    ceiling = max(costs, default=0) + (max(costs, default=0) - min(costs, default=0) + 1) * nodes
    weight = [[0] * (nodes + 1) for _ in range(nodes + 1)]
    for one, two, cost in edges:
        weight[one + 1][two + 1] = weight[two + 1][one + 1] = 2 * (ceiling - cost)
    search = _Search(nodes, weight, ceiling)
    while search.stage():
        if is_over():
            return None
    return search if all(search.mate[1 : nodes + 1]) else None


Blossoms = tuple[tuple[tuple[int, ...], int], ...]


def optimal_duals(
    nodes: int, edges: list[tuple[int, int, int]], is_over: Callable[[], bool] = lambda: False
) -> tuple[tuple[int, ...], Blossoms] | None:
    """An optimal solution of the dual problem, in quarters of a cost; ``None`` where there is no perfect matching, or
    where ``is_over`` ended the search.

    A potential per node, and odd sets of nodes with positive weights: no edge costs less than the potentials of its
    nodes minus the weights of the sets that hold both.
    """
    search = _solved(nodes, edges, is_over)
    if search is None:
        return None
    ceiling = search.ceiling
    potentials = tuple(2 * ceiling - search.dual[node] for node in range(1, nodes + 1))
    blossoms = tuple(
        (tuple(sorted(node - 1 for node in search.leaves(blossom))), search.dual[blossom])
        for blossom in range(nodes + 1, search.last + 1)
        if search.top[blossom] and search.dual[blossom]
    )
    return potentials, blossoms
