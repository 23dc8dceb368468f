"""Fields that count as quick take few steps, counted instead of timed."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest
import rustworkx

from tournaments.swiss.budget import SECONDS_PER_VISIT
from tournaments.swiss.history import Entrant, PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.quick import MAX_QUICK, MAX_QUICK_AHEAD, is_quick
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.repair import PublishedTable
from tournaments.swiss.running_repair import RunningRepair
from tournaments.swiss.settings import Order, PairingSettings, TeamPolicy

from .fields import random_field, used_up_field
from .short_events import short_event

MAX_LINES = 2_500_000
"""Lines of Python that a quick pairing runs at most: a quarter of a second where ten million are run in one."""
MAX_MATCHING = 0.1
"""Seconds that its matchings may take by estimate."""


@contextmanager
def counted_steps() -> Iterator[Counter[str]]:
    """How many lines of the pairing core are run, and how long the compiled matcher should take, in nanoseconds."""
    steps: Counter[str] = Counter()
    genuine = rustworkx.max_weight_matching

    def line(frame: FrameType, event: str, given: Any) -> Callable[..., Any]:
        steps["lines"] += 1
        return line

    def call(frame: FrameType, event: str, given: Any) -> Callable[..., Any] | None:
        return line if "tournaments/swiss/" in frame.f_code.co_filename else None

    def match(graph: rustworkx.PyGraph, **how: Any) -> Any:
        steps["matching"] += round(graph.num_nodes() * graph.num_edges() * SECONDS_PER_VISIT * 1e9)
        return genuine(graph, **how)

    before = sys.gettrace()
    with patch.object(rustworkx, "max_weight_matching", match):
        sys.settrace(call)
        try:
            yield steps
        finally:
            sys.settrace(before)


def club(size: int, rng: random.Random, policy: TeamPolicy) -> tuple[PairingHistory, PairingSettings]:
    """A club of half the field that is kept apart, after a few rounds."""
    met: dict[int, set[int]] = {one: set() for one in range(size)}
    for one in met:
        for two in rng.sample(range(size), 4):
            if one != two:
                met[one].add(two)
                met[two].add(one)
    entrants = (
        Entrant(one, 3 * rng.randint(0, 5), tuple(met[one]), team="club" if one < size // 2 else None) for one in met
    )
    return PairingHistory(tuple(entrants)), PairingSettings(team_policy=policy)


def hostile(number: int) -> tuple[PairingHistory, PairingSettings]:
    """One of the fields that take longest, of the most players that count as quick."""
    rng = random.Random(number)
    if number % 5 == 0:
        return club(MAX_QUICK, rng, rng.choice([TeamPolicy.PROHIBIT, TeamPolicy.DISCOURAGE]))
    if number % 5 == 1:
        return used_up_field(rng, MAX_QUICK - 1, MAX_QUICK), PairingSettings(order=rng.choice(list(Order)))
    history, settings = random_field(rng, MAX_QUICK - 1, MAX_QUICK)
    if number % 5 == 2:
        scores = (replace(one, score=one.score * 10**9 + rng.randint(0, 10**8)) for one in history.entrants)
        history = replace(history, entrants=tuple(scores))
    return history, settings


@pytest.mark.parametrize("number", range(30))
def test_quick_fields_take_few_steps(number: int) -> None:
    history, settings = hostile(number)
    assert is_quick(history, settings)
    with counted_steps() as steps, suppress(NoLegalPairing):
        pair_round(history, settings, random.Random(number))
    assert steps["lines"] <= MAX_LINES
    assert steps["matching"] <= MAX_MATCHING * 1e9


@pytest.mark.parametrize("number", range(8))
def test_quick_short_fields_and_repairs_take_few_steps(number: int) -> None:
    history = short_event(random.Random(number + 100))
    ids = [entrant.id for entrant in history.entrants]
    tables = tuple(PublishedTable(place, pair) for place, pair in enumerate(zip(ids[::2], ids[1::2], strict=False), 1))
    repair = RunningRepair(history, PairingSettings(), tables, None, "1/1", 2.0, whole=history)
    assert repair.is_quick
    with counted_steps() as steps:
        pair_round(history, PairingSettings(), random.Random(number))
        repair.run()
    assert steps["lines"] <= MAX_LINES
    assert steps["matching"] <= MAX_MATCHING * 1e9


def test_what_is_quick_follows_from_the_players_and_the_rounds_to_come() -> None:
    def field(players: int, planned: int | None) -> PairingHistory:
        return PairingHistory(tuple(Entrant(number) for number in range(players)), planned, 1)

    ahead, blind = PairingSettings(), PairingSettings(look_ahead=False)
    assert is_quick(field(MAX_QUICK, None), ahead)
    assert not is_quick(field(MAX_QUICK + 1, None), ahead)
    assert is_quick(field(MAX_QUICK_AHEAD, 7), ahead)
    assert not is_quick(field(MAX_QUICK_AHEAD + 1, 7), ahead)
    assert is_quick(field(MAX_QUICK_AHEAD + 1, 7), blind)
    assert is_quick(field(MAX_QUICK_AHEAD + 1, 4), ahead)


def test_a_repair_is_quick_where_the_whole_field_is() -> None:
    def field(players: int) -> PairingHistory:
        return PairingHistory(tuple(Entrant(number) for number in range(players)), 3, 2)

    blind = PairingSettings(look_ahead=False)
    assert RunningRepair(field(4), blind, (), None, "1/1", 2.0).is_quick
    assert not RunningRepair(field(MAX_QUICK + 1), blind, (), None, "1/1", 2.0).is_quick
    whole = PairingHistory(field(MAX_QUICK_AHEAD + 1).entrants, 8, 2)
    assert not RunningRepair(field(4), blind, (), None, "1/1", 2.0, whole=whole).is_quick
