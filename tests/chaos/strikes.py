"""The plan of a chaos run, and striking in the middle of an action.

Publishing and reporting are requests: their middle is between the request and its answer. Exporting, importing and
judging again are jobs: their middle is while a worker holds the job. A strike is a hit if the action was unfinished
when the fault was there, and is tried again otherwise.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil
import psycopg

from tests.chaos.faults import FULL_DISK, KILLS, keep_full, kill
from tests.chaos.moments import Doing, Moments
from tests.chaos.product import IMPORT_CARDS, REJUDGE, WRITE_EXPORT
from tests.config.running_site import RunningSite
from tests.config.small_disk import SmallDisk

REQUESTS = ("publishing", "reporting")
JOBS = {"exporting": WRITE_EXPORT, "importing": IMPORT_CARDS, "judging again": REJUDGE}
ACTIONS = (*REQUESTS, *JOBS)
AIMS, DELIVERIES = 12, 3
"""How many actions may be over before the fault comes, and how often a fault that came too late is repeated."""
ACTION_SECONDS = 60.0
"""The maximum wait for an action to begin."""
LOOK_SECONDS, PATIENCE = 0.005, 120.0
FIRST_SPAN, MIN_SPAN, MAX_SPAN = 0.2, 0.002, 1.0
"""How many seconds of an action are aimed at: at first, and the limits of what is learned from hits and misses."""


@dataclass(frozen=True)
class Strike:
    """One fault, in the middle of the `turn`-th such action from then on: at this part of the span that is aimed at."""

    fault: str
    action: str
    turn: int
    part: float


def plan(seed: int, runs: int, kinds: Sequence[str]) -> list[Strike]:
    """The faults of a run. Every kind comes before any comes again, and so does every action; one seed is one plan."""
    chance = random.Random(seed)
    strikes: list[Strike] = []
    actions: list[str] = []
    while len(strikes) < runs:
        for kind in chance.sample(kinds, len(kinds)):
            actions = actions or chance.sample(ACTIONS, len(ACTIONS))
            strikes.append(Strike(kind, actions.pop(), chance.randint(1, 2), round(chance.random(), 3)))
    return strikes[:runs]


class Target(ABC):
    """An action that has begun."""

    @abstractmethod
    def is_unfinished(self) -> bool:
        """Whether it is under way at this moment."""

    @abstractmethod
    def was_unfinished(self, when: float) -> bool:
        """Whether it was under way at this time of `time.monotonic`, a moment ago; if that is not known, False."""


@dataclass
class RequestTarget(Target):
    """A request that somebody has sent."""

    doing: Doing

    def is_unfinished(self) -> bool:
        return self.doing.ended is None

    def was_unfinished(self, when: float) -> bool:
        return self.doing.was_unfinished(when)


@dataclass
class JobTarget(Target):
    """A job that a worker holds."""

    jobs: HeldJobs
    job: int
    holder: str

    def is_unfinished(self) -> bool:
        """Whether the same worker holds it; without a database, False."""
        try:
            return self.jobs.holder_of(self.job, patience=0) == self.holder
        except psycopg.Error:
            return False

    def was_unfinished(self, when: float) -> bool:
        """A job that is still there was not done, whatever holds it; one that is gone may have ended just after."""
        return self.jobs.holder_of(self.job) is not None


class HeldJobs:
    """The table of jobs as it is at this moment, over one connection that is opened again where it breaks."""

    def __init__(self, site: RunningSite) -> None:
        self.site = site
        self.connection: psycopg.Connection[Any] | None = None

    def rows(self, query: str, *values: object, patience: float = PATIENCE) -> list[tuple[Any, ...]]:
        """The statement's rows, asked for again for that many seconds. Raises psycopg.Error after them."""
        until = time.monotonic() + patience
        while True:
            try:
                if self.connection is None or self.connection.closed:
                    self.connection = psycopg.connect(self.site.data.database_url, autocommit=True)
                return self.connection.execute(query, values).fetchall()
            except psycopg.Error:
                if self.connection is not None:
                    self.connection.close()
                if time.monotonic() >= until:
                    raise
                time.sleep(LOOK_SECONDS)

    def held(self, kind: str) -> list[tuple[int, str]]:
        """Each job of that kind that a living worker holds, with its holder."""
        query = "SELECT id, holder::text FROM jobs_job WHERE kind = %s AND held_until > now() AND subject > 0"
        return [(row[0], row[1]) for row in self.rows(query, kind)]

    def holder_of(self, job: int, *, patience: float = PATIENCE) -> str | None:
        """Who holds it, empty for nobody; None where it is done. Raises psycopg.Error."""
        query = "SELECT coalesce(holder::text, '') FROM jobs_job WHERE id = %s"
        rows = self.rows(query, job, patience=patience)
        return str(rows[0][0]) if rows else None

    def wait_for(self, kind: str, count: int, seconds: float) -> JobTarget | None:
        """Wait until a worker takes a job of that kind for the `count`-th time from now."""
        until = time.monotonic() + seconds
        seen = set(self.held(kind))
        while time.monotonic() < until:
            new = [one for one in self.held(kind) if one not in seen]
            seen.update(new)
            count -= len(new)
            if new and count <= 0:
                return JobTarget(self, *new[-1])
            time.sleep(LOOK_SECONDS)
        return None


@dataclass
class Hits:
    """For each action: the faults delivered, those of them in its middle, and how often it never began."""

    delivered: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    by_fault: Counter[str] = field(default_factory=Counter)
    waited_in_vain: Counter[str] = field(default_factory=Counter)

    @property
    def wrong(self) -> list[str]:
        """What was never struck in its middle although a fault was aimed at it: the run has not shown it."""
        aimed = set(self.delivered) | set(self.waited_in_vain)
        return [f"no fault came in the middle of {action}" for action in sorted(aimed) if not self.hit[action]]


class Striker:
    """Delivers faults in the middle of actions, and learns how long an action takes on this machine."""

    def __init__(self, site: RunningSite, disk: SmallDisk | str, moments: Moments, hits: Hits) -> None:
        self.site, self.disk, self.moments, self.hits = site, disk, moments, hits
        self.jobs = HeldJobs(site)
        self.spans: dict[str, float] = {}

    def strike(self, strike: Strike) -> bool | None:
        """Deliver the fault; returns whether it was a hit, None if it could not be delivered.

        Where the action is over before the moment of the fault, the next one is aimed at, and the last of `AIMS` at its
        very beginning.
        """
        for aim in range(AIMS):
            deliver, afterwards = self._prepare(strike.fault)
            target = self._wait_for(strike)
            if target is None:
                self.hits.waited_in_vain[strike.action] += 1
                break
            if aim + 1 < AIMS:
                time.sleep(strike.part * self.spans.setdefault(strike.action, FIRST_SPAN))
            if not target.is_unfinished():
                self._learn(strike.action, is_hit=False)
                continue
            deliver()
            delivered = time.monotonic()
            is_hit = target.is_unfinished()
            afterwards()
            is_hit = is_hit or target.was_unfinished(delivered)
            self._learn(strike.action, is_hit=is_hit)
            self.hits.delivered[strike.action] += 1
            self.hits.hit[strike.action] += is_hit
            self.hits.by_fault[strike.fault] += is_hit
            return is_hit
        return None

    def _wait_for(self, strike: Strike) -> Target | None:
        if strike.action in JOBS:
            return self.jobs.wait_for(JOBS[strike.action], strike.turn, ACTION_SECONDS)
        doing = self.moments.wait_for(strike.action, strike.turn, ACTION_SECONDS)
        return RequestTarget(doing) if doing is not None else None

    def _learn(self, action: str, *, is_hit: bool) -> None:
        span = self.spans.get(action, FIRST_SPAN)
        self.spans[action] = min(span * 1.25, MAX_SPAN) if is_hit else max(span / 2, MIN_SPAN)

    def _prepare(self, fault: str) -> tuple[Callable[[], None], Callable[[], None]]:
        """What delivers the fault in an instant, and what follows it."""
        if fault == FULL_DISK:
            disk = self.disk
            assert isinstance(disk, SmallDisk)
            return disk.fill, lambda: keep_full(disk)
        victims = self._victims(fault)
        return lambda: kill(victims), lambda: KILLS[fault].afterwards(self.site)

    def _victims(self, fault: str) -> list[psutil.Process]:
        """The processes of the fault. A connection's is there only once somebody has connected since the last fault."""
        until = time.monotonic() + ACTION_SECONDS
        while not (victims := KILLS[fault].victims(self.site)):
            if time.monotonic() > until:
                self.moments.wrong.append(f"{fault}: no process was found to be killed")
                break
            time.sleep(0.05)
        return victims
