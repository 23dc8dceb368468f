"""The engine: bound, lift, widen, until a pairing costs exactly what the bound says no pairing can undercut."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from tournaments.swiss.brackets import Bracket, bracket_of, by_score, crowded_team
from tournaments.swiss.budget import UNLIMITED, Budget, OutOfTime, Progress, Step, matching_seconds
from tournaments.swiss.candidates import CANDIDATES, CandidateSearch
from tournaments.swiss.chains import Ground
from tournaments.swiss.costs import CostRules, Levels, pairing_cost
from tournaments.swiss.full_graph import ExtraCost, pair_full_graph, refuse_large_team
from tournaments.swiss.groups import Groups, crowding_teams
from tournaments.swiss.history import Entrant, EntrantPair, PairingHistory
from tournaments.swiss.lifting import lift
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.price_check import proved_levels
from tournaments.swiss.prices import PriceWitness, find_prices
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.relaxation import Floors, Relaxation
from tournaments.swiss.settings import Order, TeamPolicy

MAX_SMALL_FIELD = 16
"""Fields up to this size go to the full graph as soon as the first plan does not lift."""
MAX_ORDERED_FIELD = 40
"""Fields up to this size that pair by rank go to the full graph at once, which settles the order exactly too."""
MIN_SINGLE_SHARE = 0.6
"""The share of single players from which the full graph is the shorter way."""
MIN_RESISTED = 3
"""Plans that did not lift because of a bracket, from which all its members stand alone."""
MAX_WHOLE_BRACKET = 256
"""Members for each of these times; larger brackets wait for more of them."""
MAX_PLANS = 60
"""Plans tried before the field is given to the full graph."""
MIN_ALONE = 40
"""Where this many stand alone from the start, because their team may not meet itself and crowds its brackets, prices
are asked first."""


@dataclass(frozen=True)
class Proof:
    """A pairing with a bound that no pairing undercuts; it is best where it costs no more.

    ``ground`` or ``prices`` are what the bound rests on: from the ground a witness is worked out, prices are one. Both
    are ``None`` where a search through other pairings stands behind the bound. ``in_lot_order`` says that pairs come in
    random order, ``even_lots`` that every pairing as good as this one was as likely.
    """

    pairs: list[EntrantPair]
    bye: Entrant | None
    bound: Levels
    ground: Ground | None = None
    prices: PriceWitness | None = None
    in_lot_order: bool = False
    even_lots: bool = False


class _Widening:
    """The field, part in brackets of interchangeable players, part as single players."""

    def __init__(self, history: PairingHistory, rules: CostRules) -> None:
        self.rules = rules
        self.floors = Floors()
        self.singles: dict[int, Entrant] = {}
        self.brackets: dict[int, Bracket] = {}
        self.resisted: Counter[int] = Counter()
        for members in by_score(history.entrants):
            self.brackets[members[0].score] = bracket_of(members, rules)
            if rules.team_policy is TeamPolicy.PROHIBIT:
                crowd = crowded_team(members)
                self.widen(member for member in members if crowd is not None and member.team == crowd)

    def widen(self, players: Iterable[Entrant]) -> None:
        """Let players stand alone from now on."""
        leaving: dict[int, set[int]] = {}
        for player in players:
            if player.id not in self.singles:
                self.singles[player.id] = player
                leaving.setdefault(player.score, set()).add(player.id)
        for score, gone in leaving.items():
            rest = [member for member in self.brackets[score].members if member.id not in gone]
            self.floors.forget(score)
            if rest:
                self.brackets[score] = bracket_of(rest, self.rules)
            else:
                del self.brackets[score]
        self.flatten()

    def flatten(self) -> None:
        """Stop charging for the crowds of flat brackets."""
        for score in self.floors.flat:
            bracket = self.brackets.get(score)
            if bracket is not None and bracket.crowd is not None:
                bracket.crowd, bracket.forced = None, 0
                self.floors.forget(score)

    def blame(self, players: Iterable[Entrant]) -> None:
        """Let players stand alone because of whom a plan did not lift, with their whole bracket when it goes on."""
        blamed = list(players)
        for score in sorted({player.score for player in blamed}):
            self.resisted[score] += 1
            times, bracket = self.resisted[score], self.brackets[score]
            if times >= MIN_RESISTED and bracket.size <= MAX_WHOLE_BRACKET * times:
                blamed += bracket.members
        self.widen(blamed)


def pair_proved(
    history: PairingHistory, rules: CostRules, order: OrderCosts, rng: random.Random, budget: Budget = UNLIMITED
) -> Proof:
    """The best pairing of the field with its proof, or the best that the budget allows with what is proved by then.

    Raises ``NoLegalPairing`` where prohibitions leave no pairing or the field is empty, ``OutOfTime`` where the budget
    is too small for any pairing.
    """
    size = len(history.entrants)
    if not size:
        raise NoLegalPairing(NoPairingReason.NO_ENTRANTS)
    refuse_large_team(history.entrants, rules)
    if order.order is not Order.RANDOM and size <= MAX_ORDERED_FIELD:
        return pair_everything(history, rules, order, rng)
    field = _Widening(history, rules)
    priced = None
    if len(field.singles) >= MIN_ALONE:
        priced = pair_priced(history, rules, order, rng, budget)
        if priced is not None and pairing_cost(rules, priced.pairs, priced.bye) == priced.bound:
            return priced
    proof = _pair_by_brackets(field, len(history.entrants), order, rng, budget)
    if proof is None and budget.allows_matching(size, size * size // 2):
        budget.tell(Progress(Step.EVERYBODY, most=ceil(matching_seconds(size, size * size // 2))))
        proof = pair_everything(history, rules, order, rng)
    proof = proof or priced or pair_priced(history, rules, order, rng, budget)
    if proof is None:
        raise OutOfTime
    return proof


def _pair_by_brackets(
    field: _Widening, size: int, order: OrderCosts, rng: random.Random, budget: Budget
) -> Proof | None:
    """Bound, lift and widen; ``None`` where most players stand alone, after many plans, and where the next is too long
    for the budget."""
    rules = field.rules
    reserve = 0.0  # Of the first plan, which most often is the pairing: what would follow it costs far more.
    for attempt in range(MAX_PLANS):
        ends = len(field.singles) + len(field.brackets) + 1
        seconds = matching_seconds(ends, ends * ends // 2)
        if len(field.singles) >= MIN_SINGLE_SHARE * size or not budget.allows(seconds, reserve=reserve):
            return None
        reserve = matching_seconds(size, size * CANDIDATES[0] * 4)
        budget.tell(Progress(Step.PLANS, attempt, MAX_PLANS))
        brackets = list(field.brackets.values())
        singles = [field.singles[player] for player in sorted(field.singles)]
        relaxation = Relaxation(rules, brackets, singles, with_bye=bool(size % 2), floors=field.floors)
        plan = relaxation.solve(rng)
        if plan is None:
            return None
        lifted = lift(rules, brackets, plan, field.floors, order, rng)
        if lifted.complete:
            bound = Levels(*plan.bound[:4], plan.bound[4] // 2, plan.bound[5])
            even = lifted.is_even and not singles
            return Proof(lifted.pairs, lifted.bye, bound, relaxation.ground, in_lot_order=not singles, even_lots=even)
        if lifted.blamed and size <= MAX_SMALL_FIELD:
            return None
        field.blame(lifted.blamed)
        field.flatten()
    return None


def pair_everything(history: PairingHistory, rules: CostRules, order: OrderCosts, rng: random.Random) -> Proof:
    """The end case: every player a single node, where the bound is the optimum itself."""
    pairs, bye = pair_full_graph(history, rules, order, rng)
    return Proof(pairs, bye, pairing_cost(rules, pairs, bye), Ground(tuple(sorted(history.by_id))))


def pair_priced(
    history: PairingHistory,
    rules: CostRules,
    order: OrderCosts,
    rng: random.Random,
    budget: Budget,
    *,
    keep: ExtraCost | None = None,
    known: Iterable[tuple[int, int]] = (),
) -> Proof | None:
    """The best pairing among likely opponents, with the bound by prices; ``None`` where none is found in time."""
    teams = tuple(sorted(crowding_teams(history.entrants, rules)))
    witness = find_prices(history, rules, teams)
    bound = None if witness is None else proved_levels(witness, history, rules)
    if witness is None or bound is None:
        return None
    search = CandidateSearch(history, rules, order, Groups(history, rules, teams), rng, keep=keep, known=known)
    found = search.run(witness.prices, bound, budget)
    return None if found is None else Proof(found.pairs, found.bye, bound, prices=witness)
