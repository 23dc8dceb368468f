"""Short fields never run out of new opponents."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from operator import or_

import pytest

from tournaments.archive.simulation import SimulationPlan, simulate
from tournaments.swiss import look_ahead
from tournaments.swiss.budget import counted
from tournaments.swiss.costs import cost_rules
from tournaments.swiss.disjoint_rounds import MAX_STEPS, RoundsFound, _repaired_rounds, _Schedule, find_rounds
from tournaments.swiss.foresight import Question
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.look_ahead import open_meetings
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.round_bounds import (
    Opening,
    joined,
    pairs_missing,
    surely_missing,
    usable_meetings,
    without,
)
from tournaments.swiss.settings import PairingSettings, TeamPolicy

from .events import EventPlan, play_event
from .oracle import cost_of, every_pairing

SHORT_EVENT_SECONDS = 0.5
"""The time allowed for a round of an event of up to 24 players near a round robin, estimated by a counted budget."""


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
    """Six players, five rounds, two played: the best pairing by score leaves two triangles, which cannot be paired."""
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


Masks = tuple[int, ...]


@cache
def fewest_missing(graph: Masks, rounds: int, after: int = 0, later: Masks = ()) -> int:
    """The fewest pairs that meet again, over all ways to play the rounds; ``later`` meetings are allowed ``after``."""
    if not rounds:
        return 0
    if later and not after:
        graph, later = tuple(map(or_, graph, later)), ()
    least = rounds * len(graph)
    for pairs, _ in every_pairing(tuple(range(len(graph)))):
        fresh = [(one, two) for one, two in pairs if graph[one] >> two & 1]
        left = list(graph)
        for one, two in fresh:
            left[one] &= ~(1 << two)
            left[two] &= ~(1 << one)
        missing = len(pairs) - len(fresh)
        if missing < least:
            least = min(least, missing + fewest_missing(tuple(left), rounds - 1, max(0, after - 1), later))
    return least


def random_graph(rng: random.Random, nodes: int, density: float) -> list[int]:
    graph = [0] * nodes
    for one, two in combinations(range(nodes), 2):
        if rng.random() < density:
            graph[one] |= 1 << two
            graph[two] |= 1 << one
    return graph


def check_rounds(graph: list[int], rounds: list[list[int]], spare: int, opening: Opening | None) -> None:
    rest = graph
    for played, matching in enumerate(rounds):
        if opening is not None and played == opening.after:
            rest = opening.joined(rest)
        fresh = [node for node, partner in enumerate(matching) if partner != node]
        assert all(rest[node] >> matching[node] & 1 and matching[matching[node]] == node for node in fresh)
        spare -= (len(graph) - len(fresh)) // 2
        rest = without(rest, matching)
    assert spare >= 0


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize("block", range(20))
def test_rounds_exist_exactly_when_brute_force_finds_them(block: int, opens: bool) -> None:
    for seed in range(block * 8, block * 8 + 8):
        rng = random.Random(seed)
        nodes = rng.choice([4, 6, 6, 8])
        rounds = rng.randint(1, 2 if nodes == 8 else 5)
        graph = random_graph(rng, nodes, rng.choice([0.2, 0.4, 0.6, 0.8]))
        opening = None
        if opens:
            more = random_graph(rng, nodes, 0.5)
            opening = Opening(rng.randint(0, 2), [mask & ~old for mask, old in zip(more, graph, strict=True)])
        after, later = (opening.after, tuple(opening.edges)) if opening else (0, ())
        fewest = fewest_missing(tuple(graph), rounds, after, later)
        assert surely_missing(graph, rounds, opening) <= fewest
        for spare in range(max(0, fewest - 2), fewest + 2):
            found = find_rounds(graph, rounds, rng, opening, spare)
            assert (found.rounds is not None) == (fewest <= spare), (seed, spare)
            assert found.proved
            check_rounds(graph, found.rounds or [], spare, opening)


def test_two_triangles_are_no_two_rounds_though_everybody_has_two_opponents() -> None:
    triangles = [0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000]
    assert surely_missing(triangles, 2) == 2
    assert find_rounds(triangles, 2, random.Random(1)) == RoundsFound(None)


def test_only_the_rounds_up_to_the_opening_share_the_partners_of_one_node() -> None:
    """Node 0 may meet 2 now, and 1 only in the second round: one partner is enough for the one round until then."""
    graph, opening = [0b0100, 0b1000, 0b1001, 0b0110], Opening(1, [0b0010, 0b0001, 0, 0])
    found = _Schedule(random.Random(1), MAX_STEPS).rounds(list(graph), 2, opening, 0)
    assert found is not None
    check_rounds(graph, found, 0, opening)


def test_meetings_that_no_schedule_can_use_do_not_hide_the_one_there_is() -> None:
    """Three players who may still meet many, and fourteen in all: found only without the meetings of these three."""
    degrees = [8812, 7316, 4075, 12565, 16362, 5909, 4885, 6678, 12412, 4341, 12342, 12438, 12282, 7449]
    found = find_rounds(degrees, 5, random.Random(1))
    assert found.rounds is not None
    check_rounds(degrees, found.rounds, 0, None)


LATE_ENTRIES = [
    458772, 196864, 139265, 868352, 139265, 2360320, 1245184, 1589248, 135682, 67840, 196640, 168448, 67840, 2293780,
    1048712, 198656, 2799179, 896343, 131113, 196744, 16576, 73760,
]  # fmt: skip
"""The open meetings of an event with late entries, three rounds before its end: two of 22 have met few, most have three
opponents left. Four pairs of the three rounds have to meet again."""


def test_a_schedule_is_repaired_where_late_entries_leave_few_that_can_be_played() -> None:
    assert surely_missing(LATE_ENTRIES, 3) == 4
    for seed in range(5):
        found = find_rounds(LATE_ENTRIES, 3, random.Random(seed), None, 4)
        assert found.rounds is not None
        check_rounds(LATE_ENTRIES, found.rounds, 4, None)
        repaired = _repaired_rounds(LATE_ENTRIES, 3, random.Random(seed), 4, 300)
        assert repaired is not None
        check_rounds(LATE_ENTRIES, repaired, 4, None)
        assert _repaired_rounds(LATE_ENTRIES, 3, random.Random(seed), 3, 50) is None


def test_repaired_schedules_are_schedules() -> None:
    whole = 0
    for seed in range(60):
        rng = random.Random(seed)
        graph, rounds, spare = random_graph(rng, rng.choice([6, 8, 10]), 0.7), rng.randint(2, 5), rng.randint(0, 2)
        found = _repaired_rounds(graph, rounds, rng, spare, 60)
        if found is not None:
            assert len(found) == rounds
            check_rounds(graph, found, spare, None)
            whole += 1
    assert 20 < whole < 60


def test_a_matching_that_joins_a_graph_leaves_out_who_has_no_partner() -> None:
    assert joined([0b000, 0b100, 0b010, 0b000], [3, 1, 2, 0]) == [0b1000, 0b100, 0b010, 0b0001]


def short_event(rng: random.Random) -> PairingHistory:
    """Before some round of an event of four to eight players, some of whom came late or are gone."""
    size = rng.randint(4, 8)
    planned = rng.randint(size // 2 + 1, size + 2)
    number = rng.randint(max(1, planned - (1 if size > 6 else 3)), planned - 1)
    met: dict[int, Counter[int]] = {one: Counter() for one in range(size + 2)}
    byes: Counter[int] = Counter()
    for _ in range(number - 1):
        here = [one for one in met if rng.random() < 0.9]
        rng.shuffle(here)
        if len(here) % 2:
            byes[here.pop()] += 1
        for one, two in zip(here[::2], here[1::2], strict=True):
            met[one][two] += 1
            met[two][one] += 1
    entrants = (Entrant(one, 3 * rng.randint(0, 2), dict(met[one]), byes[one]) for one in range(size))
    return PairingHistory(tuple(entrants), planned, number)


def best_for_the_event(history: PairingHistory) -> tuple[int, ...]:
    """Fewest rematches now, then fewest in all rounds to come, then the other levels: by trying everything."""
    entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
    return min(
        value_for_the_event(history, entrants, pairs, bye)
        for pairs, bye in every_pairing(tuple(entrant.id for entrant in entrants))
    )


def value_for_the_event(
    history: PairingHistory, entrants: list[Entrant], pairs: tuple[tuple[int, int], ...], bye: int | None
) -> tuple[int, ...]:
    cost = cost_of(history, PairingSettings(), pairs, bye)
    assert cost is not None
    repeats, beyond_first, *rest = cost
    graph = open_meetings(entrants, cost_rules(history, PairingSettings()))
    place = {entrant.id: node for node, entrant in enumerate(entrants)}
    partner = list(range(len(graph)))
    for one, two in [*pairs, *([] if bye is None else [(bye, None)])]:
        node = len(graph) - 1 if two is None else place[two]
        partner[place[one]], partner[node] = node, place[one]
    later = (history.planned_rounds or 0) - history.next_round
    return repeats, beyond_first, fewest_missing(tuple(without(graph, partner)), later), *rest


@pytest.mark.parametrize("block", range(12))
def test_no_pairing_serves_the_event_better(block: int) -> None:
    for seed in range(block * 12, block * 12 + 12):
        history = short_event(random.Random(seed))
        result = pair_round(history, PairingSettings(), random.Random(seed))
        entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        assert value_for_the_event(history, entrants, result.pairs, result.bye) == best_for_the_event(history), seed
        assert result.certified, seed


def everything_is_refuted(question: Question, pairs: Sequence[tuple[int, int]]) -> bool:
    return True


def enough_is_left(graph: Sequence[int], rounds: int) -> bool:
    return True


def nothing_is_played(graph: Sequence[int], matching: Sequence[int]) -> list[int]:
    return list(graph)


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (Question, "is_refuted", everything_is_refuted),
        (look_ahead, "certainly_playable", enough_is_left),
        (look_ahead, "without", nothing_is_played),
    ],
)
def test_a_fault_in_the_look_ahead_is_seen_by_trying_everything(
    owner: object, name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    worse = 0
    for seed in (*range(60), 189, 349):
        history = short_event(random.Random(seed))
        result = pair_round(history, PairingSettings(), random.Random(seed))
        entrants = sorted(history.entrants, key=lambda entrant: entrant.id)
        value = value_for_the_event(history, entrants, result.pairs, result.bye)
        worse += result.certified and value != best_for_the_event(history)
    assert worse >= 1, "the fault does no harm"


def usable_one_by_one(graph: list[int], rounds: int, spare: int) -> list[int]:
    """The meetings that the bound does not rule out, each asked for by itself."""
    everybody = (1 << len(graph)) - 1
    usable = list(graph)
    for one, two in combinations(range(len(graph)), 2):
        if not graph[one] >> two & 1:
            continue
        ends = 1 << one | 1 << two
        left = [mask & ~ends if node in (one, two) else mask for node, mask in enumerate(usable)]
        if pairs_missing(left, rounds - 1, everybody & ~ends) > spare:
            usable = left
    return usable


def test_a_meeting_shown_to_be_usable_with_others_would_be_found_usable_by_itself() -> None:
    """But for a meeting without which the others fall apart: only by itself is it seen what it costs the parts."""
    alike = 0
    for seed in range(200):
        rng = random.Random(seed)
        nodes, rounds, spare = rng.choice([6, 7, 8, 10, 12]), rng.randint(2, 5), rng.choice([0, 0, 1])
        graph = [0] * nodes
        for one, two in combinations(range(nodes), 2):
            if rng.random() < rng.choice([0.5, 0.8]):
                graph[one] |= 1 << two
                graph[two] |= 1 << one
        if pairs_missing(graph, rounds) <= spare:
            found, asked = usable_meetings(graph, rounds, spare), usable_one_by_one(graph, rounds, spare)
            assert all(own & other == other for own, other in zip(found, asked, strict=True)), seed
            alike += found == asked != graph
    assert alike > 3


def test_a_rematch_that_is_forced_does_not_end_the_look_ahead() -> None:
    """Players 6 and 7 have met everybody and meet again now and later. The others may meet along a prism: two
    triangles, and each with the level player of the other one. These three pairs are the best, and would
    leave the triangles.
    """
    prism = {0: (1, 2, 3), 1: (0, 2, 4), 2: (0, 1, 5), 3: (4, 5, 0), 4: (3, 5, 1), 5: (3, 4, 2), 6: (), 7: ()}
    score = {0: 9, 3: 9, 1: 6, 4: 6, 2: 3, 5: 3, 6: 0, 7: 0}
    met = {one: tuple(two for two in prism if two != one and two not in prism[one]) for one in prism}
    history = PairingHistory(tuple(Entrant(one, score[one], met[one]) for one in prism), 7, 6)
    blind = pair_round(history, PairingSettings(look_ahead=False), random.Random(1))
    assert set(map(frozenset, blind.pairs)) == {frozenset(pair) for pair in ((0, 3), (1, 4), (2, 5), (6, 7))}
    seeing = pair_round(history, PairingSettings(), random.Random(1))
    assert seeing.looked_ahead
    assert seeing.certified
    assert seeing.achieved.repeats == 1
    entrants = list(history.entrants)
    assert value_for_the_event(history, entrants, seeing.pairs, seeing.bye) == best_for_the_event(history)
    assert value_for_the_event(history, entrants, seeing.pairs, seeing.bye)[2] == 1
    assert value_for_the_event(history, entrants, blind.pairs, blind.bye)[2] == 2


@pytest.mark.parametrize(("players", "rounds", "seed"), [(12, 11, 1), (14, 13, 3), (16, 15, 2)])
def test_a_round_robin_with_drops_is_certified_round_by_round(players: int, rounds: int, seed: int) -> None:
    """Events whose look ahead once ended with a question open, `simulate_tournament --drops 0.02`."""
    for played in simulate(SimulationPlan(players, rounds, seed, drops=0.02)):
        assert played.result.certified, played.number
        history, budget = played.result.history, counted(SHORT_EVENT_SECONDS)
        again = pair_round(
            history, PairingSettings(team_policy=TeamPolicy.IGNORE), random.Random(played.number), budget
        )
        assert again.certified, played.number
        assert again.in_time, played.number
        assert again.achieved == played.result.achieved


@pytest.mark.parametrize("players", [18, 21, 24])
def test_up_to_24_players_near_a_round_robin_are_certified_with_drops_late_entries_and_byes(players: int) -> None:
    plan = SimulationPlan(players, players - 2, players, draws=0.05, drops=0.02, late=0.1)
    rounds = list(simulate(plan))
    assert all(played.result.certified for played in rounds)
    assert any(played.result.bye is not None for played in rounds)
