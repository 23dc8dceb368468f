"""Lots are drawn if a cut needs them, the same way every time, and fairly."""

from collections import Counter
from random import Random

import pytest

from tournaments.scoring.history import Entrant, History, MatchResult
from tournaments.scoring.lots import DrawnLot, draw_lots
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import Standing, compute_standings


def table(*groups: tuple[int, ...]) -> list[Standing]:
    rows: list[Standing] = []
    for group in groups:
        rank = len(rows) + 1
        rows += [Standing(rank, entrant, 0, 0, 0, 0, 0, 0, None, {}) for entrant in group]
    return rows


def test_no_lot_without_a_tie() -> None:
    drawn = draw_lots(table((7,), (3,), (5,), (1,)), cut=3, rng=Random(1))
    assert (drawn.order, drawn.lots) == ((7, 3, 5), ())


def test_a_tie_below_the_cut_is_left_alone() -> None:
    assert draw_lots(table((7,), (3,), (5, 1)), cut=2, rng=Random(1)).lots == ()


def test_a_tie_across_the_cut_decides_it() -> None:
    drawn = draw_lots(table((7,), (3, 5, 1)), cut=2, rng=Random(1))
    assert len(drawn.order) == 2
    (lot,) = drawn.lots
    assert (lot.rank, sorted(lot.entrants), lot.decides_cut) == (2, [1, 3, 5], True)
    assert drawn.order == (7, lot.entrants[0])


def test_a_tie_inside_the_cut_only_seeds() -> None:
    drawn = draw_lots(table((3, 5), (1,)), cut=2, rng=Random(1))
    assert [lot.decides_cut for lot in drawn.lots] == [False]
    assert drawn.order == drawn.lots[0].entrants


def test_a_short_table_is_seeded_whole() -> None:
    assert sorted(draw_lots(table((3, 5)), cut=8, rng=Random(1)).order) == [3, 5]


def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_rows() -> None:
    draws = {draw_lots(table(group), cut=3, rng=Random(42)) for group in ((1, 2, 3, 4), (4, 3, 2, 1), (2, 4, 1, 3))}
    assert len(draws) == 1


def test_the_draw_of_a_known_seed_does_not_change() -> None:
    drawn = draw_lots(table((1, 2, 3, 4)), cut=2, rng=Random(20250101))
    numbers = Random(20250101)
    expected = tuple(sorted((1, 2, 3, 4), key={n: numbers.random() for n in (1, 2, 3, 4)}.__getitem__))
    assert drawn.lots == (DrawnLot(1, expected, True),)


def test_everybody_has_the_same_chance() -> None:
    rng = Random(5)
    firsts = Counter(draw_lots(table((1, 2, 3, 4)), cut=1, rng=rng).order[0] for _ in range(4000))
    chi_squared = sum((firsts[entrant] - 1000) ** 2 / 1000 for entrant in (1, 2, 3, 4))
    assert chi_squared < 16.27  # 3 degrees of freedom, p = 0.001


@pytest.mark.parametrize("cut", [1, 2])
def test_from_a_real_table(cut: int) -> None:
    history = History(tuple(Entrant(n) for n in (1, 2, 3, 4)), (MatchResult(1, 1, 2, 2, 0), MatchResult(1, 3, 4, 2, 0)))
    drawn = draw_lots(compute_standings(history, find_preset("mtr")), cut=cut, rng=Random(0))
    assert set(drawn.order) <= {1, 3}
    assert drawn.lots[0].decides_cut == (cut == 1)
