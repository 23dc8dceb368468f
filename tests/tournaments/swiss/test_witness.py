"""What proves a pairing: broken matchers are detected, forged witnesses are refused, true ones are found."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest

from tests.tournaments.swiss.fields import random_field
from tests.tournaments.swiss.oracle import cost_of, every_pairing
from tournaments.swiss import full_graph, proved, relaxation
from tournaments.swiss.chains import Ground
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.look_ahead import Foresight
from tournaments.swiss.matching import cheapest_perfect_matching
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.pairing import PairingResult, pair_round, seated_result
from tournaments.swiss.proved import pair_everything
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.settings import PairingSettings, TeamPolicy
from tournaments.swiss.witness import Witness, checked_witness, proves

Edges = list[tuple[int, int, int]]
Matcher = Callable[[int, Edges], list[int] | None]
FIELDS = 150


def dearest(nodes: int, edges: Edges) -> list[int] | None:
    """The worst possible pairing."""
    return cheapest_perfect_matching(nodes, [(one, two, -cost) for one, two, cost in edges])


def any_at_all(nodes: int, edges: Edges) -> list[int] | None:
    """Costs are ignored."""
    rng = random.Random(nodes * 1000 + len(edges))
    return cheapest_perfect_matching(nodes, [(one, two, rng.getrandbits(20)) for one, two, _ in edges])


def second_best(nodes: int, edges: Edges) -> list[int] | None:
    """The best pairing without one of the best one's pairs."""
    best = cheapest_perfect_matching(nodes, edges)
    if best is None:
        return None
    left = [edge for edge in edges if best[edge[0]] != edge[1] or edge[0] > min(best)]
    return cheapest_perfect_matching(nodes, left) or best


def exchanged(nodes: int, edges: Edges) -> list[int] | None:
    """The best pairing with two pairs' partners exchanged, if these may meet."""
    best = cheapest_perfect_matching(nodes, edges)
    known = {frozenset(edge[:2]) for edge in edges}
    for one in range(nodes if best else 0):
        for other in range(one):
            mate, mates = best[one], best[other]
            if other != mate and {frozenset((one, other)), frozenset((mate, mates))} <= known:
                best[one], best[other], best[mate], best[mates] = other, one, mates, mate
                return best
    return best


def greedy(nodes: int, edges: Edges) -> list[int] | None:
    """The cheapest pair first, and so on; the rest as it comes."""
    kept: dict[int, int] = {}
    for one, two, _ in sorted(edges, key=lambda edge: edge[2]):
        if one not in kept and two not in kept:
            fixed = {**kept, one: two, two: one}
            rest = [edge for edge in edges if edge[0] not in fixed and edge[1] not in fixed]
            free = {node: place for place, node in enumerate(node for node in range(nodes) if node not in fixed)}
            if cheapest_perfect_matching(len(free), [(free[a], free[b], cost) for a, b, cost in rest]) is not None:
                kept = fixed
    return [kept[node] for node in range(nodes)] if len(kept) == nodes else None


def overflowing(nodes: int, edges: Edges) -> list[int] | None:
    """Costs wrap around at the size of a machine word."""
    return cheapest_perfect_matching(nodes, [(one, two, cost % (1 << 50)) for one, two, cost in edges])


def short_sighted(nodes: int, edges: Edges) -> list[int] | None:
    """The lower levels are cut off."""
    widest = max((cost for _, _, cost in edges), default=0).bit_length()
    return cheapest_perfect_matching(nodes, [(one, two, cost >> max(0, widest - 4)) for one, two, cost in edges])


def as_floats(nodes: int, edges: Edges) -> list[int] | None:
    """Costs lose their last digits, so that the largest ones become equal."""
    top = max((cost for _, _, cost in edges), default=0) or 1
    return cheapest_perfect_matching(nodes, [(one, two, min(cost * 8 // top, 5)) for one, two, cost in edges])


def blind_to_the_last(nodes: int, edges: Edges) -> list[int] | None:
    """What the last node costs (the bye of an odd field) does not count."""
    return cheapest_perfect_matching(nodes, [(a, b, 0 if nodes - 1 in (a, b) else cost) for a, b, cost in edges])


def in_order(nodes: int, edges: Edges) -> list[int] | None:
    """The first pairing that a search in order of the nodes finds."""
    return cheapest_perfect_matching(nodes, [(one, two, 3 ** (nodes - one) * two) for one, two, _ in edges])


def half_blind(nodes: int, edges: Edges) -> list[int] | None:
    """Every other edge is left out if a pairing remains without it."""
    return cheapest_perfect_matching(nodes, edges[::2]) or cheapest_perfect_matching(nodes, edges[1::2])


BROKEN: list[Matcher] = [
    dearest, any_at_all, second_best, exchanged, greedy, overflowing, short_sighted, as_floats, blind_to_the_last,
    in_order, half_blind,
]  # fmt: skip


def best_cost(history: PairingHistory, settings: PairingSettings) -> tuple[int, ...]:
    """The best cost, by trying every pairing."""
    costs = (cost_of(history, settings, pairs, bye) for pairs, bye in every_pairing(tuple(sorted(history.by_id))))
    return min(cost for cost in costs if cost is not None)


def by_brackets(history: PairingHistory, settings: PairingSettings, rng: random.Random) -> PairingResult:
    """Pair by brackets, however small the field."""
    with patch.multiple(proved, MAX_SMALL_FIELD=0, MAX_ORDERED_FIELD=0, MIN_SINGLE_SHARE=2):
        return pair_round(history, settings, rng)


def results(matcher: Matcher, *, everybody: bool) -> list[tuple[PairingResult, PairingHistory, PairingSettings]]:
    """Fields paired with a matcher, on the full graph or by brackets."""
    found = []
    module = full_graph if everybody else relaxation
    for seed in range(FIELDS):
        rng = random.Random(seed)
        history, settings = random_field(rng, 4, 8)
        rules, order = cost_rules(history, settings), OrderCosts(history.entrants, settings.order)
        with patch.object(module, "cheapest_perfect_matching", matcher):
            try:
                if everybody:
                    proof = pair_everything(history, rules, order, rng)
                    result = seated_result(history, settings, rng, Foresight(proof))
                else:
                    result = by_brackets(history, replace(settings, look_ahead=False), rng)
            except NoLegalPairing:
                continue
        found.append((result, history, settings))
    return found


@pytest.mark.parametrize("matcher", BROKEN, ids=lambda matcher: matcher.__name__)
@pytest.mark.parametrize("everybody", [True, False], ids=["full graph", "brackets"])
def test_a_broken_matcher_is_never_called_proved(matcher: Matcher, everybody: bool) -> None:
    worse = 0
    for result, history, settings in results(matcher, everybody=everybody):
        is_best = cost_of(history, settings, result.pairs, result.bye) == best_cost(history, settings)
        worse += not is_best
        if not is_best:
            assert result.witness is None
            assert not result.certified
            if everybody:
                assert result.achieved == result.bound, "nothing but the check of the witness stands in the way"
    assert worse >= 5, "this matcher is not broken enough to show anything"


def test_the_matcher_that_is_not_broken_is_always_proved() -> None:
    for everybody in (True, False):
        for result, history, settings in results(cheapest_perfect_matching, everybody=everybody):
            assert result.certified
            assert cost_of(history, settings, result.pairs, result.bye) == best_cost(history, settings)


def witnessed(seed: int) -> tuple[PairingResult, Witness] | None:
    """A field with its true witness, by brackets if possible."""
    rng = random.Random(seed)
    history, settings = random_field(rng, 4, 8)
    try:
        result = pair_round(history, settings, rng)
    except NoLegalPairing:
        return None
    assert result.witness is not None
    return result, result.witness


def forged(witness: Witness, rng: random.Random) -> Witness:
    """The witness with something changed: a potential, a blossom, a claim, or who is left alone."""
    potentials, blossoms, ground = list(witness.potentials), list(witness.blossoms), witness.ground
    kind = rng.randrange(7)
    if kind < 2 and potentials:
        potentials[rng.randrange(len(potentials))] += rng.choice([-1, 1]) * rng.choice([1, 4, 10**6, 10**12])
    elif kind == 2 and potentials:
        ends = rng.sample(range(len(potentials)), rng.randint(0, len(potentials)))
        blossoms.append((tuple(ends), rng.choice([-(10**9), -4, 4, 10**9])))
    elif kind == 3 and blossoms:
        blossoms.pop(rng.randrange(len(blossoms)))
    elif kind == 4 and ground.steps:
        place = rng.randrange(len(ground.steps))
        step = list(ground.steps[place])
        step[rng.choice([0, 1, 3, 4, 5])] += rng.choice([-1, 1, 5])
        ground = replace(ground, steps=(*ground.steps[:place], (*step,), *ground.steps[place + 1 :]))
    elif kind == 5 and ground.alone:
        some, score = rng.choice(ground.alone), rng.choice(range(-1, 9))
        cost = rng.choice([None, (1, 0, 0, 0, 0, 0, 0), (0, 0, 0, 99, 0, 0, 0), (0, 0, 0, 0, 0, 9, 0)])
        ground = replace(ground, entries=(*ground.entries, (some, score, cost)))
    else:
        ground = replace(ground, alone=ground.alone[1:])
    return Witness(ground, tuple(potentials), tuple(blossoms))


def test_no_forged_witness_proves_a_pairing_that_is_not_best() -> None:
    refused = 0
    for seed in range(400):
        found = witnessed(seed)
        if found is None:
            continue
        result, witness = found
        rng = random.Random(seed)
        best = tuple(result.achieved)
        every = list(every_pairing(tuple(sorted(result.history.by_id))))
        for pairs, bye in rng.sample(every, min(6, len(every))):
            cost = cost_of(result.history, result.settings, pairs, bye)
            for claimed in (witness, forged(witness, rng), forged(forged(witness, rng), rng)):
                proved = proves(claimed, result.history, result.rules, pairs, bye)
                refused += not proved
                assert not proved or cost == best
    assert refused > 1000


def test_a_pairing_that_forgets_somebody_or_seats_them_twice_is_refused() -> None:
    field = PairingHistory(tuple(Entrant(one) for one in range(1, 7)))
    rules = cost_rules(field, PairingSettings())
    witness = checked_witness(field, rules, Ground(()), [(1, 2), (3, 4), (5, 6)], None)
    assert witness is not None
    assert proves(witness, field, rules, [(1, 2), (3, 4), (5, 6)], None)
    assert not proves(witness, field, rules, [(1, 2), (3, 4)], None)
    assert not proves(witness, field, rules, [(1, 2), (3, 4), (5, 5)], None)
    assert not proves(witness, field, rules, [(1, 2), (3, 4), (5, 7)], None)
    assert not proves(witness, field, rules, [(1, 2), (3, 4), (5, 6)], 6)


def test_an_odd_cycle_needs_a_blossom_and_a_blossom_must_be_odd_and_not_negative() -> None:
    """Two triangles that may meet only at a price: without odd sets no potentials prove that the price must be paid."""
    met = {1: (4, 5, 6), 2: (4, 5, 6), 3: (4, 5, 6), 4: (1, 2, 3), 5: (1, 2, 3), 6: (1, 2, 3)}
    field = PairingHistory(tuple(Entrant(one, met=met[one]) for one in range(1, 7)))
    rules = cost_rules(field, PairingSettings())
    pairs = [(1, 2), (3, 4), (5, 6)]
    witness = checked_witness(field, rules, Ground((1, 2, 3, 4, 5, 6)), pairs, None)
    assert witness is not None
    assert witness.blossoms
    assert proves(witness, field, rules, pairs, None)
    (ends, weight), *rest = witness.blossoms
    assert not proves(replace(witness, blossoms=()), field, rules, pairs, None)
    assert not proves(replace(witness, blossoms=((ends, -weight), *rest)), field, rules, pairs, None)
    assert not proves(replace(witness, blossoms=((ends[:2], weight), *rest)), field, rules, pairs, None)
    assert not proves(replace(witness, blossoms=((ends * 3, weight), *rest)), field, rules, pairs, None)


def test_a_prohibited_pair_is_no_pairing() -> None:
    field = PairingHistory((Entrant(1, team="a"), Entrant(2, team="a"), Entrant(3), Entrant(4)))
    settings = PairingSettings(team_policy=TeamPolicy.PROHIBIT)
    rules = cost_rules(field, settings)
    witness = pair_round(field, settings, random.Random(1)).witness
    assert witness is not None
    assert not proves(witness, field, rules, [(1, 2), (3, 4)], None)
