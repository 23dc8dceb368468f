"""What the workers do about jobs: the one Celery task, and a sweep for jobs without a message."""

from __future__ import annotations

import logging
import os
import signal
from typing import Any

from celery import bootsteps, current_app, shared_task
from celery.signals import worker_process_init
from django.db import Error, connection

from jobs.services import running
from jobs.services.leases import RUN_JOB, ask_hourly, sweep

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
"""Between two sweeps. With the lease's length it bounds how long an interrupted job stays idle."""


FIRST_HOURLY_SECONDS, HOUR_SECONDS = 60.0, 3600.0
"""After a worker's start, and from then on: when jobs without a subject are asked for."""


@shared_task(name=RUN_JOB, ignore_result=True, acks_late=False)
def run_job(job_id: int) -> None:
    """Work on a job; safe to be called twice, and to be killed."""
    running.run_job(job_id)


@worker_process_init.connect
def end_with_hung_job(**_: Any) -> None:
    """What hangs heeds no request to stop, and keeps the place that the worker fills again once its process ends."""
    running.job_hangs.connect(end_process)


def end_process(**_: Any) -> None:
    """End this process at once."""
    os.kill(os.getpid(), signal.SIGKILL)


class Sweeping(bootsteps.StartStopStep):
    """Every worker looks through the jobs, from its own start or its return to the queue on.

    The worker's own timer calls, not a thread: the worker forks, and a thread's locks must not be held then.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        consumer.timer.call_after(1.0, look)
        consumer.timer.call_repeatedly(SWEEP_SECONDS, look)
        consumer.timer.call_after(FIRST_HOURLY_SECONDS, look_hourly)
        consumer.timer.call_repeatedly(HOUR_SECONDS, look_hourly)


def look() -> None:
    """Sweep once; without a database the next look does it."""
    try:
        sweep()
    except Error as error:
        logger.warning("jobs_not_swept", extra={"reason": type(error).__name__})
    finally:
        connection.close()


def look_hourly() -> None:
    """Ask for what is done by the hour; without a database the next hour does it."""
    try:
        ask_hourly()
    except Error as error:
        logger.warning("hourly_jobs_not_asked", extra={"reason": type(error).__name__})
    finally:
        connection.close()


current_app.steps["consumer"].add(Sweeping)
