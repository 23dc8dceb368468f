"""PostgreSQL and Redis for one run of the test suite, in a temporary folder, started by the first test that asks.

Several processes of one run (pytest-xdist) share the folder; several runs have several folders. A run that was killed
leaves a folder whose owner is gone: the next run on the machine ends its servers and removes it.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psutil

from config.embedded import postgres, redis

PREFIX = "dueldesk-test-"
PATIENCE = 60.0
"""Seconds a server may take to answer on a busy machine."""


def make_folder() -> Path:
    """A new folder owned by this process; folders of runs that were killed are cleared away first."""
    for old in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        if abandoned(old):
            remove(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    (folder / "static").mkdir()
    (folder / "owner").write_text(f"{os.getpid()} {psutil.Process().create_time()}")
    return folder


def abandoned(folder: Path) -> bool:
    """Whether the folder is this user's and the process that made it is gone."""
    try:
        if folder.stat().st_uid != os.geteuid():
            return False
        pid, started = (folder / "owner").read_text().split()
        return abs(psutil.Process(int(pid)).create_time() - float(started)) > 1
    except psutil.NoSuchProcess:
        return True
    except (OSError, ValueError):
        return False


def start(folder: Path) -> None:
    """Start both servers and wait until they answer; returns at once where another process of the run already did."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / "started").exists():
            return
        sockets = folder / "run"
        user = postgres.prepare(folder / "postgres", sockets)
        fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"]
        launch(folder, "postgres", postgres.server_command(folder / "postgres", sockets, *fast), user)
        (folder / "redis").mkdir()
        options = ["--databases", "64"]
        launch(folder, "redis", redis.server_command(folder / "redis", sockets / "redis.sock", *options), None)
        deadline = time.monotonic() + PATIENCE
        while not (postgres.answers(sockets) and redis.answers(sockets / "redis.sock")):
            if time.monotonic() > deadline:
                raise RuntimeError((folder / "postgres.log").read_text() + (folder / "redis.log").read_text())
            time.sleep(0.05)
        (folder / "started").touch()


def launch(folder: Path, name: str, command: list[str], user: str | None) -> None:
    """Start one server apart from the terminal's Ctrl-C, its output and its process id in files of the folder."""
    with (folder / f"{name}.log").open("wb") as log:
        server = subprocess.Popen(
            command,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **postgres.identity(user),
        )
    (folder / f"{name}.pid").write_text(str(server.pid))


def remove(folder: Path) -> None:
    """Stop the folder's servers and delete it."""
    stop(folder)
    shutil.rmtree(folder, ignore_errors=True)


def stop(folder: Path) -> None:
    """Stop the folder's servers, those of them that run."""
    for name in ("postgres", "redis"):
        try:
            server = psutil.Process(int((folder / f"{name}.pid").read_text()))
            if str(folder) in " ".join(server.cmdline()):
                server.send_signal(signal.SIGINT)
                server.wait(10)
        except psutil.TimeoutExpired:
            server.kill()
        except (OSError, ValueError, psutil.Error):
            pass
