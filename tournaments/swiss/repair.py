"""Repair a published round: among the best pairings of the corrected standings, the one that moves fewest tables."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.swiss.brackets import Bracket, bracket_of, by_score
from tournaments.swiss.budget import UNLIMITED, Budget, OutOfTime
from tournaments.swiss.chains import Ground
from tournaments.swiss.costs import CostRules, Levels, cost_rules, ordered, pairing_cost
from tournaments.swiss.full_graph import pair_full_graph, refuse_large_team
from tournaments.swiss.history import Entrant, EntrantPair, PairingHistory, meetings
from tournaments.swiss.look_ahead import look_ahead, runs_short
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.pairing import PairingResult, counted_again, witness_of
from tournaments.swiss.proved import Proof, pair_priced
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.relaxation import Floors, Relaxation
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.standing import Repair
from tournaments.swiss.tables import seat_pairs

MAX_SMALL_FIELD = 40
"""Fields up to this size are repaired on the full graph at once."""
MAX_PLANS = 40
"""Plans tried before the whole field is weighed."""


@dataclass(frozen=True)
class PublishedTable:
    """One table of the round as published; ``table`` is ``None`` where the pair has no number."""

    table: int | None
    pair: tuple[int, int]


@dataclass(frozen=True)
class RepairResult:
    """The repaired round.

    ``kept`` are the published pairs that meet, in order of table; ``kept_bound`` is the proved largest number of them
    in any best pairing; ``moved`` are the entrants of the round whose table or opponent is another now.
    """

    pairing: PairingResult
    kept: tuple[tuple[int, int], ...]
    kept_bound: int
    moved: tuple[int, ...]

    @property
    def certified(self) -> bool:
        """Whether the round is proved best and no best round keeps more tables."""
        return self.pairing.certified and len(self.kept) == self.kept_bound


@dataclass(frozen=True)
class _Repaired:
    """A proof for the pairing and the proved largest number of published pairs kept."""

    proof: Proof
    kept_bound: int
    looked_ahead: bool = False
    is_settled: bool = True


@dataclass(frozen=True)
class _Loss:
    """What a repair loses by a pair, or by the bye (``None``): published pairs first, then the published bye."""

    standing: frozenset[tuple[int, int]]
    bye: int | None

    def __call__(self, one: Entrant, two: Entrant | None) -> int:
        if two is None:
            return int(one.id != self.bye)
        return 0 if ordered(one.id, two.id) in self.standing else 2


def repair_round(
    history: PairingHistory,
    settings: PairingSettings,
    published: tuple[PublishedTable, ...],
    rng: random.Random,
    *,
    published_bye: int | None = None,
    budget: Budget = UNLIMITED,
) -> RepairResult:
    """Among the pairings that are best for the corrected ``history``, one that keeps the most published pairs.

    Kept pairs keep their tables; of two with the same number, or without one, the number goes to the first and the
    other gets a free one. The bye stays where it was, ``published_bye``, when nothing speaks against it: among the best
    pairings that keep the most pairs. ``published`` may name entrants who are gone; an entrant it does not name is new.
    Where the budget is too small, the result is the best that was found, with what is proved by then. Raises
    ``NoLegalPairing`` and ``OutOfTime`` as :func:`~tournaments.swiss.pairing.pair_round` does.
    """
    rules = cost_rules(history, settings)
    if not history.entrants:
        raise NoLegalPairing(NoPairingReason.NO_ENTRANTS)
    refuse_large_team(history.entrants, rules)
    order = OrderCosts(history.entrants, settings.order)
    by_id = history.by_id
    standing = {ordered(*seat.pair): seat.table for seat in published if all(player in by_id for player in seat.pair)}
    repaired = None
    size = len(history.entrants)
    if size > MAX_SMALL_FIELD:
        repaired = _repair_brackets(history, rules, frozenset(standing), rng, published_bye, budget)
    loses = _Loss(frozenset(standing), published_bye)
    if repaired is None and (size <= MAX_SMALL_FIELD or budget.allows_matching(size, size * size // 2)):
        repaired = _repair_everything(history, rules, order, loses, rng)
    if repaired is None:
        repaired = _repair_by_candidates(history, rules, order, loses, rng, budget)
    if settings.look_ahead and runs_short(history):
        repaired = _repair_with_foresight(history, rules, order, loses, rng, repaired, budget)
    return _seated(history, settings, rules, standing, repaired, published_bye, budget)


def _repair_brackets(
    history: PairingHistory,
    rules: CostRules,
    standing: frozenset[tuple[int, int]],
    rng: random.Random,
    published_bye: int | None,
    budget: Budget,
) -> _Repaired | None:
    """Bound, lift and widen with published pairs in the brackets and everybody else alone; ``None`` after too many, or
    where the next plan takes too long."""
    partner = quiet_partners(history, rules, standing)
    groups = {members[0].score: members for members in by_score(history.entrants)}
    floors = Floors()
    for _ in range(MAX_PLANS):
        brackets = _standing_brackets(groups, rules, partner)
        singles = [entrant for members in groups.values() for entrant in members if entrant.id not in partner]
        singles.sort(key=lambda entrant: entrant.id)
        ends = len(singles) + len(brackets) + 1
        if not budget.allows_matching(ends, ends * ends // 2):
            return None
        relaxation = Relaxation(
            rules, brackets, singles, with_bye=bool(len(history.entrants) % 2), floors=floors, standing=standing
        )
        plan = relaxation.solve(rng, rather_bye=published_bye)
        if plan is None:
            return None
        found = Repair(rules, brackets, plan, floors, partner, rng).run()
        if found.blamed:
            for member in found.blamed:
                partner.pop(member.id, None)
                floors.forget(member.score)
        elif found.complete:
            quiet = [
                (by, partner[by.id]) for bracket in brackets for by in bracket.members if by.id < partner[by.id].id
            ]
            pairs = found.pairs + [pair for pair in quiet if pair[0].id not in found.broken]
            bound = Levels(*plan.bound[:4], plan.bound[4] // 2, plan.bound[5])
            kept_bound = (2 * len(quiet) - plan.bound[6]) // 2
            return _Repaired(Proof(pairs, found.bye, bound, relaxation.ground), kept_bound)
    return None


def quiet_partners(
    history: PairingHistory, rules: CostRules, standing: frozenset[tuple[int, int]]
) -> dict[int, Entrant]:
    """Both ways, the published pairs that cost nothing at any level."""
    partner: dict[int, Entrant] = {}
    for first, second in sorted(standing):
        one, two = history.by_id[first], history.by_id[second]
        quiet = one.score == two.score and not meetings(one, two) and rules.may_meet(one, two)
        if quiet and not rules.is_discouraged(one, two):
            partner[first], partner[second] = two, one
    return partner


def _standing_brackets(
    groups: Mapping[int, list[Entrant]], rules: CostRules, partner: Mapping[int, Entrant]
) -> list[Bracket]:
    """The quiet pairs by score, best first."""
    quiet = [[entrant for entrant in members if entrant.id in partner] for members in groups.values()]
    return [bracket_of(members, rules, standing=True) for members in quiet if members]


def _repair_everything(
    history: PairingHistory, rules: CostRules, order: OrderCosts, loses: _Loss, rng: random.Random
) -> _Repaired:
    """The end case: the full graph with the published pairs as one more level."""
    pairs, bye = pair_full_graph(history, rules, order, rng, keep=loses)
    ground = Ground(tuple(sorted(history.by_id)), standing=tuple(sorted(loses.standing)))
    proof = Proof(pairs, bye, pairing_cost(rules, pairs, bye), ground)
    return _Repaired(proof, count_kept(pairs, loses.standing))


def _repair_by_candidates(
    history: PairingHistory, rules: CostRules, order: OrderCosts, loses: _Loss, rng: random.Random, budget: Budget
) -> _Repaired:
    """The published pairs and a few likely opponents for each player; how many pairs could be kept stays open."""
    proof = pair_priced(history, rules, order, rng, budget, keep=loses, known=loses.standing)
    if proof is None:
        raise OutOfTime
    return _Repaired(proof, len(loses.standing))


def _repair_with_foresight(
    history: PairingHistory,
    rules: CostRules,
    order: OrderCosts,
    loses: _Loss,
    rng: random.Random,
    repaired: _Repaired,
    budget: Budget,
) -> _Repaired:
    """The repair of a short field: pairings that force more rematches on later rounds than others are passed over."""
    foresight = look_ahead(history, rules, order, rng, repaired.proof, keep=loses, budget=budget)
    if not foresight.passed_over:
        return replace(repaired, is_settled=foresight.is_settled)
    kept = count_kept(foresight.proof.pairs, loses.standing)
    return _Repaired(foresight.proof, kept, looked_ahead=True, is_settled=foresight.is_settled)


def count_kept(pairs: Sequence[EntrantPair], standing: frozenset[tuple[int, int]]) -> int:
    """How many of the pairs are published ones."""
    return sum(ordered(one.id, two.id) in standing for one, two in pairs)


def _seated(
    history: PairingHistory,
    settings: PairingSettings,
    rules: CostRules,
    standing: Mapping[tuple[int, int], int | None],
    repaired: _Repaired,
    published_bye: int | None,
    budget: Budget,
) -> RepairResult:
    """Kept pairs at their tables, the others best first at the free ones."""
    proof = repaired.proof
    kept: dict[int, tuple[int, int]] = {}
    fresh: list[EntrantPair] = []
    for one, two in proof.pairs:
        if (two.score, -two.rank, -two.id) > (one.score, -one.rank, -one.id):
            one, two = two, one
        table = standing.get(ordered(one.id, two.id))
        if table is None or table in kept:
            fresh.append((one, two))
        else:
            kept[table] = (one.id, two.id)
    fresh.sort(key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].rank, pair[0].id))
    seats = replace(settings.tables, blocked=settings.tables.blocked | kept.keys())
    if seats.only_ranges:  # The tables that this round has stay its tables, whatever was listed since.
        left = tuple((table, table) for table in standing.values() if table is not None and table not in kept)
        seats = replace(seats, ranges=seats.ranges + left, blocked=seats.blocked - {table for table, _ in left})
    pairs, tables = seat_pairs(fresh, seats)
    seated = sorted([*kept.items(), *zip(tables, pairs, strict=True)])
    bye = proof.bye.id if proof.bye else None
    paired = tuple(pair for _, pair in seated)
    result = PairingResult(
        paired,
        tuple(table for table, _ in seated),
        bye,
        counted_again(history, rules, paired, bye),
        proof.bound,
        looked_ahead=repaired.looked_ahead,
        is_settled=repaired.is_settled,
        witness=witness_of(history, rules, proof, paired, budget),
        in_time=not budget.has_cut,
        history=history,
        settings=settings,
    )
    still = {player for pair in kept.values() for player in pair}
    if bye is not None and bye == published_bye:
        still.add(bye)
    moved = tuple(sorted(entrant.id for entrant in history.entrants if entrant.id not in still))
    stay = tuple(pair for pair in paired if ordered(*pair) in standing)
    return RepairResult(result, stay, repaired.kept_bound, moved)
