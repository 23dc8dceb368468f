"""The best pairing of a round after which the rest of the event can be played: a search that learns from what fails.

Pairings come in order of cost, each tried for what it leaves. One that leaves too little mostly does so because of a
few of its pairs: no pairing that holds these leaves enough. Such a *clash* is remembered, and the search goes on where
at least one of its pairs is left out. Many a clash is a single pair.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.swiss.budget import SECONDS_PER_LOOK, UNLIMITED, Budget, Progress, Step
from tournaments.swiss.disjoint_rounds import RoundsFound, find_rounds
from tournaments.swiss.full_graph import Weighing
from tournaments.swiss.matching import cheapest_perfect_matching
from tournaments.swiss.round_bounds import Graph, Matching, Opening, surely_missing

MAX_PAIRINGS = 400
"""Pairings looked at before the search gives up, if the budget lasts."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class Question:
    """What has to be left after a round with ``again`` rematches: how many rounds, with no more than ``spare``."""

    graph: Graph
    rounds: int
    spare: int
    again: int
    opening: Opening | None

    def after(self, pairs: Sequence[Pair]) -> Graph:
        """The open meetings that these pairs leave."""
        left = list(self.graph)
        for one, two in pairs:
            left[one] &= ~(1 << two)
            left[two] &= ~(1 << one)
        return left

    def answer(self, pairs: Sequence[Pair], rng: random.Random) -> RoundsFound:
        """The rounds that can be played after these pairs."""
        return find_rounds(self.after(pairs), self.rounds, rng, self.opening, self.spare)

    def is_refuted(self, pairs: Sequence[Pair]) -> bool:
        """Whether a bound alone says that no pairing which holds these pairs leaves enough.

        The pairs, the others of this round and the rounds to come are a subgraph in which everybody has one opponent
        more than there are rounds to come.
        """
        to_pair = (1 << len(self.graph)) - 1
        meet_again = self.again
        for one, two in pairs:
            to_pair &= ~(1 << one | 1 << two)
            meet_again -= not self.graph[one] >> two & 1
        missing = surely_missing(self.after(pairs), self.rounds, self.opening, to_pair)
        return missing > self.spare + max(0, meet_again)


@dataclass(frozen=True)
class Answer:
    """The best pairing found, ``None`` for none; ``is_settled`` says that no other is better."""

    matching: Matching | None
    is_settled: bool


@dataclass(order=True)
class _Part:
    """The pairings that hold the ``kept`` pairs and none of the ``banned`` ones, by the cheapest of them."""

    cost: int
    number: int
    matching: Matching = field(compare=False)
    kept: dict[int, int] = field(compare=False)
    banned: frozenset[Pair] = field(compare=False)


class BestPlayable:
    """One search among the pairings that cost less than ``limit``."""

    def __init__(
        self,
        nodes: int,
        weighing: Weighing,
        question: Question,
        limit: int,
        rng: random.Random,
        budget: Budget = UNLIMITED,
    ) -> None:
        self.nodes, self.question, self.limit, self.rng, self.budget = nodes, question, limit, rng, budget
        self.shift = weighing.shift
        self.cost = {(one, two): cost for one, two, cost in weighing.edges}
        self.clashes: list[frozenset[Pair]] = []
        self.parts: list[_Part] = []
        self.made = 0
        self.open_cost = limit

    def run(self) -> Answer:
        """The cheapest pairing that leaves enough."""
        self._add_part({}, frozenset())
        for tried in range(MAX_PAIRINGS):
            if not self.budget.allows(SECONDS_PER_LOOK):
                break
            self.budget.tell(Progress(Step.LATER_ROUNDS, tried, MAX_PAIRINGS))
            if not self.parts or self.parts[0].cost >= self.limit:
                return Answer(None, is_settled=self.open_cost >= self.limit)
            part = heapq.heappop(self.parts)
            pairs = pairs_in(part.matching)
            clash = next((clash for clash in self.clashes if clash.issubset(pairs)), None)
            if clash is None:
                clash = self._clash(part, pairs)
            if clash is None:
                return Answer(part.matching, is_settled=part.cost >> self.shift <= self.open_cost >> self.shift)
            self._split(part, [pair for pair in pairs if pair in clash])
        return Answer(None, is_settled=False)

    def _clash(self, part: _Part, pairs: list[Pair]) -> frozenset[Pair] | None:
        """Pairs that no other pairing should all hold; ``None`` where these leave enough."""
        answer = self.question.answer(pairs, self.rng)
        if answer.rounds is not None:
            return None
        if not answer.proved:
            self.open_cost = min(self.open_cost, part.cost)
        elif self.question.is_refuted(pairs):
            clash = frozenset(self._fewest([], pairs))
            self.clashes.append(clash)
            if len(clash) == 1:
                self.cost.pop(next(iter(clash)))
            return clash
        return frozenset(pairs)

    def _fewest(self, given: list[Pair], pairs: list[Pair]) -> list[Pair]:
        """A choice of the pairs, as small as can be, that is hopeless together with the given ones (Junker,
        "QuickXplain", 2004)."""
        if self.question.is_refuted(given):
            return []
        if len(pairs) == 1:
            return pairs
        half = len(pairs) // 2
        first, second = pairs[:half], pairs[half:]
        more = self._fewest([*given, *first], second)
        return self._fewest([*given, *more], first) + more

    def _split(self, part: _Part, clash: list[Pair]) -> None:
        """The rest of a part without the clash: its first pairs kept, the next one left out (Murty 1968)."""
        kept, banned = dict(part.kept), part.banned
        for one, two in clash:
            if one in kept:
                continue
            self._add_part(dict(kept), banned | {(one, two)})
            kept[one], kept[two] = two, one

    def _add_part(self, kept: dict[int, int], banned: frozenset[Pair]) -> None:
        """Put a part in the queue, unless there is nothing in it."""
        if any(one < two and (one, two) not in self.cost for one, two in kept.items()):
            return
        free = [node for node in range(self.nodes) if node not in kept]
        number = {node: place for place, node in enumerate(free)}
        edges = [
            (number[one], number[two], cost)
            for (one, two), cost in self.cost.items()
            if one in number and two in number and (one, two) not in banned
        ]
        partner = cheapest_perfect_matching(len(free), edges)
        if partner is None:
            return
        matching = [kept.get(node, -1) for node in range(self.nodes)]
        for place, mate in enumerate(partner):
            matching[free[place]] = free[mate]
        self.made += 1
        cost = sum(map(self.cost.__getitem__, pairs_in(matching)))
        heapq.heappush(self.parts, _Part(cost, self.made, matching, kept, banned))


def pairs_in(matching: Matching) -> list[Pair]:
    """The pairs of a perfect matching."""
    return [(one, two) for one, two in enumerate(matching) if one < two]
