"""Lifting a repair: whole published pairs are broken, as few as the bound says, and nobody else moves."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.swiss.brackets import Bracket, crossing_vector
from tournaments.swiss.costs import CostRules
from tournaments.swiss.draw import MAX_REJECTION_SIZE, shuffled
from tournaments.swiss.history import Entrant, EntrantPair
from tournaments.swiss.leavers import Raised, Stuck, entry_vector, raise_entry_floor, raise_step_floor
from tournaments.swiss.relaxation import Entry, Floors, Plan, Step, quick_step

MAX_TRIES = 30
"""Choices of the published pairs to break, before a plan counts as one that does not lift."""

End = tuple[Step | Entry, bool]
"""A slot and whether this is its upper end."""


@dataclass
class Repaired:
    """The outcome: new pairs, the bye, and the players who left published pairs; if ``complete``; else who is
    ``blamed``, or nobody where a floor has been raised."""

    pairs: list[EntrantPair] = field(default_factory=list)
    bye: Entrant | None = None
    broken: set[int] = field(default_factory=set)
    blamed: list[Entrant] = field(default_factory=list)
    complete: bool = False


class Repair:
    """One attempt to turn a plan over published pairs into real pairs at exactly the plan's cost."""

    def __init__(
        self,
        rules: CostRules,
        brackets: Sequence[Bracket],
        plan: Plan,
        floors: Floors,
        partner: Mapping[int, Entrant],
        rng: random.Random,
    ) -> None:
        self.rules, self.brackets, self.plan = rules, brackets, plan
        self.floors, self.partner, self.rng = floors, partner, rng
        self.ends: dict[int, list[End]] = {}
        for entry in plan.entries:
            self.ends.setdefault(entry.bracket, []).append((entry, False))
        for step in plan.steps:
            self.ends.setdefault(step.upper, []).append((step, True))
            self.ends.setdefault(step.upper + 1, []).append((step, False))
        self.chosen: dict[Step, Entrant] = {}

    def run(self) -> Repaired:
        """Choose pairs to break until every end of the plan has its player; blames those who stand in the way."""
        repaired = Repaired(list(self.plan.pairs), self.plan.bye)
        stuck: Stuck | None = None
        for _ in range(MAX_TRIES if self.plan.steps else 1):
            attempt = Repaired(list(repaired.pairs), repaired.bye)
            self.chosen.clear()
            try:
                for place in sorted(self.ends):
                    self._break_pairs(place, attempt)
            except Raised:
                return Repaired()
            except Stuck as caught:
                stuck = caught
                continue
            attempt.complete = True
            return attempt
        return Repaired(blamed=stuck.blamed if stuck else [])

    def _break_pairs(self, place: int, repaired: Repaired) -> None:
        """Give the ends at a bracket, two and two, to the members of one published pair each."""
        bracket = self.brackets[place]
        ends = shuffled(self.ends[place], self.rng)
        for one, two in zip(ends[::2], ends[1::2], strict=True):
            first = self._options(place, one, repaired.broken)
            second = {member.id for member in self._options(place, two, repaired.broken)}
            fitting = next((m for m in shuffled(first, self.rng) if self.partner[m.id].id in second), None)
            if fitting is None:
                raise Stuck(self._in_the_way(bracket, first, second))
            other = self.partner[fitting.id]
            repaired.broken |= {fitting.id, other.id}
            self._settle(one, fitting, repaired)
            self._settle(two, other, repaired)

    def _options(self, place: int, end: End, broken: set[int]) -> list[Entrant]:
        """The members who can take an end at the planned cost."""
        slot, upper_end = end
        bracket = self.brackets[place]
        free = [member for member in bracket.members if member.id not in broken]
        if isinstance(slot, Entry):
            options = [member for member in free if entry_vector(self.rules, slot, bracket, member) == slot.cost]
            if not options:
                raise_entry_floor(self.rules, slot, bracket, self.floors)
            return options
        upper, lower = self.brackets[slot.upper], self.brackets[slot.upper + 1]
        if upper_end:
            quick = slot.cost == quick_step(upper, lower)
            return [member for member in free if not quick or member.floated_down == upper.least_down]
        one = self.chosen[slot]
        options = [member for member in free if crossing_vector(self.rules, one, upper, member, lower) == slot.cost]
        if not options and not broken:
            raise_step_floor(self.rules, slot, upper, lower, self.floors)
        return options

    def _settle(self, end: End, member: Entrant, repaired: Repaired) -> None:
        slot, upper_end = end
        if isinstance(slot, Entry):
            if slot.single is None:
                repaired.bye = member
            else:
                repaired.pairs.append((slot.single, member))
        elif upper_end:
            self.chosen[slot] = member
        else:
            repaired.pairs.append((self.chosen[slot], member))

    def _in_the_way(self, bracket: Bracket, first: Sequence[Entrant], second: set[int]) -> list[Entrant]:
        """A small bracket whole, else the shorter list of candidates with their partners."""
        if bracket.size <= MAX_REJECTION_SIZE:
            return list(bracket.members)
        found = [ids for ids in ({member.id for member in first}, second) if ids]
        ids = min(found, key=len) if found else {member.id for member in bracket.members}
        few = [member for member in bracket.members if member.id in ids][:MAX_REJECTION_SIZE]
        return [player for member in few for player in (member, self.partner[member.id])]
