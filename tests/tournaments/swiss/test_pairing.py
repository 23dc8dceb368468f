"""pair_round against brute force over every pairing."""

import random

import pytest

from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.refusals import NoLegalPairing

from .fields import random_field
from .oracle import best_cost, cost_of


def check_complete(history: PairingHistory, result: PairingResult) -> None:
    seen = [player for pair in result.pairs for player in pair]
    seen += [] if result.bye is None else [result.bye]
    assert sorted(seen) == sorted(entrant.id for entrant in history.entrants)
    assert len(result.tables) == len(set(result.tables)) == len(result.pairs)
    assert list(result.tables) == sorted(result.tables)


@pytest.mark.parametrize("block", range(20))
def test_no_pairing_is_better_than_the_one_given(block: int) -> None:
    for seed in range(block * 100, block * 100 + 100):
        rng = random.Random(seed)
        history, settings = random_field(rng, 1, 8)
        best = best_cost(history, settings)
        if best is None:
            with pytest.raises(NoLegalPairing):
                pair_round(history, settings, rng)
            continue
        result = pair_round(history, settings, rng)
        check_complete(history, result)
        assert result.achieved == cost_of(history, settings, result.pairs, result.bye)
        assert result.achieved == best, seed
        assert result.certified, seed
