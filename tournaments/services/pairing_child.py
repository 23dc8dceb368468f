"""``python -m tournaments.services.pairing_child``: pairs one round in a process of its own, which can be killed.

The compiled matcher holds the interpreter's lock for minutes where thousands play: its caller could neither show
progress nor stop it, and other pages would wait. Pickled work (`pairing_work.py`) comes in on standard input; lines of
JSON go out: progress, then the outcome.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import pickle
import sys
from dataclasses import asdict
from typing import Any

from tournaments.services.pairing_work import CheckWork, PartsWork, RepairWork, RoundWork
from tournaments.swiss.budget import OutOfTime
from tournaments.swiss.refusals import NoLegalPairing

NICENESS = 5
"""The niceness of the process: pages and results come first."""


def main() -> None:
    os.nice(NICENESS)
    work: RoundWork | PartsWork | RepairWork | CheckWork = pickle.load(sys.stdin.buffer)
    end_with_parent()
    try:
        result = work.run(lambda progress: say(progress=asdict(progress)))
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
