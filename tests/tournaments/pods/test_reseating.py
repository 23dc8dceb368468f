"""Seating a published round again: few move, or all are drawn, and everybody keeps one place."""

from __future__ import annotations

from random import Random

import pytest

from tournaments.pods.entrants import PodEntrant, PodField
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
