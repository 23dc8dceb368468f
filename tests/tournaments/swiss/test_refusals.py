"""Fields that cannot be paired say why."""

import random

import pytest

from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.settings import PairingSettings, TeamPolicy


def refusal(history: PairingHistory, settings: PairingSettings) -> NoLegalPairing:
    with pytest.raises(NoLegalPairing) as caught:
        pair_round(history, settings, random.Random(1))
    return caught.value


def test_an_empty_field() -> None:
    assert refusal(PairingHistory(()), PairingSettings()).reason is NoPairingReason.NO_ENTRANTS


def test_a_prohibited_team_that_outnumbers_the_rest() -> None:
    teams = ["red", "red", "red", "red", "blue", "blue"]
    field = PairingHistory(tuple(Entrant(number, team=team) for number, team in enumerate(teams, start=1)))
    refused = refusal(field, PairingSettings(team_policy=TeamPolicy.PROHIBIT))
    assert refused.reason is NoPairingReason.TEAM_TOO_LARGE
    assert refused.entrants == (1, 2, 3, 4)


def test_two_entrants_who_may_meet_nobody() -> None:
    field = PairingHistory(tuple(Entrant(number) for number in (1, 2, 3, 4)))
    bans = frozenset({(1, 2), (1, 3), (4, 1), (2, 3), (2, 4)})
    refused = refusal(field, PairingSettings(prohibited=bans))
    assert refused.reason is NoPairingReason.NO_OPPONENT
    assert refused.entrants == (1, 2)


def test_prohibitions_that_clash_only_together() -> None:
    field = PairingHistory(tuple(Entrant(number) for number in (1, 2, 3, 4)))
    refused = refusal(field, PairingSettings(prohibited=frozenset({(1, 2), (1, 3), (2, 3)})))
    assert refused.reason is NoPairingReason.PROHIBITIONS_CLASH
    assert len(refused.entrants) == 2


def test_one_entrant_alone_has_the_bye_even_a_second_time() -> None:
    result = pair_round(PairingHistory((Entrant(7, had_bye=1),)), PairingSettings(), random.Random(1))
    assert (result.pairs, result.bye, result.achieved.repeats, result.certified) == ((), 7, 1, True)
