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
    `jobs.troubles`. Of those that are `is_long`, taking minutes, one is worked on at a time, whatever its kind: the
    worker's other processes stay free for jobs that somebody waits for.
    """

    name: str
    run: Run
    give_up: GiveUp
    is_long: bool = False


KINDS: dict[str, Kind] = {}


def long_kinds() -> list[str]:
    """The names of the kinds of jobs that take minutes."""
    return [kind.name for kind in KINDS.values() if kind.is_long]


def job_kind(name: str, *, give_up: GiveUp, is_long: bool = False) -> Callable[[Run], Run]:
    """Name the decorated function as the one that does this kind of job."""

    def register(run: Run) -> Run:
        KINDS[name] = Kind(name, run, give_up, is_long)
        return run

    return register
