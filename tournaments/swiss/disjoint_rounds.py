"""Whether a number of further rounds can be played without a rematch: edge-disjoint matchings of a small graph
(:mod:`~tournaments.swiss.round_bounds`)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.swiss.matching import largest_matching
from tournaments.swiss.round_bounds import (
    Graph,
    Matching,
    Opening,
    bits,
    joined,
    pairs_missing,
    surely_missing,
    usable_meetings,
    without,
)

MAX_STEPS = 20_000
"""Search steps after which a question stays open."""
STEPS_PER_BOUND = 50
"""What asking the bound counts for in the search: it takes that much longer than a step."""
MAX_FIRST_REPAIRS = 300
"""Times that two rounds of a schedule are drawn again before the bound rules meetings out."""
EFFORTS, FEW_EFFORTS = ((1_500, MAX_STEPS),), ((0, 2_000), (300, MAX_STEPS))
"""After it: such times, then steps of an exhaustive search, until there is an answer; for few rounds, of which a search
soon says that there are none, some steps first."""
MAX_FIRST_TRIES, MAX_MORE_TRIES = 3, 40
"""Random schedules tried first; where meetings join later, which cannot be repaired."""
MAX_SEARCHED_ROUNDS = 3
"""This many rounds at the end of a random schedule are searched, not drawn."""
MAX_LAST_STEPS = 300
"""Steps of that search."""
LOT_BITS = 32


@dataclass(frozen=True)
class RoundsFound:
    """``rounds`` that can be played (partner of every node), or ``None``; ``proved`` says that ``None`` is final."""

    rounds: list[Matching] | None
    proved: bool = True


class _OutOfBudget(Exception):
    """The search gave up."""


def find_rounds(
    graph: Sequence[int], rounds: int, rng: random.Random, opening: Opening | None = None, spare: int = 0
) -> RoundsFound:
    """Edge-disjoint matchings, one for each round, in the order they can be played, with no more than ``spare`` pairs
    missing from them in all; perfect ones where nothing may be missing.

    Random schedules, repaired two rounds at a time, find what there is; where they do not, a bound or an exhaustive
    search within a budget says that there is nothing.
    """
    if rounds <= 0:
        return RoundsFound([])
    if opening is not None and opening.after >= rounds:
        opening = None
    if not _degrees_allow(graph, rounds, opening, spare):
        return RoundsFound(None)
    if rounds > MAX_SEARCHED_ROUNDS:
        drawn = _first_drawn(MAX_FIRST_TRIES if opening is None else MAX_MORE_TRIES, graph, rounds, rng, opening, spare)
        if drawn is not None:
            return RoundsFound(drawn)
    if surely_missing(graph, rounds, opening) > spare:
        return RoundsFound(None)
    is_long, can_repair = rounds > MAX_SEARCHED_ROUNDS, opening is None
    drawn = _repaired_rounds(graph, rounds, rng, spare, MAX_FIRST_REPAIRS) if is_long and can_repair else None
    usable = usable_meetings(graph, rounds, spare) if drawn is None and can_repair else list(graph)
    for repairs, steps in EFFORTS if is_long else FEW_EFFORTS:
        if drawn is None and can_repair:
            drawn = _repaired_rounds(usable, rounds, rng, spare, repairs)
        if drawn is not None:
            return RoundsFound(drawn)
        try:
            return RoundsFound(_Schedule(rng, steps).rounds(usable, rounds, opening, spare))
        except _OutOfBudget:
            continue
    return RoundsFound(None, proved=False)


def _degrees_allow(graph: Sequence[int], rounds: int, opening: Opening | None, spare: int) -> bool:
    """Whether there are opponents enough, before the opening and in all; each pair missing makes up for two."""

    def short(masks: Sequence[int], wanted: int) -> int:
        return sum(max(0, wanted - mask.bit_count()) for mask in masks)

    if opening is None:
        return short(graph, rounds) <= 2 * spare
    return short(graph, min(rounds, opening.after)) <= 2 * spare and short(opening.joined(graph), rounds) <= 2 * spare


def _first_drawn(
    tries: int, graph: Sequence[int], rounds: int, rng: random.Random, opening: Opening | None, spare: int
) -> list[Matching] | None:
    """The first of a number of random schedules that comes to its end."""
    drawn = (_drawn_rounds(list(graph), rounds, rng, opening, spare) for _ in range(tries))
    return next((found for found in drawn if found is not None), None)


def _drawn_rounds(
    graph: Graph, rounds: int, rng: random.Random, opening: Opening | None, spare: int
) -> list[Matching] | None:
    """One random round after the other, the last few by search; ``None`` where that ends too soon."""
    found: list[Matching] = []
    while len(found) < rounds:
        if opening is not None and opening.after == len(found):
            graph, opening = opening.joined(graph), None
        left = rounds - len(found)
        if left <= MAX_SEARCHED_ROUNDS and opening is None:
            try:
                rest = _Schedule(rng, MAX_LAST_STEPS).rounds(graph, left, None, spare)
            except _OutOfBudget:
                return None
            return None if rest is None else found + rest
        matching = _drawn_matching(graph, rng)
        spare -= _missing(matching)
        if spare < 0:
            return None
        found.append(matching)
        graph = without(graph, matching)
    return found


def _repaired_rounds(
    graph: Sequence[int], rounds: int, rng: random.Random, spare: int, repairs: int
) -> list[Matching] | None:
    """A random schedule, and two of its rounds drawn again where pairs are missing, as long as none more are then."""
    left, found = list(graph), list[Matching]()
    for _ in range(rounds):
        found.append(_drawn_matching(left, rng))
        left = without(left, found[-1])
    for _ in range(repairs if rounds > 1 else 0):
        faulty = [place for place, matching in enumerate(found) if _missing(matching)]
        if sum(_missing(found[place]) for place in faulty) <= spare:
            return found
        one = faulty[int(rng.random() * len(faulty))]
        two = (one + 1 + int(rng.random() * (rounds - 1))) % rounds
        pool = joined(joined(left, found[one]), found[two])
        first = _drawn_matching(pool, rng)
        rest = without(pool, first)
        second = _drawn_matching(rest, rng)
        if _missing(first) + _missing(second) <= _missing(found[one]) + _missing(found[two]):
            found[one], found[two], left = first, second, without(rest, second)
    return None


def _drawn_matching(graph: Graph, rng: random.Random) -> Matching:
    """A random matching with the most pairs."""
    edges = [
        (one, two, 1 + rng.getrandbits(LOT_BITS)) for one, mask in enumerate(graph) for two in bits(mask >> one << one)
    ]
    return largest_matching(len(graph), edges)


def _missing(matching: Matching) -> int:
    """Pairs that a matching is short of."""
    return sum(partner == node for node, partner in enumerate(matching)) // 2


class _Schedule:
    """The exhaustive search for rounds within a number of steps."""

    def __init__(self, rng: random.Random, steps: int) -> None:
        self.rng, self.steps = rng, steps

    def rounds(self, graph: Graph, rounds: int, opening: Opening | None, spare: int) -> list[Matching] | None:
        """The rounds, or ``None`` where there are none; raises ``_OutOfBudget``."""
        anchor = min(range(len(graph)), key=lambda node: graph[node].bit_count())
        return self._onward(graph, rounds, anchor, 0, opening, spare)

    def _onward(
        self, graph: Graph, rounds: int, anchor: int, floor: int, opening: Opening | None, spare: int
    ) -> list[Matching] | None:
        """Round after round. The partner of one node distinguishes the rounds up to the opening, and those from it on:
        they come in rising order of it, last those in which it has none."""
        if rounds == 0:
            return []
        if opening is not None and not opening.after:
            graph, floor, opening = opening.joined(graph), 0, None
        if not _degrees_allow(graph, rounds, opening, spare):
            return None
        if rounds == 1:
            matching = _drawn_matching(graph, self.rng)
            return [matching] if _missing(matching) <= spare else None
        if opening is None:
            self._spend(STEPS_PER_BOUND)
            if pairs_missing(graph, rounds) > spare:
                return None
        alike = rounds if opening is None else min(rounds, opening.after)
        later = None if opening is None else opening.moved(-1)
        partners = [node for node in bits(graph[anchor]) if node >= floor]
        if spare:
            partners.append(anchor)
        for place, partner in enumerate(partners):
            if not spare and len(partners) - place < alike:
                return None
            onward = len(graph) if partner == anchor else partner + 1
            for matching in self.matchings(graph, anchor, partner, spare):
                left = spare - _missing(matching)
                rest = self._onward(without(graph, matching), rounds - 1, anchor, onward, later, left)
                if rest is not None:
                    return [matching, *rest]
        return None

    def _spend(self, steps: int) -> None:
        """Count these steps; raises ``_OutOfBudget`` where they are too many."""
        self.steps -= steps
        if self.steps < 0:
            raise _OutOfBudget

    def matchings(self, graph: Graph, one: int, two: int, spare: int) -> Iterator[Matching]:
        """Every matching in which ``one`` has the partner ``two`` that nothing can be added to and that is short of no
        more than ``spare`` pairs, in random order."""
        partner = [-1] * len(graph)
        partner[one], partner[two] = two, one
        everybody = (1 << len(graph)) - 1

        def grow(free: int, alone: int) -> Iterator[Matching]:
            self._spend(1)
            if not free:
                yield list(partner)
                return
            node = min(bits(free), key=lambda candidate: (graph[candidate] & free).bit_count())
            rest = free & ~(1 << node)
            for choice in sorted(bits(graph[node] & free), key=lambda _: self.rng.random()):
                partner[node], partner[choice] = choice, node
                yield from grow(rest & ~(1 << choice), alone)
            if alone.bit_count() < 2 * spare and not graph[node] & alone:
                partner[node] = node
                yield from grow(rest, alone | 1 << node)

        return grow(everybody & ~(1 << one) & ~(1 << two), 1 << one if one == two else 0)
