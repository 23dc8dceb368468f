"""An independent full-graph answer for medium fields: networkx' blossom over integers of any size."""

import networkx

from tournaments.swiss.history import PairingHistory
from tournaments.swiss.settings import PairingSettings

from .oracle import cost_of

SCALE = 10**18


def best_cost_by_blossom(history: PairingHistory, settings: PairingSettings) -> tuple[int, ...] | None:
    """The least cost over all pairings, ``None`` when none is allowed."""
    ids = [entrant.id for entrant in history.entrants]
    edges = {}
    for place, one in enumerate(ids):
        for two in ids[:place]:
            edges[one, two] = cost_of(history, settings, ((one, two),), None)
        if len(ids) % 2:
            edges[one, "bye"] = cost_of(history, settings, (), one)
    possible = {edge: cost for edge, cost in edges.items() if cost is not None}
    packed = {
        edge: sum(part * SCALE ** (5 - level) for level, part in enumerate(cost)) for edge, cost in possible.items()
    }
    highest = max(packed.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from([*ids, *["bye"] * (len(ids) % 2)])
    for (one, two), value in packed.items():
        graph.add_edge(one, two, weight=highest - value + 1)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < len(graph):
        return None
    costs = [possible[pair] if pair in possible else possible[pair[::-1]] for pair in matched]
    return tuple(sum(column) for column in zip(*costs, strict=True))
