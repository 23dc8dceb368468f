"""The bound by prices: never above the best, often equal to it, and no forged price proves anything."""

from __future__ import annotations

import random
from dataclasses import replace
from unittest.mock import patch

import networkx
import pytest

from tests.tournaments.swiss.fields import random_field
from tests.tournaments.swiss.oracle import best_cost, cost_of
from tests.tournaments.swiss.test_witness import BROKEN, Matcher
from tournaments.swiss import candidates
from tournaments.swiss.budget import UNLIMITED
from tournaments.swiss.costs import Levels, cost_rules
from tournaments.swiss.groups import Group, Groups, crowding_teams
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.look_ahead import Foresight
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.pairing import pair_round, seated_result
from tournaments.swiss.price_check import level_weights, proved_levels, rounded_up
from tournaments.swiss.prices import PriceWitness, find_prices
from tournaments.swiss.proved import pair_priced
from tournaments.swiss.record import read_witness, record_witness
from tournaments.swiss.settings import PairingSettings, TeamPolicy
from tournaments.swiss.transport import cheapest_prices
from tournaments.swiss.witness import proves


def priced_fields(count: int, low: int = 2, high: int = 8):
    for seed in range(count):
        rng = random.Random(seed)
        history, settings = random_field(rng, low, high)
        rules = cost_rules(history, settings)
        for teams in (tuple(crowding_teams(history.entrants, rules)), ("a", "b"), ()):
            yield seed, history, settings, rules, teams


def test_prices_never_promise_more_than_the_best_pairing_costs() -> None:
    equal = 0
    for seed, history, settings, rules, teams in priced_fields(300):
        best = best_cost(history, settings)
        witness = find_prices(history, rules, teams)
        if witness is None:
            assert best is None, seed
            continue
        bound = proved_levels(witness, history, rules)
        assert bound is not None
        assert best is None or bound <= best, (seed, teams)
        equal += bound == best
    assert equal > 150


def forged(witness: PriceWitness, rng: random.Random) -> PriceWitness:
    """The witness with a price, a potential or a blossom changed."""
    prices, potentials, blossoms = list(witness.prices), list(witness.potentials), list(witness.blossoms)
    kind = rng.randrange(4)
    if kind == 0:
        prices[rng.randrange(len(prices))] += rng.choice([-1, 1]) * rng.choice([1, 2, 10**6, 10**12])
    elif kind == 1 and potentials:
        potentials[rng.randrange(len(potentials))] += rng.choice([-1, 1]) * rng.choice([1, 4, 10**6, 10**12])
    elif kind == 2 and potentials:
        ends = rng.sample(range(len(potentials)), rng.randint(0, len(potentials)))
        blossoms.append((tuple(ends), rng.choice([-(10**9), -4, 4, 10**9])))
    else:
        prices.pop()
    return PriceWitness(witness.teams, tuple(prices), tuple(potentials), tuple(blossoms))


def test_no_forged_prices_promise_more_than_the_best_pairing_costs() -> None:
    refused = 0
    for seed, history, settings, rules, teams in priced_fields(200, high=7):
        best = best_cost(history, settings)
        witness = find_prices(history, rules, teams)
        rng = random.Random(seed)
        for _ in range(6):
            if witness is None or best is None:
                continue
            bound = proved_levels(forged(witness, rng), history, rules)
            refused += bound is None
            assert bound is None or bound <= best, seed
    assert refused > 500


def club(players: int, share: float, *, odd: bool = False, seed: int = 1) -> tuple[PairingHistory, PairingSettings]:
    """A field with wins of four rounds in which one club, that may not meet itself, is stronger than the others."""
    rng = random.Random(seed)
    entrants = []
    for number in range(players + odd):
        inside = number < share * players
        score = 3 * sum(rng.random() < (0.6 if inside else 0.4) for _ in range(4))
        entrants.append(Entrant(number, score=score, team="club" if inside else None))
    return PairingHistory(tuple(entrants)), PairingSettings(team_policy=TeamPolicy.PROHIBIT)


@pytest.mark.parametrize(("players", "odd"), [(120, False), (121, False), (300, True)])
def test_a_club_of_half_the_field_that_may_not_meet_itself_is_proved(players: int, odd: bool) -> None:
    history, settings = club(players, 0.45, odd=odd)
    result = pair_round(history, settings, random.Random(2))
    assert result.certified
    assert isinstance(result.witness, PriceWitness)
    assert proves(result.witness, history, result.rules, result.pairs, result.bye)
    again = read_witness(record_witness(result.witness))
    assert again == result.witness
    halves = result.pairs[::2], result.pairs[1::2]
    crossed = [(one[0], two[0]) for one, two in zip(*halves, strict=False)]
    assert not proves(again, history, result.rules, crossed, result.bye)
    assert not proves(again, history, result.rules, result.pairs[1:], result.bye)


def test_the_same_seed_gives_the_same_pairing_whatever_the_order_of_the_entrants() -> None:
    history, settings = club(150, 0.5)
    turned = replace(history, entrants=history.entrants[::-1])
    one, two = (pair_round(field, settings, random.Random(3)) for field in (history, turned))
    assert (one.pairs, one.tables) == (two.pairs, two.tables)
    other = pair_round(history, settings, random.Random(4))
    assert other.pairs != one.pairs


@pytest.mark.parametrize("matcher", BROKEN, ids=lambda matcher: matcher.__name__)
def test_a_broken_matcher_among_candidates_is_never_called_proved(matcher: Matcher) -> None:
    worse = 0
    for seed in range(80):
        rng = random.Random(seed)
        history, settings = random_field(rng, 4, 6)
        rules, order = cost_rules(history, settings), OrderCosts(history.entrants, settings.order)
        with patch.object(candidates, "cheapest_perfect_matching", matcher):
            proof = pair_priced(history, rules, order, rng, UNLIMITED)
        if proof is None:
            continue
        result = seated_result(history, settings, rng, Foresight(proof))
        if cost_of(history, settings, result.pairs, result.bye) != best_cost(history, settings):
            worse += 1
            assert not result.certified
    assert worse >= 3, "this matcher is not broken enough to show anything"


def test_prices_come_to_what_the_cheapest_transport_costs() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        count = rng.randint(1, 4)
        sizes = [rng.randint(1, 3) for _ in range(count)]
        costs: list[list[int | None]] = [[None] * count for _ in sizes]
        for one in range(count):
            for two in range(one + 1):
                allowed = rng.random() < 0.8 and (one != two or sizes[one] > 1)
                costs[one][two] = costs[two][one] = rng.randrange(50) if allowed else None
        prices = cheapest_prices(sizes, costs)
        graph = networkx.Graph()
        copies = [group for group, size in enumerate(sizes) for _ in range(size)]
        graph.add_nodes_from((side, place) for side in (0, 1) for place in range(len(copies)))
        for place, one in enumerate(copies):
            for other, two in enumerate(copies):
                if (cost := costs[one][two]) is not None:
                    graph.add_edge((0, place), (1, other), weight=1000 - cost)
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        if len(matched) < len(copies):
            assert prices is None
            continue
        assert prices is not None
        least = sum(1000 - graph.edges[pair]["weight"] for pair in matched)
        assert sum(size * price for size, price in zip(sizes, prices, strict=True)) == least
        for one, row in enumerate(costs):
            for two, cost in enumerate(row):
                assert cost is None or prices[one] + prices[two] <= 2 * cost


def scored(*scores: int) -> PairingHistory:
    return PairingHistory(tuple(Entrant(number, score) for number, score in enumerate(scores)))


@pytest.mark.parametrize(
    ("scores", "least", "rounded"),
    [
        ((9, 6, 6, 3), 0, 0),
        ((9, 6, 6, 3), 1, 18),
        ((9, 6, 6, 3), 18, 18),
        ((9, 6, 6, 6), 0, 9),
        ((9, 6, 6, 6), 10, 27),
        ((7, 7, 7, 7), 0, 0),
        ((9, 9, 6, 6, 3), 0, 0),
        ((9, 6, 6, 6, 3), 0, 9),
    ],
)
def test_a_bound_is_rounded_up_to_what_score_differences_can_add_up_to(
    scores: tuple[int, ...], least: int, rounded: int
) -> None:
    """Differences of three come to multiples of nine, and to an even number of these or an odd one."""
    assert rounded_up(Levels(score_spread=least), scored(*scores)).score_spread == rounded


def test_what_lies_below_a_bound_that_is_rounded_up_is_not_kept() -> None:
    field = scored(9, 6, 6, 6)
    assert rounded_up(Levels(score_spread=9, discouraged=1), field) == Levels(0, 0, 0, 9, 1, 0)
    assert rounded_up(Levels(score_spread=10, discouraged=1), field) == Levels(0, 0, 0, 27, 0, 0)


def test_the_check_weighs_the_levels_as_the_search_does() -> None:
    for _seed, history, _settings, rules, teams in priced_fields(60):
        assert level_weights(history) == Groups(history, rules, teams).packing.weights


def test_a_fault_in_what_groups_cost_makes_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check counts for itself: what the search takes for dearer than it is, it does not believe."""
    genuine = Groups._least

    def dearer(self: Groups, one: Group, two: Group) -> int | None:
        cost = genuine(self, one, two)
        return None if cost is None else cost + 1

    monkeypatch.setattr(Groups, "_least", dearer)
    refused = 0
    for _seed, history, _settings, rules, teams in priced_fields(60):
        witness = find_prices(history, rules, teams)
        refused += witness is not None and proved_levels(witness, history, rules) is None
    assert refused > 100


def test_small_prices_are_recorded_and_a_blossom_of_ends_that_are_not_there_is_refused() -> None:
    seen = 0
    for _seed, history, _settings, rules, teams in priced_fields(8):
        witness = find_prices(history, rules, teams)
        if witness is None:
            continue
        assert read_witness(record_witness(witness)) == witness
        assert proved_levels(replace(witness, blossoms=(((99,), 4),)), history, rules) is None
        seen += 1
    assert seen > 5
