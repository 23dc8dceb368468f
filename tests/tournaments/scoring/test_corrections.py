"""A table after one corrected result equals the table of the whole corrected history, whatever was corrected."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.scoring.tournaments_made import PLAYED_SCORES, make_tournament
from tournaments.scoring.history import Entrant, History, HistoryError, MatchResult, PointSystem, ResultKind
from tournaments.scoring.presets import PRESETS, Preset, Tiebreak, custom_preset
from tournaments.scoring.standings import StandingsTable, compute_standings

EVERYTHING = custom_preset([tiebreak.value for tiebreak in Tiebreak], base="pokemon")
RULES = {**PRESETS, "everything": EVERYTHING, "late": replace(PRESETS["pokemon"], late_opponent=True)}


def corrected_by_hand(history: History, old: MatchResult | None, new: MatchResult | None) -> History:
    results = list(history.results)
    if old is not None:
        results.remove(old)
    return replace(history, results=(*results, *([] if new is None else [new])))


def some_change(rng: random.Random, history: History) -> tuple[MatchResult | None, MatchResult | None]:
    """Another score, another ruling, other players, a result taken back or a new one."""
    old = rng.choice(history.results)
    others = [result for result in history.results if result.round == old.round and result != old]
    busy = {entrant for result in others for entrant in (result.one, result.two)}
    free = [entrant.id for entrant in history.entrants if entrant.id not in busy]
    unpaired = [entrant for entrant in free if entrant not in (old.one, old.two)]
    kind = rng.randrange(6)
    if kind == 0:
        return old, None
    if kind == 1 and len(unpaired) > 1:
        return None, MatchResult(old.round, *rng.sample(unpaired, 2), *rng.choice(PLAYED_SCORES))
    if kind == 2:
        return old, MatchResult(old.round, rng.choice(free), kind=rng.choice([ResultKind.BYE, ResultKind.MISSED]))
    if kind == 3 and len(free) > 1:
        return old, MatchResult(old.round, *rng.sample(free, 2), *rng.choice(PLAYED_SCORES))
    if len(free) == 1:
        return old, MatchResult(old.round, old.one, kind=ResultKind.AWARDED_BYE)
    two = old.two or next(entrant for entrant in free if entrant != old.one)
    if kind == 4:
        return old, MatchResult(old.round, old.one, two, kind=ResultKind.NO_SHOW, winner=rng.choice([old.one, two]))
    return old, MatchResult(old.round, old.one, two, *rng.choice([*PLAYED_SCORES, (9, 2, 31), (0, 0, 0)]))


def assert_same(table: StandingsTable, history: History, preset: Preset) -> None:
    assert table.standings() == compute_standings(history, preset)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 10**9),
    st.integers(2, 24),
    st.integers(1, 8),
    st.sampled_from(sorted(RULES)),
    st.sampled_from([PointSystem(), PointSystem(2, 1, 0), PointSystem(6, 3, 1)]),
    st.sampled_from([1, 1, 3]),
)
def test_corrections_one_after_the_other(
    seed: int, players: int, rounds: int, code: str, points: PointSystem, first: int
) -> None:
    rng, preset = random.Random(seed), RULES[code]
    history = make_tournament(rng, players=players, rounds=rounds, points=points)
    history = replace(history, tiebreaks_from=first, planned_rounds=rng.choice([None, rounds]))
    table = StandingsTable(history, preset)
    for _ in range(4):
        if not history.results:
            break
        old, new = some_change(rng, history)
        before = table.standings()
        corrected = table.corrected(old, new)
        assert table.standings() == before
        history = corrected_by_hand(history, old, new)
        table = corrected
        assert_same(table, history, preset)


@pytest.mark.parametrize("code", sorted(RULES))
def test_one_correction_in_a_larger_event(code: str) -> None:
    rng = random.Random(code)
    history = make_tournament(rng, players=200, rounds=9)
    old = next(result for result in history.results if result.round == 3 and result.kind is ResultKind.PLAYED)
    new = replace(old, wins1=old.wins2, wins2=old.wins1, draws=old.draws + 1)
    table = StandingsTable(history, RULES[code]).corrected(old, new)
    assert_same(table, corrected_by_hand(history, old, new), RULES[code])


def test_a_result_that_is_not_there_is_refused() -> None:
    result = MatchResult(1, 1, 2, 2, 0)
    table = StandingsTable(History((Entrant(1), Entrant(2)), (result,)), PRESETS["mtr"])
    with pytest.raises(ValueError, match="no such result"):
        table.corrected(replace(result, wins2=1), None)
    with pytest.raises(HistoryError):
        table.corrected(result, replace(result, two=3))
    with pytest.raises(HistoryError):
        table.corrected(result, replace(result, kind=ResultKind.NO_SHOW, winner=3))
