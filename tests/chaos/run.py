"""One chaos run: people at work on a separate site while parts of it are killed, and the outcome."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from config.embedded.wording import say
from tests.chaos.checks import JOBS_SECONDS, faults_found, jobs_end
from tests.chaos.desk_people import Importer, Keeper
from tests.chaos.faults import FULL_DISK, KILLS
from tests.chaos.health import GIVE_UP_SECONDS, seconds_to_health
from tests.chaos.moments import Moments
from tests.chaos.opening import Opened, open_events
from tests.chaos.people import Exporter, Notes, Organiser, Person, Phone
from tests.chaos.strikes import DELIVERIES, Hits, Strike, Striker, plan
from tests.chaos.visiting import Visitor
from tests.chaos.watch import JobHistory, JobWatch
from tests.config.running_site import RunningSite, running_site
from tests.config.small_disk import SmallDisk, small_disk

HEALTHY_SECONDS = 10.0
"""A site has to be healthy again by itself within this time, its worker too."""
IDLE_SECONDS = 60.0
"""An interrupted job has to be resumed within this time."""
PLAYERS, DECKS = 12, 24
DISK_MEGABYTES = 900
LIMITS = {"DISK_LOW_MB": "200", "DISK_RESERVE_MB": "60", "DISK_FULL_MB": "40"}
FAULT_SECONDS, EVENT_SECONDS = 12.0, 10.0
"""About how long a fault takes including the pause before the next, and how quickly an event may be played."""


@dataclass
class Report:
    """The outcome of a run.

    `healthy` and `working` are the seconds until the pages were healthy again and until the worker had done a job, by
    kind of fault.
    """

    seed: int
    healthy: dict[str, list[float]] = field(default_factory=dict)
    working: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    moments: Moments = field(default_factory=Moments)
    hits: Hits = field(default_factory=Hits)
    jobs: JobHistory = field(default_factory=JobHistory)
    seconds: float = 0.0
    no_disk: str = ""

    @property
    def late(self) -> list[str]:
        """What took longer than it may."""
        found = [
            f"{what} after {kind}: {max(times):.1f} s"
            for what, by_kind in (("the pages", self.healthy), ("the worker", self.working))
            for kind, times in sorted(by_kind.items())
            if max(times) > HEALTHY_SECONDS
        ]
        orphaned = self.jobs.longest_orphaned.total_seconds()
        return found + ([f"an interrupted job: {orphaned:.0f} s"] if orphaned > IDLE_SECONDS else [])

    @property
    def everything_wrong(self) -> list[str]:
        """Why the run has failed; empty if it has not."""
        return [*self.wrong, *self.hits.wrong, *(f"late: {what}" for what in self.late)]


@contextmanager
def chaos_site() -> Iterator[tuple[RunningSite, SmallDisk | str]]:
    """A site on its own small disk, or on the machine's if none can be mounted."""
    with running_site(start=False, **LIMITS) as site, small_disk(site.data.root, DISK_MEGABYTES) as disk:
        site.fill()
        site.start()
        try:
            yield site, disk
        finally:
            site.kill9_all()


def run(seed: int, runs: int, seconds: float, kinds: Sequence[str] = (*KILLS, FULL_DISK)) -> Report:
    """Strike up to `runs` times in at most this many seconds, then let the site come to rest and compare."""
    report = Report(seed)
    with chaos_site() as (site, disk):
        report.no_disk = disk if isinstance(disk, str) else ""
        strikes = plan(seed, runs, [kind for kind in kinds if not (report.no_disk and kind == FULL_DISK)])
        events = 3 + int(min(runs * FAULT_SECONDS, seconds) / EVENT_SECONDS)
        opened = open_events(site, events=events, players=PLAYERS, decks=DECKS)
        watch = JobWatch(site, report.jobs)
        watch.start()
        notes, people = start_people(site, opened, report.moments)
        began = time.monotonic()
        striker = Striker(site, disk, report.moments, report.hits)
        pause = random.Random(seed)
        for number, strike in enumerate(strikes, start=1):
            if time.monotonic() - began > seconds:
                break
            carry_out(number, strike, striker, report)
            report.moments.wait_for_writes(pause.randint(2, 6), GIVE_UP_SECONDS / 4)
        report.moments.over.set()
        for person in people:
            person.join(GIVE_UP_SECONDS)
        rest = jobs_end(site)
        watch.over.set()
        report.seconds = time.monotonic() - began
        asked = Visitor(site.base_url, Moments(), token=opened.organiser)
        report.wrong = report.moments.wrong + faults_found(site, asked, opened, notes)
        if rest >= JOBS_SECONDS:
            report.wrong.append("jobs that did not end")
    return report


def carry_out(number: int, strike: Strike, striker: Striker, report: Report) -> None:
    """Strike until the action was hit in its middle, each time waiting until the site is healthy by itself."""
    for _ in range(DELIVERIES):
        is_hit = striker.strike(strike)
        if is_hit is None:
            say(f"{number:>4}  {strike.fault:<32} did not strike: no {strike.action} to hit")
            return
        pages, worker = seconds_to_health(striker.site)
        report.healthy.setdefault(strike.fault, []).append(pages)
        report.working.setdefault(strike.fault, []).append(worker)
        where = "in the middle of" if is_hit else "just after"
        say(
            f"{number:>4}  {strike.fault:<32} {where:<16} {strike.action:<14} "
            f"pages after {pages:5.1f} s, worker after {worker:5.1f} s"
        )
        if is_hit:
            return


def start_people(site: RunningSite, opened: Opened, moments: Moments) -> tuple[Notes, list[Person]]:
    """Start everybody's work."""
    notes, codes = Notes(), deque(opened.codes)

    def visitor(**signs: str) -> Visitor:
        return Visitor(site.base_url, moments, **signs)

    people: list[Person] = [
        Organiser(visitor(token=opened.organiser), notes, codes),
        Exporter(visitor(token=opened.exporter), notes, opened.codes),
        Importer(visitor(session=opened.session), notes),
        Keeper(visitor(token=opened.keeper), notes),
        Phone(visitor(), notes, codes),
    ]
    for person in people:
        person.start()
    return notes, people
