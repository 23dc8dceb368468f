"""Both exact matchers against networkx, on costs of every width."""

import random
from unittest.mock import patch

import networkx
import pytest

from tournaments.swiss.blossom import _Search, minimum_cost_perfect_matching, optimal_duals
from tournaments.swiss.matching import cheapest_perfect_matching, largest_matching

Edges = list[tuple[int, int, int]]


def random_graph(rng: random.Random) -> tuple[int, Edges]:
    nodes = rng.choice([2, 4, 6, 8, 10, 12, 16])
    width = rng.choice([3, 10, 10**6, 10**50])
    chance = rng.random() + 0.2
    edges = [
        (one, two, rng.randrange(-width, width)) for one in range(nodes) for two in range(one) if rng.random() < chance
    ]
    return nodes, edges


def cheapest_by_networkx(nodes: int, edges: Edges) -> int | None:
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    highest = max((cost for _, _, cost in edges), default=0)
    for one, two, cost in edges:
        graph.add_edge(one, two, weight=highest - cost + 1)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < nodes:
        return None
    return sum(highest + 1 - graph.edges[pair]["weight"] for pair in matched)


@pytest.mark.parametrize("block", range(8))
def test_both_matchers_find_the_least_cost(block: int) -> None:
    for seed in range(block * 60, block * 60 + 60):
        nodes, edges = random_graph(random.Random(seed))
        cost = {(one, two): value for one, two, value in edges} | {(two, one): value for one, two, value in edges}
        least = cheapest_by_networkx(nodes, edges)
        for matcher in (minimum_cost_perfect_matching, cheapest_perfect_matching):
            partner = matcher(nodes, edges)
            assert (partner is None) == (least is None), seed
            if partner is not None:
                assert all(partner[partner[node]] == node for node in range(nodes))
                assert sum(cost[node, partner[node]] for node in range(nodes)) == 2 * least, seed


def test_blossoms_that_take_the_number_of_an_opened_one_are_all_remembered() -> None:
    """Numbers are reused in this graph while higher ones are in use: the search must still visit these."""
    rng = random.Random(376)
    nodes, width, chance = rng.choice([8, 10, 12, 14, 16, 20, 24, 30]), rng.choice([2, 3, 5, 9, 30, 1000]), 0.8
    rng.choice("dens")
    edges = [
        (one, two, rng.randrange(width))
        for one in range(nodes)
        for two in range(one + 1, nodes)
        if rng.random() < chance
    ]
    duals = optimal_duals(nodes, edges)
    assert duals is not None
    potentials, blossoms = duals
    for one, two, cost in edges:
        inside = sum(weight for within, weight in blossoms if one in within and two in within)
        assert potentials[one] + potentials[two] - inside <= 4 * cost
    least = sum(potentials) - sum(weight * (len(within) // 2) for within, weight in blossoms)
    assert least == 4 * (cheapest_by_networkx(nodes, edges) or 0)


def test_an_odd_number_of_nodes_has_no_perfect_matching() -> None:
    assert cheapest_perfect_matching(3, [(0, 1, 1), (1, 2, 1)]) is None
    assert minimum_cost_perfect_matching(3, [(0, 1, 1), (1, 2, 1)]) is None


def test_no_nodes_need_no_edges() -> None:
    assert cheapest_perfect_matching(0, []) == []
    assert minimum_cost_perfect_matching(0, []) == []


def test_the_largest_matching_covers_what_it_can() -> None:
    assert largest_matching(5, [(0, 1, 1), (0, 2, 5), (0, 3, 2)]) == [2, 1, 0, 3, 4]
    assert sorted(largest_matching(4, [(0, 1, 1), (1, 2, 9), (2, 3, 1)])) == [0, 1, 2, 3]
    assert largest_matching(4, [(0, 1, 1), (1, 2, 9), (2, 3, 1)])[0] == 1, "more pairs before more weight"


MANY_BLOSSOMS = """
     .
    14 31
     2 39 10
     .  . 34 21
     0 34  6  0  .
     8  . 24 37 36 18
     .  . 29 26 30  . 16
     7 27 13 19 28  2 14 13
     .  . 32 14  . 36  . 33 23
     4 13  . 37 29 27  7 16  . 35
    21 25 25  4  . 20 25 15 12  .  7
"""
"""Costs of a graph of 12 nodes for which 13 blossoms are made, a row for each node but the first."""


def test_more_blossoms_are_made_than_there_are_nodes() -> None:
    """There is room for one to a node, so the numbers of those that were opened are used again."""
    rows = [row.split() for row in MANY_BLOSSOMS.strip().splitlines()]
    edges = [
        (one, two, int(cost)) for one, row in enumerate(rows, start=1) for two, cost in enumerate(row) if cost != "."
    ]
    made = 0
    make = _Search.add_blossom

    def count(search: _Search, one: int, base: int, two: int) -> None:
        nonlocal made
        made += 1
        make(search, one, base, two)

    with patch.object(_Search, "add_blossom", count):
        partner = minimum_cost_perfect_matching(12, edges)
    assert made > 12
    assert partner is not None
    compiled = cheapest_perfect_matching(12, edges)
    assert compiled is not None
    cost = {frozenset(edge[:2]): edge[2] for edge in edges}
    own, other = (sum(cost[frozenset(pair)] for pair in enumerate(found)) for found in (partner, compiled))
    assert own == other
