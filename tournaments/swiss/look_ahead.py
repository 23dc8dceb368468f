"""Short fields: take no pairing that forces more rematches on the rounds still to come than another."""

import random
from dataclasses import dataclass, replace

from tournaments.swiss.budget import UNLIMITED, Budget
from tournaments.swiss.costs import CostRules, Levels, pairing_cost
from tournaments.swiss.disjoint_rounds import RoundsFound, find_rounds
from tournaments.swiss.foresight import Answer, BestPlayable, Question
from tournaments.swiss.full_graph import Edge, ExtraCost, Weighing, graph_edges, pairs_of, weigh_edges
from tournaments.swiss.history import Entrant, PairingHistory, meetings
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.proved import Proof
from tournaments.swiss.round_bounds import (
    Graph,
    Matching,
    Opening,
    certainly_playable,
    most_degree,
    surely_missing,
    without,
)
from tournaments.swiss.settings import TeamPolicy

MAX_NODES = 64
"""Larger fields are paired for the round alone."""
MAX_ALLOWANCES = 6
"""Rematches beyond the bound that are allowed for, one after the other, before the question is left open."""
SCHEDULES = 6
"""Schedules among whose rounds one is chosen where the search does not come to its end."""


@dataclass(frozen=True)
class Foresight:
    """The pairing to play, whether better ones were passed over for the sake of later rounds, and whether it is known
    that no pairing serves them better."""

    proof: Proof
    passed_over: bool = False
    is_settled: bool = True


def runs_short(history: PairingHistory) -> bool:
    """Whether later rounds need a thought: more rounds planned than half the field, and at least one more to come."""
    planned = history.planned_rounds
    if planned is None or planned <= history.next_round or len(history.entrants) > MAX_NODES:
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
    budget: Budget = UNLIMITED,
) -> Foresight:
    """The best of the pairings that force the fewest rematches on the remaining rounds; ``proof`` itself if it is one.

    No pairing with more rematches in this round than ``proof`` is taken for that. The bound of the answer speaks of
    the pairings that force as few; it equals the cost unless a question stayed open: within its steps a search did not
    come to its end, or the budget was over. ``keep`` is a cost below all levels
    (:func:`~tournaments.swiss.full_graph.pair_full_graph`).
    """
    search = _LookAhead(history, rules, rng, proof)
    if search.is_certain:
        return Foresight(proof)
    least = search.least()
    if search.find_after(least).rounds is not None:
        return Foresight(proof)
    return search.among_others(graph_edges(search.entrants, rules, order, keep), least, budget)


class _LookAhead:
    """One round's look ahead: the graph of first meetings still open, and what ``proof`` leaves of it."""

    def __init__(self, history: PairingHistory, rules: CostRules, rng: random.Random, proof: Proof) -> None:
        self.rules, self.rng, self.proof = rules, rng, proof
        self.entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        self.graph, self.opening = open_meetings(self.entrants, rules), later_meetings(self.entrants, rules)
        self.sooner = self.opening.moved(1) if self.opening else None
        self.later = (history.planned_rounds or 0) - history.next_round
        taken = matching_of(self.entrants, proof)
        self.left = without(self.graph, taken)
        self.again = sum(not self.graph[node] >> partner & 1 for node, partner in enumerate(taken)) // 2

    @property
    def is_certain(self) -> bool:
        """Whether a theorem alone promises the rounds to come, whatever is paired now or after this very pairing."""
        all_open = self.opening is None and self.later > most_degree(self.graph)
        return all_open or certainly_playable(self.left, self.later)

    def least(self) -> int:
        """A lower bound on the rematches that any pairing forces on the rounds to come."""
        return max(0, surely_missing(self.graph, self.later + 1, self.sooner) - self.again)

    def find_after(self, spare: int) -> RoundsFound:
        """The rounds to come after this very pairing, with no more than ``spare`` rematches."""
        return find_rounds(self.left, self.later, self.rng, self.opening, spare)

    def among_others(self, edges: list[Edge], least: int, budget: Budget) -> Foresight:
        """The answer where the pairing itself forces more than ``least``: one rematch more allowed after the other."""
        weighing = weigh_edges(
            len(self.graph), edges if self.again else [edge for edge in edges if not edge[2][0]], self.rng
        )
        is_settled = True
        for spare in range(least, least + MAX_ALLOWANCES):
            if budget.is_over:
                break
            if spare > least:
                own = self.find_after(spare)
                if own.rounds is not None:
                    return Foresight(self.proof, is_settled=is_settled)
                is_settled &= own.proved
            whole = find_rounds(self.graph, self.later + 1, self.rng, self.sooner, spare + self.again)
            if whole.rounds is None and whole.proved:
                continue
            answer = self.best_playable(weighing, spare, budget)
            is_settled &= answer.is_settled
            best = answer.matching
            if best is None and not is_settled and not self.again:
                best = self.best_drawn(spare)
            if best is not None:
                bound = self.cost(best) if is_settled else self.proof.bound
                pairs, bye = pairs_of(self.entrants, best)
                return Foresight(Proof(pairs, bye, bound, ground=None), passed_over=True, is_settled=is_settled)
        return Foresight(self.proof, is_settled=False)

    def best_playable(self, weighing: Weighing, spare: int, budget: Budget) -> Answer:
        """The cheapest pairing with no more rematches than ``proof`` after which ``spare`` are enough."""
        repeats, beyond_first, *_ = pairing_cost(self.rules, self.proof.pairs, self.proof.bye)
        limit = weighing.least(len(self.graph), (repeats, beyond_first + 1))
        question = Question(self.graph, self.later, spare, self.again, self.opening)
        return BestPlayable(len(self.graph), weighing, question, limit, self.rng, budget).run()

    def best_drawn(self, spare: int) -> Matching | None:
        """The cheapest round of some random schedules; any of them can be the next one."""
        first = self.later + 1 if self.sooner is None else self.sooner.after
        schedules = [
            find_rounds(self.graph, self.later + 1, self.rng, self.sooner, spare).rounds or [] for _ in range(SCHEDULES)
        ]
        playable = [each for rounds in schedules for each in rounds[:first] if is_perfect(each)]
        return min(playable, key=self.cost, default=None)

    def cost(self, matching: Matching) -> Levels:
        return pairing_cost(self.rules, *pairs_of(self.entrants, matching))


def is_perfect(matching: Matching) -> bool:
    """Whether everybody has a partner."""
    return all(one != two for one, two in enumerate(matching))


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
