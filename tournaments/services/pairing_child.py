"""``python -m tournaments.services.pairing_child``: pairs one round in a process of its own, which can be killed.

The compiled matcher holds the interpreter's lock for minutes where thousands play: its caller could neither show
progress nor stop it. A pickled `Work` comes in on standard input; lines of JSON go out: progress, then the outcome.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import pickle
import random
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.swiss.budget import Budget, OutOfTime
from tournaments.swiss.history import PairingHistory
from tournaments.swiss.pairing import pair_round
from tournaments.swiss.refusals import NoLegalPairing
from tournaments.swiss.settings import PairingSettings

NICENESS = 5
"""The niceness of the process: pages and results come first."""


@dataclass(frozen=True)
class Work:
    """A round to be paired within a number of seconds."""

    history: PairingHistory
    settings: PairingSettings
    seed: int
    seconds: float


def main() -> None:
    os.nice(NICENESS)
    work: Work = pickle.load(sys.stdin.buffer)
    end_with_parent()
    end = time.monotonic() + work.seconds
    budget = Budget(left=lambda: end - time.monotonic(), tell=lambda progress: say(progress=asdict(progress)))
    try:
        result = pair_round(work.history, work.settings, random.Random(work.seed), budget)
    except NoLegalPairing as refused:
        say(refused=refused.reason.value, entrants=refused.entrants)
    except OutOfTime:
        say(refused="out_of_time", entrants=[])
    else:
        say(result=base64.b64encode(pickle.dumps(result)).decode())


def end_with_parent() -> None:
    """Have the kernel end this process when the other end of its standard input goes, however its parent dies.

    A signal that nobody handles needs no interpreter's lock (fcntl(2), F_SETOWN and O_ASYNC: SIGIO ends a process).
    """
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)


def say(**facts: Any) -> None:
    """One line for the parent."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
