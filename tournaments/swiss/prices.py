"""A bound by prices, for fields in which a team crowds its brackets and for those that are too large for anything else.

Every group of players (:mod:`~tournaments.swiss.groups`) has a price, and no pair costs less than the prices of its
two players. So a pairing costs all prices, and for each pair the rest: its cost less the two prices. The pairs between
groups form chains that join the groups with an odd number of members two and two, which bounds the rests from below as
in :mod:`~tournaments.swiss.witness`. Prices, potentials and blossoms are the witness; the check believes nothing else
(:mod:`~tournaments.swiss.price_check`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.swiss.blossom import optimal_duals
from tournaments.swiss.costs import CostRules
from tournaments.swiss.groups import Groups
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.transport import cheapest_prices

MAX_GROUPS = 120
"""Beyond this many groups no prices are looked for."""


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
