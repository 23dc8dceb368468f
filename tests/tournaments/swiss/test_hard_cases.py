"""Fields that are known to be hard, each with the answer counted by hand."""

import random

import pytest

from tournaments.swiss.costs import Levels
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.settings import PairingSettings, TeamPolicy


def paired(entrants: list[Entrant], **settings: object) -> PairingResult:
    result = pair_round(PairingHistory(tuple(entrants)), PairingSettings(**settings), random.Random(1))
    assert result.certified
    return result


def test_a_leader_who_met_the_whole_next_bracket() -> None:
    crowd = tuple(range(2, 302))
    entrants = [Entrant(1, 9, crowd), *(Entrant(number, 6, (1,)) for number in crowd)]
    entrants += [Entrant(number, 3) for number in range(302, 901)]
    assert paired(entrants).achieved == Levels(score_spread=36)


def test_leaders_who_all_met_each_other() -> None:
    leaders = range(1, 5)
    entrants = [Entrant(number, 9, tuple(other for other in leaders if other != number)) for number in leaders]
    entrants += [Entrant(number, 6) for number in range(5, 31)]
    assert paired(entrants).achieved == Levels(score_spread=4 * 9)


def test_everybody_has_had_a_bye() -> None:
    entrants = [Entrant(number, number % 4 * 3, had_bye=1) for number in range(101)]
    result = paired(entrants)
    assert result.achieved.repeats == 1
    assert result.achieved.bye_score == 0


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    entrants = [Entrant(number, 3 * (number // 20), had_bye=int(number < 40)) for number in range(101)]
    assert paired(entrants).achieved[:3] == (0, 0, 6)


def test_a_bye_that_empties_a_bracket_merges_two_thresholds() -> None:
    entrants = [Entrant(1, 9), Entrant(2, 6), Entrant(3, 3, had_bye=1)]
    assert paired(entrants).achieved == Levels(bye_score=3, score_spread=36)


def test_one_bracket_of_a_single_team_still_plays() -> None:
    entrants = [Entrant(number, 3, team="red") for number in range(500)]
    assert paired(entrants, team_policy=TeamPolicy.DISCOURAGE).achieved == Levels(discouraged=250)


def test_one_bracket_of_a_single_team_may_float_out_when_team_mates_must_not_meet() -> None:
    entrants = [Entrant(number, 3, team="red") for number in range(40)] + [Entrant(number) for number in range(40, 90)]
    assert paired(entrants, team_policy=TeamPolicy.PROHIBIT).achieved == Levels(score_spread=40 * 9)


def test_a_team_larger_than_the_rest_is_refused_at_once() -> None:
    entrants = [Entrant(number, number % 9, team="red" if number < 2001 else None) for number in range(4000)]
    with pytest.raises(NoLegalPairing) as refused:
        paired(entrants, team_policy=TeamPolicy.PROHIBIT)
    assert refused.value.reason is NoPairingReason.TEAM_TOO_LARGE
    assert len(refused.value.entrants) == 2001


def test_everybody_has_met_everybody() -> None:
    everybody = range(60)
    entrants = [Entrant(number, number // 10, tuple(n for n in everybody if n != number)) for number in everybody]
    result = paired(entrants)
    assert result.achieved == Levels(repeats=30)
    assert len(result.rematches) == 30


def test_the_least_repeated_rematch_is_taken() -> None:
    meetings = {(1, 2): 2, (1, 3): 1, (1, 4): 2, (2, 3): 2, (2, 4): 1, (3, 4): 2}
    entrants = [
        Entrant(one, 0, {two: count for pair, count in meetings.items() for two in pair if one in pair and two != one})
        for one in (1, 2, 3, 4)
    ]
    assert {frozenset(pair) for pair in paired(entrants).pairs} == {frozenset({1, 3}), frozenset({2, 4})}


def test_every_score_is_different_and_huge() -> None:
    rng = random.Random(1)
    scores = sorted((rng.randrange(10**18) for _ in range(60)), reverse=True)
    entrants = [Entrant(number, score) for number, score in enumerate(scores)]
    expected = sum((scores[place] - scores[place + 1]) ** 2 for place in range(0, 60, 2))
    assert paired(entrants).achieved == Levels(score_spread=expected)


def test_only_one_member_can_float_without_repeating_it() -> None:
    upper = [Entrant(number, 3, floated_down=int(number != 7)) for number in range(9)]
    lower = [Entrant(number, 0, floated_up=int(number != 12)) for number in range(9, 20)]
    assert (7, 12) in paired(upper + lower).pairs


def test_the_same_player_is_wanted_in_both_directions() -> None:
    middle = [Entrant(2, 6), Entrant(3, 6, floated_down=2, floated_up=1)]
    result = paired([Entrant(1, 9), *middle, Entrant(4, 3)])
    assert result.achieved == Levels(score_spread=18, repeated_floats=1)
    assert (1, 3) in result.pairs


def test_discouraged_only_in_the_first_rounds() -> None:
    entrants = tuple(Entrant(number, team="red") for number in range(4))
    settings = PairingSettings(team_policy=TeamPolicy.DISCOURAGE, team_rounds=2)
    costs = [
        pair_round(PairingHistory(entrants, None, number), settings, random.Random(1)).achieved.discouraged
        for number in (1, 2, 3)
    ]
    assert costs == [2, 2, 0]


def test_a_meeting_that_only_one_record_names_counts() -> None:
    entrants = [Entrant(1, 3, (2,)), Entrant(2, 3), Entrant(3, 3), Entrant(4, 3, (3,))]
    assert paired(entrants).achieved == Levels()
    assert {frozenset({1, 2}), frozenset({3, 4})}.isdisjoint(frozenset(pair) for pair in paired(entrants).pairs)


def test_of_forced_rematches_the_least_often_repeated_come_first() -> None:
    """Level 1 and 2 have met three times, with 3 and 4 further down once each: no first meetings are left."""
    entrants = [
        Entrant(1, 9, met=(2, 2, 2, 3, 4)),
        Entrant(2, 9, met=(1, 1, 1, 3, 4)),
        Entrant(3, 0, met=(1, 2, 4, 4, 4)),
        Entrant(4, 0, met=(1, 2, 3, 3, 3)),
    ]
    result = paired(entrants)
    assert result.achieved == Levels(repeats=2, beyond_first=0, score_spread=2 * 81)
    assert result.certified


@pytest.mark.parametrize("seed", range(20))
def test_a_further_bye_goes_to_one_who_had_the_fewest(seed: int) -> None:
    entrants = [Entrant(1, 3, had_bye=1), Entrant(2, 3, had_bye=4), Entrant(3, 3, had_bye=4)]
    result = pair_round(PairingHistory(tuple(entrants)), PairingSettings(), random.Random(seed))
    assert (result.bye, result.achieved) == (1, Levels(repeats=1))
    assert result.certified
