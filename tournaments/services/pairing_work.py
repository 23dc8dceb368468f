"""What a process of its own can be given to pair or to repair; its answers are the pairing core's."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from tournaments.receipts.checking import check_text
from tournaments.receipts.verdict import Verdict
from tournaments.swiss.budget import Budget, Progress
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import PairingResult, pair_round
from tournaments.swiss.parts import pair_parts
from tournaments.swiss.quick import is_quick
from tournaments.swiss.running_repair import Repaired, RunningRepair
from tournaments.swiss.settings import PairingSettings

MAX_QUICK_PARTS = 6
"""This many fields that are each paired in a moment are paired in one together."""
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
class PartsWork:
    """The parts of a round, each a field of its own with its settings, to be paired one after the other.

    Tables are given in the order of the parts; a fixed seat is kept from the others. A part is drawn with the seed plus
    its place.
    """

    parts: tuple[tuple[PairingHistory, PairingSettings], ...]
    seed: int
    seconds: float

    @property
    def is_quick(self) -> bool:
        """Whether this takes a moment."""
        return len(self.parts) <= MAX_QUICK_PARTS and all(is_quick(*part) for part in self.parts)

    def run(self, tell: Tell) -> tuple[PairingResult, ...]:
        """Pair them; raises `NoLegalPairing`, `OutOfTime`."""
        end = time.monotonic() + self.seconds
        return pair_parts(
            self.parts, self.seed, lambda: Budget(left=lambda: end - time.monotonic(), tell=tell)
        )  # fmt: skip


@dataclass(frozen=True)
class CheckWork:
    """The text of a receipt that the site wrote, to be checked within a number of seconds, counted by work."""

    text: str
    seconds: float

    def run(self, tell: Tell) -> Verdict:
        """Check it."""
        return check_text(self.text, seconds=self.seconds)


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
