"""pair_round against every pairing of small fields and against an independent blossom for medium ones."""

import random

import pytest

from tournaments.swiss import lifting, proved
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.settings import PairingSettings

from .blossom_oracle import best_cost_by_blossom
from .fields import random_field, used_up_field
from .oracle import best_cost, cost_of


def check_best(history: PairingHistory, settings: PairingSettings, best: tuple[int, ...] | None, seed: int) -> None:
    rng = random.Random(seed)
    if best is None:
        with pytest.raises(NoLegalPairing):
            pair_round(history, settings, rng)
        return
    result = pair_round(history, settings, rng)
    seen = [player for pair in result.pairs for player in pair] + [result.bye] * (result.bye is not None)
    assert sorted(seen) == sorted(entrant.id for entrant in history.entrants)
    assert result.achieved == cost_of(history, settings, result.pairs, result.bye)
    assert result.achieved == best, seed
    assert result.bound == best, seed
    assert result.certified


@pytest.mark.parametrize("block", range(20))
def test_no_pairing_of_a_small_field_is_better(block: int) -> None:
    for seed in range(block * 110, block * 110 + 110):
        history, settings = random_field(random.Random(seed), 1, 8)
        check_best(history, settings, best_cost(history, settings), seed)


@pytest.mark.parametrize("seed", range(100_000, 100_060))
def test_no_pairing_of_nine_or_ten_is_better(seed: int) -> None:
    history, settings = random_field(random.Random(seed), 9, 10)
    check_best(history, settings, best_cost(history, settings), seed)


@pytest.mark.parametrize("block", range(10))
def test_widening_alone_finds_the_best(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the shortcuts too: small fields do not use the full graph, brackets are not widened whole."""
    monkeypatch.setattr(proved, "MAX_SMALL_FIELD", 0)
    monkeypatch.setattr(proved, "MAX_ORDERED_FIELD", 0)
    monkeypatch.setattr(proved, "MIN_SINGLE_SHARE", 1.0)
    monkeypatch.setattr(proved, "MIN_RESISTED", 30)
    monkeypatch.setattr(lifting, "MAX_REJECTION_SIZE", 0)
    for seed in range(200_000 + block * 100, 200_000 + block * 100 + 100):
        history, settings = random_field(random.Random(seed), 1, 8)
        check_best(history, settings, best_cost(history, settings), seed)


@pytest.mark.parametrize("block", range(10))
def test_an_independent_blossom_agrees_up_to_forty(block: int) -> None:
    for seed in range(300_000 + block * 12, 300_000 + block * 12 + 12):
        history, settings = random_field(random.Random(seed), 11, 40)
        check_best(history, settings, best_cost_by_blossom(history, settings), seed)


@pytest.mark.parametrize("seed", range(24))
def test_no_other_choice_of_forced_rematches_is_better(seed: int) -> None:
    """Of 4,161 such fields of 11 to 90 players 65 once had a choice of less often repeated rematches."""
    rng = random.Random(seed)
    history = used_up_field(rng, 11, 30)
    result = pair_round(history, PairingSettings(), rng)
    assert result.achieved == best_cost_by_blossom(history, PairingSettings())
    assert result.certified


def test_a_further_bye_goes_to_one_who_had_the_fewest() -> None:
    for met in ({}, {1: 3, 2: 3, 3: 3}):
        for seed in range(20):
            field = [
                Entrant(one, met={two: met[two] for two in met if two != one}, had_bye=byes)
                for one, byes in ((1, 1), (2, 4), (3, 4))
            ]
            result = pair_round(PairingHistory(tuple(field)), PairingSettings(), random.Random(seed))
            assert result.bye == 1
            assert result.certified
