"""Results that cannot be scored, and going back in time."""

import pytest

from tournaments.scoring.history import Entrant, History, HistoryError, MatchResult, ResultKind
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import compute_standings

TWO = (Entrant(1), Entrant(2))


@pytest.mark.parametrize(
    "result", [MatchResult(1, 1, 3, 2, 0), MatchResult(1, 1, 2, kind=ResultKind.NO_SHOW, winner=3)]
)
def test_what_cannot_be_scored_is_an_error(result: MatchResult) -> None:
    with pytest.raises(HistoryError) as refused:
        compute_standings(History(TWO, (result,)), find_preset("mtr"))
    assert refused.value.entrant == 3


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
