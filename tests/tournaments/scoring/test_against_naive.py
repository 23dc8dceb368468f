"""The core against an independent reading of the rules, on random tournaments; and what must hold for any."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.scoring import naive
from tests.tournaments.scoring.tournaments_made import make_tournament
from tournaments.scoring.explanations import explain
from tournaments.scoring.history import History, PointSystem, ResultKind
from tournaments.scoring.presets import PRESETS, Tiebreak, custom_preset
from tournaments.scoring.standings import compute_standings

POINT_SYSTEMS = [PointSystem(), PointSystem(2, 1, 0), PointSystem(6, 3, 0), PointSystem(5, 2, 1)]
histories = st.builds(
    lambda seed, players, rounds, points: make_tournament(
        random.Random(seed), players=players, rounds=rounds, points=points
    ),
    st.integers(0, 10**9),
    st.integers(1, 24),
    st.integers(0, 7),
    st.sampled_from(POINT_SYSTEMS),
)
LATE = custom_preset(["OP", "OOP", "H2H"], base="pokemon", late_opponent=True)
ALL_TIEBREAKS = custom_preset([tiebreak.value for tiebreak in Tiebreak])


@settings(max_examples=200, deadline=None)
@given(histories, st.sampled_from(["mtr", "mtr-third"]))
def test_the_table_equals_the_naive_one(history: History, code: str) -> None:
    floor = {"mtr": Fraction(33, 100), "mtr-third": Fraction(1, 3)}[code]
    expected = naive.table(history, floor)
    found = {
        row.entrant: (row.rank, row.points, *(row.tiebreakers[name] for name in ("OMW", "GW", "OGW")))
        for row in compute_standings(history, PRESETS[code])
    }
    assert found == expected


@settings(max_examples=60, deadline=None)
@given(histories, st.randoms(use_true_random=False), st.sampled_from(sorted(PRESETS)))
def test_the_order_of_the_input_does_not_matter(history: History, rng: random.Random, code: str) -> None:
    turned = []
    for result in history.results:
        swap = result.two is not None and rng.random() < 0.5
        turned.append(
            replace(result, one=result.two, two=result.one, wins1=result.wins2, wins2=result.wins1)
            if swap and result.two is not None
            else result
        )
    shuffled = replace(
        history,
        results=tuple(rng.sample(turned, len(turned))),
        entrants=tuple(rng.sample(history.entrants, len(history.entrants))),
    )
    assert compute_standings(shuffled, PRESETS[code]) == compute_standings(history, PRESETS[code])


@settings(max_examples=60, deadline=None)
@given(histories)
def test_points_add_up(history: History) -> None:
    everybody = replace(history, entrants=tuple(replace(entrant, ranked=True) for entrant in history.entrants))
    standings = compute_standings(everybody, PRESETS["mtr"])
    win, draw, loss = history.points.win, history.points.draw, history.points.loss
    worth = 0
    for result in history.results:
        one_outcome = naive.side(result, result.one)[1]
        worth += {"W": win, "D": draw, "L": loss}[one_outcome]
        if result.two is not None:
            worth += {"W": win, "D": draw, "L": loss}[naive.side(result, result.two)[1]]
    assert sum(row.points for row in standings) == worth
    assert all(row.wins + row.losses + row.draws == row.rounds for row in standings)
    byes = sum(result.kind in (ResultKind.BYE, ResultKind.AWARDED_BYE) for result in history.results)
    assert sum(row.byes for row in standings) == byes


@settings(max_examples=60, deadline=None)
@given(histories, st.sampled_from(sorted(PRESETS)))
def test_ranks_follow_the_values_and_ties_share(history: History, code: str) -> None:
    standings = compute_standings(history, PRESETS[code])
    keys = [(row.points, *row.tiebreakers.values()) for row in standings]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in standings] == [1 + sum(other > key for other in keys) for key in keys]
    assert {row.entrant for row in standings} == {entrant.id for entrant in history.entrants if entrant.ranked}


@settings(max_examples=60, deadline=None)
@given(histories)
def test_percentages_stay_between_the_floor_and_one(history: History) -> None:
    for row in compute_standings(history, PRESETS["mtr"]):
        assert all(Fraction(33, 100) <= value <= 1 for value in row.tiebreakers.values())
    for row in compute_standings(history, PRESETS["pokemon"]):
        assert Fraction(1, 4) <= row.tiebreakers["OP"] <= 1


@settings(max_examples=60, deadline=None)
@given(histories, st.sampled_from([*sorted(PRESETS), "all", "late"]), st.booleans())
def test_every_explanation_gives_the_value_of_the_table(history: History, code: str, second_day: bool) -> None:
    preset = {**PRESETS, "all": ALL_TIEBREAKS, "late": LATE}[code]
    if second_day:
        history = replace(history, tiebreaks_from=3)
    for row in compute_standings(history, preset):
        for name, value in row.tiebreakers.items():
            explanation = explain(history, preset, row.entrant, name)
            assert explanation.value == value, (row.entrant, name)


@settings(max_examples=60, deadline=None)
@given(histories)
def test_a_late_round_is_one_more_opponent_at_the_floor(history: History) -> None:
    """Against the preset without it: the mean of as many opponents, and the floor for each missed round."""
    keep = {"base": "pokemon", "freeze_after_drop": False}
    without = {row.entrant: row.tiebreakers["OP"] for row in compute_standings(history, custom_preset(["OP"], **keep))}
    late = custom_preset(["OP"], **keep, late_opponent=True)
    for row in compute_standings(history, late):
        mine = [one for one in history.results if row.entrant in (one.one, one.two)]
        met = sum(one.two is not None for one in mine)
        missed = sum(one.kind is ResultKind.MISSED for one in mine)
        expected = naive.mean([without[row.entrant]] * met + [Fraction(1, 4)] * missed, Fraction(1, 4))
        assert row.tiebreakers["OP"] == expected


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_second_day_counts_its_own_rounds_alone(rounds: int) -> None:
    history = make_tournament(random.Random(rounds), players=12, rounds=6)
    later = replace(history, results=tuple(result for result in history.results if result.round >= rounds))
    whole = {row.entrant: row for row in compute_standings(replace(history, tiebreaks_from=rounds), PRESETS["mtr"])}
    alone = {row.entrant: row for row in compute_standings(later, PRESETS["mtr"])}
    for entrant, row in whole.items():
        assert row.tiebreakers == alone[entrant].tiebreakers
        assert row.points == naive.points(history, entrant)


def test_two_hundred_larger_tournaments() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        history = make_tournament(
            rng, players=rng.randint(8, 60), rounds=rng.randint(3, 9), points=POINT_SYSTEMS[seed % 4]
        )
        expected = naive.table(history, Fraction(33, 100))
        for row in compute_standings(history, PRESETS["mtr"]):
            values = tuple(row.tiebreakers[name] for name in ("OMW", "GW", "OGW"))
            assert (row.rank, row.points, *values) == expected[row.entrant], seed


@pytest.mark.parametrize("code", ["all", "pokemon", "chess"])
def test_explanations_of_a_larger_tournament(code: str) -> None:
    preset = ALL_TIEBREAKS if code == "all" else PRESETS[code]
    history = make_tournament(random.Random(7), players=30, rounds=7)
    for row in compute_standings(history, preset):
        for name, value in row.tiebreakers.items():
            assert explain(history, preset, row.entrant, name).value == value, (row.entrant, name)
