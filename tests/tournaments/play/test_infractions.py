"""Where a judge usually starts."""

from __future__ import annotations

from tournaments.play.infractions import INFRACTIONS, PenaltyLevel, usual_level


def test_a_list_problem_starts_with_a_game_loss_and_a_deck_problem_with_a_warning() -> None:
    assert usual_level(INFRACTIONS["decklist_problem"]) is PenaltyLevel.GAME_LOSS
    assert usual_level(INFRACTIONS["deck_problem"]) is PenaltyLevel.WARNING


def test_a_wrong_number_of_cards_found_in_a_check_is_a_game_loss() -> None:
    assert usual_level(INFRACTIONS["deck_problem"], sizes_fit=False) is PenaltyLevel.GAME_LOSS
    assert usual_level(INFRACTIONS["marked_cards"], sizes_fit=False) is PenaltyLevel.WARNING


def test_the_same_again_is_one_step_graver_up_to_a_match_loss() -> None:
    assert usual_level(INFRACTIONS["slow_play"], repeated=True) is PenaltyLevel.GAME_LOSS
    assert usual_level(INFRACTIONS["deck_problem"], repeated=True, sizes_fit=False) is PenaltyLevel.MATCH_LOSS
    assert usual_level(INFRACTIONS["tardiness"], repeated=True) is PenaltyLevel.MATCH_LOSS
    assert usual_level(INFRACTIONS["unsporting_major"], repeated=True) is PenaltyLevel.MATCH_LOSS
    assert usual_level(INFRACTIONS["cheating"], repeated=True) is PenaltyLevel.DISQUALIFICATION
    assert usual_level(INFRACTIONS["other"], repeated=True) is PenaltyLevel.CAUTION


def test_every_key_names_its_infraction() -> None:
    assert all(key == infraction.key for key, infraction in INFRACTIONS.items())
    assert all(infraction.clause.startswith("IPG ") for key, infraction in INFRACTIONS.items() if key != "other")
