"""Faults in a history from outside, and going back in time."""

import pytest

from tournaments.scoring.history import (
    Entrant,
    FaultCode,
    History,
    HistoryError,
    MatchResult,
    ResultKind,
    history_faults,
)
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import compute_standings

TWO = (Entrant(1), Entrant(2))


@pytest.mark.parametrize(
    ("entrants", "results", "code"),
    [
        ((Entrant(1), Entrant(1)), (), FaultCode.ENTRANT_TWICE),
        (TWO, (MatchResult(1, 1, 3, 2, 0),), FaultCode.UNKNOWN_ENTRANT),
        (TWO, (MatchResult(1, 1, 1, 2, 0),), FaultCode.AGAINST_SELF),
        (TWO, (MatchResult(1, 1),), FaultCode.NEEDS_OPPONENT),
        (TWO, (MatchResult(1, 1, 2, kind=ResultKind.BYE),), FaultCode.NEEDS_NO_OPPONENT),
        (TWO, (MatchResult(1, 1, 2, -1, 0),), FaultCode.NEGATIVE_GAMES),
        (TWO, (MatchResult(1, 1, 2, kind=ResultKind.NO_SHOW),), FaultCode.WINNER_NOT_IN_MATCH),
        (TWO, (MatchResult(1, 1, 2, kind=ResultKind.JUDGE_AWARD, winner=3),), FaultCode.WINNER_NOT_IN_MATCH),
        (
            TWO,
            (MatchResult(1, 1, 2, 2, 0), MatchResult(1, 2, kind=ResultKind.BYE)),
            FaultCode.TWO_RESULTS_IN_ROUND,
        ),
    ],
)
def test_each_fault(entrants: tuple[Entrant, ...], results: tuple[MatchResult, ...], code: FaultCode) -> None:
    assert [fault.code for fault in history_faults(History(entrants, results))] == [code]


def test_a_judge_may_award_a_drawn_match() -> None:
    assert history_faults(History(TWO, (MatchResult(1, 1, 2, kind=ResultKind.JUDGE_AWARD),))) == ()


@pytest.mark.parametrize(
    "result", [MatchResult(1, 1, 3, 2, 0), MatchResult(1, 1, 2, kind=ResultKind.NO_SHOW, winner=3)]
)
def test_what_cannot_be_scored_is_an_error(result: MatchResult) -> None:
    with pytest.raises(HistoryError) as refused:
        compute_standings(History(TWO, (result,)), find_preset("mtr"))
    assert refused.value.faults[0].entrant == 3


def test_going_back_undoes_later_results_and_drops() -> None:
    history = History(
        (Entrant(1, dropped_after=1), Entrant(2, dropped_after=2)),
        (MatchResult(1, 1, 2, 2, 0), MatchResult(2, 2, kind=ResultKind.BYE)),
    )
    then = history.up_to(1)
    assert then.last_round == 1
    assert [entrant.dropped_after for entrant in then.entrants] == [1, None]
    assert history.up_to(2) == history
    assert history.up_to(0).last_round == 0
