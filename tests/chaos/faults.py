"""The faults of a chaos run. Each ends processes of the run's own site, by their id, or fills its own disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress

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


def all_at_once(site: RunningSite) -> None:
    """Everything under the supervisor, which keeps running."""
    kill([*own_processes(site.data), *redis_servers(site.data), *postgres_servers(site.data)])


def power_failure(site: RunningSite) -> None:
    """The launcher and the supervisor too; the site is then started again."""
    site.kill9_all()
    site.restart()


KILLS: dict[str, Callable[[RunningSite], None]] = {
    "web processes": lambda site: kill(site.web_processes()),
    "web processes and their parent": lambda site: kill(site.web_family()),
    "one web process": lambda site: kill(site.web_processes()[:1]),
    "worker": lambda site: kill(workers(site)),
    "worker's child": lambda site: kill(workers(site)[1:2]),
    "Redis": lambda site: kill(redis_servers(site.data)),
    "PostgreSQL": lambda site: kill(postmasters(site)),
    "a connection's server process": lambda site: kill(backends(site)[:1]),
    "all at once": all_at_once,
    "power failure": power_failure,
}
FULL_DISK = "full disk"


def fill_disk(disk: SmallDisk) -> None:
    """Keep the disk full for a while, whatever is freed in the meantime, then free everything."""
    end = time.monotonic() + DISK_SECONDS
    while time.monotonic() < end:
        disk.fill()
        time.sleep(0.2)
    disk.free_up()
