"""The cheapest exchange that seats two players together, or apart."""

from __future__ import annotations

import pytest

from tournaments.pods.deciding import Decided, NoExchange, cheapest_exchange
from tournaments.pods.entrants import PodEntrant, PodField


def field_of(*points: int) -> PodField:
    return PodField(tuple(PodEntrant(key, value) for key, value in enumerate(points, start=1)))


LEVEL = field_of(9, 9, 9, 6, 6, 3, 3, 3)
PODS = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}


def decided(one: int, other: int, *, together: bool = True) -> Decided:
    return Decided(frozenset((one, other)), together)


def test_what_holds_already_needs_no_exchange() -> None:
    assert cheapest_exchange(LEVEL, PODS, (), decided(1, 2)) is None
    assert cheapest_exchange(LEVEL, PODS, (), decided(1, 8, together=False)) is None


def test_those_whose_points_are_nearest_change_places() -> None:
    assert cheapest_exchange(LEVEL, PODS, (), decided(4, 8)) == (4, 5)
    assert cheapest_exchange(LEVEL, PODS, (), decided(3, 4, together=False)) == (4, 5)


def test_another_decision_is_not_broken() -> None:
    others = [decided(5, 6), decided(5, 7)]
    found = cheapest_exchange(LEVEL, PODS, (), decided(4, 6), others)
    assert found is not None
    assert found == (4, 8)
    with pytest.raises(NoExchange):
        cheapest_exchange(LEVEL, PODS, (), decided(4, 6), [*others, decided(4, 1), decided(4, 2), decided(8, 5)])


def test_one_with_the_bye_comes_to_a_table_and_goes_back() -> None:
    field = field_of(9, 6, 6, 3, 0)
    assert cheapest_exchange(field, {1: (1, 2, 3, 4)}, (5,), decided(1, 5)) == (5, 4)
    assert cheapest_exchange(field, {1: (1, 2, 3, 4)}, (5,), decided(3, 4, together=False)) == (4, 5)


def test_who_has_left_is_not_exchanged() -> None:
    field = PodField(tuple(one for one in LEVEL.entrants if one.id != 5))
    assert cheapest_exchange(field, PODS, (), decided(4, 8)) == (4, 6)
