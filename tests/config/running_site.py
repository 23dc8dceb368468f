"""The whole site as `make run` starts it, in a temporary data folder on a free port, to be killed and started again.

    with running_site() as site:
        requests.get(site.base_url + "/healthz")
        site.kill9_all()     # power failure: launcher, supervisor, PostgreSQL, Redis, web, worker at once
        site.restart()       # same data folder, same port
        site.manage("shell", "-c", "...")   # a management command on the site's own database

`base_url` is without a final slash. `owner_link` is the whole address of the one-time link that the last start printed,
None when it printed none. `kill9_web` leaves the rest running: the supervisor starts new web processes, and visitors
wait in the meantime. `stop` is a SIGTERM to the launcher. Everything is gone at the end of the `with` block.

`running_site(filled=True)` is one that was started before: its data folder is a copy, for tests of something else than
the first start, which takes long.
"""

import fcntl
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

from config.disk.space import RESERVE
from config.embedded import postgres, temporary
from config.embedded.leftovers import commands, own_processes, postgres_servers, redis_servers, supervisors
from config.embedded.paths import PROJECT, DataFolder

INHERITED = {"PATH", "HOME", "LANG", "TMPDIR", "COVERAGE_PROCESS_START"}
"""What a site's processes get of the environment of the tests."""

PATIENCE = 240.0
"""Seconds a busy machine may take for a start or a stop."""


def free_port() -> int:
    """A port that is not in use."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until the condition holds; else an AssertionError names it."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.1)


class RunningSite:
    """One data folder, one port, and the launcher that works there (or does not, between kill and restart)."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.data = DataFolder((folder / "var").resolve())
        self.port = free_port()
        self.base_url = f"http://127.0.0.1:{self.port}"
        self.environment = {name: value for name, value in os.environ.items() if name in INHERITED}
        self.environment |= {"VAR_DIR": str(self.data.root), "PORT": str(self.port), "PYTHONPATH": str(PROJECT)}
        self.environment |= environment
        self.output_file = folder / "output"
        self.launcher: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """What the last start has printed."""
        return self.output_file.read_text(encoding="utf-8")

    @property
    def owner_link(self) -> str | None:
        found = re.search(r"http://localhost:\d+(/\S{20,})", self.output)
        return self.base_url + found.group(1) if found else None

    def launch(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a launcher without waiting for anything."""
        with self.output_file.open("wb") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "config.embedded"],
                cwd=PROJECT,
                env=self.environment | environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def fill(self) -> None:
        """Put what a first start makes into the data folder: a copy, where a run of the tests keeps one."""
        kept = filled_folder()
        if kept is None:
            return
        self.data.root.mkdir(mode=0o700, exist_ok=True)
        names = [path for path in kept.iterdir() if path.name not in NOT_COPIED]
        subprocess.run(["cp", "-a", *names, self.data.root], check=True)
        if postgres.system_user() is not None:
            postgres.make_reachable(self.data.postgres)

    def start(self) -> None:
        """Start the site and wait until it prints its address."""
        self.launcher = launcher = self.launch()
        wait_for(lambda: "Ctrl-C" in self.output or launcher.poll() is not None, "the start of the site")
        assert launcher.poll() is None, self.output + self.logs()

    restart = start

    def healthy(self) -> bool:
        """Whether `/healthz` answers that everything works.

        A connection that a killed process had accepted is cut off and tried again, as a browser does; a refused one is
        an error: the site's listener has to stay open.
        """
        for _ in range(3):
            try:
                with urllib.request.urlopen(self.base_url + "/healthz", timeout=30) as answer:
                    return bool(answer.status == 200)
            except urllib.error.HTTPError:
                return False
            except (ConnectionResetError, http.client.RemoteDisconnected):
                continue
        return False

    def logs(self) -> str:
        """The end of every log, for a failure's message."""
        ends = [f"== {file.name}\n{file.read_text()[-1500:]}" for file in sorted(self.data.log.glob("*.log"))]
        return "\n".join(ends)

    def web_family(self) -> list[psutil.Process]:
        """The living web processes and their parent, which comes first.

        Each command line is read once, since a process may die at any moment.
        """
        root = str(self.data.root)
        found = [
            process
            for process, words in commands()
            if words[-2:] == ["--data", root] and "config.embedded.web" in words
        ]
        return sorted(found, key=lambda process: (parent_of(process) in found, process.pid))

    def web_processes(self) -> list[psutil.Process]:
        """The living ones that serve visitors."""
        found = self.web_family()
        return [process for process in found if parent_of(process) in found]

    def postmaster(self) -> psutil.Process | None:
        """PostgreSQL's first process, if it is alive; one it has just forked looks the same for a moment."""
        found = postgres_servers(self.data)
        return next((process for process in found if parent_of(process) not in found), None)

    def processes(self) -> list[psutil.Process]:
        """Everything the site runs, the launcher's children and their children included."""
        found = (
            supervisors(self.data) + own_processes(self.data) + redis_servers(self.data) + postgres_servers(self.data)
        )
        if self.launcher is not None and self.launcher.poll() is None:
            found.append(psutil.Process(self.launcher.pid))
        return sorted(with_offspring(found), key=lambda process: process.pid)

    def kill9_web(self) -> None:
        """SIGKILL every web process that serves visitors."""
        for process in self.web_processes():
            process.kill()

    def kill9_all(self) -> None:
        """SIGKILL everything at once; returns when all are gone."""
        victims = self.processes()
        for process in victims:
            with suppress(psutil.NoSuchProcess):  # It ended by itself.
                process.kill()
        if self.launcher is not None:
            self.launcher.wait()
        psutil.wait_procs(victims, timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the launcher to stop; its exit status."""
        assert self.launcher is not None
        self.launcher.send_signal(how)
        return self.launcher.wait(PATIENCE)

    def manage(self, *words: str) -> str:
        """Run a management command on this site's data; returns its output. The site has to be running."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=PROJECT,
            env=self.environment,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def sql(self, query: str) -> list[tuple[object, ...]]:
        """Run one statement directly on the site's database; returns its rows, if any."""
        with psycopg.connect(self.data.database_url, autocommit=True) as connection:
            cursor = connection.execute(query)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []


def parent_of(process: psutil.Process) -> psutil.Process | None:
    """The parent of a process that may have ended."""
    try:
        return process.parent()
    except psutil.NoSuchProcess:
        return None


def with_offspring(found: list[psutil.Process]) -> set[psutil.Process]:
    """The processes and their descendants, from one look at all: a site that is to be killed goes on working."""
    children = defaultdict(list)
    for process in psutil.process_iter(["ppid"]):
        children[process.info["ppid"]].append(process)
    family: set[psutil.Process] = set()
    waiting = list(found)
    while waiting:
        process = waiting.pop()
        if process not in family:
            family.add(process)
            waiting += children[process.pid]
    return family


NOT_COPIED = {"run", "log", "lock", "started", "owner", "postgres.pid", "redis.pid", RESERVE}
"""What belongs to the servers that filled a data folder, not to the data."""


def filled_folder() -> Path | None:
    """A data folder with an empty site's database, its games and its static files, whose servers have been stopped.

    The first process of a run of the tests that asks makes it, the others wait; None outside such a run.
    """
    if "DUELDESK_TEST_FOLDER" not in os.environ:
        return None
    root = Path(os.environ["DUELDESK_TEST_FOLDER"]) / "site"
    with root.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "filled").exists():
            _fill(DataFolder(root))
            (root / "filled").touch()
    return root


def _fill(data: DataFolder) -> None:
    shutil.rmtree(data.root, ignore_errors=True)
    data.root.mkdir()
    temporary.start(data.root)
    try:
        postgres.create_database(data.sockets, "dueldesk")
        environment = {name: value for name, value in os.environ.items() if name in INHERITED}
        subprocess.run(
            [sys.executable, "-m", "config.embedded.prepare", "--no-demo"],
            cwd=PROJECT,
            env=environment | {"VAR_DIR": str(data.root)},
            check=True,
            capture_output=True,
        )
    finally:
        temporary.stop(data.root)


@contextmanager
def running_site(
    *, start: bool = True, filled: bool = False, demo: bool = False, **environment: str
) -> Iterator[RunningSite]:
    """A separate site, killed and removed at the end.

    `filled`: not its first start. `demo` asks for the demo events, which take a while to make; `environment` adds to
    what `make run` reads.
    """
    folder = Path(tempfile.mkdtemp(prefix="dueldesk-site-", suffix=" 100% 对决"))
    site = RunningSite(folder, **{"DEMO": "1" if demo else "0", **environment})
    try:
        if filled:
            site.fill()
        if start:
            site.start()
        yield site
    finally:
        site.kill9_all()
        shutil.rmtree(folder, ignore_errors=True)
