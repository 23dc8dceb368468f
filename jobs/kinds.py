"""The kinds of jobs there are: what each does, and what becomes of its subject when it cannot be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Run = Callable[[int], None]
GiveUp = Callable[[int, str], None]


@dataclass(frozen=True)
class Kind:
    """One kind of job.

    `run` does the work for a subject's key. It may be interrupted at any point and run again, and a subject whose work
    is done already, or that is gone, is left as it is. `give_up` marks the subject as failed with a reason of
    `jobs.troubles`. `at_once` is how many of the kind are worked on at a time. The worker has as many processes as all
    kinds together may have jobs, so that none waits for another kind, however long that takes. One that `is_hourly` has
    no subject (0) and is asked for by the workers themselves.
    """

    name: str
    run: Run
    give_up: GiveUp
    at_once: int = 1
    is_hourly: bool = False


KINDS: dict[str, Kind] = {}


def jobs_at_once() -> int:
    """How many jobs of all kinds together may be worked on at a time."""
    return sum(kind.at_once for kind in KINDS.values())


def job_kind(name: str, *, give_up: GiveUp, at_once: int = 1, is_hourly: bool = False) -> Callable[[Run], Run]:
    """Name the decorated function as the one that does this kind of job."""

    def register(run: Run) -> Run:
        KINDS[name] = Kind(name, run, give_up, at_once, is_hourly)
        return run

    return register
