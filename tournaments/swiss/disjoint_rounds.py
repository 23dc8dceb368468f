"""Whether so many more rounds can be played without a rematch: edge-disjoint perfect matchings of a small graph.

Graphs are lists of bit masks: bit ``j`` of ``graph[i]`` says that ``i`` and ``j`` may still meet.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.swiss.matching import cheapest_perfect_matching

Graph = list[int]
Matching = list[int]

EXACT_NODES = 20
"""Up to this many nodes the search is exhaustive within its budget."""
BUDGET = 20_000
"""Search steps after which a question stays open."""
RESTARTS = 12


@dataclass(frozen=True)
class RoundsFound:
    """``rounds`` that can be played (partner of every node), or ``None``; ``proved`` says that ``None`` is final."""

    rounds: list[Matching] | None
    proved: bool = True


@dataclass(frozen=True)
class Opening:
    """Edges that join a graph once so many of its rounds have been played."""

    after: int
    edges: Graph

    def joined(self, graph: Sequence[int]) -> Graph:
        """The graph with these edges."""
        return [mask | more for mask, more in zip(graph, self.edges, strict=True)]

    def moved(self, rounds: int) -> "Opening":
        """The same so many rounds later."""
        return replace(self, after=self.after + rounds)


class _OutOfBudget(Exception):
    """The search gave up."""


def without(graph: Sequence[int], matching: Sequence[int]) -> Graph:
    """The graph less the edges of a perfect matching."""
    return [mask & ~(1 << partner) for mask, partner in zip(graph, matching, strict=True)]


def least_degree(graph: Sequence[int]) -> int:
    """The fewest opponents anybody has left."""
    return min((mask.bit_count() for mask in graph), default=0)


def certainly_playable(graph: Sequence[int], rounds: int) -> bool:
    """Whether Dirac's theorem alone promises the rounds: a graph on n nodes with all degrees at least n/2 has a
    Hamilton cycle, so for even n a perfect matching, and a round lowers every degree by one (Dirac 1952)."""
    return rounds <= 0 or 2 * (least_degree(graph) - rounds + 1) >= len(graph)


def find_rounds(graph: Sequence[int], rounds: int, rng: random.Random, opening: Opening | None = None) -> RoundsFound:
    """So many edge-disjoint perfect matchings of the graph, in the order in which they can be played."""
    if rounds <= 0:
        return RoundsFound([])
    if opening is not None and opening.after >= rounds:
        opening = None
    if len(graph) % 2 or not _degrees_allow(graph, rounds, opening):
        return RoundsFound(None)
    if len(graph) > EXACT_NODES:
        return _find_greedily(list(graph), rounds, rng, opening)
    for restart in range(RESTARTS):
        budget = [BUDGET // (RESTARTS - restart)]
        try:
            return RoundsFound(_search(list(graph), rounds, 0, rng, budget, opening))
        except _OutOfBudget:
            continue
    return RoundsFound(None, proved=False)


def _degrees_allow(graph: Sequence[int], rounds: int, opening: Opening | None) -> bool:
    """Whether everybody has opponents enough, before the opening and in all."""
    if opening is None:
        return least_degree(graph) >= rounds
    return least_degree(graph) >= min(rounds, opening.after) and least_degree(opening.joined(graph)) >= rounds


def _find_greedily(graph: Graph, rounds: int, rng: random.Random, opening: Opening | None) -> RoundsFound:
    """One random round after the other, starting over where that ends too soon."""
    for _ in range(RESTARTS):
        rest = graph
        found: list[Matching] = []
        while len(found) < rounds:
            if opening is not None and opening.after == len(found):
                rest = opening.joined(rest)
            edges = [
                (one, two, rng.getrandbits(32))
                for one in range(len(rest))
                for two in range(one)
                if rest[one] >> two & 1
            ]
            matching = cheapest_perfect_matching(len(rest), edges)
            if matching is None:
                break
            found.append(matching)
            rest = without(rest, matching)
        else:
            return RoundsFound(found)
    return RoundsFound(None, proved=False)


def _search(
    graph: Graph, rounds: int, floor: int, rng: random.Random, budget: list[int], opening: Opening | None
) -> list[Matching] | None:
    """Round after round; the rounds up to the opening, and those from it on, are told apart by the partner of one node,
    so they come in rising order of it."""
    if rounds == 0:
        return []
    if opening is not None and not opening.after:
        graph, floor, opening = opening.joined(graph), 0, None
    if not _degrees_allow(graph, rounds, opening):
        return None
    if rounds == 2 and opening is None and all(mask.bit_count() == 2 for mask in graph):
        return _two_rounds(graph)
    alike = rounds if opening is None else min(rounds, opening.after)
    later = None if opening is None else opening.moved(-1)
    anchor = 0
    partners = [node for node in range(floor, len(graph)) if graph[anchor] >> node & 1]
    for place, partner in enumerate(partners):
        if len(partners) - place < alike:
            return None
        for matching in perfect_matchings(graph, anchor, partner, rng, budget):
            rest = _search(without(graph, matching), rounds - 1, partner + 1, rng, budget, later)
            if rest is not None:
                return [matching, *rest]
    return None


def _two_rounds(graph: Graph) -> list[Matching] | None:
    """Two rounds from a graph of cycles: every other edge each, possible when all cycles are even."""
    first = [-1] * len(graph)
    second = [-1] * len(graph)
    for start in range(len(graph)):
        node = start
        while first[node] < 0:
            onward = next(two for two in _bits(graph[node]) if two != second[node])
            if first[onward] >= 0:
                return None
            first[node], first[onward] = onward, node
            after = next(two for two in _bits(graph[onward]) if two != node)
            if second[after] >= 0 or (after != start and first[after] >= 0):
                return None
            second[onward], second[after] = after, onward
            node = after
    return [first, second]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def perfect_matchings(
    graph: Sequence[int], one: int, two: int, rng: random.Random, budget: list[int]
) -> Iterator[Matching]:
    """Every perfect matching that holds the edge ``one``-``two``, in random order; spends the budget."""
    partner = [-1] * len(graph)
    partner[one], partner[two] = two, one
    free = ((1 << len(graph)) - 1) & ~(1 << one) & ~(1 << two)

    def grow(free: int) -> Iterator[Matching]:
        budget[0] -= 1
        if budget[0] < 0:
            raise _OutOfBudget
        if not free:
            yield list(partner)
            return
        node, options = -1, 0
        fewest = len(graph) + 1
        for candidate in _bits(free):
            count = (graph[candidate] & free).bit_count()
            if count < fewest:
                node, options, fewest = candidate, graph[candidate] & free, count
                if count < 2:
                    break
        choices = sorted(_bits(options), key=lambda _: rng.random())
        for choice in choices:
            partner[node], partner[choice] = choice, node
            yield from grow(free & ~(1 << node) & ~(1 << choice))

    return grow(free)
