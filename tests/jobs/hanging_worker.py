"""`python -m tests.jobs.hanging_worker FILE DATABASE`: a worker of one process with a kind of job that hangs once.

The job writes the id of its process into the file, and hangs where it is the first to do so. What counts as hanging is
a second, not minutes.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Event

import django
from django.conf import settings

from config.celery import app
from jobs.kinds import KINDS, Kind

KIND = "tests.hanging_for_good"
SILENCE, BEAT, SWEEP = 1.0, 0.2, 0.3
"""Seconds: of a job without progress, between two looks at it, and between two at all jobs."""


def main(file: Path, database: str) -> None:
    """Work until the process is ended."""
    settings.DATABASES["default"]["NAME"] = database
    django.setup()

    # What imports models can be imported only after django.setup().
    tasks, running = import_module("jobs.tasks"), import_module("jobs.services.running")

    def run(subject: int) -> None:
        with file.open("a") as ran:
            is_first = ran.tell() == 0
            ran.write(f"{os.getpid()}\n")
        if is_first:
            Event().wait()

    vars(running).update(MAX_SILENCE=SILENCE, BEAT_SECONDS=BEAT)
    vars(tasks).update(SWEEP_SECONDS=SWEEP)
    KINDS[KIND] = Kind(KIND, run, lambda subject, reason: None)
    app.conf.update(task_always_eager=False)
    app.worker_main(["worker", "--concurrency=1", "--without-gossip", "--without-mingle", "--loglevel=WARNING"])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
