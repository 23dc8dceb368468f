"""How long a site takes to be healthy again: its pages, and its worker, which has to do a job."""

from __future__ import annotations

import time
from itertools import count

import psycopg
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.settings.environment import broker_url
from tests.chaos.product import COPY_SNAPSHOT, RUN_JOB
from tests.config.running_site import RunningSite

GIVE_UP_SECONDS = 120.0
LOOK_SECONDS = 0.1
TIMES_WELL = 3
"""How often in a row a site has to be well: what was struck may not be down yet."""

_subjects = count(1)


def seconds_to_health(site: RunningSite) -> tuple[float, float]:
    """Seconds until the site answers that it is healthy, and until its worker has done a job, `GIVE_UP_SECONDS` at
    most."""
    began = time.monotonic()
    times_well, pages, worker = 0, 0.0, 0.0
    probe = Probe(site)
    while time.monotonic() - began < GIVE_UP_SECONDS:
        is_well = is_healthy(site)
        pages = time.monotonic() - began if is_well and not times_well else pages
        times_well = times_well + 1 if is_well else 0
        if not worker and probe.is_done():
            worker = time.monotonic() - began
        if times_well >= TIMES_WELL and worker:
            return pages, worker
        time.sleep(LOOK_SECONDS)
    return (pages if times_well >= TIMES_WELL else GIVE_UP_SECONDS), worker or GIVE_UP_SECONDS


def is_healthy(site: RunningSite) -> bool:
    try:
        return site.healthy()
    except OSError:
        return False


class Probe:
    """A job for a subject that does not exist, written to the database and announced as the site does it.

    A worker that takes it up has nothing to do and removes it. One that has begun another job since then works, too,
    though this one may have to wait.
    """

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        self.job: int | None = None
        self.subject = -next(_subjects)

    def is_done(self) -> bool:
        """Whether a worker has begun this job or another since; asks for it where the database is back."""
        try:
            if self.job is None:
                self.job = self._ask()
                return False
            rows = self.site.sql(
                f"SELECT (SELECT asked_at FROM jobs_job WHERE id = {self.job}) < (SELECT max(started_at) FROM jobs_job)"
            )
            return rows == [(True,)] or self.site.sql(f"SELECT id FROM jobs_job WHERE id = {self.job}") == []
        except psycopg.Error:
            return False

    def _ask(self) -> int:
        rows = self.site.sql(
            "INSERT INTO jobs_job (kind, subject, asked, losses, setbacks, trouble) "
            f"VALUES ('{COPY_SNAPSHOT}', {self.subject}, 1, 0, 0, '') "
            "ON CONFLICT (kind, subject) DO UPDATE SET asked = 1 RETURNING id"
        )
        job = int(str(rows[0][0]))
        app = Celery(broker=broker_url(self.site.data.redis_url), set_as_current=False)
        app.conf.broker_transport_options = {"socket_timeout": 1, "socket_connect_timeout": 1, "max_retries": 1}
        try:
            app.send_task(RUN_JOB, (job,), retry=False, ignore_result=True)
        except (OperationalError, RedisError, OSError):
            pass  # The worker's sweep finds it.
        finally:
            app.close()
        return job
