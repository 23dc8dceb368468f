"""Follows the table of background jobs while a chaos run lasts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any

import psycopg

from tests.chaos.product import LEASE
from tests.config.running_site import RunningSite

EVERY_SECONDS = 0.25

JOBS = """SELECT id, losses, holder::text, held_until, started_at, greatest(asked_at, due_at), now()
          FROM jobs_job WHERE subject > 0"""


@dataclass(frozen=True)
class SeenJob:
    """A job at one moment, in the database's times."""

    job: int
    losses: int
    holder: str | None
    held_until: datetime | None
    started_at: datetime | None
    due_at: datetime
    now: datetime

    @property
    def last_sign(self) -> datetime | None:
        """The last sign of life of the worker that holds the job; None where nobody does."""
        return self.held_until - LEASE if self.held_until is not None else None


@dataclass
class JobHistory:
    """How many jobs there were, how many were taken over, and how long they were idle.

    `longest_orphaned` is the longest time between the last sign of life of a lost worker and the next worker's start on
    the job, `longest_waiting` the longest time a due job that nobody had begun waited.
    """

    seen: set[int] = field(default_factory=set)
    taken_over: int = 0
    longest_orphaned: timedelta = timedelta(0)
    longest_waiting: timedelta = timedelta(0)
    before: dict[int, SeenJob] = field(default_factory=dict)

    def add(self, jobs: list[SeenJob]) -> None:
        """All jobs of one moment."""
        for job in jobs:
            self.seen.add(job.job)
            self._compare(self.before.get(job.job), job)
        self.before = {job.job: job for job in jobs}

    def _compare(self, before: SeenJob | None, job: SeenJob) -> None:
        last_sign = before.last_sign if before is not None else None
        if before is not None and last_sign is not None and before.holder != job.holder and job.losses > before.losses:
            self.taken_over += 1
            self.longest_orphaned = max(self.longest_orphaned, (job.started_at or job.now) - last_sign)
        if job.holder is None:
            self.longest_waiting = max(self.longest_waiting, job.now - job.due_at)
        elif job.last_sign is not None and job.held_until is not None and job.held_until < job.now:
            self.longest_orphaned = max(self.longest_orphaned, job.now - job.last_sign)


@dataclass
class JobWatch:
    """Looks several times a second, where the database can be reached."""

    site: RunningSite
    history: JobHistory = field(default_factory=JobHistory)
    over: Event = field(default_factory=Event)

    def start(self) -> None:
        Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self.over.wait(EVERY_SECONDS):
            try:
                rows: list[Any] = self.site.sql(JOBS)
            except psycopg.Error:
                continue
            self.history.add([SeenJob(*row) for row in rows])
