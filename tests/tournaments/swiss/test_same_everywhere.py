"""One seed, one pairing: on any machine, in any order of the input, in any Python."""

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.swiss.engine_version import ENGINE_VERSION
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.settings import Order, PairingSettings, TeamPolicy

from .events import EventPlan, play_event

PROJECT = Path(__file__).parents[3]
PLANS = {
    "a small club night": EventPlan(9, 6, draws=0.1),
    "a city event": EventPlan(
        85, 7, draws=0.05, drops=0.03, teams=9, settings=PairingSettings(team_policy=TeamPolicy.DISCOURAGE)
    ),
    "a national event": EventPlan(700, 9, draws=0.03),
    "a league by rank": EventPlan(120, 5, settings=PairingSettings(order=Order.FOLD)),
}
FINGERPRINTS = {
    "a small club night": "9742afe170a8d994",
    "a city event": "046e94b06e686f7e",
    "a national event": "e4e24ea691442b2e",
    "a league by rank": "3bb717309ab95a41",
}
FINGERPRINTS_OF = 1
"""The version of the core that they are of: receipts name it, so both change together."""


def test_the_known_results_are_of_this_version_of_the_core() -> None:
    assert ENGINE_VERSION == FINGERPRINTS_OF


def fingerprint(plan: EventPlan, seed: int = 2024) -> str:
    """A digest of every table, pair and bye of the event."""
    lines = [f"{result.pairs} {result.tables} {result.bye}" for _, result in play_event(plan, seed)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", PLANS)
def test_the_pairings_of_a_seed_never_change(name: str) -> None:
    assert fingerprint(PLANS[name]) == FINGERPRINTS[name]


def test_the_order_of_entrants_and_the_form_of_their_records_do_not_matter() -> None:
    *_, (history, _) = play_event(PLANS["a city event"], 7)
    settings = PLANS["a city event"].settings
    turned = PairingHistory(
        tuple(
            replace(entrant, met={opponent: entrant.met.count(opponent) for opponent in reversed(entrant.met)})
            for entrant in reversed(history.entrants)
        ),
        history.planned_rounds,
        history.next_round,
    )
    one = pair_round(history, settings, random.Random(5))
    two = pair_round(turned, settings, random.Random(5))
    assert (one.pairs, one.tables, one.bye) == (two.pairs, two.tables, two.bye)


def test_hash_seeds_do_not_matter() -> None:
    program = (
        "from tests.tournaments.swiss.test_same_everywhere import PLANS, fingerprint\n"
        "print([fingerprint(plan) for plan in PLANS.values()])"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_another_seed_is_another_pairing() -> None:
    (history, _), *_ = play_event(PLANS["a national event"], 1)
    settings = PairingSettings()
    assert (
        pair_round(history, settings, random.Random(1)).pairs != pair_round(history, settings, random.Random(2)).pairs
    )
