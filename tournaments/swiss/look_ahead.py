"""Short fields: take no pairing after which the planned rounds could not be played without a rematch."""

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.swiss.costs import CostRules, Levels, pairing_cost
from tournaments.swiss.disjoint_rounds import (
    EXACT_NODES,
    Graph,
    Matching,
    Opening,
    certainly_playable,
    find_rounds,
    least_degree,
    without,
)
from tournaments.swiss.full_graph import ExtraCost, graph_edges, pairs_of, weigh_edges
from tournaments.swiss.history import Entrant, PairingHistory, meetings
from tournaments.swiss.matching import cheapest_perfect_matching
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.proved import Proof
from tournaments.swiss.settings import TeamPolicy

PAIRINGS_TRIED = 150
PAIRINGS_TRIED_LARGE = 15
WITNESSES = 6

Weighed = list[tuple[int, int, int]]


@dataclass(frozen=True)
class Foresight:
    """The pairing to play and whether better ones were passed over for the sake of later rounds."""

    proof: Proof
    passed_over: bool


def runs_short(history: PairingHistory) -> bool:
    """Whether later rounds need a thought: more rounds planned than half the field, and at least one more to come."""
    planned = history.planned_rounds
    if planned is None or planned <= history.next_round:
        return False
    return 2 * planned > len(history.entrants)


def look_ahead(
    history: PairingHistory,
    rules: CostRules,
    order: OrderCosts,
    rng: random.Random,
    proof: Proof,
    *,
    keep: ExtraCost | None = None,
) -> Foresight:
    """``proof`` itself when the remaining rounds can be played after it, else the next best pairing that allows it.

    When not all remaining rounds can be saved, as many as possible are. The bound of the answer speaks of the pairings
    that keep the event playable; it equals the cost unless a question stayed open within the search budget. ``keep`` is
    a cost below all levels (:func:`~tournaments.swiss.full_graph.pair_full_graph`).
    """
    entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
    graph = open_meetings(entrants, rules)
    opening = later_meetings(entrants, rules)
    later = (history.planned_rounds or 0) - history.next_round
    taken = matching_of(entrants, proof)
    if any(not graph[node] >> partner & 1 for node, partner in enumerate(taken)):
        return Foresight(proof, passed_over=False)
    left = without(graph, taken)
    if certainly_playable(left, later) or find_rounds(left, later, rng, opening).rounds is not None:
        return Foresight(proof, passed_over=False)
    search = _Search(rules, order, rng, entrants, graph, opening, keep)
    most = least_degree(opening.joined(graph) if opening else graph) - 1
    for rounds in range(min(later, most), 0, -1):
        witnesses = search.witnesses(rounds)
        if witnesses:
            return Foresight(search.best_playable(rounds, witnesses), passed_over=True)
    return Foresight(proof, passed_over=False)


def open_meetings(entrants: list[Entrant], rules: CostRules) -> Graph:
    """Who may still meet whom for the first time; in an odd field the last node is the bye."""
    graph = [0] * (len(entrants) + len(entrants) % 2)
    for first, one in enumerate(entrants):
        for second in range(first + 1, len(entrants)):
            if not meetings(one, entrants[second]) and rules.may_meet(one, entrants[second]):
                graph[first] |= 1 << second
                graph[second] |= 1 << first
        if len(entrants) % 2 and not one.had_bye:
            graph[first] |= 1 << len(entrants)
            graph[-1] |= 1 << first
    return graph


def later_meetings(entrants: list[Entrant], rules: CostRules) -> Opening | None:
    """First meetings of team mates, where they are prohibited in the first rounds only: open to the later ones."""
    if rules.team_policy is not TeamPolicy.PROHIBIT or rules.team_rounds_left is None:
        return None
    free = open_meetings(entrants, replace(rules, team_policy=TeamPolicy.IGNORE))
    strict = open_meetings(entrants, rules)
    return Opening(rules.team_rounds_left, [mask & ~less for mask, less in zip(free, strict, strict=True)])


def matching_of(entrants: list[Entrant], proof: Proof) -> Matching:
    """The pairing as the partner of every node."""
    place = {entrant.id: node for node, entrant in enumerate(entrants)}
    partner = [0] * (len(entrants) + len(entrants) % 2)
    for one, two in proof.pairs:
        partner[place[one.id]], partner[place[two.id]] = place[two.id], place[one.id]
    if proof.bye is not None:
        partner[place[proof.bye.id]], partner[-1] = len(entrants), place[proof.bye.id]
    return partner


class _Search:
    """Pairings of one round in order of cost, tried for what they leave."""

    def __init__(
        self,
        rules: CostRules,
        order: OrderCosts,
        rng: random.Random,
        entrants: list[Entrant],
        graph: Graph,
        opening: Opening | None,
        keep: ExtraCost | None,
    ) -> None:
        self.rules, self.rng = rules, rng
        self.entrants, self.graph, self.opening = entrants, graph, opening
        edges = [edge for edge in graph_edges(entrants, rules, order, keep) if not edge[2][0]]
        self.weighed = weigh_edges(len(graph), edges, rng)

    def witnesses(self, rounds: int) -> list[Matching]:
        """Some pairings of this round after which so many rounds can be played, none where none is found."""
        opening = self.opening.moved(1) if self.opening else None
        found = find_rounds(self.graph, rounds + 1, self.rng, opening).rounds or []
        return found if opening is None else found[: opening.after]

    def cost(self, matching: Matching) -> Levels:
        """What a matching costs as a pairing."""
        pairs, bye = pairs_of(self.entrants, matching)
        return pairing_cost(self.rules, pairs, bye)

    def proof(self, matching: Matching, bound: Levels) -> Proof:
        """A matching as the answer."""
        pairs, bye = pairs_of(self.entrants, matching)
        return Proof(pairs, bye, bound, len(self.entrants))

    def best_playable(self, rounds: int, witnesses: list[Matching]) -> Proof:
        """The cheapest pairing after which so many rounds can be played; ``witnesses`` are some that do."""
        open_question: Levels | None = None
        reached: Levels | None = None
        tries = PAIRINGS_TRIED if len(self.graph) <= EXACT_NODES else PAIRINGS_TRIED_LARGE
        for _, matching in zip(range(tries), cheapest_first(len(self.graph), self.weighed), strict=False):
            reached = self.cost(matching)
            left = without(self.graph, matching)
            found = find_rounds(left, rounds, self.rng, self.opening)
            if found.rounds is not None:
                return self.proof(matching, open_question or reached)
            if not found.proved and open_question is None:
                open_question = reached
        for _ in range(WITNESSES):
            witnesses = witnesses + self.witnesses(rounds)
        best = min(witnesses, key=self.cost)
        return self.proof(best, open_question or reached or self.cost(best))


def cheapest_first(nodes: int, weighed: Weighed) -> Iterator[Matching]:
    """All perfect matchings in order of cost, each found from those before it.

    Every matching found splits the rest in disjoint parts: keep its first edges, leave out the next one (Murty, "An
    algorithm for ranking all the assignments in order of increasing cost", Operations Research 16, 1968).
    """
    weight = {(one, two): cost for one, two, cost in weighed}
    counter = 0
    heap: list[tuple[int, int, Matching, dict[int, int], frozenset[tuple[int, int]]]] = []

    def push(kept: dict[int, int], banned: frozenset[tuple[int, int]]) -> None:
        nonlocal counter
        matching = _completed(nodes, weighed, kept, banned)
        if matching is not None:
            counter += 1
            cost = sum(weight[one, two] for one, two in enumerate(matching) if one < two)
            heapq.heappush(heap, (cost, counter, matching, kept, banned))

    push({}, frozenset())
    while heap:
        _, _, matching, kept, banned = heapq.heappop(heap)
        yield matching
        kept = dict(kept)
        for one, two in enumerate(matching):
            if one < two and one not in kept:
                push(dict(kept), banned | {(one, two)})
                kept[one], kept[two] = two, one


def _completed(
    nodes: int, weighed: Weighed, kept: dict[int, int], banned: frozenset[tuple[int, int]]
) -> Matching | None:
    """The cheapest perfect matching with the kept edges and without the banned ones."""
    free = [node for node in range(nodes) if node not in kept]
    number = {node: place for place, node in enumerate(free)}
    edges = [
        (number[one], number[two], cost)
        for one, two, cost in weighed
        if one in number and two in number and (one, two) not in banned
    ]
    partner = cheapest_perfect_matching(len(free), edges)
    if partner is None:
        return None
    matching = [-1] * nodes
    for one, two in kept.items():
        matching[one] = two
    for place, mate in enumerate(partner):
        matching[free[place]] = free[mate]
    return matching
