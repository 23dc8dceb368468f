"""Pairing by rank."""

import random

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import Order, PairingSettings


def ranked(size: int, brackets: int = 1, met: dict[int, tuple[int, ...]] | None = None) -> PairingHistory:
    """Entrants 1..size in the order of their ranks, in ``brackets`` equal brackets."""
    return PairingHistory(
        tuple(
            Entrant(number, -((number - 1) * brackets // size), (met or {}).get(number, ()), rank=number)
            for number in range(1, size + 1)
        )
    )


def pairs(history: PairingHistory, order: Order) -> tuple[tuple[int, int], ...]:
    return pair_round(history, PairingSettings(order=order), random.Random(1)).pairs


def test_neighbours_meet() -> None:
    assert pairs(ranked(8), Order.NEIGHBOURS) == ((1, 2), (3, 4), (5, 6), (7, 8))


def test_the_upper_half_meets_the_lower_half() -> None:
    assert pairs(ranked(8), Order.FOLD) == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_each_bracket_is_folded_by_itself() -> None:
    assert pairs(ranked(8, 2), Order.FOLD) == ((1, 3), (2, 4), (5, 7), (6, 8))


def test_across_brackets_the_last_meets_the_first() -> None:
    assert (3, 4) in pairs(ranked(6, 2), Order.FOLD)
    assert pairs(ranked(6, 2), Order.NEIGHBOURS) == ((1, 2), (3, 4), (5, 6))


def test_the_bye_falls_to_the_last() -> None:
    for order in (Order.NEIGHBOURS, Order.FOLD):
        assert pair_round(ranked(7), PairingSettings(order=order), random.Random(1)).bye == 7


def test_a_rematch_moves_as_little_as_possible() -> None:
    history = ranked(8, met={1: (2,), 2: (1,)})
    assert pairs(history, Order.NEIGHBOURS) == ((1, 3), (2, 4), (5, 6), (7, 8))


def test_large_fields_keep_the_order_where_nothing_forbids_it() -> None:
    expected = tuple((number, number + 1) for number in range(1, 1000, 2))
    assert pairs(ranked(1000, 4), Order.NEIGHBOURS) == expected
    folded = pairs(ranked(1000, 4), Order.FOLD)
    assert all(two - one == 125 for one, two in folded)


def test_large_fields_stay_near_the_order_around_a_rematch() -> None:
    history = ranked(1000, 4, met={1: (2,), 2: (1,), 300: (299,), 299: (300,)})
    result = pair_round(history, PairingSettings(order=Order.NEIGHBOURS), random.Random(1))
    assert result.certified
    assert sum(abs(one - two) > 1 for one, two in result.pairs) == 4
    assert max(abs(one - two) for one, two in result.pairs) == 2
