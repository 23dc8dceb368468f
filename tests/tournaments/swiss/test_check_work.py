"""The work of checking a witness that anybody may have written, counted and bounded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tournaments.swiss import witness
from tournaments.swiss.chains import Ground
from tournaments.swiss.check_work import MAX_CHECK_LOOKS, CheckWork, TooMuchWork
from tournaments.swiss.costs import CostRules, cost_rules
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.prices import PriceWitness, find_prices
from tournaments.swiss.settings import PairingSettings
from tournaments.swiss.witness import Witness, shown_bound


def field(players: int, scores: int = 1) -> tuple[PairingHistory, CostRules, list[tuple[int, int]]]:
    history = PairingHistory(tuple(Entrant(one, score=3 * (one % scores)) for one in range(players)), 9, 3)
    return history, cost_rules(history, PairingSettings()), [(one, one + 1) for one in range(0, players - 1, 2)]


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What each check has spent."""
    made: list[Any] = []

    class Noted(CheckWork):
        def __init__(self, most: int | None = None) -> None:
            super().__init__(most)
            self.done = 0
            made.append(self)

        def spend(self, looks: int) -> None:
            super().spend(looks)
            self.done = self.looks

    monkeypatch.setattr(witness, "CheckWork", Noted)
    return made


def forged(kind: str) -> tuple[Witness | PriceWitness, PairingHistory, CostRules, list[tuple[int, int]]]:
    """A witness that claims nothing false until everything has been looked at."""
    if kind == "ends":
        history, rules, pairs = field(1_000)
        return Witness(Ground(tuple(range(1_000))), (0,) * 1_000), history, rules, pairs
    if kind == "blossoms":
        history, rules, pairs = field(300)
        inside = tuple(range(299))
        return Witness(Ground(tuple(range(300))), (0,) * 300, ((inside, 0),) * 900), history, rules, pairs
    history, rules, pairs = field(296, scores=99)
    found = find_prices(history, rules, ())
    assert found is not None
    inside = tuple(range(len(found.potentials) - 1 + len(found.potentials) % 2))
    return replace(found, blossoms=((inside, 0),) * 20_000), history, rules, pairs


@pytest.mark.parametrize("kind", ["ends", "blossoms", "prices"])
def test_a_forged_witness_is_left_before_it_takes_more_than_it_may(works: list[Any], kind: str) -> None:
    claim, history, rules, pairs = forged(kind)
    with pytest.raises(TooMuchWork):
        shown_bound(claim, history, rules, pairs, None, MAX_CHECK_LOOKS)
    assert works[0].done <= MAX_CHECK_LOOKS


def test_what_the_site_proves_itself_takes_a_small_part(works: list[Any]) -> None:
    """A field of 1,000 in its brackets."""
    rng = random.Random(5)
    people = tuple(Entrant(one, score=3 * rng.randrange(7), floated_down=rng.randrange(2)) for one in range(1_000))
    history = PairingHistory(people, 9, 7)
    found = pair_round(history, PairingSettings(), random.Random(1))
    assert found.witness is not None
    rules = cost_rules(history, PairingSettings())
    assert shown_bound(found.witness, history, rules, [*found.pairs], found.bye, MAX_CHECK_LOOKS) == found.achieved
    assert works[-1].looks < MAX_CHECK_LOOKS / 10


def test_work_is_refused_before_it_is_done() -> None:
    work = CheckWork(10)
    work.spend(10)
    with pytest.raises(TooMuchWork):
        work.spend(1)
    CheckWork().spend(10**9)
