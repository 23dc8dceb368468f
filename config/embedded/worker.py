"""The Celery worker, none of whose processes outlives the supervisor."""

import gc
import os
import signal

import django
from celery.signals import worker_process_init

from config.celery import app
from config.embedded.parent_death import end_with_parent
from jobs.kinds import jobs_at_once


@worker_process_init.connect
def end_with_worker(**_: object) -> None:
    """A job's process goes with its worker; its lease runs out and another takes the job over."""
    end_with_parent(signal.SIGKILL)


def main() -> None:
    """As many processes as there may be jobs at a time."""
    end_with_parent()
    os.environ.setdefault("DATABASE_POOL", "0")  # One connection for the one job of a process.
    django.setup()  # The apps name their kinds of jobs.
    gc.collect()
    gc.freeze()  # The processes share what is loaded: a collector that looked at it would give each a copy.
    processes = f"--concurrency={jobs_at_once()}"
    app.worker_main(["worker", processes, "--without-gossip", "--without-mingle", "--loglevel=INFO"])


if __name__ == "__main__":
    main()
