"""Short fields never run out of fresh opponents."""

import random
from itertools import combinations

import pytest

from tournaments.swiss.disjoint_rounds import Opening, find_rounds, without
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.look_ahead import cheapest_first
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy

from .events import EventPlan, play_event
from .oracle import every_pairing


@pytest.mark.parametrize("players", range(4, 17))
def test_no_rematch_is_forced_up_to_a_full_round_robin(players: int) -> None:
    for rounds in range(1, players + players % 2):
        for seed in range(2):
            plan = EventPlan(players, rounds, draws=0.1 * seed)
            for _, result in play_event(plan, seed * 1000 + rounds):
                assert result.achieved.repeats == 0, (players, rounds, seed)


def test_events_with_drops_and_late_entries_are_played_out() -> None:
    for seed in range(40):
        for history, result in play_event(EventPlan(9, 7, drops=0.1, late=0.1), seed):
            assert 2 * len(result.pairs) + (result.bye is not None) == len(history.entrants)


def triangles_after_one_round() -> PairingHistory:
    """Six players, five rounds, two played: the best pairing by score leaves two triangles, which nobody can pair."""
    rounds = [[(1, 4), (2, 5), (3, 6)], [(1, 5), (2, 6), (3, 4)]]
    met: dict[int, list[int]] = {number: [] for number in range(1, 7)}
    for pairs in rounds:
        for one, two in pairs:
            met[one].append(two)
            met[two].append(one)
    score = {1: 6, 6: 6, 2: 3, 4: 3, 3: 0, 5: 0}
    return PairingHistory(tuple(Entrant(number, score[number], tuple(met[number])) for number in met), 5, 3)


def test_a_better_pairing_is_passed_over_when_it_ends_the_event() -> None:
    history = triangles_after_one_round()
    blind = pair_round(history, PairingSettings(look_ahead=False), random.Random(1))
    assert sorted(map(sorted, blind.pairs)) == [[1, 6], [2, 4], [3, 5]]
    seeing = pair_round(history, PairingSettings(), random.Random(1))
    assert seeing.looked_ahead
    assert seeing.achieved > blind.achieved
    assert seeing.achieved.repeats == 0
    assert seeing.certified


def test_team_mates_who_may_meet_later_are_counted_on_for_the_later_rounds() -> None:
    """Teams are kept apart up to round 3 of 4. Players 4 and 2, then 3 and 1, leave the last round to team mates."""
    team = {1: "b", 2: "b", 3: "a", 4: "a", 5: None}
    score = {1: 0, 2: 6, 3: 3, 4: 6, 5: 0}
    met = {2: (3,), 3: (2,), 4: (5,), 5: (4,)}
    entrants = tuple(
        Entrant(number, score[number], met.get(number, ()), had_bye=int(number == 1), team=team[number])
        for number in range(1, 6)
    )
    kept_apart = PairingSettings(team_policy=TeamPolicy.PROHIBIT, team_rounds=3)
    result = pair_round(PairingHistory(entrants, 4, 2), kept_apart, random.Random(1))
    assert (sorted(map(sorted, result.pairs)), result.bye) == ([[1, 3], [2, 4]], 5)
    assert result.certified


def test_without_a_plan_nothing_is_looked_ahead() -> None:
    history = triangles_after_one_round()
    unplanned = PairingHistory(history.entrants, None, history.next_round)
    assert not pair_round(unplanned, PairingSettings(), random.Random(1)).looked_ahead


def rounds_by_brute_force(graph: list[int], rounds: int, opening: Opening | None = None) -> bool:
    if not rounds:
        return True
    if opening is not None and not opening.after:
        graph, opening = opening.joined(graph), None
    later = opening.moved(-1) if opening else None
    for pairs, _ in every_pairing(tuple(range(len(graph)))):
        if all(graph[one] >> two & 1 for one, two in pairs):
            partner = [0] * len(graph)
            for one, two in pairs:
                partner[one], partner[two] = two, one
            if rounds_by_brute_force(without(graph, partner), rounds - 1, later):
                return True
    return False


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize("seed", range(120))
def test_disjoint_rounds_exist_exactly_when_brute_force_finds_them(seed: int, opens: bool) -> None:
    rng = random.Random(seed)
    nodes, rounds = rng.choice([4, 6, 8]), rng.randint(1, 4)
    graph = [0] * nodes
    density = rng.choice([0.4, 0.6, 0.8])
    for one, two in combinations(range(nodes), 2):
        if rng.random() < density:
            graph[one] |= 1 << two
            graph[two] |= 1 << one
    opening = None
    if opens:
        edges = [0] * nodes
        for one, two in combinations(range(nodes), 2):
            if not graph[one] >> two & 1 and rng.random() < 0.7:
                edges[one] |= 1 << two
                edges[two] |= 1 << one
        opening = Opening(rng.randint(0, 2), edges)
    found = find_rounds(graph, rounds, rng, opening)
    assert (found.rounds is not None) == rounds_by_brute_force(graph, rounds, opening)
    assert found.proved
    rest = graph
    for played, matching in enumerate(found.rounds or []):
        if opening is not None and played == opening.after:
            rest = opening.joined(rest)
        assert all(rest[node] >> partner & 1 and matching[partner] == node for node, partner in enumerate(matching))
        rest = without(rest, matching)


def test_pairings_come_in_order_of_cost_and_none_twice() -> None:
    rng = random.Random(3)
    edges = [(one, two, rng.randrange(10**6)) for one, two in combinations(range(6), 2)]
    cost = {(one, two): value for one, two, value in edges}
    listed = [tuple(matching) for matching in cheapest_first(6, edges)]
    costs = [sum(cost[one, two] for one, two in enumerate(matching) if one < two) for matching in listed]
    assert len(listed) == len(set(listed)) == 15
    assert costs == sorted(costs)
