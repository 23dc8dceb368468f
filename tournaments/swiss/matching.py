"""Exact matchings of a general graph; the only module that knows rustworkx."""

from collections.abc import Iterable, Sequence

import rustworkx

from tournaments.swiss.blossom import minimum_cost_perfect_matching

MAX_BITS = 120
"""Bits a packed cost may have: rustworkx computes in signed 128-bit integers and doubles weights inside."""


def cheapest_perfect_matching(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[int] | None:
    """The perfect matching with the least total cost.

    ``edges`` are ``(node, node, cost)`` with nodes counted from 0, costs any integers, no edge twice. Answers the
    partner of every node, or ``None`` where no perfect matching exists. Which of several optima is found is not fixed
    between machines: a caller that needs the same answer everywhere makes the optimum unique.
    """
    listed = list(edges)
    if nodes % 2 or (nodes and not listed):
        return None
    largest = max((cost for _, _, cost in listed), default=0)
    smallest = min((cost for _, _, cost in listed), default=0)
    if (largest - smallest + 1).bit_length() > MAX_BITS:
        return minimum_cost_perfect_matching(nodes, listed)
    partner = largest_matching(nodes, [(one, two, largest - cost + 1) for one, two, cost in listed])
    return None if any(one == two for one, two in enumerate(partner)) else partner


def largest_matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> list[int]:
    """Of the matchings with the most pairs the one with the greatest total weight: the partner of every node, the node
    itself where it has none. Weights are positive and have at most ``MAX_BITS`` bits."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    partner = list(range(nodes))
    for one, two in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        partner[one], partner[two] = two, one
    return partner
