"""Pairing a round in a process of its own: started, watched, and killed when it is to stop."""

from __future__ import annotations

import base64
import json
import logging
import pickle
import select
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.conf import settings

from tournaments.services.pairing_child import Work
from tournaments.swiss.budget import OutOfTime, Progress, Step
from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.refusals import NoLegalPairing, NoPairingReason

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""Seconds between two checks of the progress, and of whether to stop."""
COMMAND = [sys.executable, "-m", "tournaments.services.pairing_child"]


class Stopped(Exception):
    """The pairing was stopped."""


class ProcessDied(Exception):
    """The process ended without an outcome: killed, or short of memory."""


def pair_in_process(work: Work, watch: Callable[[Progress | None], bool]) -> PairingResult:
    """Pair a round in a process of its own.

    `watch` is called twice a second with the newest progress, None where there is none yet, and answers whether to go
    on. The matcher says nothing while it weighs all pairs: then the seconds that have passed are the progress. Raises
    `Stopped`, `NoLegalPairing`, `OutOfTime`, `ProcessDied`; the process is gone then.
    """
    with subprocess.Popen(COMMAND, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdin is not None
            pickle.dump(work, process.stdin)
            process.stdin.flush()
            return _watched(process, watch)
        except BrokenPipeError as error:
            raise ProcessDied from error
        finally:
            process.kill()


def _watched(process: subprocess.Popen[bytes], watch: Callable[[Progress | None], bool]) -> PairingResult:
    assert process.stdout is not None
    descriptor, unread = process.stdout.fileno(), b""
    progress: Progress | None = None
    since = time.monotonic()
    while True:
        if not watch(moved_on(progress, time.monotonic() - since)):
            raise Stopped
        if not select.select([descriptor], [], [], LOOK_SECONDS)[0]:
            continue
        read = process.stdout.read1(1 << 20)  # type: ignore[attr-defined]
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


def _outcome(said: dict[str, Any]) -> PairingResult:
    if "result" in said:
        result: PairingResult = pickle.loads(base64.b64decode(said["result"]))
        return result
    if said["refused"] == "out_of_time":
        raise OutOfTime
    raise NoLegalPairing(NoPairingReason(said["refused"]), tuple(said["entrants"]))
