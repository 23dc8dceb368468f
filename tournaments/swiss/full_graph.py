"""The plain exact problem: every entrant a node, every possible pair an edge, one perfect matching of least cost.

Right for every field and the end case of the engine; far too slow for large ones.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.swiss.costs import CostRules, Packing
from tournaments.swiss.history import Entrant, EntrantPair, PairingHistory
from tournaments.swiss.matching import MAX_BITS, cheapest_perfect_matching, largest_matching
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.settings import TeamPolicy

LOT_BITS = 40
"""Bits of randomness per edge: with e edges two optima remain with a chance below e / 2^40."""

Edge = tuple[int, int, tuple[int, ...]]
ExtraCost = Callable[[Entrant, Entrant | None], int]
"""What a pair, or a bye, costs below all named levels."""


def pair_full_graph(
    history: PairingHistory,
    rules: CostRules,
    order: OrderCosts,
    rng: random.Random,
    *,
    keep: ExtraCost | None = None,
) -> tuple[list[EntrantPair], Entrant | None]:
    """The best pairing of the whole field: ``(pairs, bye)``.

    ``keep`` adds a cost below all named levels and above the order (for what a repair would rather not lose).
    Raises ``NoLegalPairing`` where the edges allow no pairing.
    """
    entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
    if not entrants:
        raise NoLegalPairing(NoPairingReason.NO_ENTRANTS)
    edges = graph_edges(entrants, rules, order, keep)
    nodes = len(entrants) + len(entrants) % 2
    fresh = [edge for edge in edges if not edge[2][0]]
    partner = cheapest_perfect_matching(nodes, weigh_edges(nodes, fresh, rng).edges)
    if partner is None:
        partner = cheapest_perfect_matching(nodes, weigh_edges(nodes, edges, rng).edges)
    if partner is None:
        raise explain_failure(entrants, nodes, edges)
    return pairs_of(entrants, partner)


def pairs_of(entrants: list[Entrant], partner: list[int]) -> tuple[list[EntrantPair], Entrant | None]:
    """Partners by node read as pairs and the bye (the one node more than there are entrants)."""
    pairs: list[EntrantPair] = []
    bye: Entrant | None = None
    for one, two in enumerate(partner):
        if two == len(entrants):
            bye = entrants[one]
        elif one < two:
            pairs.append((entrants[one], entrants[two]))
    return pairs, bye


def graph_edges(
    entrants: list[Entrant], rules: CostRules, order: OrderCosts, keep: ExtraCost | None = None
) -> list[Edge]:
    """Every possible pair and bye with its levels, then: ``keep``, order."""
    edges: list[Edge] = []
    for first, one in enumerate(entrants):
        for second in range(first + 1, len(entrants)):
            two = entrants[second]
            if not rules.may_meet(one, two):
                continue
            kept = keep(one, two) if keep else 0
            edges.append((first, second, (*rules.pair(one, two), kept, order.pair(one, two))))
        if len(entrants) % 2:
            edges.append((first, len(entrants), (*rules.bye(one), keep(one, None) if keep else 0, order.bye(one))))
    return edges


@dataclass(frozen=True)
class Weighing:
    """Edges with one integer each that compares whole pairings level by level; the last ``shift`` bits are lots."""

    edges: list[tuple[int, int, int]]
    packing: Packing
    smallest: tuple[int, ...]
    shift: int

    def least(self, nodes: int, levels: Sequence[int]) -> int:
        """The least that a whole pairing can weigh with these totals in its first levels."""
        pairs = nodes // 2
        totals = [level - pairs * low for level, low in zip(levels, self.smallest, strict=False)]
        return self.packing.pack([*totals, *[0] * (len(self.smallest) - len(totals))]) << self.shift


def weigh_edges(nodes: int, edges: list[Edge], rng: random.Random) -> Weighing:
    """Each edge with one integer that compares whole pairings level by level, ties broken by lot."""
    columns = list(zip(*(levels for _, _, levels in edges), strict=True))
    largest, smallest = [max(column) for column in columns], tuple(min(column) for column in columns)
    radices = tuple((high - low) * (nodes // 2) + 1 for high, low in zip(largest, smallest, strict=True))
    packing = Packing(radices)
    room = MAX_BITS - packing.span.bit_length() - nodes.bit_length()
    bits = LOT_BITS if room < LOT_BITS // 2 else min(LOT_BITS, room)
    shift = bits + nodes.bit_length()
    weighed = []
    for one, two, levels in edges:
        value = packing.pack([level - low for level, low in zip(levels, smallest, strict=True)])
        weighed.append((one, two, (value << shift) + rng.getrandbits(bits)))
    return Weighing(weighed, packing, smallest, shift)


def refuse_large_team(entrants: Sequence[Entrant], rules: CostRules) -> None:
    """Raises ``NoLegalPairing`` when members of one team, who may not meet, outnumber everybody else."""
    if rules.team_policy is not TeamPolicy.PROHIBIT:
        return
    teams = Counter(entrant.team for entrant in entrants if entrant.team is not None)
    for team, size in sorted(teams.items(), key=lambda item: (-item[1], item[0])):
        if size > len(entrants) - size + len(entrants) % 2:
            members = sorted(entrant.id for entrant in entrants if entrant.team == team)
            raise NoLegalPairing(NoPairingReason.TEAM_TOO_LARGE, tuple(members))


def explain_failure(entrants: list[Entrant], nodes: int, edges: list[Edge]) -> NoLegalPairing:
    """The plainest reason why these edges leave no perfect matching."""
    spare = len(entrants) % 2
    touched = {node for one, two, _ in edges if two < len(entrants) for node in (one, two)}
    alone = [entrant.id for place, entrant in enumerate(entrants) if place not in touched]
    if len(alone) > spare:
        return NoLegalPairing(NoPairingReason.NO_OPPONENT, tuple(alone))
    partner = largest_matching(nodes, [(one, two, 1) for one, two, _ in edges])
    left = tuple(entrant.id for node, entrant in enumerate(entrants) if partner[node] == node)
    return NoLegalPairing(NoPairingReason.PROHIBITIONS_CLASH, left)
