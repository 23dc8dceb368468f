"""Pair one round. Start here: :func:`pair_round`."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.swiss.budget import UNLIMITED, Budget, Progress, Step
from tournaments.swiss.costs import CostRules, Levels, cost_rules
from tournaments.swiss.draw import shuffled
from tournaments.swiss.groups import crowding_teams
from tournaments.swiss.history import EntrantPair, PairingHistory
from tournaments.swiss.look_ahead import Foresight, look_ahead, runs_short
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.price_check import proved_levels
from tournaments.swiss.prices import PriceWitness, find_prices
from tournaments.swiss.proved import Proof, pair_proved
from tournaments.swiss.reasons import PairReason, Reasons
from tournaments.swiss.recount import Recount
from tournaments.swiss.settings import Order, PairingSettings
from tournaments.swiss.tables import seat_pairs
from tournaments.swiss.witness import Witness, checked_witness, proves

MAX_ALONE = 60
"""Up to this many ends a witness of their own is found sooner than prices."""


@dataclass(frozen=True)
class PairingResult:
    """One paired round.

    ``pairs`` are ids, the higher player first, in order of table; ``tables[i]`` is the table of ``pairs[i]``; ``bye``
    is the entrant who sits out, ``None`` in an even field. ``achieved`` is what the pairing costs level by level,
    ``bound`` a lower limit on what any pairing costs. ``looked_ahead`` says that pairings were passed over because the
    planned rounds could not have been played after them; the bound then speaks of the pairings that keep the event
    playable. ``is_settled`` is false where it stayed open whether another pairing would force fewer rematches on later
    rounds. ``witness`` is the proof that no pairing costs less than ``bound``, checked before it was put here; there is
    none where pairings were passed over, and where it would take too long to find. ``even_lots`` says that of pairings
    as good as this one each was as likely. ``in_time`` is false where the budget ended a search, so that the same seed
    may give another pairing.
    """

    pairs: tuple[tuple[int, int], ...]
    tables: tuple[int, ...]
    bye: int | None
    achieved: Levels
    bound: Levels
    looked_ahead: bool = False
    is_settled: bool = True
    witness: Witness | PriceWitness | None = None
    even_lots: bool = False
    in_time: bool = True
    history: PairingHistory = field(repr=False, compare=False, default_factory=lambda: PairingHistory(()))
    settings: PairingSettings = field(repr=False, compare=False, default_factory=PairingSettings)

    @property
    def certified(self) -> bool:
        """Whether no better pairing exists: by the witness, or by a search that passed others over to its end."""
        is_shown = self.looked_ahead or self.witness is not None
        return self.is_settled and self.achieved == self.bound and is_shown

    @property
    def rematches(self) -> tuple[tuple[int, int], ...]:
        """The pairs that have met before; empty unless no other pairing was possible."""
        if not self.achieved.repeats:
            return ()
        by_id = self.history.by_id
        rules = self.rules
        return tuple(pair for pair in self.pairs if rules.pair(by_id[pair[0]], by_id[pair[1]]).repeats)

    @property
    def rules(self) -> CostRules:
        """The cost rules of this round."""
        return cost_rules(self.history, self.settings)

    def reason(self, pair: tuple[int, int]) -> PairReason:
        """Why these two meet."""
        return Reasons(self.history, self.rules, self.bye).explain(pair)

    @property
    def reasons(self) -> tuple[PairReason, ...]:
        """Why each pair meets, in the order of ``pairs``."""
        reasons = Reasons(self.history, self.rules, self.bye)
        return tuple(reasons.explain(pair) for pair in self.pairs)


def pair_round(
    history: PairingHistory, settings: PairingSettings, rng: random.Random, budget: Budget = UNLIMITED
) -> PairingResult:
    """The best pairing of the next round, or the best that the budget allows with the bound that is proved by then.

    Level by level, each outweighing all below (:class:`~tournaments.swiss.costs.Levels`): fewest rematches and second
    byes, the bye to the lowest score, least sum of squared score differences, fewest discouraged pairs, fewest
    repeated floats; then the order of the settings, then the lot. The same seed gives the same pairing everywhere,
    whatever the order of ``history.entrants``, unless the budget ended the search. Raises ``NoLegalPairing`` when
    prohibitions leave no pairing at all or nobody is there, ``OutOfTime`` when the budget is too small for any.
    """
    rules = cost_rules(history, settings)
    order = OrderCosts(history.entrants, settings.order)
    foresight = Foresight(pair_proved(history, rules, order, rng, budget))
    if settings.look_ahead and runs_short(history):
        foresight = look_ahead(history, rules, order, rng, foresight.proof, budget=budget)
    return seated_result(history, settings, rng, foresight, budget)


def seated_result(
    history: PairingHistory,
    settings: PairingSettings,
    rng: random.Random,
    foresight: Foresight,
    budget: Budget = UNLIMITED,
) -> PairingResult:
    """The pairing with its tables, its cost counted again, and its witness."""
    proof = foresight.proof
    by_lot = settings.order is Order.RANDOM
    pairs, tables = seat_pairs(_in_table_order(proof, by_lot, rng), settings.tables)
    bye = proof.bye.id if proof.bye else None
    budget.tell(Progress(Step.WITNESS))
    witness = witness_of(history, cost_rules(history, settings), proof, pairs, budget)
    return PairingResult(
        pairs,
        tables,
        bye,
        counted_again(history, cost_rules(history, settings), pairs, bye),
        proof.bound,
        looked_ahead=foresight.passed_over,
        is_settled=foresight.is_settled,
        witness=witness,
        even_lots=proof.even_lots and by_lot,
        in_time=not budget.has_cut,
        history=history,
        settings=settings,
    )


def _in_table_order(proof: Proof, by_lot: bool, rng: random.Random) -> list[EntrantPair]:
    """The pairs in the order of the tables: by score, then by rank or by lot. Seat one comes first in each."""
    brackets: dict[tuple[int, int], list[EntrantPair]] = {}
    lots = 0 if proof.in_lot_order else rng.getrandbits(len(proof.pairs) + 1)
    for pair in proof.pairs:
        one, two = pair
        high, low = one.score, two.score
        if high < low or (high == low and (one.rank > two.rank or (lots & 1 and one.rank == two.rank))):
            pair = (two, one)
            high, low = low, high
        lots >>= 1
        if (high, low) in brackets:
            brackets[high, low].append(pair)
        else:
            brackets[high, low] = [pair]
    ranked: list[EntrantPair] = []
    for key in sorted(brackets, reverse=True):
        level = brackets[key]
        if not by_lot:
            level.sort(key=lambda pair: (pair[0].rank, pair[0].id))
        elif not proof.in_lot_order:
            level = shuffled(sorted(level, key=lambda pair: pair[0].id), rng)
        ranked += level
    return ranked


def counted_again(
    history: PairingHistory, rules: CostRules, pairs: Sequence[tuple[int, int]], bye: int | None
) -> Levels:
    """What a finished pairing costs, from the records alone."""
    cost = Recount(history, rules).pairing(pairs, bye)
    assert cost is not None, "a pairing that seats everybody once, and nobody with whom they may not meet"
    return cost


def witness_of(
    history: PairingHistory,
    rules: CostRules,
    proof: Proof,
    pairs: Sequence[tuple[int, int]],
    budget: Budget = UNLIMITED,
) -> Witness | PriceWitness | None:
    """A witness of the bound of this pairing; ``None`` where the check does not agree.

    Prices are asked first where many stand alone: they may show the same, and are found in milliseconds.
    """
    if proof.prices is not None:
        return proof.prices if proved_levels(proof.prices, history, rules) == proof.bound else None
    if proof.ground is None:
        return None
    bye = proof.bye.id if proof.bye else None
    if len(proof.ground.alone) > MAX_ALONE and not proof.ground.standing:
        prices = find_prices(history, rules, tuple(sorted(crowding_teams(history.entrants, rules))))
        if prices is not None and proves(prices, history, rules, pairs, bye):
            return prices
    return checked_witness(history, rules, proof.ground, pairs, bye, budget)
