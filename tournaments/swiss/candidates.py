"""A good pairing of a large field quickly: a matching among a few likely opponents of each player.

Whom a player may well meet follows from prices: a pair that costs no more than the prices of its two groups can be part
of a best pairing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.swiss.budget import Budget, Progress, Step
from tournaments.swiss.costs import CostRules, Levels, ordered, pairing_cost
from tournaments.swiss.full_graph import ExtraCost, pairs_of, weigh_edges
from tournaments.swiss.groups import Groups
from tournaments.swiss.history import Entrant, EntrantPair, PairingHistory
from tournaments.swiss.matching import cheapest_perfect_matching
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.prices import rests
from tournaments.swiss.settings import Order

CANDIDATES = (3, 6, 12, 24, 48)
"""Opponents drawn for each player in each likely group, attempt by attempt."""
LIKELY, POSSIBLE = 6, 4
"""Groups of likely opponents, and of others of whom fewer are drawn."""
DRAWS_BY_ORDER = 8
"""Where the tournament has an order, a candidate is the best by it of this many drawn."""


@dataclass(frozen=True)
class Candidate:
    """A pairing found among candidates."""

    pairs: list[EntrantPair]
    bye: Entrant | None
    cost: Levels


class CandidateSearch:
    """Attempts with more candidates each time, until a pairing costs no more than the bound or the time is over.

    ``known`` pairs are candidates from the start; ``keep`` is a cost below all named levels and above the order.
    """

    def __init__(
        self,
        history: PairingHistory,
        rules: CostRules,
        order: OrderCosts,
        groups: Groups,
        rng: random.Random,
        *,
        keep: ExtraCost | None = None,
        known: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.rules, self.order, self.groups, self.rng = rules, order, groups, rng
        self.keep = keep or (lambda one, two: 0)
        self.entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        self.node = {entrant.id: place for place, entrant in enumerate(self.entrants)}
        self.nodes = len(self.entrants) + len(self.entrants) % 2
        self.known = {ordered(self.node[one], self.node[two]) for one, two in known}

    def run(self, prices: Iterable[int], bound: Levels, budget: Budget) -> Candidate | None:
        """The best pairing found; ``None`` for none. Rematches are tried only where nothing else is found."""
        likely = self._likely(tuple(prices))
        best: Candidate | None = None
        for rematches in (False, True):
            for attempt, many in enumerate(CANDIDATES):
                edges = self._edges(self._drawn(likely, many), best, rematches=rematches)
                if not budget.allows_matching(self.nodes, len(edges)):
                    return best
                budget.tell(Progress(Step.CANDIDATES, attempt, len(CANDIDATES)))
                best = self._better(best, edges)
                if best is not None and best.cost <= bound:
                    return best
            if best is not None:
                return best
        return best

    def _likely(self, prices: tuple[int, ...]) -> list[tuple[int, int, bool]]:
        """Pairs of groups whose members may well meet; true where their prices say so, false for the next best."""
        chosen: dict[tuple[int, int], bool] = {}
        for one, row in enumerate(rests(self.groups, prices)):
            ranked = sorted((rest, abs(one - two), two) for two, rest in enumerate(row) if rest is not None)
            tight = [two for rest, _, two in ranked if not rest][:LIKELY]
            others = [two for rest, _, two in ranked if rest][:POSSIBLE]
            for two in (*others, *tight):
                pair = (min(one, two), max(one, two))
                chosen[pair] = chosen.get(pair, False) or two in tight
        return [(one, two, is_likely) for (one, two), is_likely in sorted(chosen.items())]

    def _drawn(self, likely: list[tuple[int, int, bool]], many: int) -> set[tuple[int, int]]:
        """Nodes that may be paired, the smaller first."""
        found: set[tuple[int, int]] = set()
        bye = len(self.entrants)
        for first, second, is_likely in likely:
            here, there = (self.groups.groups[place].members for place in (first, second))
            some = many if is_likely else (many + 2) // 3
            if not here or not there:
                members = here or there
                for _ in range(8 * some):
                    found.add((self.node[self._one_of(members, None).id], bye))
                continue
            for own, others in ((here, there), (there, here)) if first != second else ((here, here),):
                for player in own:
                    place = self.node[player.id]
                    for _ in range(some):
                        other = self.node[self._one_of(others, player).id]
                        if other != place:
                            found.add((place, other) if place < other else (other, place))
        return found

    def _one_of(self, members: tuple[Entrant, ...], player: Entrant | None) -> Entrant:
        """One drawn by lot, or of some drawn the best by the tournament's order."""
        if self.order.order is Order.RANDOM:
            return members[int(self.rng.random() * len(members))]
        drawn = [members[int(self.rng.random() * len(members))] for _ in range(DRAWS_BY_ORDER)]
        if player is None:
            return min(drawn, key=lambda one: (self.order.bye(one), one.id))
        return min(drawn, key=lambda one: (one is player, self.order.pair(player, one), one.id))

    def _edges(
        self, drawn: set[tuple[int, int]], best: Candidate | None, *, rematches: bool
    ) -> list[tuple[int, int, tuple[int, ...]]]:
        """The candidates that may meet, with the pairs of the best pairing so far, and what each costs."""
        drawn |= self.known
        if best is not None:
            drawn |= {ordered(self.node[one.id], self.node[two.id]) for one, two in best.pairs}
            drawn |= {(self.node[best.bye.id], len(self.entrants))} if best.bye is not None else set()
        edges: list[tuple[int, int, tuple[int, ...]]] = []
        for first, second in sorted(drawn):
            one = self.entrants[first]
            if second == len(self.entrants):
                edges.append((first, second, (*self.rules.bye(one), self.keep(one, None), self.order.bye(one))))
                continue
            two = self.entrants[second]
            if self.rules.may_meet(one, two):
                levels = self.rules.pair(one, two)
                if rematches or not levels.repeats:
                    edges.append((first, second, (*levels, self.keep(one, two), self.order.pair(one, two))))
        return edges

    def _better(self, best: Candidate | None, edges: list[tuple[int, int, tuple[int, ...]]]) -> Candidate | None:
        """The best pairing among these candidates, if it is better."""
        partner = cheapest_perfect_matching(self.nodes, weigh_edges(self.nodes, edges, self.rng).edges if edges else [])
        if partner is None:
            return best
        pairs, bye = pairs_of(self.entrants, partner)
        found = Candidate(pairs, bye, pairing_cost(self.rules, pairs, bye))
        return found if best is None or found.cost <= best.cost else best
