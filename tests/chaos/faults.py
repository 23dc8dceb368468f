"""The faults of a chaos run. Each ends processes of the run's own site, by their id, or fills its own disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import psutil

from config.embedded.leftovers import own_processes, postgres_servers, redis_servers
from tests.config.running_site import RunningSite, parent_of
from tests.config.small_disk import SmallDisk

DISK_SECONDS = 6.0
"""How long the disk stays full."""


def kill(processes: Iterable[psutil.Process]) -> None:
    """SIGKILL; a process that has already ended is ignored."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def workers(site: RunningSite) -> list[psutil.Process]:
    """The worker's main process, then its children."""
    found = []
    for process in own_processes(site.data):
        with suppress(psutil.NoSuchProcess):
            if "config.embedded.worker" in process.cmdline():
                found.append(process)
    return sorted(found, key=lambda process: (parent_of(process) in found, process.pid))


def postmasters(site: RunningSite) -> list[psutil.Process]:
    """PostgreSQL's first process, or none."""
    found = site.postmaster()
    return [] if found is None else [found]


def backends(site: RunningSite) -> list[psutil.Process]:
    """PostgreSQL's processes that serve a connection."""
    found = []
    for process in postmasters(site):
        with suppress(psutil.NoSuchProcess):
            found += [child for child in process.children() if "dueldesk" in " ".join(child.cmdline())]
    return found


def everything(site: RunningSite) -> list[psutil.Process]:
    """Everything under the supervisor, which keeps running."""
    return [*own_processes(site.data), *redis_servers(site.data), *postgres_servers(site.data)]


def start_again(site: RunningSite) -> None:
    """After a power failure: end what was started in the last moment, then start the site."""
    site.kill9_all()
    site.restart()


@dataclass(frozen=True)
class Kill:
    """`victims` finds the processes to be killed, before the moment; `afterwards` is what people do then."""

    victims: Callable[[RunningSite], list[psutil.Process]]
    afterwards: Callable[[RunningSite], None] = lambda site: None


POWER_FAILURE = "power failure"
KILLS = {
    "web processes": Kill(lambda site: site.web_processes()),
    "web processes and their parent": Kill(lambda site: site.web_family()),
    "one web process": Kill(lambda site: site.web_processes()[:1]),
    "worker": Kill(workers),
    "worker's children": Kill(lambda site: workers(site)[1:]),
    "Redis": Kill(lambda site: redis_servers(site.data)),
    "PostgreSQL": Kill(postmasters),
    "a connection's server process": Kill(lambda site: backends(site)[:1]),
    "all at once": Kill(everything),
    POWER_FAILURE: Kill(lambda site: site.processes(), start_again),
}
FULL_DISK = "full disk"


def keep_full(disk: SmallDisk) -> None:
    """Keep the disk full for a while, whatever is freed in the meantime, then free everything."""
    end = time.monotonic() + DISK_SECONDS
    while time.monotonic() < end:
        time.sleep(0.2)
        disk.fill()
    disk.free_up()
