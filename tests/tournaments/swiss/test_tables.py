"""Table numbers."""

import random
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.settings import PairingSettings, TableSettings
from tournaments.swiss.tables import (
    MAX_TABLE,
    TooFewTables,
    as_ranges,
    first_tables,
    free_run,
    has_table,
    seat_pairs,
    table_numbers,
)

from .events import EventPlan, play_event


def field(size: int, **changes: dict[int, object]) -> PairingHistory:
    """Entrants 1..size, the first with the most points; ``changes`` are values by id for fields of the record."""
    entrants = []
    for number in range(1, size + 1):
        entrant = Entrant(number, score=(size - number) // 4 * 3)
        entrants.append(replace(entrant, **{name: by_id[number] for name, by_id in changes.items() if number in by_id}))
    return PairingHistory(tuple(entrants))


def paired(history: PairingHistory, seed: int = 1, **tables: object) -> PairingResult:
    return pair_round(history, PairingSettings(tables=TableSettings(**tables)), random.Random(seed))


def table_of(result: PairingResult, player: int) -> int:
    return next(table for pair, table in zip(result.pairs, result.tables, strict=True) if player in pair)


def test_the_best_bracket_sits_at_the_first_tables() -> None:
    history = field(16)
    result = paired(history)
    assert result.tables == tuple(range(1, 9))
    scores = [history.by_id[one].score for one, _ in result.pairs]
    assert scores == sorted(scores, reverse=True)


def test_a_fixed_seat_is_kept_and_nobody_else_gets_it() -> None:
    result = paired(field(16, fixed_table={13: 1, 2: 40}))
    assert table_of(result, 13) == 1
    assert table_of(result, 2) == 40
    assert len(set(result.tables)) == 8


def test_two_fixed_seats_at_one_pair_give_the_smaller_number() -> None:
    result = paired(PairingHistory((Entrant(1, fixed_table=9), Entrant(2, fixed_table=4))))
    assert result.tables == (4,)


def test_one_seat_promised_twice_goes_to_the_better_pair() -> None:
    result = paired(field(8, fixed_table={1: 5, 8: 5}))
    assert table_of(result, 1) == 5
    assert table_of(result, 8) != 5


def test_ranges_fill_in_order_and_blocked_numbers_are_never_given() -> None:
    settings = TableSettings(first=50, ranges=((10, 12), (1, 2)), blocked=frozenset({11, 50}))
    assert list(islice(table_numbers(settings), 6)) == [10, 12, 1, 2, 51, 52]
    history = field(12)
    result = paired(history, first=50, ranges=((10, 12), (1, 2)), blocked=frozenset({11, 50}))
    assert result.tables == (1, 2, 10, 12, 51, 52)
    best = max(history.entrants, key=lambda entrant: entrant.score).score
    assert {history.by_id[player].score for player in result.pairs[result.tables.index(10)]} == {best}


def test_the_same_table_twice_is_avoided_where_an_exchange_is_free() -> None:
    pairs = [(Entrant(1, tables=(1,)), Entrant(2)), (Entrant(3), Entrant(4, tables=(2,)))]
    assert seat_pairs(pairs, TableSettings()) == (((3, 4), (1, 2)), (1, 2))
    assert seat_pairs(pairs, TableSettings(avoid_repeats=False)) == (((1, 2), (3, 4)), (1, 2))


def test_a_better_bracket_is_never_moved_down_to_avoid_a_table() -> None:
    pairs = [(Entrant(1, 3, tables=(1,)), Entrant(2, 3)), (Entrant(3), Entrant(4))]
    assert seat_pairs(pairs, TableSettings()) == (((1, 2), (3, 4)), (1, 2))


def test_avoiding_tables_leaves_few_repeats_over_a_whole_event() -> None:
    def repeats(tables: bool) -> int:
        count = 0
        seen: set[tuple[int, int]] = set()
        for _, result in play_event(EventPlan(64, 6, tables=tables), 3):
            seats = {
                (player, table) for pair, table in zip(result.pairs, result.tables, strict=True) for player in pair
            }
            count += len(seats & seen)
            seen |= seats
        return count

    assert repeats(tables=True) * 2 < repeats(tables=False)


@given(
    fixed=st.dictionaries(st.integers(1, 20), st.integers(1, 15)),
    blocked=st.frozensets(st.integers(1, 15)),
    ranges=st.lists(st.tuples(st.integers(1, 9), st.integers(5, 14)), max_size=3),
    seed=st.integers(0, 99),
)
def test_no_table_is_given_twice(
    fixed: dict[int, int], blocked: frozenset[int], ranges: list[tuple[int, int]], seed: int
) -> None:
    result = paired(field(20, fixed_table=fixed), seed, blocked=blocked, ranges=tuple(ranges))
    assert len(set(result.tables)) == 10
    assert not blocked & set(result.tables)
    assert list(result.tables) == sorted(result.tables)


def test_where_only_the_ranges_exist_no_other_table_is_given() -> None:
    settings = TableSettings(first=50, ranges=((7, 9), (1, 2)), blocked=frozenset({8}), only_ranges=True)
    assert list(table_numbers(settings)) == first_tables(settings, 99) == [7, 9, 1, 2]
    assert [number for number in range(60) if has_table(settings, number)] == [1, 2, 7, 9]
    result = paired(field(8, fixed_table={1: 40, 2: 2}), first=50, ranges=((7, 9), (1, 2)), only_ranges=True)
    assert set(result.tables) <= {1, 2, 7, 8, 9}
    assert table_of(result, 2) == 2


def test_more_matches_than_tables_is_an_error() -> None:
    pairs = [(Entrant(1), Entrant(2)), (Entrant(3), Entrant(4))]
    with pytest.raises(TooFewTables) as caught:
        seat_pairs(pairs, TableSettings(ranges=((5, 5),), only_ranges=True))
    assert (caught.value.needed, caught.value.there) == (2, 1)


@given(numbers=st.frozensets(st.integers(1, 60)))
def test_ranges_hold_exactly_their_numbers_and_never_touch(numbers: frozenset[int]) -> None:
    ranges = as_ranges(numbers)
    assert {number for low, high in ranges for number in range(low, high + 1)} == numbers
    assert all(high + 1 < low for (_, high), (low, _) in pairwise(ranges))


@given(taken=st.frozensets(st.integers(1, 40)), length=st.integers(1, 12))
def test_the_free_run_is_the_lowest_one(taken: frozenset[int], length: int) -> None:
    found = free_run(taken, length)
    expected = next(first for first in range(1, 60) if taken.isdisjoint(range(first, first + length)))
    assert found == (expected, expected + length - 1)


def test_there_may_be_no_free_run() -> None:
    assert free_run(frozenset(range(1, MAX_TABLE + 1)), 1) is None
    assert free_run(frozenset(), 0) is None
