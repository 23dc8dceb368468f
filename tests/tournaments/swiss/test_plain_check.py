"""Every proof holds for a check that shares no code with the site and knows nothing but what the site hands out."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournaments.archive.test_reading import GOOD
from tests.tournaments.swiss.events import EventPlan, play_event
from tests.tournaments.swiss.fields import random_field, used_up_field
from tests.tournaments.swiss.oracle import cost_of, every_pairing
from tests.tournaments.swiss.plain_check import Unproved, check_proof
from tests.tournaments.swiss.proof_data import handed_out
from tests.tournaments.swiss.test_prices import club
from tests.tournaments.swiss.test_repair import corrected, published
from tournaments.archive.cores import pairing_history, pairing_settings
from tournaments.archive.reading import archive_of
from tournaments.archive.simulation import SimulationPlan, simulate
from tournaments.swiss import proved, repair
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.prices import PriceWitness
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import repair_round
from tournaments.swiss.settings import PairingSettings, TeamPolicy
from tournaments.swiss.witness import Witness


def assert_proved(result: PairingResult, *context: object) -> None:
    """A pairing that was searched for among others has no proof to check."""
    assert result.certified, context
    if not result.looked_ahead:
        assert check_proof(handed_out(result))[:6] == tuple(result.achieved), context


def drawn_results(seeds: range, largest: int) -> Iterator[PairingResult]:
    for seed in seeds:
        rng = random.Random(seed)
        history, settings = random_field(rng, 1, largest)
        try:
            yield pair_round(history, settings, rng)
        except NoLegalPairing:
            continue


@pytest.mark.parametrize("block", range(4))
def test_every_proof_of_a_drawn_field_holds(block: int) -> None:
    for result in drawn_results(range(block * 100, block * 100 + 100), 24):
        assert_proved(result, result.history)


def test_every_proof_by_brackets_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the field."""
    for name, value in (("MAX_SMALL_FIELD", 0), ("MAX_ORDERED_FIELD", 0), ("MIN_SINGLE_SHARE", 2)):
        monkeypatch.setattr(proved, name, value)
    with_brackets = 0
    for result in drawn_results(range(300), 12):
        assert_proved(result, result.history)
        assert isinstance(result.witness, Witness)
        with_brackets += len(result.witness.ground.alone) < len(result.history.entrants)
    assert with_brackets > 100


def test_every_proof_of_a_field_with_forced_rematches_holds() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        assert_proved(pair_round(used_up_field(rng, 5, 40), PairingSettings(), rng), seed)


@pytest.mark.parametrize("teams", [0, 3, 12])
def test_every_proof_of_a_whole_event_holds(teams: int) -> None:
    settings = PairingSettings(team_policy=TeamPolicy.DISCOURAGE)
    for _history, result in play_event(EventPlan(61, 7, teams=teams, drops=0.02, settings=settings), teams):
        assert_proved(result)


@pytest.mark.parametrize(("players", "share"), [(60, 0.45), (61, 0.5), (120, 0.45)])
def test_a_proof_by_prices_holds(players: int, share: float) -> None:
    history, settings = club(players, share, odd=bool(players % 2))
    result = pair_round(history, settings, random.Random(2))
    if players > 100:
        assert isinstance(result.witness, PriceWitness)
    assert_proved(result)


@pytest.mark.parametrize("small_field", [0, 40])
def test_every_proof_of_a_repair_holds(small_field: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of how many tables it keeps."""
    monkeypatch.setattr(repair, "MAX_SMALL_FIELD", small_field)
    checked = 0
    for before in drawn_results(range(200), 14):
        rng = random.Random(len(before.pairs))
        try:
            repaired = repair_round(
                corrected(before.history, rng), before.settings, published(before), rng, published_bye=before.bye
            )
        except NoLegalPairing:
            continue
        assert repaired.certified
        cost = check_proof(handed_out(repaired.pairing))
        assert -cost[6] == 2 * len(repaired.kept)
        checked += 1
    assert checked > 150


@pytest.mark.parametrize("seed", range(4))
def test_every_proof_of_a_simulated_archive_holds(seed: int) -> None:
    plan = SimulationPlan(30 + 7 * seed, 6, seed, draws=0.1, drops=0.05, late=0.1, teams=4 * (seed % 2))
    for played in simulate(plan):
        assert_proved(played.result, played.number)


def test_the_proof_of_the_next_round_of_an_archive_holds() -> None:
    for rounds in range(len(GOOD["rounds"]) + 1):
        archive = archive_of({**copy.deepcopy(GOOD), "rounds": copy.deepcopy(GOOD["rounds"][:rounds])})
        result = pair_round(pairing_history(archive), pairing_settings(archive), random.Random(rounds))
        assert_proved(result, rounds)


def test_another_pairing_is_accepted_only_if_it_is_as_good() -> None:
    refused = 0
    for result in drawn_results(range(150), 8):
        proof = handed_out(result)
        rng = random.Random(len(result.pairs))
        every = list(every_pairing(tuple(sorted(result.history.by_id))))
        for pairs, bye in rng.sample(every, min(8, len(every))):
            is_best = cost_of(result.history, result.settings, pairs, bye) == tuple(result.achieved)
            try:
                check_proof({**proof, "pairs": [list(pair) for pair in pairs], "bye": bye})
            except Unproved:
                refused += 1
                assert not is_best, (result.history, pairs)
            else:
                assert is_best, (result.history, pairs)
    assert refused > 300


def forged(proof: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The proof with a number of its witness changed."""
    witness = copy.deepcopy(proof["witness"])
    kind = rng.choice(["potentials", "levels", "blossoms", "alone"])
    if kind in ("potentials", "levels") and witness[kind]:
        place = rng.randrange(len(witness[kind]))
        witness[kind][place] = str(int(witness[kind][place]) + rng.choice([-1, 1]) * rng.choice([1, 4, 10**6, 10**12]))
    elif kind == "blossoms":
        ends = rng.sample(range(len(witness["potentials"])), rng.randint(0, len(witness["potentials"])))
        witness[kind].append([ends, rng.choice(["-1000000000", "-4", "4", "1000000000"])])
    elif witness["alone"]:
        witness["alone"].pop(rng.randrange(len(witness["alone"])))
    return {**proof, "witness": witness}


def test_no_forged_proof_is_accepted_for_a_pairing_that_is_not_best() -> None:
    refused = 0
    for seed, result in enumerate(drawn_results(range(200), 7)):
        rng = random.Random(seed)
        every = list(every_pairing(tuple(sorted(result.history.by_id))))
        for pairs, bye in rng.sample(every, min(6, len(every))):
            if cost_of(result.history, result.settings, pairs, bye) == tuple(result.achieved):
                continue
            proof = {**handed_out(result), "pairs": [list(pair) for pair in pairs], "bye": bye}
            with pytest.raises(Unproved):
                check_proof(forged(proof, rng))
            refused += 1
    assert refused > 200


def test_a_pairing_without_a_witness_is_not_proved() -> None:
    result = next(drawn_results(range(1), 8))
    with pytest.raises(Unproved, match="no witness"):
        check_proof({**handed_out(result), "witness": None})
