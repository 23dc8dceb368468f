"""Why this opponent, why this bye: the facts, checked by hand."""

import random

from tournaments.swiss.byes import ByeCode
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.reasons import Exclusion, ExclusionCode, PairDownCode
from tournaments.swiss.settings import PairingSettings, TeamPolicy


def test_a_pair_inside_a_bracket_says_who_was_out_of_the_question() -> None:
    met = {1: (2, 9), 2: (1,)}
    teams = {1: "red", 3: "red"}
    field = PairingHistory(
        tuple(Entrant(number, 3, met.get(number, ()), team=teams.get(number)) for number in (1, 2, 3, 4))
    )
    settings = PairingSettings(team_policy=TeamPolicy.PROHIBIT)
    result = pair_round(field, settings, random.Random(1))
    assert {frozenset(pair) for pair in result.pairs} == {frozenset({1, 4}), frozenset({2, 3})}
    pair = next(pair for pair in result.pairs if 1 in pair)
    reason = result.reason(pair)
    assert (reason.bracket, reason.pair_down, reason.rematch, reason.score_difference) == (3, None, 0, 0)
    assert Exclusion(1, ExclusionCode.ALREADY_MET, (2,)) in reason.exclusions
    assert Exclusion(1, ExclusionCode.SAME_TEAM, (3,)) in reason.exclusions
    assert reason.candidates[pair.index(1)] == 1
    assert reason.candidates[pair.index(4)] == 3


def test_a_pair_down_from_an_odd_bracket() -> None:
    field = PairingHistory(tuple(Entrant(number, 3 if number < 4 else 0) for number in range(1, 7)))
    result = pair_round(field, PairingSettings(), random.Random(1))
    down = [reason for reason in result.reasons if reason.pair_down]
    assert [(reason.pair_down, reason.bracket, reason.score_difference) for reason in down] == [
        (PairDownCode.ODD_BRACKET, 3, 3)
    ]
    assert [reason.pair for reason in result.reasons] == list(result.pairs)


def test_a_pair_down_because_the_whole_bracket_has_been_met() -> None:
    entrants = (Entrant(1, 3, (2,)), Entrant(2, 3, (1,)), Entrant(3), Entrant(4))
    result = pair_round(PairingHistory(entrants), PairingSettings(), random.Random(1))
    assert {reason.pair_down for reason in result.reasons} == {PairDownCode.NOBODY_LEFT_IN_BRACKET}


def test_a_forced_rematch_is_reported() -> None:
    result = pair_round(PairingHistory((Entrant(1, 3, (2,)), Entrant(2, 0, (1,)))), PairingSettings(), random.Random(1))
    assert result.rematches == ((1, 2),)
    assert result.reason((1, 2)).rematch == 1
    assert result.certified


def test_a_discouraged_pair_that_could_not_be_avoided_says_so() -> None:
    field = PairingHistory((Entrant(1, 3), Entrant(2, 3), Entrant(3), Entrant(4)))
    result = pair_round(field, PairingSettings(discouraged=frozenset({(2, 1)})), random.Random(1))
    reasons = {frozenset(reason.pair): reason for reason in result.reasons}
    assert reasons[frozenset({1, 2})].discouraged
    assert not reasons[frozenset({3, 4})].discouraged
    assert result.achieved.discouraged == 1


def bye_code(*entrants: Entrant) -> ByeCode | None:
    result = pair_round(PairingHistory(entrants), PairingSettings(), random.Random(1))
    return result.bye_reason.code if result.bye_reason else None


def test_every_reason_for_a_bye() -> None:
    assert bye_code(Entrant(1, 3), Entrant(2, 3), Entrant(3)) is ByeCode.LOWEST_SCORE
    assert bye_code(Entrant(1, 3), Entrant(2, 3), Entrant(3, had_bye=1)) is ByeCode.LOWEST_WITHOUT_BYE
    assert (
        bye_code(Entrant(1, 3, had_bye=1), Entrant(2, 3, had_bye=1), Entrant(3, had_bye=1)) is ByeCode.EVERYBODY_HAD_ONE
    )
    assert bye_code(Entrant(1, 3, (2,)), Entrant(2, 3, (1,)), Entrant(3, 0)) is ByeCode.BEST_FOR_THE_FIELD
    assert bye_code(Entrant(1), Entrant(2)) is None


def test_the_facts_of_a_bye() -> None:
    entrants = (Entrant(1, 6), Entrant(2, 3), Entrant(3, 3), Entrant(4, 0, had_bye=1), Entrant(5, 6))
    reason = pair_round(PairingHistory(entrants), PairingSettings(), random.Random(2)).bye_reason
    assert reason is not None
    assert (reason.above_lowest, reason.earlier_byes, reason.had_one_below, reason.candidates) == (3, 0, (4,), 2)
