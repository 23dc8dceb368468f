"""A witness that no pairing of a field is better, and the small check that believes nothing else.

A witness is a solution of the dual problem (Edmonds 1965): a potential for every end of a chain and a weight for some
odd sets of ends ("blossoms"). The chains of a pairing join the ends two and two, and of an odd set of ends at most half
can be joined inside it. So when no chain costs less than the potentials of its ends minus the weights of the blossoms
that hold both, no pairing costs less than all potentials minus, for each blossom, its weight times the chains that fit.
Numbers are in quarters of a packed cost (:meth:`~tournaments.swiss.chains.Chains.pack`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from tournaments.swiss.blossom import optimal_duals
from tournaments.swiss.budget import SECONDS_PER_LINK, UNLIMITED, Budget, Progress, Step
from tournaments.swiss.chains import MEMBERS_OF_A_LOOK, Chains, FalseClaim, Ground
from tournaments.swiss.check_work import CheckWork
from tournaments.swiss.costs import CostRules, Levels
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.price_check import proved_levels
from tournaments.swiss.prices import PriceWitness
from tournaments.swiss.recount import Recount

QUARTERS = 4
MAX_ENDS = 1_000
"""Beyond this many ends no witness is looked for: a graph of all of them would fill the memory."""


@dataclass(frozen=True)
class Witness:
    """The ground the bound stands on, a potential per end, and blossoms: places of ends, and weight.

    ``levels`` says by how much each level counts in a packed cost, the most important first; the check refuses others
    than its own. Witnesses kept by earlier versions have none.
    """

    ground: Ground
    potentials: tuple[int, ...]
    blossoms: tuple[tuple[tuple[int, ...], int], ...] = ()
    levels: tuple[int, ...] = ()


def checked_witness(
    history: PairingHistory,
    rules: CostRules,
    ground: Ground,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    budget: Budget = UNLIMITED,
) -> Witness | None:
    """A witness that this pairing is a best one; ``None`` where the check does not agree, where there are too many ends
    and where the budget is over first."""
    chains = Chains(history, rules, ground)
    if chains.nodes > MAX_ENDS:
        return None
    edges = list(chains.edges())
    joined = count(1)

    def is_over() -> bool:
        budget.tell(Progress(Step.WITNESS, next(joined), chains.nodes // 2))
        return not budget.allows(chains.nodes**2 * SECONDS_PER_LINK)

    duals = optimal_duals(chains.nodes, edges, is_over)
    if duals is None:
        return None
    witness = Witness(ground, *duals, levels=chains.weights)
    return witness if _holds(witness, chains, edges, pairs, bye) else None


def proves(
    witness: Witness | PriceWitness,
    history: PairingHistory,
    rules: CostRules,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
) -> bool:
    """Whether the witness shows that no pairing of the field costs less than this one, which pairs everybody once."""
    shown = shown_bound(witness, history, rules, pairs, bye)
    return shown is not None and shown == Recount(history, rules).pairing(pairs, bye)


def shown_bound(
    witness: Witness | PriceWitness,
    history: PairingHistory,
    rules: CostRules,
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
    most: int | None = None,
) -> Levels | None:
    """What the witness shows that no pairing of the field undercuts, as these pairs do not; ``None`` where it shows
    nothing of them. A witness of another kind speaks of best pairings alone.

    Raises ``TooMuchWork`` where the check would take more than ``most`` looks.
    """
    work = CheckWork(most)
    work.spend(len(history.entrants))
    cost = Recount(history, rules).pairing(pairs, bye)
    if cost is None:
        return None
    if isinstance(witness, PriceWitness):
        return proved_levels(witness, history, rules, work)
    try:
        chains = Chains(history, rules, witness.ground, work)
    except KeyError:
        return None
    return cost if _holds(witness, chains, chains.edges(), pairs, bye) else None


def _holds(
    witness: Witness,
    chains: Chains,
    edges: Iterable[tuple[int, int, int]],
    pairs: Sequence[tuple[int, int]],
    bye: int | None,
) -> bool:
    """The check, on the chains and the least cost of each as they follow from the records and the witness' ground."""
    try:
        chains.check_claims()
        cost = chains.pack(chains.total(pairs, bye)) - chains.forced
    except (FalseClaim, KeyError):
        return False
    if len(witness.potentials) != chains.nodes or (witness.levels or chains.weights) != chains.weights:
        return False
    least = sum(witness.potentials)
    holding: list[dict[int, int]] = [{} for _ in range(chains.nodes)]
    for place, (ends, weight) in enumerate(witness.blossoms):
        chains.work.spend(len(ends))
        if weight < 0 or not len(ends) % 2 or len(set(ends)) != len(ends) or not set(ends) <= set(range(chains.nodes)):
            return False
        least -= weight * (len(ends) // 2)
        for end in ends:
            holding[end][place] = weight
    for one, two, edge in edges:
        chains.work.spend(len(holding[one]) // MEMBERS_OF_A_LOOK)
        inside = sum(weight for place, weight in holding[one].items() if place in holding[two])
        if witness.potentials[one] + witness.potentials[two] - inside > QUARTERS * edge:
            return False
    return least == QUARTERS * cost
