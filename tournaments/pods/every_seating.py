"""The cheapest division of a small field, found by looking at every one."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from tournaments.pods.costs import PairCosts, Weights
from tournaments.pods.entrants import POD, SHORT_POD, PodField
from tournaments.pods.sizes import PodSizes

MAX_PLAYERS = 13
"""More take seconds: the divisions that begin alike are looked at once, and they become too many."""

Groups = tuple[tuple[int, ...], ...]


def cheapest_groups(field: PodField, sizes: PodSizes) -> Groups:
    """The groups, the bye as a group of one, by places in the field; among equals the first in the field's order."""
    weights = Weights(field)
    costs = PairCosts(field, weights)
    players = field.entrants

    @cache
    def cost_of(group: tuple[int, ...]) -> int:
        if len(group) == POD:
            return costs.of_group(group)
        short = weights.short * sum(players[place].short for place in group)
        if len(group) == SHORT_POD:
            return costs.of_group(group) + short
        return short + weights.bye * (players[group[0]].points - weights.low)

    @cache
    def best(left: tuple[int, ...], threes: int, byes: int) -> tuple[int, Groups]:
        if not left:
            return 0, ()
        head, rest = left[0], left[1:]
        found: tuple[int, Groups] | None = None
        allowed = [(POD, 0, 0)] if len(left) - SHORT_POD * threes - byes >= POD else []
        allowed += [(SHORT_POD, 1, 0)] if threes else []
        allowed += [(1, 0, 1)] if byes else []
        for size, three, bye in allowed:
            for others in combinations(rest, size - 1):
                group = (head, *others)
                here = cost_of(group)
                if found is not None and here >= found[0]:
                    continue
                taken = set(others)
                after, groups = best(tuple(place for place in rest if place not in taken), threes - three, byes - bye)
                if found is None or here + after < found[0]:
                    found = here + after, (group, *groups)
        assert found is not None
        return found

    return best(tuple(range(len(players))), sizes.threes, sizes.byes)[1]
