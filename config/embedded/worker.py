"""The Celery worker, none of whose processes outlives the supervisor."""

import signal

from celery.signals import worker_process_init

from config.celery import app
from config.embedded.parent_death import end_with_parent


@worker_process_init.connect
def end_with_worker(**_: object) -> None:
    """A job's process goes with its worker; its lease runs out and another takes the job over."""
    end_with_parent(signal.SIGKILL)


def main() -> None:
    """Three processes: one for a long job, of which one is worked on at a time, and two for the others."""
    end_with_parent()
    app.worker_main(["worker", "--concurrency=3", "--without-gossip", "--without-mingle", "--loglevel=INFO"])


if __name__ == "__main__":
    main()
