"""A bound by prices, for fields in which a team crowds its brackets and for those that are too large for anything else.

Every group of players (:mod:`~tournaments.swiss.groups`) has a price, and no pair costs less than the prices of its
two players. So a pairing costs all prices, and for each pair the rest: its cost less the two prices. The pairs between
groups form chains that join the groups with an odd number of members two and two, which bounds the rests from below as
in :mod:`~tournaments.swiss.witness`. Prices, potentials and blossoms are the witness; the check believes nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.swiss.blossom import optimal_duals
from tournaments.swiss.costs import CostRules, Levels
from tournaments.swiss.groups import Groups
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.transport import cheapest_prices

MAX_GROUPS = 120
"""Beyond this many groups no prices are looked for."""
QUARTERS = 4


@dataclass(frozen=True)
class PriceWitness:
    """The teams that have groups of their own; a price per group, in halves of a packed cost; a potential per group
    with an odd number of members and blossoms of such groups, in eighths. ``levels`` as in
    :class:`~tournaments.swiss.witness.Witness`."""

    teams: tuple[str, ...]
    prices: tuple[int, ...]
    potentials: tuple[int, ...] = ()
    blossoms: tuple[tuple[tuple[int, ...], int], ...] = ()
    levels: tuple[int, ...] = ()


def find_prices(history: PairingHistory, rules: CostRules, teams: Sequence[str]) -> PriceWitness | None:
    """The best prices; ``None`` where there is no pairing at all, or there are too many groups."""
    groups = Groups(history, rules, teams)
    if len(groups.groups) > MAX_GROUPS:
        return None
    prices = cheapest_prices([group.size for group in groups.groups], groups.costs)
    if prices is None:
        return None
    ends, chains = odd_ends(groups), cheapest_chains(rests(groups, prices))
    edges = [
        (one, two, chain)
        for two, end in enumerate(ends)
        for one in range(two)
        if (chain := chains[ends[one]][end]) is not None
    ]
    duals = optimal_duals(len(ends), edges) if ends else ((), ())
    return None if duals is None else PriceWitness(tuple(teams), prices, *duals, levels=groups.packing.weights)


def proved_levels(witness: PriceWitness, history: PairingHistory, rules: CostRules) -> Levels | None:
    """What every pairing of the field costs at least; ``None`` where the witness claims more than the field bears
    out."""
    groups = Groups(history, rules, witness.teams)
    if len(witness.prices) != len(groups.groups) or len(groups.groups) > MAX_GROUPS:
        return None
    if (witness.levels or groups.packing.weights) != groups.packing.weights:
        return None
    rest = rests(groups, witness.prices)
    if any(cost is not None and cost < 0 for row in rest for cost in row):
        return None
    ends, chains = odd_ends(groups), cheapest_chains(rest)
    if len(witness.potentials) != len(ends):
        return None
    places = set(range(len(ends)))
    least = QUARTERS * sum(group.size * price for group, price in zip(groups.groups, witness.prices, strict=True))
    least += sum(witness.potentials)
    for within, weight in witness.blossoms:
        if weight < 0 or not len(within) % 2 or len(set(within)) != len(within) or not set(within) <= places:
            return None
        least -= weight * (len(within) // 2)
    for two, end in enumerate(ends):
        for one in range(two):
            chain = chains[ends[one]][end]
            inside = sum(weight for within, weight in witness.blossoms if one in within and two in within)
            if chain is not None and witness.potentials[one] + witness.potentials[two] - inside > QUARTERS * chain:
                return None
    return groups.rounded_up(max(0, -(-least // (2 * QUARTERS))))


Rests = list[list[int | None]]


def rests(groups: Groups, prices: Sequence[int]) -> Rests:
    """What a pair of two groups costs at least beyond the two prices, in halves; ``None``: there is no such pair."""
    return [
        [None if cost is None else 2 * cost - own - price for cost, price in zip(row, prices, strict=True)]
        for row, own in zip(groups.costs, prices, strict=True)
    ]


def odd_ends(groups: Groups) -> list[int]:
    """The groups with an odd number of members: an odd number of them has a partner in another group."""
    return [place for place, group in enumerate(groups.groups) if group.size % 2]


def cheapest_chains(rest: Rests) -> Rests:
    """The cheapest chain of pairs from group to group, for every two groups (Floyd 1962, Warshall 1962)."""
    never = 1 + sum(cost for row in rest for cost in row if cost is not None)
    least = [[never if cost is None else cost for cost in row] for row in rest]
    for through, onward in enumerate(least):
        for row in least:
            first = row[through]
            if first < never:
                row[:] = [min(known, first + more) for known, more in zip(row, onward, strict=True)]
    return [[None if cost >= never else cost for cost in row] for row in least]
