"""The proof of a round in words."""

from types import SimpleNamespace

import pytest

from tournaments.wording.certificate import (
    LEVELS,
    people_named,
    say_certificate,
    say_redraw_verdict,
    say_repair_verdict,
)

pytestmark = pytest.mark.language("en")

NAMES = {1: "Ada", 2: "Bob", 3: "Cem"}


def facts(*, bound=None, **more):
    achieved = dict.fromkeys(LEVELS, 0) | more.pop("achieved", {})
    bound = achieved | (bound or {})
    return {"achieved": achieved, "bound": bound, "certified": achieved == bound, "rematches": [], **more}


def said(edited_by_hand=False, **known):
    return say_certificate(facts(**known), names=NAMES, edited_by_hand=edited_by_hand)


def test_a_proof_says_what_better_means():
    certificate = said()
    assert certificate.is_proved
    assert certificate.verdict == "Proved: no better pairing of this round exists."
    assert certificate.remarks == ("Nobody meets the same opponent twice, nobody has a second bye.",)
    assert "fewer rematches" in certificate.better
    assert [line.achieved for line in certificate.levels] == [0] * 6


def test_forced_rematches_are_named():
    certificate = said(achieved={"repeats": 1}, rematches=[[1, 3]])
    assert certificate.is_proved
    assert certificate.remarks == ("1 rematch could not be avoided, too few opponents are left: Ada – Cem.",)
    assert people_named(facts(rematches=[[1, 3]], second_bye=2)) == {1, 2, 3}


def test_a_second_bye_is_named():
    assert "Bob has a second bye; it could not be avoided." in said(achieved={"repeats": 1}, second_bye=2).remarks


def test_looking_ahead_says_what_was_passed_over():
    certificate = said(looked_ahead=True)
    assert any("was passed over" in remark for remark in certificate.remarks)
    assert certificate.verdict == (
        "Searched to the end: no better pairing of this round forces as few rematches on the rounds to come."
    )


def test_a_repair_that_looked_ahead_claims_no_proof():
    result = SimpleNamespace(pairing=SimpleNamespace(certified=True, looked_ahead=True), kept=((1, 2),), kept_bound=1)
    assert say_repair_verdict(result, begun=0, decided=0).startswith("Searched to the end")
    assert say_redraw_verdict(result, begun=0, decided=0).startswith("Searched to the end")
    repaired = {"moved": 2, "kept": 1, "kept_bound": 1, "playing": 0}
    assert any("Proved" in remark for remark in said(repair=repaired).remarks)
    assert not any("Proved" in remark for remark in said(looked_ahead=True, repair=repaired).remarks)


def test_another_draw_is_proved_for_the_tables_that_have_not_begun():
    result = SimpleNamespace(pairing=SimpleNamespace(certified=True, looked_ahead=False))
    assert say_redraw_verdict(result, begun=0, decided=0).startswith("Proved: ")
    assert say_redraw_verdict(result, begun=1, decided=1).startswith("Proved for the tables that have not begun: ")
    assert say_redraw_verdict(result, begun=0, decided=1).startswith("Proved around what was decided by hand: ")


def test_an_open_question_about_later_rounds_is_said():
    unknown = "It is not known whether another pairing would force fewer rematches in the rounds to come."
    assert unknown in said(is_settled=False, certified=False).remarks
    assert unknown not in said(is_settled=True).remarks
    assert unknown not in said().remarks


def test_a_lot_that_was_not_even_is_called_so():
    uneven = "Among pairings as good as this one the draw decided, but they were not all equally likely."
    assert uneven in said(order="random", even_lots=False).remarks
    assert uneven not in said(order="random", even_lots=True).remarks
    assert uneven not in said(order="random").remarks
    assert uneven not in said(order="fold", even_lots=False).remarks


def test_without_a_proof_it_says_how_far_the_proof_goes():
    certificate = said(achieved={"score_spread": 18}, bound={"score_spread": 10})
    assert not certificate.is_proved
    assert certificate.verdict == "A good pairing; that none is better could not be proved."
    assert certificate.remarks[-1] == (
        "Score differences, squared and added up: this pairing has 18; it is proved that none has less than 10."
    )
    assert [(line.achieved, line.bound) for line in certificate.levels][3] == (18, 10)


@pytest.mark.parametrize(
    ("achieved", "bound", "verdict"),
    [
        ({"score_spread": 27}, {"score_spread": 18}, "at most 1 pair-down worse than the best possible."),
        ({"score_spread": 36}, {"score_spread": 18}, "at most 2 pair-downs worse than the best possible."),
        ({"repeats": 2, "score_spread": 9}, {"repeats": 1}, "at most 1 rematch or second bye more than"),
        ({"beyond_first": 3}, {"beyond_first": 1}, "those who meet again have met at most 2 times more than"),
        ({"bye_score": 3}, {"bye_score": 0}, "the bye could go at most 3 points lower."),
        ({"discouraged": 4}, {"discouraged": 3}, "at most 1 pair that was to be kept apart more than"),
        ({"repeated_floats": 4}, {"repeated_floats": 1}, "somebody is paired down or up again at most 3 times more"),
    ],
)
def test_how_far_a_pairing_is_from_the_best_is_said_where_a_witness_stands_behind_the_bound(achieved, bound, verdict):
    certificate = said(achieved=achieved, bound=bound, bound_holds=True, pair_down=9, in_time=False)
    assert (certificate.is_proved, certificate.bound_holds) == (False, True)
    assert certificate.verdict.startswith("A good pairing: ")
    assert verdict in certificate.verdict
    assert certificate.remarks[-1] == "The search reached its time limit."
    assert "could not be proved" in said(achieved=achieved, bound=bound, bound_holds=False, pair_down=9).verdict


def test_a_round_edited_by_hand_is_proved_only_where_it_still_is():
    assert said(edited_by_hand=True).verdict.startswith("Edited by hand, and still proved")
    broken = said(edited_by_hand=True, achieved={"repeats": 1}, bound={"repeats": 0}, rematches=[[1, 2]])
    assert "the proof no longer applies" in broken.verdict
    assert broken.remarks == ("Meet again: Ada – Bob.",)


def test_a_repaired_round_says_so():
    repair = {"moved": 4, "kept": 2, "kept_bound": 2, "playing": 0}
    remark = "Repaired after a corrected result: 4 players moved. Proved: no best pairing keeps more tables."
    assert said(repair=repair).remarks[-1] == remark
    assert said(repair=repair | {"kept_bound": 3}).remarks[-1] == "Repaired after a corrected result: 4 players moved."
    assert "had not begun" in said(repair=repair | {"playing": 1}).verdict


def test_a_later_correction_limits_what_is_proved():
    certificate = say_certificate(facts(), names={}, edited_by_hand=False, corrected_since=True)
    assert "corrected after this round was paired" in certificate.remarks[-1]


def test_a_round_without_facts_has_no_certificate():
    assert say_certificate({}, names={}, edited_by_hand=False) is None
