"""Seating a published round again: few move, or all are drawn, and everybody keeps one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pods.entrants import PROVED, PodEntrant, PodField
from tournaments.pods.reseating import Reseated, seat_all, seat_few


def field_of(*points: int) -> PodField:
    return PodField(tuple(PodEntrant(key, value) for key, value in enumerate(points, start=1)))


def test_nobody_moves_where_nothing_is_gained() -> None:
    published = Reseated({1: (4, 3, 2, 1), 2: (5, 6, 7, 8)}, ())
    found = seat_few(field_of(9, 9, 9, 9, 0, 0, 0, 0), published, {}, Random(1))
    assert found == published


def test_two_who_stand_wrongly_change_places_and_who_stays_keeps_the_order_of_turns() -> None:
    published = Reseated({1: (4, 3, 2, 5), 2: (1, 6, 7, 8), 3: (12, 11, 10, 9)}, ())
    found = seat_few(field_of(9, 9, 9, 9, 6, 6, 6, 6, 0, 0, 0, 0), published, {}, Random(1))
    assert {table: set(pod) for table, pod in found.tables.items()} == {
        1: {1, 2, 3, 4}, 2: {5, 6, 7, 8}, 3: {9, 10, 11, 12},
    }  # fmt: skip
    assert found.moved_from(published) == (1, 5)
    assert found.tables[3] == (12, 11, 10, 9)


def test_a_bye_moves_to_the_fewest_points() -> None:
    published = Reseated({1: (2, 3, 4, 5)}, (1,))
    found = seat_few(field_of(9, 6, 6, 3, 0), published, {}, Random(1))
    assert found.byes == (5,)
    assert found.moved_from(published) == (1, 5)


def test_who_always_sits_at_a_table_sits_there() -> None:
    published = Reseated({1: (1, 2, 5, 6), 2: (3, 4, 7, 8)}, ())
    for seat in (seat_few, seat_all):
        found = seat(field_of(9, 9, 9, 9, 0, 0, 0, 0), published, {1: 2}, Random(1))
        assert set(found.tables[2]) == {1, 2, 3, 4}


def cost_and_moves(field: PodField, found: Reseated, published: Reseated) -> tuple[tuple[int, ...], int]:
    return astuple(found.cost_in(field))[: len(PROVED)], len(found.moved_from(published))


def every_seating(tables: list[int], sizes: list[int], keys: frozenset[int]) -> Iterator[Reseated]:
    """All divisions of the players among these tables; who is left over has the bye."""
    if not tables:
        yield Reseated({}, tuple(sorted(keys)))
        return
    for pod in combinations(sorted(keys), sizes[0]):
        for rest in every_seating(tables[1:], sizes[1:], keys - set(pod)):
            yield Reseated({tables[0]: pod, **rest.tables}, rest.byes)


@st.composite
def small_rounds(draw: st.DrawFn) -> tuple[PodField, Reseated]:
    """A published round of at most nine, some of whom met, were in a short pod or are to be kept apart."""
    sizes, byes = draw(st.sampled_from([([4], 1), ([3, 3], 0), ([4, 3], 0), ([4, 4], 0), ([4, 4], 1), ([3, 3, 3], 0)]))
    keys = range(1, sum(sizes) + byes + 1)
    pairs = st.sets(st.sampled_from(list(combinations(keys, 2))), max_size=4)
    met, apart = draw(pairs), draw(pairs)
    entrants = [
        PodEntrant(
            key,
            draw(st.integers(0, 3)) * 3,
            {one if two == key else two: 1 for one, two in met if key in (one, two)},
            draw(st.integers(0, 1)),
        )
        for key in keys
    ]
    order = draw(st.permutations(keys))
    tables = {}
    for table, size in enumerate(sizes, start=1):
        tables[table], order = tuple(order[:size]), order[size:]
    return PodField(tuple(entrants), frozenset(map(frozenset, apart))), Reseated(tables, tuple(order))


@settings(max_examples=60, deadline=None)
@given(small_rounds())
def test_of_a_small_field_no_seating_costs_less_or_costs_the_same_and_moves_fewer(
    round: tuple[PodField, Reseated],
) -> None:
    field, published = round
    found = seat_few(field, published, {}, Random(1))
    sizes = [len(pod) for pod in published.tables.values()]
    others = every_seating(list(published.tables), sizes, frozenset(field.by_id))
    assert cost_and_moves(field, found, published) == min(cost_and_moves(field, one, published) for one in others)


def test_with_as_many_as_are_looked_at_whole_two_move() -> None:
    published = Reseated({1: (1, 2, 3, 8), 2: (5, 6, 7, 4), 3: (9, 10, 11, 12)}, (13,))
    found = seat_few(field_of(9, 9, 9, 9, 6, 6, 6, 6, 3, 3, 3, 3, 0), published, {}, Random(1))
    assert found.moved_from(published) == (4, 8)


@pytest.mark.parametrize("players", [6, 7, 14, 19])
def test_everybody_keeps_one_place_at_the_same_tables(players: int) -> None:
    rng = Random(players)
    field = field_of(*(rng.randrange(4) * 3 for _ in range(players)))
    keys = list(range(1, players + 1))
    rng.shuffle(keys)
    threes = -players % 4
    tables: dict[int, tuple[int, ...]] = {}
    while keys:
        size = 3 if len(tables) < threes else 4
        tables[len(tables) + 11] = tuple(keys[:size])
        keys = keys[size:]
    published = Reseated(tables, ())
    for seat in (seat_few, seat_all):
        found = seat(field, published, {}, Random(1))
        assert sorted(key for pod in found.tables.values() for key in pod) == list(range(1, players + 1))
        assert found.tables.keys() == tables.keys()
        assert found.cost_in(field).spread <= published.cost_in(field).spread
