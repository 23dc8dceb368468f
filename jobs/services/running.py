"""Working on a job: under a lease that is renewed while there is progress, until it is done, delayed, or given up."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, get_ident

from django.db import Error, connection, transaction
from django.dispatch import Signal

from config.disk.space import Level
from jobs.kinds import KINDS, Kind
from jobs.progress import MAX_SILENCE, Silence, watched
from jobs.services.leases import Lease, claim, finish, leave, put_off, renew
from jobs.space import gauge
from jobs.troubles import DISK_FULL, NO_PROGRESS, WORKER_LOST, lasting_trouble, passing_trouble

logger = logging.getLogger(__name__)

BEAT_SECONDS = 5.0
"""Seconds between two renewals; a lease outlasts several that are missed."""

MAX_LOSSES = 5
"""The number of workers that may vanish over one job: it may be the job that kills them."""

MAX_SETBACKS = 20
"""How often a job waits for a fault to pass, a quarter of an hour in all."""

job_hangs = Signal()
"""Sent in a process whose job hangs, from a thread of its own, once the job is left to others."""


def run_job(job_id: int) -> None:
    """Work on a job if it is due and not held.

    A transient fault (no database, no space) delays the job; so does scarce space, which results need. Any
    other fault marks its subject as failed and is raised again for the log. Where even that cannot be written down, the
    lease runs out and the job is taken up again.
    """
    lease = claim(job_id)
    if lease is None:
        return
    kind = KINDS[lease.kind]
    if lease.losses > MAX_LOSSES:
        _give_up(kind, lease, lease.trouble if lease.trouble == NO_PROGRESS else WORKER_LOST)
        return
    if gauge().level >= Level.SCARCE and lease.setbacks < MAX_SETBACKS:
        put_off(lease, trouble=DISK_FULL)
        return
    try:
        with kept_alive(lease):
            kind.run(lease.subject)
    except Exception as error:
        trouble = passing_trouble(error)
        if trouble and lease.setbacks < MAX_SETBACKS:
            logger.warning("job_put_off", extra={"kind": kind.name, "subject": lease.subject, "trouble": trouble})
            put_off(lease, trouble=trouble)
            return
        _give_up(kind, lease, trouble or lasting_trouble(error))
        raise
    finish(lease)


@transaction.atomic
def _give_up(kind: Kind, lease: Lease, reason: str) -> None:
    logger.error("job_given_up", extra={"kind": kind.name, "subject": lease.subject, "reason": reason})
    kind.give_up(lease.subject, reason)
    finish(lease)


@contextmanager
def kept_alive(lease: Lease) -> Iterator[None]:
    """Renew the lease while the block runs and makes progress. Without a database it runs on and may lose the lease.

    Where there is no progress for MAX_SILENCE the job is left to another process. A wait for a lock does not count: it
    ends with the transaction that holds it.
    """
    over = Event()
    with watched() as silence:
        thread = Thread(target=_beat, args=(lease, silence, get_ident(), over), name="lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _beat(lease: Lease, silence: Silence, worker: int, over: Event) -> None:
    has_lease = True
    while not over.wait(BEAT_SECONDS):
        moved = silence.look()
        is_hung = silence.seconds >= MAX_SILENCE
        try:
            if not moved and _is_excused(silence):
                is_hung = False
            if is_hung:
                _log_hung(lease, worker)
                leave(lease, trouble=NO_PROGRESS)
            elif has_lease and not renew(lease, moved=moved):
                # Nobody else ends this process, should the job hang from now on.
                has_lease = False
                logger.warning("lease_lost", extra={"kind": lease.kind, "subject": lease.subject})
        except Error as error:
            logger.warning("lease_not_renewed", extra={"kind": lease.kind, "reason": type(error).__name__})
        finally:
            connection.close()
        if is_hung:
            job_hangs.send(sender=None)
            return


def _is_excused(silence: Silence) -> bool:
    """Whether the job waits for a lock; not where the database does not say."""
    try:
        return silence.is_excused()
    except Error:
        return False


def _log_hung(lease: Lease, worker: int) -> None:
    """Note which job hangs, and where."""
    frame = sys._current_frames().get(worker)
    place = "".join(traceback.format_stack(frame)) if frame is not None else ""
    facts = {"kind": lease.kind, "subject": lease.subject, "pid": os.getpid(), "stack": place}
    logger.error("job_hangs", extra=facts)
