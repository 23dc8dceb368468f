"""Events of 16 to 24 players, one or two rounds short of a round robin: is every round certified, and how soon?"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measuring import Line, heading
from tournaments.archive.simulation import SimulationPlan, simulate

PLAYERS = range(16, 25)
SHORT_OF_ALL = (1, 2)
EVENTS, QUICK_EVENTS = 6, 1
"""Of each number of players and rounds."""
DRAWS, DROPS = 0.05, 0.02
LATE = (0.0, 0.1, 0.2)
"""Shares of entrants who come late."""
SOON = 0.5
"""Seconds of processor that a round may take at the desk."""


def look_ahead_lines(*, quick: bool) -> list[Line]:
    """One line for each share of late entries."""
    columns = ("events", "rounds", "not certified", f"above {SOON} s", "mean ms", "worst s")
    lines = [heading(f"near a round robin, {PLAYERS[0]} to {PLAYERS[-1]} players, processor time", *columns)]
    for late in LATE:
        plans = [
            SimulationPlan(players, _all_rounds(players) - short, seed, DRAWS, DROPS, late)
            for players in PLAYERS
            for short in SHORT_OF_ALL
            for seed in range(1, 1 + (QUICK_EVENTS if quick else EVENTS))
        ]
        found = [timed for plan in plans for timed in _timed_rounds(plan)]
        seconds = [taken for taken, _ in found]
        lines.append(
            Line(
                f"{DROPS:.0%} drop every round, {late:.0%} come late",
                f"{len(plans):,}",
                f"{len(found):,}",
                str(sum(not certified for _, certified in found)),
                str(sum(taken > SOON for taken in seconds)),
                f"{1000 * sum(seconds) / len(seconds):.0f}",
                f"{max(seconds):.2f}",
            )
        )
    return lines


def _all_rounds(players: int) -> int:
    """The rounds of a round robin."""
    return players - 1 + players % 2


def _timed_rounds(plan: SimulationPlan) -> Iterator[tuple[float, bool]]:
    """The processor seconds of each round of an event, its results made up, and whether it is certified."""
    rounds = simulate(plan)
    while True:
        started = time.process_time()
        played = next(rounds, None)
        if played is None:
            return
        yield time.process_time() - started, played.result.certified
