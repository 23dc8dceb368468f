"""One chaos run: people at work on a separate site while parts of it are killed, and the outcome."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from config.embedded.wording import say
from tests.chaos.checks import JOBS_SECONDS, JobWatch, faults_found, jobs_end
from tests.chaos.faults import FULL_DISK, KILLS, fill_disk
from tests.chaos.opening import Opened, open_events
from tests.chaos.people import Exporter, Importer, Notes, Organiser, Person, Phone
from tests.chaos.visiting import Moments, Visitor
from tests.config.running_site import RunningSite, running_site
from tests.config.small_disk import SmallDisk, small_disk

ACTIONS = ("publishing", "reporting", "exporting", "importing", "judging again")
HEALTHY_SECONDS = 10.0
"""A site has to be healthy again by itself within this time."""
GIVE_UP_SECONDS = 120.0
IDLE_SECONDS = 60.0
"""An interrupted job has to be resumed within this time."""
DISK_MEGABYTES = 900
LIMITS = {"DISK_LOW_MB": "200", "DISK_RESERVE_MB": "60", "DISK_FULL_MB": "40"}
FAULT_SECONDS, EVENT_SECONDS = 8.0, 10.0
"""About how long a fault takes including the pause before the next, and how quickly an event may be played."""


@dataclass(frozen=True)
class Strike:
    """One fault: what is struck, in the middle of which action, and how many seconds after that began."""

    fault: str
    action: str
    after: float


def plan(seed: int, runs: int, kinds: Sequence[str]) -> list[Strike]:
    """The faults of a run. Every kind comes before any comes again; the same seed gives the same plan."""
    chance = random.Random(seed)
    strikes: list[Strike] = []
    while len(strikes) < runs:
        turn = chance.sample(kinds, len(kinds))
        strikes += [Strike(kind, chance.choice(ACTIONS), round(chance.uniform(0, 1.5), 3)) for kind in turn]
    return strikes[:runs]


@dataclass
class Report:
    """The outcome of a run. `healthy` are the seconds until the site was healthy again, by kind of fault."""

    seed: int
    healthy: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    moments: Moments = field(default_factory=Moments)
    jobs: int = 0
    taken_over: int = 0
    longest_idle: float = 0.0
    seconds: float = 0.0
    no_disk: str = ""

    @property
    def late(self) -> list[str]:
        """Kinds of fault after which the site was not healthy in time; a power failure includes the start by hand."""
        return [
            kind for kind, times in self.healthy.items() if kind != "power failure" and max(times) > HEALTHY_SECONDS
        ]


@contextmanager
def chaos_site() -> Iterator[tuple[RunningSite, SmallDisk | str]]:
    """A site on its own small disk, or on the machine's if none can be mounted."""
    with running_site(start=False, **LIMITS) as site, small_disk(site.data.root, DISK_MEGABYTES) as disk:
        site.start()
        try:
            yield site, disk
        finally:
            site.kill9_all()


def run(seed: int, runs: int, seconds: float, kinds: Sequence[str] = (*KILLS, FULL_DISK)) -> Report:
    """Strike up to `runs` times in at most this many seconds, then let the site come to rest and compare."""
    report = Report(seed)
    began = time.monotonic()
    with chaos_site() as (site, disk):
        report.no_disk = disk if isinstance(disk, str) else ""
        strikes = plan(seed, runs, [kind for kind in kinds if not (report.no_disk and kind == FULL_DISK)])
        events = 3 + int(min(runs * FAULT_SECONDS, seconds) / EVENT_SECONDS)
        opened = open_events(site, events=events, players=12, decks=16)
        watch = JobWatch(site)
        watch.start()
        notes, people = start_people(site, opened, report.moments)
        chance = random.Random(seed)
        began = time.monotonic()
        for number, strike in enumerate(strikes, start=1):
            if time.monotonic() - began > seconds:
                break
            healthy = carry_out(strike, site, disk, report.moments)
            report.healthy.setdefault(strike.fault, []).append(healthy)
            say(f"{number:>4}  {strike.fault:<32} while {strike.action:<14} healthy after {healthy:5.1f} s")
            report.moments.wait_for_writes(chance.randint(2, 6), GIVE_UP_SECONDS / 4)
        report.moments.over.set()
        for person in people:
            person.join(GIVE_UP_SECONDS)
        rest = jobs_end(site)
        watch.over.set()
        report.jobs, report.taken_over = len(watch.seen), watch.taken_over
        report.longest_idle = watch.longest_idle
        report.seconds = time.monotonic() - began
        asked = Visitor(site.base_url, Moments(), token=opened.token)
        report.wrong = report.moments.wrong + faults_found(site, asked, opened, notes)
        if rest >= JOBS_SECONDS:
            report.wrong.append("jobs that did not end")
    return report


def start_people(site: RunningSite, opened: Opened, moments: Moments) -> tuple[Notes, list[Person]]:
    """Start everybody's work."""
    notes, codes = Notes(), deque(opened.codes)

    def visitor(**signs: str) -> Visitor:
        return Visitor(site.base_url, moments, **signs)

    people: list[Person] = [
        Organiser(visitor(token=opened.token), notes, codes),
        Exporter(visitor(token=opened.token), notes, opened.codes),
        Importer(visitor(session=opened.session), notes),
        Phone(visitor(), notes, codes),
    ]
    for person in people:
        person.start()
    return notes, people


def carry_out(strike: Strike, site: RunningSite, disk: SmallDisk | str, moments: Moments) -> float:
    """Wait for the action and strike in its middle; returns the seconds until the site was healthy by itself."""
    moments.wait_for(strike.action, 15.0)
    time.sleep(strike.after)
    if strike.fault == FULL_DISK and isinstance(disk, SmallDisk):
        fill_disk(disk)
    else:
        KILLS[strike.fault](site)
    return seconds_to_health(site)


def seconds_to_health(site: RunningSite) -> float:
    """How long it takes until the site is healthy three times in a row: what was struck may not be down yet."""
    began = time.monotonic()
    well, first = 0, 0.0
    while time.monotonic() - began < GIVE_UP_SECONDS:
        if is_healthy(site):
            first = first if well else time.monotonic() - began
            well += 1
            if well == 3:
                return first
        else:
            well = 0
        time.sleep(0.1)
    return GIVE_UP_SECONDS


def is_healthy(site: RunningSite) -> bool:
    try:
        return site.healthy()
    except OSError:
        return False
