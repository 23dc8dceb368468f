"""Requesting jobs, and the leases of their workers.

The database is the truth. A message on the queue only says that there may be something to do: one that is lost is sent
again by the sweep, one that comes twice finds the job held or gone.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from jobs.kinds import KINDS
from jobs.models import Job

logger = logging.getLogger(__name__)

RUN_JOB = "jobs.run"
"""The Celery task that works on one job."""

LEASE = timedelta(seconds=20)
ANNOUNCED_AGAIN_AFTER = timedelta(seconds=15)
"""A message that no worker received within this time counts as lost."""

MAX_SWEPT_AT_ONCE = 100
FIRST_DELAY, MAX_DELAY = 5, 60
"""Seconds a job is delayed after its first setback, doubled with each further one, and the maximum."""


@dataclass(frozen=True)
class Lease:
    """The right to work on a job until it runs out. `asked` is the count of requests that the work will answer."""

    job_id: int
    holder: uuid.UUID
    kind: str
    subject: int
    asked: int
    losses: int
    setbacks: int
    trouble: str = ""


@transaction.atomic
def ask_job(*, kind: str, subject: int, due_at: datetime | None = None) -> None:
    """Note that a job is to be done and, after the commit, announce it; one that is `due_at` a later time waits for the
    sweep.

    A job for the same subject that waits takes this request in; one that runs is run once more after its end.
    """
    job, is_new = Job.objects.select_for_update().get_or_create(
        kind=kind, subject=subject, defaults={"due_at": due_at or Now()}
    )
    if not is_new:
        Job.objects.filter(pk=job.pk).update(
            asked=F("asked") + 1, asked_at=Now(), due_at=due_at or Now(), losses=0, setbacks=0, trouble=""
        )
    if due_at is None:
        transaction.on_commit(lambda: announce(job.pk))


def ask_hourly() -> None:
    """Ask for every job that is done by the hour; several workers that ask make one."""
    for kind in KINDS.values():
        if kind.is_hourly:
            ask_job(kind=kind.name, subject=0)


def announce(job_id: int) -> bool:
    """Announce a job to the workers; False where no queue can be reached, and the job waits for the sweep."""
    try:
        current_app.tasks[RUN_JOB].apply_async((job_id,), retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("job_not_announced", extra={"job": job_id, "reason": type(error).__name__})
        return False
    return True


def sweep() -> int:
    """Announce every job that is due, not held, and unknown to the workers; returns how many there were."""
    with transaction.atomic():
        stale = Q(announced_at__isnull=True) | Q(announced_at__lt=Now() - ANNOUNCED_AGAIN_AFTER)
        orphans = _free().filter(stale, due_at__lte=Now()).order_by("due_at").select_for_update(skip_locked=True)
        found = list(orphans.values_list("pk", flat=True)[:MAX_SWEPT_AT_ONCE])
        Job.objects.filter(pk__in=found).update(announced_at=Now())
    for job_id in found:
        if not announce(job_id):
            break
    return len(found)


@transaction.atomic
def claim(job_id: int) -> Lease | None:
    """Take a job that is due and not held; None where there is no such job, another worker was faster, or as many of
    its kind are worked on as may be: the end of one of them announces the next."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    if kind is None or not _has_room(kind):
        return None
    job = _free().filter(pk=job_id, due_at__lte=Now()).first()
    if job is None:
        return None
    was_lost = job.holder is not None
    losses = job.losses + was_lost
    lease = Lease(job.pk, uuid.uuid4(), job.kind, job.subject, job.asked, losses, job.setbacks, job.trouble)
    Job.objects.filter(pk=job.pk).update(
        holder=lease.holder, held_until=Now() + LEASE, started_at=Now(), moved_at=Now(), losses=losses, trouble=""
    )
    return lease


def renew(lease: Lease, *, moved: bool = True) -> bool:
    """Extend the lease, and note whether the job `moved` since; False where another worker has taken the job over."""
    times = {"held_until": Now() + LEASE, **({"moved_at": Now()} if moved else {})}
    return bool(_held(lease).update(**times))


def leave(lease: Lease, *, trouble: str) -> None:
    """End the lease at once without ending the job: the next sweep finds it orphaned, with this trouble."""
    _held(lease).update(held_until=Now(), announced_at=None, trouble=trouble)


@transaction.atomic
def finish(lease: Lease) -> None:
    """Say that the work is done: the job goes, unless it was asked for again in the meantime."""
    done, _ = _held(lease).filter(asked=lease.asked).delete()
    if not done and _held(lease).update(holder=None, held_until=None, started_at=None):
        transaction.on_commit(lambda: announce(lease.job_id))
    _announce_next(lease)


@transaction.atomic
def put_off(lease: Lease, *, trouble: str) -> None:
    """Give the job back, to be taken up again a little later."""
    delay = timedelta(seconds=min(FIRST_DELAY * 2**lease.setbacks, MAX_DELAY))
    _held(lease).update(
        holder=None,
        held_until=None,
        started_at=None,
        due_at=Now() + delay,
        announced_at=None,
        setbacks=lease.setbacks + 1,
        trouble=trouble,
    )
    _announce_next(lease)


def _announce_next(lease: Lease) -> None:
    """Announce, after the commit, the job that has waited longest for one of this kind to end."""
    waiting = _free().filter(kind=lease.kind, due_at__lte=Now()).exclude(pk=lease.job_id)
    for job_id in waiting.order_by("due_at").values_list("pk", flat=True)[:1]:
        transaction.on_commit(partial(announce, job_id))


def _has_room(kind: str) -> bool:
    """Whether another job of the kind may be worked on. The rows of the kind are locked until the transaction ends, so
    that of two claims at once the second sees the first."""
    jobs = Job.objects.filter(kind=kind)
    list(jobs.order_by("pk").select_for_update().values_list("pk"))
    return jobs.filter(held_until__gte=Now()).count() < KINDS[kind].at_once


def _held(lease: Lease) -> QuerySet[Job]:
    return Job.objects.filter(pk=lease.job_id, holder=lease.holder)


def _free() -> QuerySet[Job]:
    """Jobs that nobody holds, or whose holder is gone."""
    return Job.objects.filter(Q(holder__isnull=True) | Q(held_until__lt=Now()))
