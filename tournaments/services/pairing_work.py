"""What a process of its own can be given to pair or to repair; its answers are the pairing core's."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from tournaments.swiss.budget import Budget, Progress
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.quick import is_quick
from tournaments.swiss.running_repair import Repaired, RunningRepair
from tournaments.swiss.settings import PairingSettings

Tell = Callable[[Progress], None]
"""Hears how far the work is."""


@dataclass(frozen=True)
class RoundWork:
    """A round to be paired within a number of seconds from the moment it is begun."""

    history: PairingHistory
    settings: PairingSettings
    seed: int
    seconds: float

    @property
    def is_quick(self) -> bool:
        """Whether this takes a moment."""
        return is_quick(self.history, self.settings)

    def run(self, tell: Tell) -> PairingResult:
        """Pair it; raises `NoLegalPairing`, `OutOfTime`."""
        end = time.monotonic() + self.seconds
        budget = Budget(left=lambda: end - time.monotonic(), tell=tell)
        return pair_round(self.history, self.settings, random.Random(self.seed), budget)


@dataclass(frozen=True)
class RepairWork:
    """A running round to be repaired."""

    repair: RunningRepair

    @property
    def is_quick(self) -> bool:
        """Whether this takes a moment."""
        return self.repair.is_quick

    @property
    def seconds(self) -> float:
        """What it may take, counted by work."""
        return self.repair.seconds

    def run(self, tell: Tell) -> Repaired:
        """Repair it; raises `NoLegalPairing`, `OutOfTime`."""
        return self.repair.run()
