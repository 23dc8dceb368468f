"""The second opinion itself, on the examples the Magic Tournament Rules print in Appendix C."""

from __future__ import annotations

from fractions import Fraction

from tests.flows.independent_table import IndependentTable, mean, share


def played(name: str, *slips: tuple[int, int, int]) -> IndependentTable:
    table = IndependentTable()
    for number, slip in enumerate(slips, start=1):
        table.match(number, name, f"opponent {number}", *slip)
    return table


def test_match_points_over_those_possible() -> None:
    wins, losses, draws = [(2, 0, 0)] * 5, [(0, 2, 0)] * 2, [(1, 1, 0)]
    table = played("A", *wins, *losses, *draws)
    assert table.match_points("A") == 16
    assert table.match_win("A") == Fraction(16, 24)


def test_a_poor_record_counts_as_a_third_written_with_two_digits() -> None:
    assert played("A", (2, 0, 0), (0, 2, 0), (0, 2, 0), (0, 2, 0)).match_win("A") == Fraction(33, 100)


def test_a_bye_counts_for_oneself_and_is_no_opponent() -> None:
    table = played("A", (2, 0, 0), (2, 0, 0), (0, 2, 0), (0, 2, 0))
    table.bye(5, "A")
    assert table.match_win("A") == Fraction(9, 15)
    assert len(table.opponents("A")) == 4


def test_game_points_over_those_possible() -> None:
    assert played("A", (2, 0, 0), (2, 1, 0), (1, 2, 0), (2, 0, 0)).game_win("A") == Fraction(21, 30)
    assert played("A", (1, 2, 0), (1, 2, 0), (0, 2, 0), (1, 2, 0)).game_win("A") == Fraction(33, 100)
    assert played("A", (2, 0, 1)).game_win("A") == Fraction(7, 9)


def test_the_mean_of_eight_opponents() -> None:
    records = [(12, 24), (21, 24), (4, 15), (10, 21), (18, 24), (16, 24), (13, 24), (19, 24)]
    assert round(float(mean([share(points, possible) for points, possible in records])), 2) == 0.62


def test_level_players_share_a_rank_and_a_missed_round_is_a_loss() -> None:
    table = IndependentTable()
    table.match(1, "A", "B", 2, 0)
    table.match(1, "C", "D", 2, 0)
    table.match(2, "A", "C", 1, 1, 1)
    table.match(2, "B", "D", 1, 1, 1)
    table.missed(1, "E")
    table.bye(2, "E")
    ranks = {line.name: line.rank for line in table.lines()}
    assert ranks == {"A": 1, "C": 1, "E": 3, "B": 4, "D": 4}
    assert (table.line("E").won, table.line("E").lost, table.line("E").gw) == (1, 1, 1)
