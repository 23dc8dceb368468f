"""Who leaves a bracket: a real player for every end of every chain in a plan, at exactly the planned cost."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.swiss.brackets import Bracket, Vector, crossing_vector
from tournaments.swiss.costs import CostRules
from tournaments.swiss.draw import MAX_REJECTION_SIZE, drawn, shuffled
from tournaments.swiss.history import Entrant, EntrantPair
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.relaxation import Entry, Floors, Plan, Step, quick_step
from tournaments.swiss.settings import Order, TeamPolicy

MAX_CHOICES_TRIED = 24
"""Pairs across two brackets that are drawn, before all that fit are listed."""
MAX_BALANCING_STEPS = 40
"""Choices made again, for each player who leaves a bracket, where a team would be left without partners."""
MAX_LISTED_PAIRS = 4000
"""Pairs that are enough to draw one from."""
MAX_NEAR = 12
"""Players at the bottom of one bracket and at the top of the next who are looked at, where there is an order."""


class Stuck(Exception):
    """A choice could not be made; these players have to stand alone."""

    def __init__(self, blamed: list[Entrant]) -> None:
        super().__init__("the plan could not be lifted here")
        self.blamed = blamed


class Raised(Exception):
    """A floor was found to be too low and has been raised."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaving:
    """One chosen end or pair: ``one`` leaves the upper bracket (or is the single, or ``None`` for the bye), ``two`` the
    lower one (or the bracket entered)."""

    slot: Step | Entry
    one: Entrant | None
    two: Entrant

    def from_brackets(self) -> Iterator[tuple[int, Entrant]]:
        """Place of the bracket and player, for each end that leaves one."""
        if isinstance(self.slot, Entry):
            yield self.slot.bracket, self.two
        elif self.one is not None:
            yield self.slot.upper, self.one
            yield self.slot.upper + 1, self.two


class Leavers:
    """Chooses for the slots (steps and entries) of one plan."""

    def __init__(
        self,
        rules: CostRules,
        brackets: Sequence[Bracket],
        plan: Plan,
        floors: Floors,
        order: OrderCosts,
        rng: random.Random,
    ) -> None:
        self.rules, self.brackets, self.floors = rules, brackets, floors
        self.order, self.rng = order, rng
        self.by_lot = order.order is Order.RANDOM
        self.slots: dict[int, list[Step | Entry]] = {}
        for entry in plan.entries:
            self.slots.setdefault(entry.bracket, []).append(entry)
        for step in plan.steps:
            self.slots.setdefault(step.upper, []).append(step)
        self.linked = {step.upper for step in plan.steps}
        self.options: dict[Entry, list[Entrant]] = {}
        self.likely: dict[Step, tuple[list[Entrant], list[Entrant]]] = {}
        self.margins: dict[int, dict[str, int]] = {}

    def slots_of(self, run: range) -> list[Step | Entry]:
        """The slots of linked brackets."""
        return [slot for place in run for slot in self.slots.get(place, ())]

    def by_chance(self, run: range) -> list[Leaving] | None:
        """Every slot filled on its own, uniformly; ``None`` when a player was drawn twice."""
        used: set[int] = set()
        chosen = []
        for slot in self.slots_of(run):
            leaving = self.choose(slot, set())
            ends = [player.id for _, player in leaving.from_brackets()]
            if not used.isdisjoint(ends):
                return None
            used.update(ends)
            chosen.append(leaving)
        return chosen

    def with_care(self, run: range) -> list[Leaving]:
        """Every slot filled with somebody else, and no team left with more members than partners where it is avoidable.

        Raises ``Stuck`` when two slots want the same player, ``Raised`` when nobody costs as little as planned.
        """
        used: set[int] = set()
        chosen = []
        for slot in self.slots_of(run):
            leaving = self.choose(slot, used)
            used.update(player.id for _, player in leaving.from_brackets())
            chosen.append(leaving)
        if chosen and self.rules.team_policy is not TeamPolicy.IGNORE:
            self._balance(chosen, used)
        return chosen

    def choose(self, slot: Step | Entry, used: set[int]) -> Leaving:
        """Somebody for one slot who is not used."""
        if isinstance(slot, Step):
            one, two = self._step_pair(slot, used)
            return Leaving(slot, one, two)
        options = [member for member in self._entry_options(slot) if member.id not in used]
        if not options:
            raise Stuck(self._contested(slot.bracket))
        return Leaving(slot, slot.single, drawn(options, self.rng) if self.by_lot else self._preferred(slot, options))

    def _balance(self, chosen: list[Leaving], used: set[int]) -> None:
        """Choose again where a team would be left with more members than partners, until no team is."""
        for _ in range(MAX_BALANCING_STEPS * len(chosen)):
            crowded = self._crowded(chosen)
            if not crowded:
                return
            place = drawn(sorted(crowded), self.rng)
            touching = [
                number for number, leaving in enumerate(chosen) if place in [at for at, _ in leaving.from_brackets()]
            ]
            number = drawn(touching, self.rng)
            before = chosen[number]
            used -= {player.id for _, player in before.from_brackets()}
            chosen[number] = self.choose(before.slot, used)
            if sum(self._crowded(chosen).values()) > sum(crowded.values()):
                chosen[number] = before
            used |= {player.id for _, player in chosen[number].from_brackets()}

    def _crowded(self, chosen: list[Leaving]) -> dict[int, int]:
        """For each bracket, how many members of one team would lack a partner of another team if the chosen left it."""
        left: dict[int, dict[str, int]] = {}
        leavers: dict[int, list[Entrant]] = {}
        for leaving in chosen:
            for place, player in leaving.from_brackets():
                leavers.setdefault(place, []).append(player)
        for place, players in leavers.items():
            margins = dict(self._margins(place))
            for player in players:
                for team in margins:
                    margins[team] += -1 if player.team == team else 1
            left[place] = margins
        sums = {place: sum(max(0, margin) for margin in margins.values()) for place, margins in left.items()}
        return {place: excess for place, excess in sums.items() if excess}

    def _margins(self, place: int) -> dict[str, int]:
        """By how much each large team of a bracket outnumbers the rest of it; its charged crowd is left out."""
        if place not in self.margins:
            bracket = self.brackets[place]
            teams = Counter(member.team for member in bracket.members if member.team is not None)
            self.margins[place] = {
                team: 2 * count - bracket.size
                for team, count in sorted(teams.items())
                if 3 * count > bracket.size and team != bracket.crowd
            }
        return self.margins[place]

    def _preferred(self, entry: Entry, options: list[Entrant]) -> Entrant:
        """The choice that the order of the tournament likes best."""
        single = entry.single
        if single is None:
            return min(options, key=lambda member: (self.order.bye(member), member.id))
        return min(options, key=lambda member: (self.order.pair(single, member), member.id))

    def _contested(self, *places: int) -> list[Entrant]:
        """Whom to blame when players are wanted twice: a small bracket whole, else those with the fewest floats."""
        smallest = min((self.brackets[place] for place in places), key=lambda bracket: bracket.size)
        if smallest.size <= MAX_REJECTION_SIZE:
            return list(smallest.members)
        wanted = [
            member
            for place in places
            for member in self.brackets[place].members
            if member.floated_down == self.brackets[place].least_down
            or member.floated_up == self.brackets[place].least_up
        ]
        return wanted if len(wanted) <= MAX_REJECTION_SIZE else list(smallest.members)

    def _entry_options(self, entry: Entry) -> list[Entrant]:
        """The members who can be taken at the planned cost; raises the floor when there are none."""
        if entry in self.options:
            return self.options[entry]
        bracket = self.brackets[entry.bracket]
        options = [m for m in bracket.members if entry_vector(self.rules, entry, bracket, m) == entry.cost]
        if not options:
            raise_entry_floor(self.rules, entry, bracket, self.floors)
        self.options[entry] = options
        return options

    def _step_pair(self, step: Step, used: set[int]) -> EntrantPair:
        """A pair across two brackets at the planned cost with nobody used already."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        if not self.by_lot:
            return self._first_step_pair(step, used)
        if step not in self.likely:
            self.likely[step] = _likely_ends(step, upper, lower)
        down, up = self.likely[step]
        for _ in range(MAX_CHOICES_TRIED):
            one, two = drawn(down, self.rng), drawn(up, self.rng)
            if one.id in used or two.id in used:
                continue
            if crossing_vector(self.rules, one, upper, two, lower) == step.cost:
                return one, two
        return self._listed_step_pair(step, used)

    def _listed_step_pair(self, step: Step, used: set[int]) -> EntrantPair:
        """A pair across two brackets at the planned cost, drawn among all; raises the floor where there is none."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        fitting: list[EntrantPair] = []
        for one in shuffled(upper.members, self.rng):
            for two in lower.members if one.id not in used else ():
                if two.id not in used and crossing_vector(self.rules, one, upper, two, lower) == step.cost:
                    fitting.append((one, two))
            if len(fitting) > MAX_LISTED_PAIRS:
                break
        if fitting:
            return drawn(fitting, self.rng)
        raise_step_floor(self.rules, step, upper, lower, self.floors)
        raise Stuck(self._contested(step.upper, step.upper + 1))

    def _first_step_pair(self, step: Step, used: set[int]) -> EntrantPair:
        """The pair across two brackets that the order likes best, looked for near the bottom and the top."""
        upper, lower = self.brackets[step.upper], self.brackets[step.upper + 1]
        down = sorted(upper.members, key=lambda member: -self.order.place[member.id])[:MAX_NEAR]
        up = sorted(lower.members, key=lambda member: self.order.place[member.id])[:MAX_NEAR]
        options = {
            (self.order.pair(one, two), one.id, two.id): (one, two)
            for one in down
            for two in up
            if one.id not in used
            and two.id not in used
            and crossing_vector(self.rules, one, upper, two, lower) == step.cost
        }
        return options[min(options)] if options else self._listed_step_pair(step, used)


def entry_vector(rules: CostRules, entry: Entry, bracket: Bracket, member: Entrant) -> Vector | None:
    """What it really costs that a single (or the bye) takes this member; ``None`` when the pair is prohibited."""
    if entry.single is None:
        levels = rules.bye(member)
        leaving, standing = bracket.leaving(member), int(bracket.standing)
        return levels.repeats, levels.beyond_first, levels.bye_score, 0, leaving, 0, standing
    return crossing_vector(rules, entry.single, None, member, bracket)


def raise_entry_floor(rules: CostRules, entry: Entry, bracket: Bracket, floors: Floors) -> None:
    """Write down what the entry costs at least; raises ``Raised`` when that is more than was planned."""
    vectors = [entry_vector(rules, entry, bracket, member) for member in bracket.members]
    least = min((vector for vector in vectors if vector is not None), default=None)
    if least != entry.cost:
        floors.entries[entry.single.id if entry.single else None, bracket.score] = least
        raise Raised


def raise_step_floor(rules: CostRules, step: Step, upper: Bracket, lower: Bracket, floors: Floors) -> None:
    """Write down what a pair across two brackets costs at least; raises ``Raised`` when that is more than was planned.

    A step that cannot do without a rematch would make longer steps worth a thought, so the smaller of the two brackets
    has to stand alone instead (``Stuck``).
    """
    least: Vector | None = None
    for one in upper.members:
        for two in lower.members:
            vector = crossing_vector(rules, one, upper, two, lower)
            if vector is not None and (least is None or vector < least):
                least = vector
                if least == step.cost:
                    return
    if least is None or least[0]:
        raise Stuck(list(min((upper, lower), key=lambda bracket: bracket.size).members))
    floors.steps[upper.score, lower.score] = least
    raise Raised


def _likely_ends(step: Step, upper: Bracket, lower: Bracket) -> tuple[list[Entrant], list[Entrant]]:
    """Who may be an end of a step: those with the fewest floats while the quick bound holds, all otherwise."""
    if step.cost != quick_step(upper, lower):
        return upper.members, lower.members
    down = [member for member in upper.members if member.floated_down == upper.least_down]
    return down, [member for member in lower.members if member.floated_up == lower.least_up]
