"""Re-checks one paired round from the plain records alone: complete, allowed, counted right, and best.

Shares no code with the engine. Best is shown in one of two ways: the cost equals a lower bound that can be counted by
hand (every score threshold with an odd number of players above it must be crossed), or a full graph is solved again by
rustworkx with its own check of the dual solution enabled.
"""

from itertools import pairwise

import rustworkx

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.settings import PairingSettings

from .oracle import cost_of

Cost = tuple[int, ...]


class WrongPairing(AssertionError):
    """The round is not what it claims to be."""


def demand(truth: bool, *facts: object) -> None:
    if not truth:
        raise WrongPairing(*facts)


def check_round(history: PairingHistory, settings: PairingSettings, result: PairingResult) -> str:
    """Raises ``WrongPairing``; returns how optimality was shown: "counted", "solved" or "looked ahead"."""
    seen = [player for pair in result.pairs for player in pair]
    if result.bye is not None:
        seen.append(result.bye)
    demand(sorted(seen) == sorted(entrant.id for entrant in history.entrants), "somebody is missing or doubled")
    demand((result.bye is None) == (len(seen) % 2 == 0), "a bye in an even field, or none in an odd one")
    demand(len(set(result.tables)) == len(result.pairs) and list(result.tables) == sorted(result.tables), "tables")
    achieved = cost_of(history, settings, result.pairs, result.bye)
    demand(achieved is not None, "a prohibited pair")
    demand(tuple(result.achieved) == achieved, "counted wrong", result.achieved, achieved)
    if result.looked_ahead:
        demand(achieved[0] == solved_again(history, settings)[0], "looking ahead cost a rematch")
        return "looked ahead"
    demand(result.certified, "not certified", result.achieved, result.bound)
    if achieved == hand_counted_bound(history):
        return "counted"
    demand(achieved == solved_again(history, settings), "a better pairing exists", achieved)
    return "solved"


def hand_counted_bound(history: PairingHistory) -> Cost:
    """No rematch, the bye to the lowest score without one, and every odd threshold crossed once between neighbours."""
    scores = sorted((entrant.score for entrant in history.entrants), reverse=True)
    lowest = scores[-1]
    bye_score = 0
    if len(scores) % 2:
        free = [entrant.score for entrant in history.entrants if not entrant.had_bye]
        if not free:
            return (-1,)
        bye_score = min(free) - lowest
        scores.remove(min(free))
    spread = 0
    for above, (upper, lower) in enumerate(pairwise(scores), start=1):
        if above % 2:
            spread += (upper - lower) ** 2
    return (0, 0, bye_score, spread, 0, 0)


def solved_again(history: PairingHistory, settings: PairingSettings) -> Cost:
    """The cost of a best pairing by a full graph."""
    field: list[Entrant | None] = list(history.entrants)
    if len(field) % 2:
        field.append(None)
    costs: dict[tuple[int, int], Cost] = {}
    for second, two in enumerate(field):
        for first in range(second):
            one = field[first]
            assert one is not None
            pairs = () if two is None else ((one.id, two.id),)
            cost = cost_of(history, settings, pairs, one.id if two is None else None)
            if cost is not None:
                costs[first, second] = cost
    largest = [max(column) * len(field) + 1 for column in zip(*costs.values(), strict=True)]
    packed = {}
    for edge, cost in costs.items():
        value = 0
        for size, part in zip(largest, cost, strict=True):
            value = value * size + part
        packed[edge] = value
    highest = max(packed.values())
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(field)
    graph.add_edges_from([(one, two, highest - value + 1) for (one, two), value in packed.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=True)
    demand(2 * len(matched) == len(field), "the fresh graph has no pairing at all")
    chosen = [costs[min(pair), max(pair)] for pair in matched]
    return tuple(sum(column) for column in zip(*chosen, strict=True))
