"""Faults planted in different parts of the engine: the check that shares no code with it refuses what comes of them.

In the first test the site's own check is switched off, so nothing but the plain check stands between a fault and the
word "proved". That a pairing it accepts is a best one is known from trying every pairing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, wraps
from typing import Any

import pytest

from tests.tournaments.swiss.fields import random_field, used_up_field
from tests.tournaments.swiss.oracle import cost_of, every_pairing
from tests.tournaments.swiss.plain_check import Unproved, check_proof
from tests.tournaments.swiss.proof_data import handed_out
from tournaments.swiss import (
    blossom,
    costs,
    full_graph,
    groups,
    look_ahead,
    pairing,
    price_check,
    proved,
    relaxation,
    repair,
    witness,
)
from tournaments.swiss.budget import UNLIMITED
from tournaments.swiss.costs import CostRules, Levels
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable, repair_round
from tournaments.swiss.settings import PairingSettings

FIELDS = 100
Way = Callable[[PairingHistory, PairingSettings, random.Random], PairingResult]


def whole(field: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    """Everybody a node of their own."""
    rules, order = costs.cost_rules(field, settings), pairing.OrderCosts(field.entrants, settings.order)
    proof = proved.pair_everything(field, rules, order, rng)
    return pairing.seated_result(field, settings, rng, look_ahead.Foresight(proof))


def by_prices(field: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    rules, order = costs.cost_rules(field, settings), pairing.OrderCosts(field.entrants, settings.order)
    proof = proved.pair_priced(field, rules, order, rng, UNLIMITED)
    if proof is None:
        raise NoLegalPairing(proved.NoPairingReason.PROHIBITIONS_CLASH)
    return pairing.seated_result(field, settings, rng, look_ahead.Foresight(proof))


def repaired(field: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    """A round that was published in order of id."""
    ids = sorted(field.by_id)
    tables = tuple(PublishedTable(table, pair) for table, pair in enumerate(zip(ids[::2], ids[1::2], strict=False), 1))
    return repair_round(field, settings, tables, rng).pairing


def by_brackets(field: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    """By brackets, however small the field."""
    with pytest.MonkeyPatch.context() as here:
        here.setattr(proved, "MAX_SMALL_FIELD", 0)
        here.setattr(proved, "MAX_ORDERED_FIELD", 0)
        here.setattr(proved, "MIN_SINGLE_SHARE", 2)
        return pair_round(field, settings, rng)


def repaired_by_brackets(field: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    with pytest.MonkeyPatch.context() as here:
        here.setattr(repair, "MAX_SMALL_FIELD", 0)
        return repaired(field, settings, rng)


@cache
def drawn(seed: int, used_up: bool) -> tuple[PairingHistory, PairingSettings, tuple[int, ...]]:
    """A field, and what its best pairing costs."""
    rng = random.Random(seed)
    field, settings = (used_up_field(rng, 5, 8), PairingSettings()) if used_up else random_field(rng, 4, 8)
    every = (cost_of(field, settings, pairs, bye) for pairs, bye in every_pairing(tuple(sorted(field.by_id))))
    return field, settings, min((cost for cost in every if cost is not None), default=())


Original = Callable[..., Any]


def replaced(owner: Any, name: str, fault: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Plants `fault(original, …)` for a function or a method."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        original = getattr(owner, name)
        monkeypatch.setattr(owner, name, wraps(original)(lambda *given, **more: fault(original, *given, **more)))

    return plant


def potential_slips(original: Original, search: Any) -> bool:
    search.moves = getattr(search, "moves", 0) + 1
    moved = original(search)
    if moved and search.label[search.top[1]] == blossom.OUTER:
        search.dual[1] += 4
    return moved and search.moves < 50


def blossom_begins_charged(original: Original, search: Any, one: int, base: int, two: int) -> None:
    original(search, one, base, two)
    search.dual[search.top[one]] = 4


def opened_too_late(original: Original, search: Any, opened: int) -> None:
    leaf = search.leaves(opened)[0]
    original(search, opened)
    search.dual[leaf] -= 4


def lots_outweigh_the_last_levels(original: Original, nodes: int, edges: Any, rng: random.Random) -> Any:
    weighing = original(nodes, edges, rng)
    lots = [(one, two, cost + (rng.getrandbits(8) << weighing.shift)) for one, two, cost in weighing.edges]
    return replace(weighing, edges=lots)


def never_back_up(original: Original, self: Any, row: list[int]) -> list[int]:
    reach = list(row)
    for place in range(1, len(reach)):
        reach[place] = min(reach[place], reach[place - 1] + self.step_packed[place - 1])
    return reach


def levels_weigh_alike(original: Original, self: Any) -> tuple[int, ...]:
    one, two, three, four, five, _six, seven = original(self)
    return one, two, three, four, five, 0, seven


def differences_are_not_squared(original: Original, self: CostRules, one: Any, two: Any) -> Levels:
    return original(self, one, two)._replace(score_spread=abs(one.score - two.score))


def floats_are_forgotten(original: Original, self: CostRules, one: Any, two: Any) -> Levels:
    return original(self, one, two)._replace(repeated_floats=0)


def any_bye_will_do(original: Original, self: CostRules, entrant: Any) -> Levels:
    return original(self, entrant)._replace(bye_score=0, repeats=0)


def met_once(original: Original, one: Any, two: Any) -> int:
    return min(1, original(one, two))


def nothing_is_lost(original: Original, self: Any, one: Any, two: Any) -> int:
    return 0


def lists_are_not_read(original: Original, self: CostRules, one: Any, two: Any) -> bool:
    return False


def levels_swapped(original: Original, self: Any, levels: Any) -> int:
    levels = list(levels)
    levels[3], levels[5] = levels[5], levels[3]
    return original(self, levels)


def floats_of_the_worst(original: Original, self: Any, one: Any, two: Any) -> Any:
    cost = original(self, one, two)
    if cost is None or one.score == two.score or not one.members or not two.members:
        return cost
    return cost + 1


FAULTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], Way, bool]] = {
    "dual update of the matcher": (replaced(blossom._Search, "_move_duals", potential_slips), whole, False),
    "blossom made": (replaced(blossom._Search, "add_blossom", blossom_begins_charged), whole, False),
    "blossom opened": (replaced(blossom._Search, "expand", opened_too_late), whole, False),
    "lots of ties": (replaced(full_graph, "weigh_edges", lots_outweigh_the_last_levels), whole, False),
    "packing of levels": (replaced(costs.Packing, "pack", levels_swapped), whole, False),
    "chains from brackets below": (replaced(relaxation.Relaxation, "_spread", never_back_up), by_brackets, False),
    "levels of the relaxation": (replaced(relaxation.Relaxation, "_weights", levels_weigh_alike), by_brackets, False),
    "squared differences": (replaced(CostRules, "pair", differences_are_not_squared), by_brackets, False),
    "repeated floats": (replaced(CostRules, "pair", floats_are_forgotten), by_brackets, False),
    "choice of the bye": (replaced(CostRules, "bye", any_bye_will_do), by_brackets, False),
    "count of rematches": (replaced(costs, "meetings", met_once), whole, True),
    "discouraged pairs": (replaced(CostRules, "is_discouraged", lists_are_not_read), whole, False),
    "what a repair keeps": (replaced(repair._Loss, "__call__", nothing_is_lost), repaired, False),
    "prices of groups": (replaced(groups.Groups, "_least", floats_of_the_worst), by_prices, False),
}


def verdicts(name: str) -> Iterator[tuple[PairingResult, bool, bool]]:
    """The pairings made with a fault and called proved: whether the plain check agrees, whether each is best."""
    _plant, way, used_up = FAULTS[name]
    for seed in range(FIELDS):
        field, settings, best = drawn(seed, used_up)
        try:
            result = way(field, settings, random.Random(seed))
        except NoLegalPairing:
            continue
        if not result.certified:
            continue
        try:
            check_proof(handed_out(result))
        except Unproved:
            is_accepted = False
        else:
            is_accepted = True
        yield result, is_accepted, cost_of(field, settings, result.pairs, result.bye) == best


def plant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    used_up = FAULTS[name][2]
    for seed in range(FIELDS):
        drawn(seed, used_up)
    FAULTS[name][0](monkeypatch)


@pytest.mark.parametrize("name", FAULTS)
def test_the_plain_check_refuses_what_a_fault_makes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(name, monkeypatch)
    monkeypatch.setattr(witness, "_holds", lambda *given: True)
    switch_off_the_check_of_prices(monkeypatch)
    for module in (pairing, repair):
        monkeypatch.setattr(module, "counted_again", by_the_engine)
    refused = 0
    for result, is_accepted, is_best in verdicts(name):
        refused += not is_accepted
        assert is_best or not is_accepted, result.pairs
    assert refused >= 2, "the fault does no harm"


@pytest.mark.parametrize("name", FAULTS)
def test_the_sites_own_check_never_calls_it_proved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(name, monkeypatch)
    for result, is_accepted, is_best in verdicts(name):
        assert is_accepted, result.pairs
        assert is_best, result.pairs


def switch_off_the_check_of_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of prices takes the search's word for what groups cost."""

    def believed(history: PairingHistory, rules: CostRules, teams: Sequence[str], one: Any, two: Any) -> Levels | None:
        found = groups.Groups(history, rules, teams)
        own = {frozenset(each.id for each in group.members): group for group in found.groups}
        first, second = (own[frozenset(each.id for each in members)] for members in (one, two))
        cost = found._least(first, second)
        return None if cost is None else Levels(*found.packing.unpack(cost))

    monkeypatch.setattr(price_check, "_least", believed)


def by_the_engine(field: PairingHistory, rules: CostRules, pairs: Sequence[tuple[int, int]], bye: int | None) -> Levels:
    """What a pairing costs, as the engine counts while it searches."""
    by_id = field.by_id
    return costs.pairing_cost(
        rules, [(by_id[one], by_id[two]) for one, two in pairs], None if bye is None else by_id[bye]
    )
