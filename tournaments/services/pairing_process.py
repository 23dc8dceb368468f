"""Pairing a round in a process of its own: started, watched, and killed when it is to stop.

No pairing holds up a web process: what is not certain to take a moment is paired below it, as it is below a worker, and
the request waits without the interpreter's lock (`answer_in_time`).
"""

from __future__ import annotations

import base64
import json
import logging
import os
import pickle
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, overload

from django.conf import settings

from tournaments.receipts.verdict import Verdict
from tournaments.services.pairing_work import CheckWork, PartsWork, RepairWork, RoundWork
from tournaments.swiss.budget import OutOfTime, Progress, Step
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason
from tournaments.swiss.running_repair import Repaired

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""Seconds between two checks of the progress, and of whether to stop."""
COMMAND = [sys.executable, "-m", "tournaments.services.pairing_child"]
MAX_WAITING = 2
"""This many requests of a web process wait for pairings at the same time: fewer than staff has threads
(`config/serving/lanes.py`)."""
GRACE_SECONDS = 3.0
"""What starting the process and handing over may take beside the work itself."""
MAX_PATIENCE = 13.5 * 60
"""Seconds that any process may take. Celery ends the job that waits for it after fourteen minutes."""
_waiting = threading.BoundedSemaphore(MAX_WAITING)


Watch = Callable[[Progress | None], bool]
"""Sees the newest progress, and answers whether to go on."""


class Stopped(Exception):
    """The pairing was stopped."""


class ProcessDied(Exception):
    """The process ended without an outcome: killed, or short of memory."""


@overload
def answer_in_time(work: RoundWork, *, patience: float | None = None) -> PairingResult: ...
@overload
def answer_in_time(work: PartsWork, *, patience: float | None = None) -> tuple[PairingResult, ...]: ...
@overload
def answer_in_time(work: RepairWork, *, patience: float | None = None) -> Repaired: ...
def answer_in_time(
    work: RoundWork | PartsWork | RepairWork, *, patience: float | None = None
) -> PairingResult | tuple[PairingResult, ...] | Repaired:
    """The outcome while a request waits: worked out here where that is certain to take a moment, else in a process of
    its own. `patience` is how many seconds the process may take; twice the time of the work by default.

    Raises `NoLegalPairing`, and `OutOfTime` also where the process takes longer than it may, dies, or too many requests
    wait for one.
    """
    if work.is_quick:
        return work.run(lambda progress: None)
    if not _waiting.acquire(blocking=False):
        raise OutOfTime
    try:
        return answer_of_process(work, lambda progress: True, patience=patience)
    except ProcessDied as error:
        raise OutOfTime from error
    finally:
        _waiting.release()


@overload
def answer_of_process(work: RoundWork, watch: Watch, *, patience: float | None = None) -> PairingResult: ...
@overload
def answer_of_process(work: PartsWork, watch: Watch, *, patience: float | None = None) -> tuple[PairingResult, ...]: ...
@overload
def answer_of_process(work: RepairWork, watch: Watch, *, patience: float | None = None) -> Repaired: ...
@overload
def answer_of_process(work: CheckWork, watch: Watch, *, patience: float | None = None) -> Verdict: ...
def answer_of_process(
    work: RoundWork | PartsWork | RepairWork | CheckWork, watch: Watch, *, patience: float | None = None
) -> PairingResult | tuple[PairingResult, ...] | Repaired | Verdict:
    """Pair or repair a round, or check its receipt, in a process of its own.

    `watch` is called twice a second with the newest progress, None where there is none yet, and answers whether to go
    on. The matcher says nothing while it weighs all pairs: then the seconds that have passed are the progress.
    `patience` is how many seconds the process may take, which watches over its own time and may hang all the same;
    twice the time of the work by default. Raises `Stopped`, `NoLegalPairing`, `OutOfTime`, `ProcessDied`; the process
    is gone then.
    """
    if patience is None:
        patience = min(2 * work.seconds + GRACE_SECONDS, MAX_PATIENCE)
    end = time.monotonic() + patience
    pipe = subprocess.PIPE
    try:
        with subprocess.Popen(COMMAND, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe) as process:
            try:
                assert process.stdin is not None
                pickle.dump(work, process.stdin)
                process.stdin.flush()
                return _watched(process, watch, end)
            finally:
                process.kill()
    except BrokenPipeError as error:  # Of the work, or of what was left of it when the pipe was closed.
        raise ProcessDied from error


def _watched(process: subprocess.Popen[bytes], watch: Watch, end: float) -> Any:
    assert process.stdout is not None
    descriptor, unread = process.stdout.fileno(), b""
    progress: Progress | None = None
    since = time.monotonic()
    while True:
        if not watch(moved_on(progress, time.monotonic() - since)):
            raise Stopped
        if time.monotonic() >= end:
            raise OutOfTime
        if not select.select([descriptor], [], [], LOOK_SECONDS)[0]:
            continue
        read = os.read(descriptor, 1 << 20)
        if not read:
            logger.error("pairing_process_died", extra={"code": process.wait()})
            raise ProcessDied
        *lines, unread = (unread + read).split(b"\n")
        for line in lines:
            said = json.loads(line)
            if "progress" not in said:
                return _outcome(said)
            progress = Progress(Step(said["progress"]["step"]), said["progress"]["done"], said["progress"]["most"])
            since = time.monotonic()


def moved_on(progress: Progress | None, seconds: float) -> Progress | None:
    """The progress `seconds` after it was reported."""
    if progress is None or progress.step is not Step.EVERYBODY:
        return progress
    return replace(progress, done=min(int(seconds), progress.most))


def _outcome(said: dict[str, Any]) -> Any:
    if "result" in said:
        return pickle.loads(base64.b64decode(said["result"]))
    if said["refused"] == "out_of_time":
        raise OutOfTime
    raise NoLegalPairing(NoPairingReason(said["refused"]), tuple(said["entrants"]))
