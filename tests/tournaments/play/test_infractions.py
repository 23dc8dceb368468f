"""Where a judge usually starts, and the next step on a repeat."""

from __future__ import annotations

import pytest

from cardpool.packs.infractions import PENALTY_LEVELS
from tournaments.play.infractions import PenaltyLevel, usual_level

CAUTION, WARNING, GAME_LOSS, MATCH_LOSS, DISQUALIFICATION = PenaltyLevel


def test_the_ladder_is_that_of_the_packs() -> None:
    assert tuple(PenaltyLevel) == PENALTY_LEVELS


@pytest.mark.parametrize("level", PenaltyLevel)
def test_the_first_time_is_the_start(level: PenaltyLevel) -> None:
    assert usual_level(level) is level
    assert usual_level(level, repeat=["disqualification"]) is level


@pytest.mark.parametrize(
    ("start", "earlier", "usual"),
    [
        (WARNING, [WARNING], GAME_LOSS),
        (WARNING, [GAME_LOSS, WARNING], MATCH_LOSS),
        (WARNING, [WARNING, GAME_LOSS], MATCH_LOSS),
        (WARNING, [MATCH_LOSS], DISQUALIFICATION),
        (WARNING, [CAUTION], GAME_LOSS),
        (CAUTION, [CAUTION], WARNING),
        (GAME_LOSS, [WARNING], MATCH_LOSS),
        (MATCH_LOSS, [MATCH_LOSS], DISQUALIFICATION),
        (DISQUALIFICATION, [DISQUALIFICATION], DISQUALIFICATION),
    ],
)
def test_a_repeat_is_one_step_above_the_gravest_of_before(start: str, earlier: list[str], usual: str) -> None:
    assert usual_level(start, earlier=earlier) is usual


@pytest.mark.parametrize(
    ("repeat", "earlier", "usual"),
    [
        ([], [WARNING], WARNING),
        ([], [WARNING, WARNING, WARNING], WARNING),
        ([WARNING, GAME_LOSS], [WARNING], WARNING),
        ([WARNING, GAME_LOSS], [WARNING, WARNING], GAME_LOSS),
        ([WARNING, GAME_LOSS], [GAME_LOSS, WARNING, WARNING], GAME_LOSS),
        ([MATCH_LOSS], [WARNING], MATCH_LOSS),
        ([WARNING], [MATCH_LOSS], MATCH_LOSS),
    ],
)
def test_a_game_may_state_each_step_but_never_a_lighter_one_than_before(
    repeat: list[str], earlier: list[str], usual: str
) -> None:
    assert usual_level(WARNING, earlier=earlier, repeat=repeat) is usual
