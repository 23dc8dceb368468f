"""The arithmetic a page prints, by hand on the five players of the worked examples."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.scoring.test_worked_examples import FIELDS, read_history
from tournaments.scoring.buchholz import Contribution, median_cut
from tournaments.scoring.explanations import Adjustment, Calculation, explain
from tournaments.scoring.history import Entrant, History, MatchResult, ResultKind
from tournaments.scoring.presets import custom_preset, find_preset
from tournaments.scoring.standings import StandingsTable

FIVE = read_history(FIELDS["five"])
A, B, C, D, E = range(1, 6)
MTR = find_preset("mtr")
POKEMON = find_preset("pokemon")
F = Fraction


def test_opponents_match_win() -> None:
    found = explain(FIVE, MTR, A, "OMW")
    assert found.calculation is Calculation.MEAN
    assert [(t.round, t.opponent, t.points, t.possible, t.value, t.adjustment) for t in found.terms] == [
        (1, B, 0, 6, F(33, 100), Adjustment.FLOOR),
        (2, C, 7, 9, F(7, 9), Adjustment.NONE),
        (3, E, 6, 9, F(2, 3), Adjustment.NONE),
    ]
    assert (found.total, found.divisor, found.value) == (F(1597, 900), 3, F(1597, 2700))
    assert (found.floor, found.cap) == (F(33, 100), None)


def test_opponents_game_win_counts_a_second_meeting_again() -> None:
    found = explain(FIVE, MTR, C, "OGW")
    assert [(t.round, t.opponent, t.points, t.possible) for t in found.terms] == [
        (1, D, 9, 21),
        (2, A, 16, 24),
        (3, D, 9, 21),
    ]


def test_own_game_win_by_rounds() -> None:
    found = explain(FIVE, MTR, E, "GW")
    assert found.calculation is Calculation.RATE
    assert [(t.round, t.opponent, t.points, t.possible, t.counted) for t in found.terms] == [
        (1, None, 6, 6, True),
        (2, B, 6, 6, True),
        (3, A, 3, 9, True),
    ]
    assert (found.total, found.divisor, found.value, found.adjustment) == (15, 21, F(5, 7), Adjustment.NONE)


def test_own_game_win_floored_and_raw() -> None:
    floored = explain(FIVE, MTR, B, "GW")
    assert (floored.value, floored.adjustment, floored.floor) == (F(33, 100), Adjustment.FLOOR, F(33, 100))
    raw = explain(FIVE, custom_preset(["GW"], own_game_win_floored=False), B, "GW")
    assert (raw.value, raw.adjustment, raw.floor) == (0, Adjustment.NONE, None)


def test_nobody_met_is_the_floor() -> None:
    history = History((Entrant(1),), (MatchResult(1, 1, kind=ResultKind.BYE),))
    found = explain(history, MTR, 1, "OMW")
    assert (found.terms, found.divisor, found.value, found.adjustment) == ((), 0, F(33, 100), Adjustment.FLOOR)


def test_pokemon_terms_are_wins_and_halves_without_byes() -> None:
    found = explain(FIVE, POKEMON, A, "OP")
    assert [(t.opponent, t.points, t.possible, t.value, t.adjustment) for t in found.terms] == [
        (B, 0, 2, F(1, 4), Adjustment.FLOOR),
        (C, F(5, 2), 3, F(5, 6), Adjustment.NONE),
        (E, 1, 2, F(1, 2), Adjustment.NONE),
    ]


def test_a_late_round_is_shown_as_an_opponent_at_the_floor() -> None:
    history = History(
        (Entrant(1), Entrant(2), Entrant(3)),
        (MatchResult(1, 1, kind=ResultKind.MISSED), MatchResult(1, 2, 3, 2, 0), MatchResult(2, 1, 2, 2, 0)),
    )
    late = find_preset("custom:pokemon:OP,OOP;late=floor")
    found = explain(history, late, 1, "OP")
    assert [(t.round, t.opponent, t.value, t.adjustment) for t in found.terms] == [
        (1, None, F(1, 4), Adjustment.FLOOR),
        (2, 2, F(1, 2), Adjustment.NONE),
    ]
    assert (found.value, found.divisor) == (F(3, 8), 2)
    second = explain(history, late, 1, "OOP")
    assert [(t.round, t.opponent, t.value) for t in second.terms] == [(1, None, F(1, 4)), (2, 2, F(3, 8))]
    assert explain(history, POKEMON, 1, "OP").value == F(1, 2)


def test_values_of_a_leaver_are_those_of_then() -> None:
    own = explain(FIVE, POKEMON, B, "OP")
    assert (own.as_of_round, own.value) == (2, F(7, 8))
    assert [(t.opponent, t.value) for t in own.terms] == [(A, F(3, 4)), (E, F(1))]
    seen = explain(FIVE, POKEMON, E, "OOP")
    assert [(t.opponent, t.value, t.adjustment) for t in seen.terms] == [
        (B, F(7, 8), Adjustment.FROZEN),
        (A, F(19, 36), Adjustment.NONE),
    ]


def test_a_leaver_who_won_is_capped() -> None:
    leaver = read_history(FIELDS["leaver"])
    found = explain(leaver, POKEMON, 2, "OP")
    assert [(t.value, t.adjustment) for t in found.terms] == [(F(3, 4), Adjustment.CAP), (F(1), Adjustment.NONE)]
    assert found.cap == F(3, 4)


def test_who_leaves_after_the_last_planned_round_has_not_left_early() -> None:
    leaver = read_history(FIELDS["leaver"])
    assert explain(replace(leaver, planned_rounds=1), POKEMON, 2, "OP").terms[0].value == 1
    assert explain(replace(leaver, planned_rounds=2), POKEMON, 2, "OP").terms[0].value == F(3, 4)


def test_median_and_sonneborn_terms() -> None:
    median = explain(FIVE, find_preset("median-buchholz"), B, "MBH")
    assert [(t.round, t.opponent, t.value, t.counted) for t in median.terms] == [
        (1, A, 7, False),
        (2, E, 6, True),
        (3, None, 0, False),
    ]
    berger = explain(FIVE, find_preset("sonneborn-berger"), A, "SB")
    assert [(t.opponent, t.value, t.factor) for t in berger.terms] == [(B, 1, 3), (C, 7, 1), (E, 6, 3)]
    assert (berger.calculation, berger.value) == (Calculation.SUM, 28)


def test_of_equal_contributions_the_earlier_round_is_cut() -> None:
    parts = [Contribution(number, number, score, 0, absent=False) for number, score in enumerate([4, 2, 4, 2], start=1)]
    assert median_cut(parts) == {0, 1}
    assert median_cut(parts[:1]) == {0}
    assert median_cut([]) == frozenset()


def test_a_missed_round_is_no_round_of_the_strength_of_schedule() -> None:
    history = History((Entrant(1), Entrant(2)), (MatchResult(1, 2, kind=ResultKind.MISSED), MatchResult(2, 1, 2, 1, 1)))
    (term,) = explain(history, find_preset("netrunner"), 1, "SOS").terms
    assert (term.points, term.possible, term.value) == (1, 1, 1)


def test_head_to_head_names_the_match() -> None:
    level = read_history(FIELDS["level"])
    found = explain(level, POKEMON, 4, "H2H")
    assert [(t.round, t.opponent, t.value) for t in found.terms] == [(1, 3, 1)]
    assert (found.entrant, found.calculation, found.value) == (4, Calculation.HEAD_TO_HEAD, 1)
    assert explain(FIVE, POKEMON, A, "H2H").terms == ()


def test_the_raw_game_win_of_a_leaver_has_no_floor() -> None:
    raw = custom_preset(["GW"], own_game_win_floored=False)
    raw = replace(raw, game_rate=replace(raw.game_rate, cap_after_drop=F(3, 4)))
    results = MatchResult(1, 1, 2, 2, 0), MatchResult(2, 1, kind=ResultKind.BYE)
    table = StandingsTable(History((Entrant(1), Entrant(2, dropped_after=1)), results), raw)
    assert table.columns[0].value(table.field.positions[2]) == 0


def test_what_cannot_be_explained() -> None:
    with pytest.raises(KeyError):
        explain(FIVE, MTR, 99, "OMW")
    with pytest.raises(ValueError, match="LUCK"):
        explain(FIVE, MTR, A, "LUCK")
    with pytest.raises(ValueError, match="does not rank by H2H"):
        explain(FIVE, MTR, A, "H2H")
