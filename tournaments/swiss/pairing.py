"""Pair one round. Start here: :func:`pair_round`."""

import random
from dataclasses import dataclass, field

from tournaments.swiss.costs import CostRules, Levels, cost_rules, pairing_cost
from tournaments.swiss.draw import shuffled
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.look_ahead import look_ahead, runs_short
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.proved import pair_proved
from tournaments.swiss.reasons import PairReason, explain_pair
from tournaments.swiss.settings import Order, PairingSettings
from tournaments.swiss.tables import seat_pairs


@dataclass(frozen=True)
class PairingResult:
    """One paired round.

    ``pairs`` are ids, the higher player first, in order of table; ``tables[i]`` is the table of ``pairs[i]``; ``bye`` is
    the entrant who sits out, ``None`` in an even field. ``achieved`` is what the pairing costs level by level, ``bound``
    a proved lower limit on what any pairing costs; ``certified`` says that the two are equal, so that no better pairing
    exists. ``looked_ahead`` says that pairings were passed over because the planned rounds could not have been played
    after them; the bound then speaks of the pairings that keep the event playable.
    """

    pairs: tuple[tuple[int, int], ...]
    tables: tuple[int, ...]
    bye: int | None
    achieved: Levels
    bound: Levels
    looked_ahead: bool = False
    history: PairingHistory = field(repr=False, compare=False, default_factory=lambda: PairingHistory(()))
    settings: PairingSettings = field(repr=False, compare=False, default_factory=PairingSettings)

    @property
    def certified(self) -> bool:
        """Whether the pairing is proved to be a best one."""
        return self.achieved == self.bound

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
        return explain_pair(self.history, self.rules, pair)

    @property
    def reasons(self) -> tuple[PairReason, ...]:
        """Why each pair meets, in the order of ``pairs``."""
        return tuple(self.reason(pair) for pair in self.pairs)


def pair_round(history: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    """The best pairing of the next round.

    Level by level, each outweighing all below (:class:`~tournaments.swiss.costs.Levels`): fewest rematches and second
    byes, the bye to the lowest score, least sum of squared score differences, fewest discouraged pairs, fewest repeated
    floats; then the order of the settings, then the lot. The same seed gives the same pairing everywhere, whatever the
    order of ``history.entrants``. Raises ``NoLegalPairing`` when prohibitions leave no pairing at all or nobody is there.
    """
    rules = cost_rules(history, settings)
    order = OrderCosts(history.entrants, settings.order)
    proof = pair_proved(history, rules, order, rng)
    passed_over = False
    if settings.look_ahead and runs_short(history):
        foresight = look_ahead(history, rules, order, rng, proof)
        proof, passed_over = foresight.proof, foresight.passed_over
    achieved = pairing_cost(history, rules, proof.pairs, proof.bye)
    return seated_result(
        history, settings, rng, proof.pairs, proof.bye, achieved, proof.bound, looked_ahead=passed_over
    )


def seated_result(
    history: PairingHistory,
    settings: PairingSettings,
    rng: random.Random,
    pairs: list[tuple[int, int]],
    bye: int | None,
    achieved: Levels,
    bound: Levels,
    *,
    looked_ahead: bool = False,
) -> PairingResult:
    """Order each pair (higher score, better rank, else by lot) and give out the tables, best brackets first."""
    by_id = history.by_id
    brackets: dict[tuple[int, int], list[tuple[int, int]]] = {}
    lots = rng.getrandbits(len(pairs) + 1)
    for first, second in pairs:
        one, two = by_id[first], by_id[second]
        lots >>= 1
        if one.score != two.score:
            turn = one.score < two.score
        else:
            turn = one.rank > two.rank or (one.rank == two.rank and bool(lots & 1))
        pair = (second, first) if turn else (first, second)
        key = (two.score, one.score) if turn else (one.score, two.score)
        if key in brackets:
            brackets[key].append(pair)
        else:
            brackets[key] = [pair]
    ranked: list[tuple[int, int]] = []
    for key in sorted(brackets, reverse=True):
        ranked += in_table_order(history, settings, brackets[key], rng)
    seated, tables = seat_pairs(by_id, ranked, settings.tables)
    return PairingResult(seated, tables, bye, achieved, bound, looked_ahead, history, settings)


def in_table_order(
    history: PairingHistory, settings: PairingSettings, pairs: list[tuple[int, int]], rng: random.Random
) -> list[tuple[int, int]]:
    """Pairs of equal standing in the order in which they take tables: by lot, or best rank first."""
    if settings.order is Order.RANDOM:
        return shuffled(pairs, rng)
    by_id = history.by_id
    return sorted(pairs, key=lambda pair: (by_id[pair[0]].rank, pair[0]))
