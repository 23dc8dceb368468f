"""Exact minimum-cost perfect matching of a general graph; the only module that knows rustworkx."""

from collections.abc import Iterable

import rustworkx

from tournaments.swiss.blossom import minimum_cost_perfect_matching

WIDEST = 120
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
    if (largest - smallest + 1).bit_length() > WIDEST:
        return minimum_cost_perfect_matching(nodes, listed)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, two, largest - cost + 1) for one, two, cost in listed])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) != nodes:
        return None
    partner = [0] * nodes
    for one, two in matched:
        partner[one] = two
        partner[two] = one
    return partner


def largest_matching(nodes: int, edges: Iterable[tuple[int, int]]) -> set[int]:
    """The nodes that one matching of greatest size covers."""
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, two, 1) for one, two in edges])
    return {node for pair in rustworkx.max_weight_matching(graph, max_cardinality=True) for node in pair}
