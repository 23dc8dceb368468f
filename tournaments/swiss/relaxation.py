"""The bound: a cheapest way out of every odd bracket, when players of a bracket are interchangeable.

Nodes of the exact matching solved here are the players who stand alone (``singles``), the bye, and one node per odd
bracket. An edge is the cheapest chain between its ends: down or up from bracket to neighbouring bracket, each step a
pair that costs no more than the cheapest real one. Every real pairing contains such chains and nothing inside a
bracket costs less than nothing, so the cheapest matching is a lower bound (``docs/algorithms/pairing.md`` has the
argument).
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import add

from tournaments.swiss.brackets import Bracket, Vector, add_vectors, pair_vector
from tournaments.swiss.chains import Ground
from tournaments.swiss.costs import CostRules, ordered
from tournaments.swiss.history import Entrant
from tournaments.swiss.matching import MAX_BITS, cheapest_perfect_matching

LOT_BITS = 40
NEVER = 1 << 400
"""The packed cost of what cannot be."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A pair between neighbouring brackets ``upper`` and ``upper + 1``, bounded by ``cost``."""

    upper: int
    cost: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A single player (``None``: the bye) takes a member of ``bracket``, bounded by ``cost``."""

    single: Entrant | None
    bracket: int
    cost: Vector


@dataclass
class Plan:
    """An optimal answer to the relaxed problem."""

    bound: Vector
    pairs: list[tuple[Entrant, Entrant]] = field(default_factory=list)
    bye: Entrant | None = None
    steps: list[Step] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


@dataclass
class Floors:
    """Lower bounds found to be higher than the quick ones, by the scores and ids they speak of.

    A step is known by the two scores, an entry by player and score (``None`` stands for an impossible entry). What is
    known about a bracket is forgotten when its members change. ``flat`` brackets are not charged for a crowd.
    """

    steps: dict[tuple[int, int], Vector] = field(default_factory=dict)
    entries: dict[tuple[int | None, int], Vector | None] = field(default_factory=dict)
    flat: set[int] = field(default_factory=set)

    def forget(self, score: int) -> None:
        """Drop what is known about a bracket."""
        self.steps = {key: value for key, value in self.steps.items() if score not in key}
        self.entries = {key: value for key, value in self.entries.items() if key[1] != score}


class Relaxation:
    """The relaxed problem for ``brackets`` (best first) and ``singles``, with the bye as one more node if ``with_bye``.

    ``standing`` are published pairs worth keeping (only repairs have any).
    """

    def __init__(
        self,
        rules: CostRules,
        brackets: Sequence[Bracket],
        singles: Sequence[Entrant],
        *,
        with_bye: bool,
        floors: Floors,
        standing: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.rules = rules
        self.brackets = brackets
        self.singles: list[Entrant | None] = [*singles, *([None] if with_bye else [])]
        self.floors = floors
        self.standing = standing
        self.odd = [place for place, bracket in enumerate(brackets) if bracket.size % 2]
        self.weights = self._weights()
        self.step_costs = [self._step(place) for place in range(len(brackets) - 1)]
        self.step_packed = [self.pack(vector) for vector in self.step_costs]
        self.direct: list[list[int]] = []
        self.reach: list[list[int]] = []
        for single in self.singles:
            row = [self._packed_entry(single, place) for place in range(len(brackets))]
            self.direct.append(row)
            self.reach.append(self._spread(row))

    def _weights(self) -> Vector:
        """A weight per level that exceeds any difference between two totals of the levels below it.

        Two nodes are joined by a chain of at most one link into, out of and between each of the brackets; only one link
        of all takes the bye. A chain of one link keeps a published pair (two halves) at best, one through b brackets
        breaks 2b halves at worst: totals differ by two halves for each of the b + 1 links.
        """
        players = [single for single in self.singles if single is not None]
        scores = [bracket.score for bracket in self.brackets] + [player.score for player in players]
        gap = max(scores, default=0) - min(scores, default=0)
        down = max([0, *(bracket.least_down for bracket in self.brackets), *(p.floated_down for p in players)])
        up = max([0, *(bracket.least_up for bracket in self.brackets), *(p.floated_up for p in players)])
        for step in self.floors.steps.values():
            down = max(down, step[5])
        beyond = max([0, *(_beyond_first(player) for player in players)])
        for entry in self.floors.entries.values():
            down = max(down, entry[5] if entry else 0)
            beyond = max(beyond, entry[1] if entry else 0)
        teams = 0 if self.rules.plain else 6
        broken = 2 if self.standing else 0
        links = (len(self.singles) + len(self.odd)) // 2 * (len(self.brackets) + 1)
        above = max(scores, default=0) - self.rules.lowest_score
        below = (beyond * links, above, gap * gap * links, teams * links, (down + up) * links, broken * links)
        weights = [1]
        for reach in reversed(below):
            weights.append(weights[-1] * (reach + 1))
        one, two, three, four, five, six, seven = reversed(weights)
        return one, two, three, four, five, six, seven

    @property
    def ground(self) -> Ground:
        """What the bound rests on, as claims that can be checked without this module."""
        here = {bracket.score for bracket in self.brackets}
        known = {single.id if single else None for single in self.singles}
        raised = ((*key, cost) for key, cost in self.floors.entries.items() if key[0] in known and key[1] in here)
        return Ground(
            alone=tuple(single.id for single in self.singles if single is not None),
            steps=tuple(self.step_costs),
            entries=tuple(sorted(raised, key=lambda entry: (entry[0] or 0, entry[1]))),
            flat=tuple(sorted(bracket.score for bracket in self.brackets if bracket.score in self.floors.flat)),
            standing=tuple(sorted(self.standing)),
        )

    def pack(self, vector: Vector) -> int:
        """One integer that compares as the vectors do."""
        weights = self.weights
        return (
            vector[0] * weights[0]
            + vector[1] * weights[1]
            + vector[2] * weights[2]
            + vector[3] * weights[3]
            + vector[4] * weights[4]
            + vector[5] * weights[5]
            + vector[6]
        )

    def _step(self, place: int) -> Vector:
        """The least a pair between two neighbouring brackets can cost."""
        upper, lower = self.brackets[place], self.brackets[place + 1]
        known = self.floors.steps.get((upper.score, lower.score))
        return known if known is not None else quick_step(upper, lower)

    def entry_cost(self, single: Entrant | None, place: int) -> Vector | None:
        """The least it can cost that a single (``None``: the bye) takes a member of a bracket."""
        bracket = self.brackets[place]
        key = (single.id if single else None, bracket.score)
        if key in self.floors.entries:
            return self.floors.entries[key]
        if single is None:
            above = bracket.score - self.rules.lowest_score
            leaving = -1 if bracket.crowd else 0
            return int(bracket.bye_is_second), 0, above, 0, leaving, 0, int(bracket.standing)
        return quick_entry(single, bracket)

    def _packed_entry(self, single: Entrant | None, place: int) -> int:
        vector = self.entry_cost(single, place)
        return NEVER if vector is None else self.pack(vector)

    def _spread(self, row: list[int]) -> list[int]:
        """The cheapest chain from a single to every bracket, given its cheapest direct entries."""
        reach = list(row)
        for place in range(1, len(reach)):
            reach[place] = min(reach[place], reach[place - 1] + self.step_packed[place - 1])
        for place in range(len(reach) - 2, -1, -1):
            reach[place] = min(reach[place], reach[place + 1] + self.step_packed[place])
        return reach

    def together(self, one: int, two: int) -> Vector | None:
        """What two singles cost as a pair (or as player and bye), ``None`` when they may not be one."""
        first, second = self.singles[one], self.singles[two]
        if first is None or second is None:
            player = first or second
            assert player is not None
            levels = self.rules.bye(player)
            return levels.repeats, levels.beyond_first, levels.bye_score, 0, 0, 0, 0
        vector = pair_vector(self.rules, first, second)
        if vector is not None and self.standing and ordered(first.id, second.id) in self.standing:
            return (*vector[:6], -2)
        return vector

    def solve(self, rng: random.Random, rather_bye: int | None = None) -> Plan | None:
        """An optimal plan, drawn by lot among several; ``None`` when even the relaxed problem has no answer.

        Of plans that cost the same one that gives the bye to the single player ``rather_bye`` is taken.
        """
        edges = self._edges()
        count = len(self.singles) + len(self.odd)
        highest = max((cost for _, _, cost in edges), default=0)
        lowest = min((cost for _, _, cost in edges), default=0)
        room = MAX_BITS - (highest - lowest).bit_length() - count.bit_length()
        bits = LOT_BITS if room < LOT_BITS // 2 else min(LOT_BITS, room)
        shift = bits + count.bit_length() + 1
        lots = [(one, two, (cost << shift) + rng.getrandbits(bits)) for one, two, cost in edges]
        if rather_bye is not None:
            lots = [
                (one, two, cost + (self._is_other_bye(one, two, rather_bye) << shift - 1)) for one, two, cost in lots
            ]
        partner = cheapest_perfect_matching(count, lots)
        if partner is None:
            return None
        plan = Plan(add_vectors([]))
        for one, two in enumerate(partner):
            if one < two:
                self._trace(plan, one, two, rng)
        forced = sum(bracket.forced for bracket in self.brackets)
        total = add_vectors([*(step.cost for step in plan.steps), *(entry.cost for entry in plan.entries), plan.bound])
        plan.bound = (*total[:4], total[4] + forced, *total[5:])
        return plan

    def _is_other_bye(self, one: int, two: int, rather_bye: int) -> bool:
        """Whether two nodes are the bye and anybody but the single player who should rather have it."""
        ends = [self.singles[node] for node in (one, two) if node < len(self.singles)]
        return None in ends and rather_bye not in [end.id for end in ends if end is not None]

    def _edges(self) -> list[tuple[int, int, int]]:
        """The cheapest chain between two nodes: singles first, then the odd brackets.

        Of two odd brackets only neighbours need an edge: a chain that passes a third odd bracket can hand its rest to
        whichever one that is matched with, at no greater cost.
        """
        edges: list[tuple[int, int, int]] = []
        alone = len(self.singles)
        for one in range(alone):
            reach = self.reach[one]
            for two in range(one + 1, alone):
                vector = self.together(one, two)
                cost = NEVER if vector is None else self.pack(vector)
                if reach:
                    cost = min(cost, min(map(add, reach, self.direct[two])))
                if cost < NEVER:
                    edges.append((one, two, cost))
            edges += [(one, alone + node, reach[place]) for node, place in enumerate(self.odd) if reach[place] < NEVER]
        for node, (place, onward) in enumerate(pairwise(self.odd)):
            edges.append((alone + node, alone + node + 1, sum(self.step_packed[place:onward])))
        return edges

    def _trace(self, plan: Plan, one: int, two: int, rng: random.Random) -> None:
        """Write the chain between two matched nodes into the plan."""
        alone = len(self.singles)
        if one >= alone:
            for place in range(self.odd[one - alone], self.odd[two - alone]):
                plan.steps.append(Step(place, self.step_costs[place]))
        elif two >= alone:
            self._follow(plan, one, self.odd[two - alone])
        else:
            self._trace_singles(plan, one, two, rng)

    def _trace_singles(self, plan: Plan, one: int, two: int, rng: random.Random) -> None:
        """Two singles: as a pair, or each with somebody from the brackets where that costs no more, by lot. In a repair
        it always costs more: it breaks a published pair."""
        vector = self.together(one, two)
        through = list(map(add, self.reach[one], self.direct[two]))
        best = min(through, default=NEVER)
        straight = NEVER if vector is None else self.pack(vector)
        place = through.index(best) if through else 0
        if vector is not None and (
            straight < best or (straight == best and rng.random() * self.brackets[place].size < 1)
        ):
            self._join(plan, self.singles[one], self.singles[two])
            plan.bound = add_vectors([plan.bound, vector])
            return
        self._follow(plan, one, place)
        self._enter(plan, two, place)

    def _follow(self, plan: Plan, one: int, place: int) -> None:
        """The chain from a single to a bracket, walked backwards to where the single enters."""
        reach, direct = self.reach[one], self.direct[one]
        while reach[place] != direct[place]:
            if place and reach[place] == reach[place - 1] + self.step_packed[place - 1]:
                place -= 1
                plan.steps.append(Step(place, self.step_costs[place]))
            else:
                plan.steps.append(Step(place, self.step_costs[place]))
                place += 1
        self._enter(plan, one, place)

    def _enter(self, plan: Plan, one: int, place: int) -> None:
        single = self.singles[one]
        cost = self.entry_cost(single, place)
        assert cost is not None
        plan.entries.append(Entry(single, place, cost))

    def _join(self, plan: Plan, one: Entrant | None, two: Entrant | None) -> None:
        if one is None or two is None:
            plan.bye = one or two
        else:
            plan.pairs.append((one, two))


def quick_step(upper: Bracket, lower: Bracket) -> Vector:
    """A lower bound on a pair between two brackets that looks at no pair."""
    gap = upper.score - lower.score
    halves = 0
    if upper.crowd is None or upper.crowd != lower.crowd:
        halves = -(upper.crowd is not None) - (lower.crowd is not None)
    broken = int(upper.standing) + int(lower.standing)
    return 0, 0, 0, gap * gap, halves, upper.least_down + lower.least_up, broken


def quick_entry(single: Entrant, bracket: Bracket) -> Vector:
    """A lower bound on a pair of this player and a member of the bracket."""
    gap = single.score - bracket.score
    floats = 0
    if gap > 0:
        floats = single.floated_down + bracket.least_up
    elif gap < 0:
        floats = single.floated_up + bracket.least_down
    halves = 0
    if bracket.crowd is not None:
        halves = 1 if single.team == bracket.crowd else -1
    met_all = len(single.met) >= bracket.size and all(member.id in single.met for member in bracket.members)
    return int(met_all), 0, 0, gap * gap, halves, floats, int(bracket.standing)


def _beyond_first(player: Entrant) -> int:
    """The most that a rematch or a further bye of this player can be beyond the first."""
    return max(0, max([player.had_bye, *player.times_met_all.values()]) - 1)
