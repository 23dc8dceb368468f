"""From the relaxed plan to real pairs: choose who leaves each bracket, then draw the rest of it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.swiss.brackets import Bracket
from tournaments.swiss.costs import CostRules
from tournaments.swiss.draw import (
    FORBIDDEN,
    MAX_REJECTION_SIZE,
    Drawn,
    Penalty,
    draw_pairs,
    in_pairs,
    meets_target,
    ordered_pairs,
    shuffled,
)
from tournaments.swiss.history import Entrant, EntrantPair, meetings
from tournaments.swiss.leavers import Leavers, Leaving, Raised, Stuck
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.relaxation import Floors, Plan

MAX_WHOLE_DRAWS = 50
"""Draws of linked brackets as a whole, in which every outcome is as likely as another."""
MAX_CAREFUL_DRAWS = 5
"""Draws of them one after the other, before the plan counts as one that does not lift."""


@dataclass
class Lifted:
    """The outcome: all pairs and the bye, or the ``blamed`` players who have to stand alone, or ``raised`` floors.

    ``is_even`` says that every pairing at the plan's cost was as likely.
    """

    pairs: list[EntrantPair] = field(default_factory=list)
    bye: Entrant | None = None
    blamed: list[Entrant] = field(default_factory=list)
    raised: bool = False
    is_even: bool = True

    @property
    def complete(self) -> bool:
        """Whether the plan became a pairing."""
        return not self.blamed and not self.raised

    def take(self, chosen: Sequence[Leaving], inside: Sequence[EntrantPair]) -> None:
        """Add what was settled."""
        for leaving in chosen:
            if leaving.one is None:
                self.bye = leaving.two
            else:
                self.pairs.append((leaving.one, leaving.two))
        self.pairs += inside


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
        self.rules, self.brackets, self.plan = rules, brackets, plan
        self.floors, self.order, self.rng = floors, order, rng
        self.leavers = Leavers(rules, brackets, plan, floors, order, rng)
        self.penalty: Penalty | None = None if rules.plain else self._penalty

    def _penalty(self, one: Entrant, two: Entrant) -> int:
        if not self.rules.may_meet(one, two) or meetings(one, two):
            return FORBIDDEN
        return 1 if self.rules.is_discouraged(one, two) else 0

    def run(self) -> Lifted:
        """Lift run by run of linked brackets, the small ones first: when one fails, large ones can wait."""
        lifted = Lifted(pairs=list(self.plan.pairs), bye=self.plan.bye)
        for size, run in sorted(self._runs(), key=lambda sized: sized[0]):
            if size > MAX_REJECTION_SIZE and not lifted.complete:
                break
            try:
                self._lift_run(run, size, lifted)
            except Stuck as stuck:
                lifted.blamed += stuck.blamed
            except Raised:
                lifted.raised = True
        return lifted

    def _runs(self) -> list[tuple[int, range]]:
        """Brackets linked by steps, with the number of their members."""
        runs = []
        start = 0
        for place in range(len(self.brackets)):
            if place not in self.leavers.linked:
                run = range(start, place + 1)
                runs.append((sum(self.brackets[each].size for each in run), run))
                start = place + 1
        return runs

    def _lift_run(self, run: range, size: int, lifted: Lifted) -> None:
        """Linked brackets: as a whole, by rejection, when they are small; else with care, one after the other."""
        linked = bool(self.leavers.slots_of(run))
        if linked and self.leavers.by_lot and size <= MAX_REJECTION_SIZE:
            for _ in range(MAX_WHOLE_DRAWS):
                if self._draw_whole(run, lifted):
                    return
        failures: list[list[Entrant]] = []
        for _ in range(MAX_CAREFUL_DRAWS if linked else 1):
            chosen = self.leavers.with_care(run)
            drawn = self._draw_rest(run, chosen)
            if not drawn.faulty:
                lifted.take(chosen, drawn.pairs)
                lifted.is_even &= drawn.is_even and (not linked or size > MAX_REJECTION_SIZE)
                return
            failures.append(list(drawn.faulty))
        raise Stuck(min(failures, key=len))

    def _draw_whole(self, run: range, lifted: Lifted) -> bool:
        """One draw of everything in the run at once; kept only if all is allowed, so every outcome is as likely."""
        chosen = self.leavers.by_chance(run)
        if chosen is None:
            return False
        inside: list[EntrantPair] = []
        for place, rest in self._staying(run, chosen):
            pairs = in_pairs(shuffled(rest, self.rng))
            if not meets_target(pairs, self.penalty, self._target(place, rest)):
                return False
            inside += pairs
        lifted.take(chosen, inside)
        return True

    def _staying(self, run: range, chosen: Sequence[Leaving]) -> list[tuple[int, list[Entrant]]]:
        """Who stays in each bracket of the run."""
        used = {player.id for leaving in chosen for _, player in leaving.from_brackets()}
        if not used:
            return [(place, self.brackets[place].members) for place in run]
        return [(place, [member for member in self.brackets[place].members if member.id not in used]) for place in run]

    def _draw_rest(self, run: range, chosen: Sequence[Leaving]) -> Drawn:
        """Pair those who stay in each bracket of the run, or say whom to blame when a bracket resists."""
        inside: list[EntrantPair] = []
        is_even = True
        for place, rest in self._staying(run, chosen):
            target = self._target(place, rest)
            if self.leavers.by_lot:
                drawn = draw_pairs(rest, self.penalty, target, self.rng)
            else:
                drawn = ordered_pairs(rest, self.penalty, target, self.order, self.rng)
            if drawn.faulty:
                bracket = self.brackets[place]
                return Drawn([], bracket.members if bracket.size <= MAX_REJECTION_SIZE else drawn.faulty)
            inside += drawn.pairs
            is_even &= drawn.is_even
        return Drawn(inside, (), is_even)

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
            raise Raised
        return halves // 2


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
