"""What anything in a pairing costs at least, worked out from the records and from claims that are checked against them.

Nothing here knows how a pairing was found. Players who do not stand alone are shrunk to one node per score, a bracket.
The pairs between nodes of any real pairing fall apart into chains that join the nodes with an odd number of players two
and two (``docs/algorithms/pairing.md`` has the argument); :meth:`Chains.edges` bounds each such chain from below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import add

from tournaments.swiss.check_work import CheckWork
from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.recount import Recount
from tournaments.swiss.settings import TeamPolicy

Vector = tuple[int, int, int, int, int, int, int]
"""Repeats, meetings and byes beyond the first, bye score, spread, halves of discouraged pairs, repeated floats, halves
of published pairs broken."""

BRACKETS_OF_A_LOOK = 20
"""As many additions as this take the time of one look at a pair."""
MEMBERS_OF_A_LOOK = 40
"""As many members that are looked up among the opponents of a player take the time of one look at a pair."""

Entries = Mapping[tuple[int | None, int], Vector | None]


@dataclass(frozen=True)
class Ground:
    """What a bound rests on: claims about the field, each of which can be checked against it.

    ``alone`` are the players who are nodes of their own, by id; everybody else belongs to the bracket of the score.
    ``steps`` are lower bounds on a pair between neighbouring brackets, best first. ``entries`` are lower bounds on a
    pair of a player who stands alone (``None``: on the bye) with a member of the bracket of a score, where they are
    higher than what the members have in common says; ``None`` where no such pair is possible. ``flat`` are scores whose
    bracket is not charged for a team that outnumbers the others. ``standing`` are published pairs that a repair would
    like to keep, both ways; those who do not stand alone are such pairs.
    """

    alone: tuple[int, ...]
    steps: tuple[Vector, ...] = ()
    entries: tuple[tuple[int | None, int, Vector | None], ...] = ()
    flat: tuple[int, ...] = ()
    standing: tuple[tuple[int, int], ...] = ()


class FalseClaim(ValueError):
    """A claim that the field does not support."""


@dataclass(frozen=True)
class _Bracket:
    """Level players who do not stand alone. ``crowd`` is the team that has more than half of them, where that costs."""

    score: int
    members: tuple[Entrant, ...]
    crowd: str | None
    least_down: int
    least_up: int

    def leaving(self, member: Entrant) -> int:
        """Halves of discouraged pairs that the bracket is spared, or forced to, when this member plays outside it."""
        if self.crowd is None:
            return 0
        return -1 if member.team == self.crowd else 1


class Chains:
    """Lower bounds on the cost of everything that a pairing of the field can be made of."""

    def __init__(
        self, history: PairingHistory, rules: CostRules, ground: Ground, work: CheckWork | None = None
    ) -> None:
        self.history, self.rules, self.ground = history, rules, ground
        self.work = work or CheckWork()
        self.recount = Recount(history, rules)
        by_id = history.by_id
        self.partner = {one: two for pair in ground.standing for one, two in (pair, pair[::-1])}
        self.broken = int(bool(ground.standing))
        self.alone: list[Entrant | None] = [by_id[player] for player in ground.alone]
        if len(history.entrants) % 2:
            self.alone.append(None)
        self.brackets = self._brackets()
        self.odd = [place for place, bracket in enumerate(self.brackets) if len(bracket.members) % 2]
        self.nodes = len(self.alone) + len(self.odd)
        self.claimed: Entries = {(single, score): cost for single, score, cost in ground.entries}
        self.weights = self._weights()
        self.never = self.weights[0] * 16 * (len(history.entrants) + 1)

    def _brackets(self) -> list[_Bracket]:
        alone, groups = set(self.ground.alone), dict[int, list[Entrant]]()
        for entrant in self.history.entrants:
            if entrant.id not in alone:
                groups.setdefault(entrant.score, []).append(entrant)
        return [self._bracket(score, tuple(groups[score])) for score in sorted(groups, reverse=True)]

    def _bracket(self, score: int, members: tuple[Entrant, ...]) -> _Bracket:
        charged = self.rules.team_policy is TeamPolicy.DISCOURAGE and not self.broken and score not in self.ground.flat
        ((team, count),) = Counter(member.team for member in members).most_common(1)
        return _Bracket(
            score,
            members,
            crowd=team if charged and 2 * count > len(members) else None,
            least_down=min(member.floated_down for member in members),
            least_up=min(member.floated_up for member in members),
        )

    def _weights(self) -> Vector:
        """Per level, more than any two totals can differ by in all the levels below it."""
        entrants = self.history.entrants
        scores = [entrant.score for entrant in entrants]
        gap, floats = max(scores) - min(scores), max(one.floated_down + one.floated_up for one in entrants)
        most = len(entrants) + self.nodes * (len(self.brackets) + 1) + 1
        again = max(max([one.had_bye, *one.times_met_all.values()]) for one in entrants)
        widths = (most, most * again, gap, most * gap * gap, 8 * most, 2 * most * floats, 4 * most)
        weights = [1] * 7
        for level in range(5, -1, -1):
            weights[level] = weights[level + 1] * (2 * widths[level + 1] + 1)
        return weights[0], weights[1], weights[2], weights[3], weights[4], weights[5], weights[6]

    def pack(self, vector: Vector) -> int:
        """One integer: two packed totals compare as the totals do, level by level."""
        return sum(level * weight for level, weight in zip(vector, self.weights, strict=True))

    def total(self, pairs: Iterable[tuple[int, int]], bye: int | None) -> Vector:
        """What a whole pairing costs, counted pair by pair from the records."""
        listed = list(pairs)
        cost = self.recount.pairing(listed, bye)
        if cost is None:
            raise FalseClaim("a prohibited pair, or not everybody once")
        repeats, beyond, bye_score, spread, discouraged, floats = cost
        standing = sum(len(bracket.members) for bracket in self.brackets) if self.partner else 0
        broken = standing - 2 * sum(self.partner.get(one) == two for one, two in listed)
        return repeats, beyond, bye_score, spread, 2 * discouraged, floats, broken

    @property
    def forced(self) -> int:
        """What crowds cost by themselves: in halves of discouraged pairs, before anybody leaves them."""
        halves = 0
        for bracket in self.brackets:
            if bracket.crowd is not None:
                halves += 2 * sum(member.team == bracket.crowd for member in bracket.members) - len(bracket.members)
        return self.pack((0, 0, 0, 0, halves, 0, 0))

    def pair(self, one: Entrant, two: Entrant) -> Vector | None:
        """A real pair, ``None`` where it is prohibited. A published pair that is kept counts as two halves less."""
        levels = self.recount.pair(one, two)
        if levels is None:
            return None
        kept = -2 if self.partner.get(one.id) == two.id else 0
        spread, discouraged, floats = levels.score_spread, 2 * levels.discouraged, levels.repeated_floats
        return levels.repeats, levels.beyond_first, 0, spread, discouraged, floats, kept

    def bye(self, entrant: Entrant) -> Vector:
        """The bye of a player."""
        levels = self.recount.bye(entrant)
        return levels.repeats, levels.beyond_first, levels.bye_score, 0, 0, 0, 0

    def check_claims(self) -> None:
        """Raises ``FalseClaim`` where the ground claims more than the field supports."""
        brackets, steps = self.brackets, self.ground.steps
        if len(steps) != max(0, len(brackets) - 1) or any(self.pack(step) < 0 for step in steps):
            raise FalseClaim("steps")
        for bracket in brackets if self.broken else ():
            inside = {member.id for member in bracket.members}
            if any(self._is_costly(member, inside) for member in bracket.members):
                raise FalseClaim("a published pair that costs something")
        for upper in range(len(brackets)):
            self.work.spend(len(brackets))
            chain = 0
            for lower in range(upper + 1, len(brackets)):
                chain += self.pack(steps[lower - 1])
                if chain > self.pack(self._hop(brackets[upper], brackets[lower])):
                    if lower > upper + 1:
                        raise FalseClaim("a hop that costs less than its steps")
                    self._check_step(brackets[upper], brackets[lower], chain)
        for (key, score), cost in self.claimed.items():
            self._check_entry(key, score, cost)

    def _is_costly(self, member: Entrant, inside: set[int]) -> bool:
        """Whether the member's published pair is not whole in the bracket, or costs something."""
        other = self.partner.get(member.id)
        if other not in inside:
            return True
        return self.pair(member, self.history.by_id[other]) != (0, 0, 0, 0, 0, 0, -2)

    def _hop(self, upper: _Bracket, lower: _Bracket) -> Vector:
        """What any pair between two brackets costs at least, by what their members have in common."""
        gap = upper.score - lower.score
        halves = 0
        if upper.crowd is None or upper.crowd != lower.crowd:
            halves = -(upper.crowd is not None) - (lower.crowd is not None)
        return 0, 0, 0, gap * gap, halves, upper.least_down + lower.least_up, 2 * self.broken

    def _check_step(self, upper: _Bracket, lower: _Bracket, claimed: int) -> None:
        """A step that is claimed to cost more: every real pair is looked at."""
        self.work.spend(len(upper.members) * len(lower.members))
        for one in upper.members:
            for two in lower.members:
                cost = self._crossing(one, upper, two, lower)
                if cost is not None and self.pack(cost) < claimed:
                    raise FalseClaim("a step that can be had for less")

    def _crossing(self, one: Entrant, upper: _Bracket | None, two: Entrant, lower: _Bracket) -> Vector | None:
        """A real pair together with what leaving their brackets does to these; ``upper`` None: one stands alone."""
        vector = self.pair(one, two)
        if vector is None:
            return None
        halves = (upper.leaving(one) if upper else 0) + lower.leaving(two)
        broken = self.broken * (2 if upper else 1)
        repeats, beyond, _bye, spread, discouraged, floats, _kept = vector
        return repeats, beyond, 0, spread, discouraged + halves, floats, broken

    def _check_entry(self, key: int | None, score: int, claimed: Vector | None) -> None:
        bracket = next((bracket for bracket in self.brackets if bracket.score == score), None)
        if bracket is None or (key is None and not len(self.history.entrants) % 2):
            return
        self.work.spend(len(bracket.members))
        for member in bracket.members:
            cost = self._real_entry(None if key is None else self.history.by_id[key], bracket, member)
            if cost is not None and (claimed is None or self.pack(cost) < self.pack(claimed)):
                raise FalseClaim("an entry that can be had for less")

    def _real_entry(self, single: Entrant | None, bracket: _Bracket, member: Entrant) -> Vector | None:
        if single is None:
            levels = self.recount.bye(member)
            return levels.repeats, levels.beyond_first, levels.bye_score, 0, bracket.leaving(member), 0, self.broken
        return self._crossing(single, None, member, bracket)

    def _entry(self, single: Entrant | None, bracket: _Bracket) -> int:
        """What it costs at least that somebody who stands alone takes a member of a bracket; as claimed, if it is."""
        key = (single.id if single else None, bracket.score)
        if key in self.claimed:
            cost = self.claimed[key]
            return self.never if cost is None else self.pack(cost)
        if single is None:
            second = int(all(member.had_bye for member in bracket.members))
            above = bracket.score - self.recount.lowest
            return self.pack((second, 0, above, 0, -1 if bracket.crowd else 0, 0, self.broken))
        gap = single.score - bracket.score
        floats = 0
        if gap:
            floats = single.floated_down + bracket.least_up if gap > 0 else single.floated_up + bracket.least_down
        halves = 0 if bracket.crowd is None else 1 if single.team == bracket.crowd else -1
        met = len(single.met) >= len(bracket.members) and all(member.id in single.met for member in bracket.members)
        return self.pack((int(met), 0, 0, gap * gap, halves, floats, self.broken))

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """For every two ends the least that a chain between them costs, where there can be one.

        Ends are counted from 0: those who stand alone in order, the bye, then the odd brackets, best first.
        """
        steps = [self.pack(step) for step in self.ground.steps]
        self.work.spend(len(self.alone) * (len(self.brackets) + len(self.history.entrants) // MEMBERS_OF_A_LOOK))
        direct = [[self._entry(single, bracket) for bracket in self.brackets] for single in self.alone]
        first_odd = len(self.alone)
        looks_of_an_edge = 1 + len(self.brackets) // BRACKETS_OF_A_LOOK
        for one, single in enumerate(self.alone):
            self.work.spend((self.nodes - one) * looks_of_an_edge)
            reach = _reach(direct[one], steps)
            for two in range(one + 1, first_odd):
                cost = min([self._together(single, self.alone[two]), *map(add, reach, direct[two])])
                if cost < self.never:
                    yield one, two, cost
            for node, place in enumerate(self.odd):
                if reach[place] < self.never:
                    yield one, first_odd + node, reach[place]
        for node, place in enumerate(self.odd):
            self.work.spend(self.nodes - node)
            for more, onward in enumerate(self.odd[node + 1 :], start=node + 1):
                yield first_odd + node, first_odd + more, sum(steps[place:onward])

    def _together(self, one: Entrant | None, two: Entrant | None) -> int:
        """Two who stand alone as a pair, or one of them with the bye."""
        if one is None or two is None:
            player = one or two
            return self.never if player is None else self.pack(self.bye(player))
        vector = self.pair(one, two)
        return self.never if vector is None else self.pack(vector)


def _reach(direct: list[int], steps: list[int]) -> list[int]:
    """The least chain to every bracket, given the direct entries."""
    reach = list(direct)
    for place in range(1, len(reach)):
        reach[place] = min(reach[place], reach[place - 1] + steps[place - 1])
    for place in range(len(reach) - 2, -1, -1):
        reach[place] = min(reach[place], reach[place + 1] + steps[place])
    return reach
