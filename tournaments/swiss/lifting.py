"""From the relaxed plan to real pairs: choose who leaves each bracket, then draw the rest of it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.swiss.brackets import Bracket, Vector, crossing_vector
from tournaments.swiss.costs import CostRules
from tournaments.swiss.draw import (
    FORBIDDEN,
    REJECTION_SIZE,
    EntrantPair,
    Penalty,
    draw_pairs,
    drawn,
    in_pairs,
    meets_target,
    ordered_pairs,
    shuffled,
)
from tournaments.swiss.history import Entrant, meetings
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.relaxation import Entry, Floors, Plan, Step, quick_step
from tournaments.swiss.settings import Order

REJECTION_ROUNDS = 80
CHOICES_TRIED = 24
ROUNDS_TRIED = 5
LISTED_PAIRS = 4000


@dataclass
class Lifted:
    """The outcome: all pairs and the bye, or the ``blamed`` players who have to stand alone, or higher floors."""

    pairs: list[EntrantPair] = field(default_factory=list)
    bye: Entrant | None = None
    blamed: list[Entrant] = field(default_factory=list)
    raised: bool = False

    @property
    def complete(self) -> bool:
        """Whether the plan became a pairing."""
        return not self.blamed and not self.raised


class _Stuck(Exception):
    """A choice could not be made; these players have to stand alone."""

    def __init__(self, blamed: list[Entrant]) -> None:
        super().__init__("the plan could not be lifted here")
        self.blamed = blamed


class _Raised(Exception):
    """A floor was found to be too low and has been raised."""


class Lift:
    """One attempt to turn a plan into real pairs at exactly the plan's cost."""

    def __init__(
        self,
        rules: CostRules,
        brackets: Sequence[Bracket],
        plan: Plan,
        floors: Floors,
        order: OrderCosts,
        rng: random.Random,
    ) -> None:
        self.rules = rules
        self.brackets = brackets
        self.plan = plan
        self.floors = floors
        self.order = order
        self.rng = rng
        self.by_lot = order.order is Order.RANDOM
        self.penalty: Penalty | None = None if rules.plain else self._penalty
        self.steps: dict[int, list[Step]] = {}
        self.entries: dict[int, list[Entry]] = {}
        self.entry_options: dict[Entry, list[Entrant]] = {}
        self.step_options: dict[Step, tuple[list[Entrant], list[Entrant]]] = {}
        for step in plan.steps:
            self.steps.setdefault(step.upper, []).append(step)
        for entry in plan.entries:
            self.entries.setdefault(entry.bracket, []).append(entry)

    def _penalty(self, one: Entrant, two: Entrant) -> int:
        if not self.rules.may_meet(one, two) or meetings(one, two):
            return FORBIDDEN
        return 1 if self.rules.is_discouraged(one, two) else 0

    def run(self) -> Lifted:
        """Lift run by run of linked brackets, best first."""
        lifted = Lifted(pairs=list(self.plan.pairs), bye=self.plan.bye)
        start = 0
        for place in range(len(self.brackets)):
            if place in self.steps:
                continue
            run = range(start, place + 1)
            start = place + 1
            try:
                self._lift_run(run, lifted)
            except _Stuck as stuck:
                lifted.blamed += stuck.blamed
            except _Raised:
                lifted.raised = True
        return lifted

    def _lift_run(self, run: range, lifted: Lifted) -> None:
        """Brackets linked by steps: as a whole by rejection when they are small, else one after the other."""
        size = sum(self.brackets[place].size for place in run)
        linked = len(run) > 1 or run[0] in self.entries
        if self.by_lot and linked and size <= REJECTION_SIZE:
            for _ in range(REJECTION_ROUNDS):
                if self._draw_whole_run(run, lifted):
                    return
        failures: list[list[Entrant]] = []
        for _ in range(ROUNDS_TRIED if linked else 1):
            used: dict[int, Entrant] = {}
            pairs: list[EntrantPair] = []
            bye = self._choose_all(run, used, pairs)
            failed = self._draw_rest(run, used, pairs)
            if failed is None:
                lifted.pairs += pairs
                lifted.bye = bye or lifted.bye
                return
            failures.append(failed)
        raise _Stuck(min(failures, key=len))

    def _draw_whole_run(self, run: range, lifted: Lifted) -> bool:
        """One draw of everything in the run at once; kept only if all of it is allowed, so every outcome is as likely."""
        used: dict[int, Entrant] = {}
        pairs: list[EntrantPair] = []
        bye: Entrant | None = None
        for place in run:
            for entry in self.entries.get(place, ()):
                options = self._entry_options(entry)
                member = drawn(options, self.rng)
                if member.id in used:
                    return False
                used[member.id] = member
                if entry.single is None:
                    bye = member
                else:
                    pairs.append((entry.single, member))
            for step in self.steps.get(place, ()):
                pair = self._step_pair(step, {})
                if pair is None or pair[0].id in used or pair[1].id in used:
                    return False
                used[pair[0].id], used[pair[1].id] = pair
                pairs.append(pair)
        for place in run:
            rest = [member for member in self.brackets[place].members if member.id not in used]
            inside = in_pairs(shuffled(rest, self.rng))
            if not meets_target(inside, self.penalty, self._target(place, rest)):
                return False
            pairs += inside
        lifted.pairs += pairs
        lifted.bye = bye or lifted.bye
        return True

    def _choose_all(self, run: range, used: dict[int, Entrant], pairs: list[EntrantPair]) -> Entrant | None:
        """Choose a different player for every end of every chain in the run; answers the bye if it is here."""
        bye: Entrant | None = None
        for place in run:
            for entry in self.entries.get(place, ()):
                options = [member for member in self._entry_options(entry) if member.id not in used]
                if not options:
                    raise _Stuck(self._contested(place))
                member = drawn(options, self.rng) if self.by_lot else self._preferred(entry, options)
                used[member.id] = member
                if entry.single is None:
                    bye = member
                else:
                    pairs.append((entry.single, member))
        for place in run:
            for step in self.steps.get(place, ()):
                pair = self._step_pair(step, used)
                if pair is None:
                    raise _Stuck(self._contested(place, place + 1))
                used[pair[0].id], used[pair[1].id] = pair
                pairs.append(pair)
        return bye

    def _preferred(self, entry: Entry, options: list[Entrant]) -> Entrant:
        """The choice that the order of the tournament likes best."""
        single = entry.single
        if single is None:
            return min(options, key=lambda member: (self.order.bye(member), member.id))
        return min(options, key=lambda member: (self.order.pair(single, member), member.id))

    def _contested(self, *places: int) -> list[Entrant]:
        """Whom to blame when players are wanted twice: a small bracket whole, else those with the fewest floats."""
        smallest = min((self.brackets[place] for place in places), key=lambda bracket: bracket.size)
        if smallest.size <= REJECTION_SIZE:
            return list(smallest.members)
        wanted = [
            member
            for place in places
            for member in self.brackets[place].members
            if member.floated_down == self.brackets[place].least_down
            or member.floated_up == self.brackets[place].least_up
        ]
        return wanted if len(wanted) <= REJECTION_SIZE else list(smallest.members)

    def _entry_vector(self, entry: Entry, member: Entrant) -> Vector | None:
        """What it really costs that this member is taken."""
        bracket = self.brackets[entry.bracket]
        if entry.single is None:
            levels = self.rules.bye(member)
            return levels.repeats, levels.bye_score, 0, bracket.leaving(member), 0, int(bracket.standing)
        return crossing_vector(self.rules, entry.single, None, member, bracket)

    def _entry_options(self, entry: Entry) -> list[Entrant]:
        """The members who can be taken at the planned cost; raises the floor when there are none."""
        if entry in self.entry_options:
            return self.entry_options[entry]
        bracket = self.brackets[entry.bracket]
        vectors = [(self._entry_vector(entry, member), member) for member in bracket.members]
        options = [member for vector, member in vectors if vector == entry.cost]
        if options:
            self.entry_options[entry] = options
            return options
        key = (entry.single.id if entry.single else None, bracket.score)
        self.floors.entries[key] = min((vector for vector, _ in vectors if vector is not None), default=None)
        raise _Raised

    def _step_pair(self, step: Step, used: dict[int, Entrant]) -> EntrantPair | None:
        """A pair across two brackets at the planned cost with nobody used already; ``None`` when all are used."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        if not self.by_lot:
            return self._first_step_pair(step, used)
        if step not in self.step_options:
            self.step_options[step] = _likely_ends(step, upper, lower)
        down, up = self.step_options[step]
        for _ in range(CHOICES_TRIED):
            one, two = drawn(down, self.rng), drawn(up, self.rng)
            if one.id in used or two.id in used:
                continue
            if crossing_vector(self.rules, one, upper, two, lower) == step.cost:
                return one, two
        return self._listed_step_pair(step, used)

    def _listed_step_pair(self, step: Step, used: dict[int, Entrant]) -> EntrantPair | None:
        """The same by going through the pairs; raises the floor when no pair costs as little as planned."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        best: Vector | None = None
        fitting: list[EntrantPair] = []
        taken = False
        for one in shuffled(upper.members, self.rng):
            for two in lower.members:
                vector = crossing_vector(self.rules, one, upper, two, lower)
                if vector is None:
                    continue
                if best is None or vector < best:
                    best = vector
                if vector == step.cost:
                    taken = True
                    if one.id not in used and two.id not in used:
                        fitting.append((one, two))
            if len(fitting) > LISTED_PAIRS:
                break
        if fitting:
            return drawn(fitting, self.rng)
        if taken:
            return None
        if best is None or best[0]:
            raise _Stuck(list(min((upper, lower), key=lambda bracket: bracket.size).members))
        self.floors.steps[upper.score, lower.score] = best
        raise _Raised

    def _first_step_pair(self, step: Step, used: dict[int, Entrant]) -> EntrantPair | None:
        """The pair across two brackets that the order likes best, looked for near the bottom and the top."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        down = sorted(upper.members, key=lambda member: -self.order.place[member.id])
        up = sorted(lower.members, key=lambda member: self.order.place[member.id])
        for reach in (12, len(down) + len(up)):
            options = [
                (self.order.pair(one, two), one.id, two.id)
                for one in down[:reach]
                for two in up[:reach]
                if one.id not in used
                and two.id not in used
                and crossing_vector(self.rules, one, upper, two, lower) == step.cost
            ]
            if options:
                _, first, second = min(options)
                return next(m for m in down if m.id == first), next(m for m in up if m.id == second)
        return self._listed_step_pair(step, used)

    def _target(self, place: int, rest: Sequence[Entrant]) -> int:
        """How many discouraged pairs the rest of a bracket cannot avoid.

        A crowd that the plan has thinned to a minority was charged less than nothing: its bracket becomes flat.
        """
        bracket = self.brackets[place]
        if bracket.crowd is None:
            return 0
        halves = 2 * sum(member.team == bracket.crowd for member in rest) - len(rest)
        if halves < 0:
            self.floors.flat.add(bracket.score)
            raise _Raised
        return halves // 2

    def _draw_rest(self, run: range, used: dict[int, Entrant], pairs: list[EntrantPair]) -> list[Entrant] | None:
        """Pair those who stay in each bracket of the run; answers whom to blame when a bracket resists."""
        for place in run:
            bracket = self.brackets[place]
            rest = [member for member in bracket.members if member.id not in used] if used else bracket.members
            target = self._target(place, rest)
            if self.by_lot:
                inside, faulty = draw_pairs(rest, self.penalty, target, self.rng)
            else:
                inside, faulty = ordered_pairs(rest, self.penalty, target, self.order, self.rng)
            if faulty:
                return list(bracket.members) if bracket.size <= REJECTION_SIZE else faulty
            pairs += inside
        return None


def _likely_ends(step: Step, upper: Bracket, lower: Bracket) -> tuple[list[Entrant], list[Entrant]]:
    """Who may be an end of a step: those with the fewest floats while the quick bound holds, all otherwise."""
    if step.cost != quick_step(upper, lower):
        return upper.members, lower.members
    down = [member for member in upper.members if member.floated_down == upper.least_down]
    return down, [member for member in lower.members if member.floated_up == lower.least_up]


def lift(
    rules: CostRules,
    brackets: Sequence[Bracket],
    plan: Plan,
    floors: Floors,
    order: OrderCosts,
    rng: random.Random,
) -> Lifted:
    """Turn a plan into real pairs, or say what stands in the way; ``floors`` may be raised."""
    return Lift(rules, brackets, plan, floors, order, rng).run()
