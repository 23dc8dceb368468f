"""The meetings still open, and bounds on the rounds that they can be played in without a rematch.

Graphs are lists of bit masks: bit ``j`` of ``graph[i]`` says that ``i`` and ``j`` may still meet for the first time. A
matching is the partner of every node, the node itself where nobody new is left for it: such nodes meet again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from tournaments.swiss.matching import largest_matching

Graph = list[int]
Matching = list[int]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Opening:
    """Edges that join a graph once some of its rounds have been played."""

    after: int
    edges: Graph

    def joined(self, graph: Sequence[int]) -> Graph:
        """The graph with these edges."""
        return [mask | more for mask, more in zip(graph, self.edges, strict=True)]

    def moved(self, rounds: int) -> "Opening":
        """The opening as it stands after this many rounds have been played."""
        return replace(self, after=self.after + rounds)


def without(graph: Sequence[int], matching: Sequence[int]) -> Graph:
    """The graph less the edges of a matching."""
    return [mask & ~(1 << partner) for mask, partner in zip(graph, matching, strict=True)]


def joined(graph: Sequence[int], matching: Sequence[int]) -> Graph:
    """The graph with the edges of a matching."""
    return [
        mask | (1 << partner & ~(1 << node)) for node, (mask, partner) in enumerate(zip(graph, matching, strict=True))
    ]


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
    """How many pairs of the rounds together must meet again at least, with edges that join during them."""
    if opening is None or opening.after >= rounds:
        return pairs_missing(graph, rounds, again)
    before = pairs_missing(graph, opening.after, again)
    return max(before, pairs_missing(opening.joined(graph), rounds, again))


def usable_meetings(graph: Sequence[int], rounds: int, spare: int) -> Graph:
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


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
