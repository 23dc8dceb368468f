"""How a job stands, for the page of what it is done for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models.functions import Now

from jobs.models import Job
from jobs.troubles import WORKER_LOST

SLOW_TO_START = timedelta(seconds=30)
SLOW_TO_END = timedelta(seconds=120)
SLOW_TO_MOVE = timedelta(seconds=15)
"""So long without a sign of progress; much later the job counts as hung (`jobs.progress.MAX_SILENCE`)."""


@dataclass(frozen=True)
class Standing:
    """`is_running`: somebody is at work and alive. `is_slow`: it takes longer than it should to begin, or to end, or it
    `is_quiet`: there is no sign of progress.

    `trouble` is the code of what delayed the job or stopped its worker; empty where nothing did.
    """

    is_running: bool = False
    is_slow: bool = False
    is_quiet: bool = False
    trouble: str = ""


def standing(kind: str, subject: int, *, slow_to_end: timedelta = SLOW_TO_END) -> Standing | None:
    """How the job for this subject stands; None where there is nothing to be done.

    `slow_to_end` is how long a job of this kind may take before it counts as slow.
    """
    job = Job.objects.filter(kind=kind, subject=subject).annotate(now=Now()).first()
    if job is None:
        return None
    is_held = job.held_until is not None and job.held_until > job.now
    if is_held and job.started_at is not None:
        is_quiet = job.moved_at is not None and job.now - job.moved_at > SLOW_TO_MOVE
        return Standing(is_running=True, is_slow=is_quiet or job.now - job.started_at > slow_to_end, is_quiet=is_quiet)
    was_lost = not job.trouble and (job.holder is not None or job.losses > 0)
    is_slow = job.now - job.asked_at > SLOW_TO_START
    return Standing(is_slow=is_slow, trouble=WORKER_LOST if was_lost else job.trouble)
