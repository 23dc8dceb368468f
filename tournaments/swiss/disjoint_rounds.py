"""Whether a number of further rounds can be played without a rematch: edge-disjoint matchings of a small graph.

Graphs are lists of bit masks: bit ``j`` of ``graph[i]`` says that ``i`` and ``j`` may still meet for the first time. A
matching is the partner of every node, the node itself where nobody new is left for it: such nodes meet again.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from tournaments.swiss.matching import largest_matching

Graph = list[int]
Matching = list[int]
Pair = tuple[int, int]

BUDGET = 20_000
"""Search steps after which a question stays open."""
FIRST_TRIES, MORE_TRIES, LAST_TRIES = 3, 15, 40
"""Random schedules tried before the bound is asked, before it rules meetings out, before the exhaustive search."""
LAST_ROUNDS = 3
"""This many rounds at the end of a random schedule are searched, not drawn."""
LAST_STEPS = 300
LOT_BITS = 32


@dataclass(frozen=True)
class RoundsFound:
    """``rounds`` that can be played (partner of every node), or ``None``; ``proved`` says that ``None`` is final."""

    rounds: list[Matching] | None
    proved: bool = True


@dataclass(frozen=True)
class Opening:
    """Edges that join a graph once some of its rounds have been played."""

    after: int
    edges: Graph

    def joined(self, graph: Sequence[int]) -> Graph:
        """The graph with these edges."""
        return [mask | more for mask, more in zip(graph, self.edges, strict=True)]

    def moved(self, rounds: int) -> "Opening":
        """The same, some rounds later."""
        return replace(self, after=self.after + rounds)


class _OutOfBudget(Exception):
    """The search gave up."""


def without(graph: Sequence[int], matching: Sequence[int]) -> Graph:
    """The graph less the edges of a matching."""
    return [mask & ~(1 << partner) for mask, partner in zip(graph, matching, strict=True)]


def least_degree(graph: Sequence[int]) -> int:
    """The fewest opponents anybody has left."""
    return min((mask.bit_count() for mask in graph), default=0)


def most_degree(graph: Sequence[int]) -> int:
    """The most opponents anybody has left."""
    return max((mask.bit_count() for mask in graph), default=0)


def certainly_playable(graph: Sequence[int], rounds: int) -> bool:
    """Whether Dirac's theorem alone promises the rounds: a graph on n nodes with all degrees at least n/2 has a
    Hamilton cycle, so for even n a perfect matching, and a round lowers every degree by one (Dirac 1952)."""
    return rounds <= 0 or 2 * (least_degree(graph) - rounds + 1) >= len(graph)


def pairs_missing(graph: Sequence[int], rounds: int, again: int = 0) -> int:
    """How many pairs of the rounds together must meet again at least: a bound by one matching.

    The nodes of the mask ``again`` play one round more. All rounds together are a subgraph in which nobody has more
    opponents than rounds, and no round has more meetings in a component than half its nodes. The largest such subgraph
    is a largest matching of a graph with two nodes for each meeting, one at either end, joined to each other, and for
    each node as many takers of its ends as it has opponents beyond the rounds (Tutte, "A short proof of the factor
    theorem for finite graphs", Canadian Journal of Mathematics 6, 1954).
    """
    return _largest_part(graph, rounds, again)[0]


def _largest_part(graph: Sequence[int], rounds: int, again: int = 0) -> tuple[int, list[Pair]]:
    """The pairs missing, and the meetings of such a subgraph."""
    missing, meetings = (rounds * len(graph) + again.bit_count()) // 2, list[Pair]()
    for nodes in _components(graph):
        demands = {node: rounds + (again >> node & 1) for node in nodes}
        once_more = sum(demands.values()) - rounds * len(nodes)
        own = _most_meetings(graph, demands)
        missing -= min(len(own), rounds * (len(nodes) // 2) + once_more // 2)
        meetings += own
    return missing, meetings


def _components(graph: Sequence[int]) -> Iterator[list[int]]:
    """Nodes that are linked with each other through any number of meetings."""
    unseen = (1 << len(graph)) - 1
    while unseen:
        reached, onward = 0, unseen & -unseen
        while onward:
            reached |= onward
            onward = reduce(or_, (graph[node] for node in bits(onward))) & ~reached
        unseen &= ~reached
        yield list(bits(reached))


def _most_meetings(graph: Sequence[int], demands: Mapping[int, int]) -> list[Pair]:
    """As many meetings as can be, with no more opponents for each of these nodes than its demand."""
    ends: dict[int, list[int]] = {node: [] for node in demands}
    edges: list[tuple[int, int, int]] = []
    meetings: list[Pair] = []
    count = 0
    for one in demands:
        for two in bits(graph[one] >> one << one):
            ends[one].append(count)
            ends[two].append(count + 1)
            edges.append((count, count + 1, 1))
            meetings.append((one, two))
            count += 2
    takers: list[int] = []
    for node, own in ends.items():
        for _ in range(len(own) - demands[node]):
            edges += [(end, count, 1) for end in own]
            takers.append(node)
            count += 1
    if not takers:
        return meetings
    partner = largest_matching(count, edges)
    taken = {place for place in range(len(meetings)) if partner[2 * place] == 2 * place + 1}
    for taker, node in enumerate(takers, 2 * len(meetings)):
        if partner[taker] == taker:
            taken.discard(next((end // 2 for end in ends[node] if end // 2 in taken), -1))
    return [meetings[place] for place in sorted(taken)]


def surely_missing(graph: Sequence[int], rounds: int, opening: Opening | None = None, again: int = 0) -> int:
    """The same with edges that join later."""
    if opening is None or opening.after >= rounds:
        return pairs_missing(graph, rounds, again)
    before = pairs_missing(graph, opening.after, again)
    return max(before, pairs_missing(opening.joined(graph), rounds, again))


def find_rounds(
    graph: Sequence[int], rounds: int, rng: random.Random, opening: Opening | None = None, spare: int = 0
) -> RoundsFound:
    """Edge-disjoint matchings, one for each round, in the order they can be played, with no more than ``spare`` pairs
    missing from them in all; perfect ones where nothing may be missing.

    Random schedules find what there is; where they do not, a bound or an exhaustive search within a budget says that
    there is nothing.
    """
    if rounds <= 0:
        return RoundsFound([])
    if opening is not None and opening.after >= rounds:
        opening = None
    if not _degrees_allow(graph, rounds, opening, spare):
        return RoundsFound(None)
    drawn = _first_drawn(FIRST_TRIES, graph, rounds, rng, opening, spare)
    if drawn is None and surely_missing(graph, rounds, opening) > spare:
        return RoundsFound(None)
    is_long = rounds > LAST_ROUNDS
    drawn = drawn or (_first_drawn(MORE_TRIES, graph, rounds, rng, opening, spare) if is_long else None)
    if drawn is not None:
        return RoundsFound(drawn)
    usable = list(graph) if opening is not None else _usable(graph, rounds, spare)
    drawn = _first_drawn(LAST_TRIES, usable, rounds, rng, opening, spare) if is_long else None
    if drawn is not None:
        return RoundsFound(drawn)
    try:
        return RoundsFound(_Schedule(rng, BUDGET).rounds(usable, rounds, opening, spare))
    except _OutOfBudget:
        return RoundsFound(None, proved=False)


def _usable(graph: Sequence[int], rounds: int, spare: int) -> Graph:
    """The graph less the meetings that the bound rules out in all rounds: random schedules run into them.

    Each subgraph that is large enough shows all its meetings to be usable, so few are asked for by themselves.
    """
    usable = list(graph)
    everybody = (1 << len(graph)) - 1
    missing, meetings = _largest_part(graph, rounds)
    shown = set(meetings if missing <= spare else ())
    for one, mask in enumerate(graph):
        for two in bits(mask >> one << one):
            if (one, two) in shown:
                continue
            ends = 1 << one | 1 << two
            left = list(usable)
            left[one] &= ~ends
            left[two] &= ~ends
            missing, meetings = _largest_part(left, rounds - 1, everybody & ~ends)
            if missing > spare:
                usable = left
            else:
                shown.update(meetings)
    return usable


def _degrees_allow(graph: Sequence[int], rounds: int, opening: Opening | None, spare: int) -> bool:
    """Whether there are opponents enough, before the opening and in all; each pair missing makes up for two."""

    def short(masks: Sequence[int], wanted: int) -> int:
        return sum(max(0, wanted - mask.bit_count()) for mask in masks)

    if opening is None:
        return short(graph, rounds) <= 2 * spare
    return short(graph, min(rounds, opening.after)) <= 2 * spare and short(opening.joined(graph), rounds) <= 2 * spare


def _first_drawn(
    tries: int, graph: Sequence[int], rounds: int, rng: random.Random, opening: Opening | None, spare: int
) -> list[Matching] | None:
    """The first of a number of random schedules that comes to its end."""
    drawn = (_drawn_rounds(list(graph), rounds, rng, opening, spare) for _ in range(tries))
    return next((found for found in drawn if found is not None), None)


def _drawn_rounds(
    graph: Graph, rounds: int, rng: random.Random, opening: Opening | None, spare: int
) -> list[Matching] | None:
    """One random round after the other, the last few by search; ``None`` where that ends too soon."""
    found: list[Matching] = []
    while len(found) < rounds:
        if opening is not None and opening.after == len(found):
            graph, opening = opening.joined(graph), None
        left = rounds - len(found)
        if left <= LAST_ROUNDS and opening is None:
            try:
                rest = _Schedule(rng, LAST_STEPS).rounds(graph, left, None, spare)
            except _OutOfBudget:
                return None
            return None if rest is None else found + rest
        matching = _drawn_matching(graph, rng)
        spare -= _missing(matching)
        if spare < 0:
            return None
        found.append(matching)
        graph = without(graph, matching)
    return found


def _drawn_matching(graph: Graph, rng: random.Random) -> Matching:
    """A random matching with the most pairs."""
    edges = [
        (one, two, 1 + rng.getrandbits(LOT_BITS)) for one, mask in enumerate(graph) for two in bits(mask >> one << one)
    ]
    return largest_matching(len(graph), edges)


def _missing(matching: Matching) -> int:
    """Pairs that a matching is short of."""
    return sum(partner == node for node, partner in enumerate(matching)) // 2


class _Schedule:
    """The exhaustive search for rounds within a number of steps."""

    def __init__(self, rng: random.Random, steps: int) -> None:
        self.rng, self.steps = rng, steps

    def rounds(self, graph: Graph, rounds: int, opening: Opening | None, spare: int) -> list[Matching] | None:
        """The rounds, or ``None`` where there are none; raises ``_OutOfBudget``."""
        anchor = min(range(len(graph)), key=lambda node: graph[node].bit_count())
        return self._onward(graph, rounds, anchor, 0, opening, spare)

    def _onward(
        self, graph: Graph, rounds: int, anchor: int, floor: int, opening: Opening | None, spare: int
    ) -> list[Matching] | None:
        """Round after round. The partner of one node distinguishes the rounds up to the opening, and those from it on:
        they come in rising order of it, last those in which it has none."""
        if rounds == 0:
            return []
        if opening is not None and not opening.after:
            graph, floor, opening = opening.joined(graph), 0, None
        if not _degrees_allow(graph, rounds, opening, spare):
            return None
        if rounds == 1:
            matching = _drawn_matching(graph, self.rng)
            return [matching] if _missing(matching) <= spare else None
        if opening is None and pairs_missing(graph, rounds) > spare:
            return None
        alike = rounds if opening is None else min(rounds, opening.after)
        later = None if opening is None else opening.moved(-1)
        partners = [node for node in bits(graph[anchor]) if node >= floor]
        if spare:
            partners.append(anchor)
        for place, partner in enumerate(partners):
            if not spare and len(partners) - place < alike:
                return None
            onward = len(graph) if partner == anchor else partner + 1
            for matching in self.matchings(graph, anchor, partner, spare):
                left = spare - _missing(matching)
                rest = self._onward(without(graph, matching), rounds - 1, anchor, onward, later, left)
                if rest is not None:
                    return [matching, *rest]
        return None

    def matchings(self, graph: Graph, one: int, two: int, spare: int) -> Iterator[Matching]:
        """Every matching in which ``one`` has the partner ``two`` that nothing can be added to and that is short of no
        more than ``spare`` pairs, in random order."""
        partner = [-1] * len(graph)
        partner[one], partner[two] = two, one
        everybody = (1 << len(graph)) - 1

        def grow(free: int, alone: int) -> Iterator[Matching]:
            self.steps -= 1
            if self.steps < 0:
                raise _OutOfBudget
            if not free:
                yield list(partner)
                return
            node = min(bits(free), key=lambda candidate: (graph[candidate] & free).bit_count())
            rest = free & ~(1 << node)
            for choice in sorted(bits(graph[node] & free), key=lambda _: self.rng.random()):
                partner[node], partner[choice] = choice, node
                yield from grow(rest & ~(1 << choice), alone)
            if alone.bit_count() < 2 * spare and not graph[node] & alone:
                partner[node] = node
                yield from grow(rest, alone | 1 << node)

        return grow(everybody & ~(1 << one) & ~(1 << two), 1 << one if one == two else 0)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
