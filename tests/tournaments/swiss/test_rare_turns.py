"""Turns of the engine that few fields take, each by the smallest field that takes it."""

from __future__ import annotations

import random

import pytest

from tournaments.swiss import proved, repair
from tournaments.swiss.budget import UNLIMITED, counted
from tournaments.swiss.candidates import Candidate, CandidateSearch
from tournaments.swiss.costs import Levels, cost_rules, pairing_cost
from tournaments.swiss.disjoint_rounds import find_rounds
from tournaments.swiss.groups import Groups
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.order import OrderCosts
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.repair import PublishedTable, RepairResult, repair_round
from tournaments.swiss.settings import Order, PairingSettings

from .open_meetings import check_rounds
from .short_events import triangles_after_one_round


@pytest.fixture
def _by_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the field, it is paired and repaired by brackets."""
    for name, value in (("MAX_SMALL_FIELD", 0), ("MAX_ORDERED_FIELD", 0), ("MIN_SINGLE_SHARE", 2)):
        monkeypatch.setattr(proved, name, value)
    monkeypatch.setattr(repair, "MAX_SMALL_FIELD", 0)


def field(*entrants: Entrant) -> PairingHistory:
    return PairingHistory(entrants)


def met(result: PairingResult) -> set[frozenset[int]]:
    return set(map(frozenset, result.pairs))


def repaired(history: PairingHistory, *pairs: tuple[int, int], seconds: float | None = None) -> RepairResult:
    tables = tuple(PublishedTable(table, pair) for table, pair in enumerate(pairs, 1))
    budget = UNLIMITED if seconds is None else counted(seconds)
    return repair_round(history, PairingSettings(), tables, random.Random(1), budget=budget)


def test_who_is_not_taken_out_of_a_bracket_stays_in_it() -> None:
    history = field(*(Entrant(number, 3) for number in range(1, 5)))
    widening = proved._Widening(history, cost_rules(history, PairingSettings()))
    widening.widen(history.entrants[:1])
    assert list(widening.singles) == [1]
    assert [member.id for member in widening.brackets[3].members] == [2, 3, 4]
    widening.widen(history.entrants)
    assert (len(widening.singles), widening.brackets) == (4, {})


@pytest.mark.usefixtures("_by_brackets")
class TestByBrackets:
    def test_those_who_are_not_in_the_way_stay_in_their_brackets(self) -> None:
        """The drawn example of docs/algorithms/pairing.md: A has met B and C, and plays one of D, E and F."""
        scores = {"A": 9, "B": 6, "C": 6, "D": 3, "E": 3, "F": 3, "G": 0, "H": 0}
        fought = {"A": "BC", "B": "A", "C": "A"}
        history = field(*(Entrant(ord(k), v, tuple(map(ord, fought.get(k, "")))) for k, v in scores.items()))
        result = pair_round(history, PairingSettings(), random.Random(1))
        assert result.certified
        assert result.achieved == Levels(score_spread=36)
        assert {frozenset(map(ord, "BC")), frozenset(map(ord, "GH"))} <= met(result)

    def test_the_order_says_who_gets_the_bye_and_who_is_taken_by_a_single_player(self) -> None:
        """Player 1 has met the two below and plays the first of the six below these; the last of all has the bye."""
        history = field(
            Entrant(1, 9, (2, 3), rank=1), Entrant(2, 6, (1,), rank=2), Entrant(3, 6, (1,), rank=3),
            *(Entrant(number, 3, rank=number) for number in range(4, 10)),
        )  # fmt: skip
        result = pair_round(history, PairingSettings(order=Order.FOLD), random.Random(1))
        assert result.certified
        assert (result.bye, frozenset((1, 4)) in met(result)) == (9, True)

    def test_a_step_that_the_fewest_floats_cannot_take_costs_more(self) -> None:
        """The two who have floated least have met: anybody else who crosses has floated once before."""
        history = field(
            Entrant(1, 3, (4,)), Entrant(2, 3, floated_down=1), Entrant(3, 3, floated_down=1),
            Entrant(4, 0, (1,)), Entrant(5, 0, floated_up=1), Entrant(6, 0, floated_up=1),
        )  # fmt: skip
        result = pair_round(history, PairingSettings(), random.Random(1))
        assert result.certified
        assert result.achieved == Levels(score_spread=9, repeated_floats=1)

    def test_a_repair_breaks_one_pair_of_each_bracket_on_the_way(self) -> None:
        history = field(*(Entrant(number, score) for number, score in enumerate((9, 6, 6, 3, 3, 0, 3, 3, 6, 6))))
        found = repaired(history, (1, 2), (3, 4), (6, 7), (8, 9))
        assert found.certified
        assert found.pairing.achieved == Levels(score_spread=27)
        assert len(found.kept) == 2

    def test_a_repair_raises_what_a_step_costs_where_the_fewest_floats_have_met(self) -> None:
        history = field(
            Entrant(0, 9), Entrant(1, 6, (3,)), Entrant(2, 6, (4,), floated_down=1),
            Entrant(3, 3, (1,)), Entrant(4, 3, (2,), floated_up=1), Entrant(5, 0),
        )  # fmt: skip
        found = repaired(history, (1, 2), (3, 4))
        assert found.certified
        assert found.pairing.achieved == Levels(score_spread=27, repeated_floats=1)


class TestRepairs:
    def test_a_short_event_is_repaired_with_the_rounds_to_come_in_mind(self) -> None:
        history = triangles_after_one_round()
        found = repaired(history, (1, 6), (2, 4), (3, 5))
        assert found.pairing.looked_ahead
        assert found.pairing.certified
        assert found.pairing.achieved == pair_round(history, PairingSettings(), random.Random(1)).achieved
        assert (found.kept, found.kept_bound) == (((3, 5),), 1)

    def test_without_time_a_repair_is_made_among_likely_opponents(self) -> None:
        history = field(*(Entrant(number, 0) for number in range(60)))
        pairs = [(number, number + 1) for number in range(0, 60, 2)]
        found = repaired(history, *pairs, seconds=0.02)
        assert found.pairing.achieved == Levels()
        assert set(found.kept) == set(pairs)


def candidate_search(order: Order = Order.RANDOM, players: int = 9) -> CandidateSearch:
    history = field(*(Entrant(number, 0, rank=number) for number in range(players)))
    rules, orders = cost_rules(history, PairingSettings()), OrderCosts(history.entrants, order)
    return CandidateSearch(history, rules, orders, Groups(history, rules, ()), random.Random(4))


class TestCandidates:
    def test_the_best_pairing_so_far_is_among_the_next_candidates_with_its_bye(self) -> None:
        search = candidate_search()
        one, two, three = search.entrants[:3]
        found = search._edges(set(), Candidate([(two, one)], three, Levels()), rematches=False)
        assert [edge[:2] for edge in found] == [(0, 1), (2, 9)]

    @pytest.mark.parametrize("order", [Order.RANDOM, Order.NEIGHBOURS])
    def test_by_lot_anybody_is_drawn_and_by_order_the_nearest_of_a_few(self, order: Order) -> None:
        search = candidate_search(order, 200)
        members = tuple(search.entrants)
        apart = sum(abs(search._one_of(members, members[100]).rank - 100) for _ in range(50)) / 50
        byes = sum(search._one_of(members, None).rank for _ in range(50)) / 50
        by_order = order is Order.NEIGHBOURS
        assert (apart < 20, byes > 160) == (by_order, by_order)


def test_a_bye_counts_with_those_that_came_before() -> None:
    history = field(Entrant(1, 0, had_bye=3), Entrant(2, 6), Entrant(3, 6))
    one, two, three = history.entrants
    assert pairing_cost(cost_rules(history, PairingSettings()), [(two, three)], one) == Levels(1, 2)


@pytest.mark.parametrize("nodes", [4, 6, 8, 10])
def test_a_round_robin_is_found_as_rounds(nodes: int) -> None:
    everybody = [(1 << nodes) - 1 & ~(1 << node) for node in range(nodes)]
    found = find_rounds(everybody, nodes - 1, random.Random(1))
    assert found.rounds is not None
    assert len(found.rounds) == nodes - 1
    check_rounds(everybody, found.rounds, 0, None)
