"""Graphs of who may still meet whom, and a check of the rounds found in one."""

import random
from itertools import combinations

from tournaments.swiss.round_bounds import Opening, without


def random_graph(rng: random.Random, nodes: int, density: float) -> list[int]:
    graph = [0] * nodes
    for one, two in combinations(range(nodes), 2):
        if rng.random() < density:
            graph[one] |= 1 << two
            graph[two] |= 1 << one
    return graph


def check_rounds(graph: list[int], rounds: list[list[int]], spare: int, opening: Opening | None) -> None:
    rest = graph
    for played, matching in enumerate(rounds):
        if opening is not None and played == opening.after:
            rest = opening.joined(rest)
        fresh = [node for node, partner in enumerate(matching) if partner != node]
        assert all(rest[node] >> matching[node] & 1 and matching[matching[node]] == node for node in fresh)
        spare -= (len(graph) - len(fresh)) // 2
        rest = without(rest, matching)
    assert spare >= 0
