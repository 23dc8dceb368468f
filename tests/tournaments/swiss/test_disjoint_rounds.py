"""Rounds without a rematch are found exactly where brute force finds them; the bounds on how many pairs are missing."""

import random
from itertools import combinations

import pytest

from tournaments.swiss.disjoint_rounds import MAX_STEPS, RoundsFound, _repaired_rounds, _Schedule, find_rounds
from tournaments.swiss.round_bounds import Opening, joined, pairs_missing, surely_missing, usable_meetings

from .open_meetings import check_rounds, random_graph
from .short_events import fewest_missing


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
