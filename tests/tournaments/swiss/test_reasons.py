"""Why this opponent, why this bye: the facts, checked by hand."""

import json
import random

import pytest

from tests.tournaments.swiss.fields import random_field
from tests.tournaments.swiss.reasons_oracle import explain_pair
from tournaments.swiss.costs import CostRules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.reasons import (
    ByeReason,
    Exclusion,
    ExclusionCode,
    PairDownCode,
    PairOutline,
    Reasons,
    explain_bye,
)
from tournaments.swiss.record import DrawnField, read_field, record_field
from tournaments.swiss.refusals import NoLegalPairing
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


@pytest.mark.parametrize("seed", range(300))
def test_any_field_read_back_gives_the_reasons_of_a_search_through_the_bracket(seed: int) -> None:
    rng = random.Random(seed)
    history, settings = random_field(rng, 2, 14)
    try:
        result = pair_round(history, settings, rng)
    except NoLegalPairing:
        return
    paired = DrawnField(history, result.rules, result.pairs, result.bye)
    stored = read_field(json.loads(json.dumps(record_field(paired))))
    assert (stored.pairs, stored.bye, stored.rules) == (result.pairs, result.bye, result.rules)
    reasons = Reasons(stored.history, stored.rules, stored.bye)
    for pair in result.pairs:
        expected = explain_pair(history, result.rules, pair, result.bye)
        assert reasons.explain(pair) == result.reason(pair) == expected
        outline = reasons.outline(pair)
        assert outline == PairOutline(**{name: getattr(expected, name) for name in vars(outline)})


def test_a_meeting_that_only_the_opponent_has_on_record_excludes_too() -> None:
    field = PairingHistory((Entrant(1, 3), Entrant(2, 3, met={1: 1}), Entrant(3, 3), Entrant(4, 3)))
    reason = pair_round(field, PairingSettings(), random.Random(1)).reason((1, 3))
    assert reason.exclusions == (Exclusion(1, ExclusionCode.ALREADY_MET, (2,)),)


class CountedRules(CostRules):
    """Rules that count how often they are asked about a pair."""

    asked = 0

    def may_meet(self, one: Entrant, two: Entrant) -> bool:
        type(self).asked += 1
        return super().may_meet(one, two)


def test_the_work_grows_with_the_meetings_and_not_with_the_bracket() -> None:
    field = PairingHistory(tuple(Entrant(one, 3, met=(one ^ 1,)) for one in range(2000)))
    rules = CountedRules(lowest_score=3, team_policy=TeamPolicy.IGNORE, prohibited=frozenset(), discouraged=frozenset())
    reasons = Reasons(field, rules)
    for one in range(0, 2000, 4):
        reasons.explain((one, one + 2))
    assert CountedRules.asked == 1000


def test_a_bye_says_who_else_could_have_had_it() -> None:
    scores = {1: (3, 0), 2: (0, 1), 3: (0, 1), 4: (1, 0), 5: (1, 0), 6: (1, 1), 7: (6, 0)}
    field = PairingHistory(tuple(Entrant(key, score, had_bye=byes) for key, (score, byes) in scores.items()))
    assert explain_bye(field, 4) == ByeReason(players=7, score=1, had_byes=0, candidates=1, lower=2, lower_had_bye=2)
