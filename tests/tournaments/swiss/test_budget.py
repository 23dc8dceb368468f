"""A pairing within a time: by a clock that the test advances, the best so far, with a bound that holds."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.tournaments.swiss.fields import random_field
from tests.tournaments.swiss.oracle import best_cost, cost_of
from tests.tournaments.swiss.short_events import triangles_after_one_round
from tests.tournaments.swiss.test_prices import club
from tournaments.swiss import proved
from tournaments.swiss.budget import UNLIMITED, Budget, OutOfTime, Progress, Step, counted
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable, repair_round
from tournaments.swiss.settings import Order, PairingSettings
from tournaments.swiss.witness import proves


def asked(times: int) -> Callable[[], float]:
    """A clock by which the time is over when it has been read this often."""
    left = iter(range(times, 0, -1))
    return lambda: 1e9 if next(left, 0) else 0.0


def paired(history: PairingHistory, settings: PairingSettings, budget: Budget) -> PairingResult | None:
    try:
        return pair_round(history, settings, random.Random(1), budget)
    except (OutOfTime, NoLegalPairing):
        return None


def test_without_any_time_there_is_no_pairing() -> None:
    history, settings = club(40, 0.5)
    with pytest.raises(OutOfTime):
        pair_round(history, settings, random.Random(1), Budget(left=lambda: 0.0))


def test_whenever_the_time_ends_the_pairing_is_whole_and_what_is_proved_is_true() -> None:
    cut = proved = 0
    for seed in range(60):
        history, settings = random_field(random.Random(seed), 4, 8)
        settings = replace(settings, order=Order.RANDOM)
        best = best_cost(history, settings)
        for times in range(8):
            budget = Budget(left=asked(times))
            result = paired(history, settings, budget)
            cut += budget.has_cut
            if result is None:
                continue
            cost = cost_of(history, settings, result.pairs, result.bye)
            assert cost == result.achieved
            assert best is not None
            assert result.bound <= best <= result.achieved
            assert result.in_time != budget.has_cut
            if result.certified:
                proved += 1
                assert result.achieved == best
    assert cut > 60
    assert proved > 100


def test_looking_ahead_ends_with_the_time_and_says_that_a_question_is_open() -> None:
    history = triangles_after_one_round()
    whole = pair_round(history, PairingSettings(), random.Random(1))
    assert whole.looked_ahead
    assert whole.certified
    steps: list[Progress] = []
    ended = Budget(left=lambda: 0.0 if any(one.step is Step.LATER_ROUNDS for one in steps) else 1.0, tell=steps.append)
    result = pair_round(history, PairingSettings(), random.Random(1), ended)
    assert not result.is_settled
    assert not result.certified
    assert not result.in_time
    assert result.achieved <= whole.achieved


def test_a_counted_budget_ends_at_the_same_place_every_time() -> None:
    history, settings = club(300, 0.5)
    results = [pair_round(history, settings, random.Random(5), counted(0.6)) for _ in range(2)]
    assert results[0].pairs == results[1].pairs
    with pytest.raises(OutOfTime):
        pair_round(history, settings, random.Random(5), counted(0.0))


def test_what_the_engine_is_at_is_reported_and_a_listener_can_end_it() -> None:
    class Stopped(Exception):
        pass

    def stop(progress: Progress) -> None:
        raise Stopped

    history, settings = club(200, 0.5)
    reported: list[Progress] = []
    pair_round(history, settings, random.Random(1), Budget(tell=reported.append))
    assert {one.step for one in reported} == {Step.CANDIDATES, Step.WITNESS}
    assert all(0 <= one.done <= one.most for one in reported)
    with pytest.raises(Stopped):
        pair_round(history, settings, random.Random(1), Budget(tell=stop))


def test_weighing_everybody_tells_its_seconds_and_the_witness_how_many_are_joined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proved, "MAX_PLANS", 0)
    history = triangles_after_one_round()
    reported: list[Progress] = []
    pair_round(history, PairingSettings(look_ahead=False), random.Random(1), Budget(tell=reported.append))
    assert [one for one in reported if one.step is Step.EVERYBODY] == [Progress(Step.EVERYBODY, 0, 1)]
    joined = [(one.done, one.most) for one in reported if one.step is Step.WITNESS]
    assert joined == [(0, 0), (1, 3), (2, 3), (3, 3)]


def test_a_field_too_large_for_the_time_is_paired_among_candidates_with_a_proved_gap() -> None:
    """Everybody's neighbours in the list are prohibited: groups know nothing of that, so the bound may stay below."""
    history, settings = club(90, 0.5)
    apart = frozenset((one, two) for one in range(90) for two in range(one + 1, 90) if (one + two) % 7 < 3)
    settings = replace(settings, prohibited=apart)
    seconds = 0.03
    result = pair_round(history, settings, random.Random(1), counted(seconds))
    assert result.witness is not None
    assert result.bound <= result.achieved
    assert proves(result.witness, history, result.rules, result.pairs, result.bye) == (result.achieved == result.bound)
    best = pair_round(history, settings, random.Random(1))
    assert result.bound <= best.achieved <= result.achieved


def test_a_repair_within_a_time_keeps_what_it_can() -> None:
    history, settings = club(300, 0.5)
    first = pair_round(history, settings, random.Random(1))
    published = tuple(PublishedTable(table, pair) for table, pair in zip(first.tables, first.pairs, strict=True))
    entrants = tuple(replace(one, score=one.score + 3 * (one.id == 7)) for one in history.entrants)
    corrected = PairingHistory(entrants)
    repaired = repair_round(corrected, settings, published, random.Random(1), budget=counted(1.0))
    assert not repaired.pairing.in_time
    assert len(repaired.kept) > 100
    assert repaired.kept_bound >= len(repaired.kept)
    assert repaired.pairing.bound <= repaired.pairing.achieved
    with pytest.raises(OutOfTime):
        repair_round(corrected, settings, published, random.Random(1), budget=counted(0.0))


def test_the_budget_without_end_never_cuts() -> None:
    assert UNLIMITED.allows(1e12)
    assert not UNLIMITED.is_over
    assert not UNLIMITED.has_cut


@pytest.mark.parametrize(("players", "planned"), [(300, 1000), (64, 1000), (64, 63), (63, 62)])
def test_however_many_rounds_are_planned_the_first_one_takes_little(players: int, planned: int) -> None:
    """300 entrants with 1,000 rounds planned took over 100 s."""
    history = PairingHistory(tuple(Entrant(number) for number in range(players)), planned, 1)
    budget = counted(0.5)
    assert pair_round(history, PairingSettings(), random.Random(1), budget).certified
    assert not budget.has_cut


def test_a_witness_is_given_up_with_the_time() -> None:
    history, settings = club(80, 0.5)
    apart = frozenset((one, two) for one in range(80) for two in range(one + 1, 80) if (one + two) % 5 < 2)
    history = replace(history, entrants=tuple(replace(one, team=None) for one in history.entrants))
    settings = PairingSettings(prohibited=apart)
    steps: list[Progress] = []
    ended = Budget(
        left=lambda: 0.0 if any(one.step is Step.WITNESS and one.done for one in steps) else 1e9, tell=steps.append
    )
    result = pair_round(history, settings, random.Random(1), ended)
    assert result.witness is None
    assert not result.certified
    assert not result.in_time


def test_a_large_field_of_few_scores_is_paired_by_its_first_plan() -> None:
    """Time was put aside for what would follow the first plan: none was tried where 5,000 players have 5 seconds."""
    scores = [0, 3, 6, 9]
    entrants = tuple(Entrant(number, scores[number % 4], team=f"T{number % 97}") for number in range(2_000))
    budget = counted(0.3)
    result = pair_round(PairingHistory(entrants, 9, 4), PairingSettings(), random.Random(1), budget)
    assert (result.certified, result.in_time, budget.has_cut) == (True, True, False)
