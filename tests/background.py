"""Background jobs in tests: they run where they are requested, unless there is to be no worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

from django.utils import timezone

from jobs.models import Job
from jobs.services import leases


@contextmanager
def no_worker() -> Iterator[None]:
    """Requested jobs wait: no worker is notified."""
    with patch.object(leases, "announce", return_value=False):
        yield


def time_passes(seconds: float) -> None:
    """Move every job's times back, as if this much time had passed."""
    past = timedelta(seconds=seconds)
    for job in Job.objects.all():
        for name in ("asked_at", "due_at", "announced_at", "held_until", "started_at", "moved_at"):
            if getattr(job, name) is not None:
                setattr(job, name, getattr(job, name) - past)
        job.save()


def waits(kind: str, subject: int) -> bool:
    """Whether a job for the subject is waiting, and is due now."""
    return Job.objects.filter(kind=kind, subject=subject, due_at__lte=timezone.now()).exists()
