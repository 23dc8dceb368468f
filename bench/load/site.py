"""The site under load: started as `make run` starts it, on loopback, in a temporary folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg

from config.embedded.paths import PROJECT, DataFolder

PATIENCE = 180.0
PARTS = {"web": "config.embedded.web", "PostgreSQL": "postgres", "Redis": "redis"}
"""A word in the command line of the processes of each part."""
OTHERS = "others"
"""The worker and the supervisor."""


class LoadedSite:
    """A running site and its data."""

    def __init__(self, folder: Path, port: int) -> None:
        self.data = DataFolder(folder / "var")
        self.base = f"http://127.0.0.1:{port}"
        self.environment = os.environ | {
            "VAR_DIR": str(self.data.root),
            "PORT": str(port),
            "HOST": "127.0.0.1",
            "DEMO": "0",
            "LOG_LEVEL": "WARNING",
        }
        self.output = folder / "output"
        with self.output.open("wb") as output:
            self.launcher = subprocess.Popen(
                [sys.executable, "-m", "config.embedded"],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + PATIENCE
        while "Ctrl-C" not in self.output.read_text():
            if self.launcher.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(self.output.read_text())
            time.sleep(0.2)

    def make_event(self, players: int, keepers: int) -> dict[str, Any]:
        """An event in its first round (`bench/load/event.py`)."""
        command = [sys.executable, "-m", "bench.load.event", str(players), str(keepers)]
        done = subprocess.run(command, cwd=PROJECT, env=self.environment, check=True, capture_output=True, text=True)
        made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return made

    def web_processes(self) -> list[psutil.Process]:
        """The web processes and their parent."""
        family = psutil.Process(self.launcher.pid).children(recursive=True)
        return [process for process in family if "config.embedded.web" in process.cmdline()]

    def web_memory(self) -> int:
        """Bytes all web processes hold together, shared pages counted once (proportional set size)."""
        return sum(process.memory_full_info().pss for process in self.web_processes())

    def cpu_seconds(self) -> float:
        """CPU seconds that all processes of the site have taken so far."""
        return sum(self.cpu_by_part().values())

    def cpu_by_part(self) -> dict[str, float]:
        """CPU seconds that the site has taken so far, by what took them (`PARTS`)."""
        spent = dict.fromkeys((*PARTS, OTHERS), 0.0)
        for process in psutil.Process(self.launcher.pid).children(recursive=True):
            command, times = " ".join(process.cmdline()), process.cpu_times()
            part = next((part for part, word in PARTS.items() if word in command), OTHERS)
            spent[part] += times.user + times.system + times.children_user + times.children_system
        return spent

    def sql(self, query: str) -> list[tuple[Any, ...]]:
        """Rows of one statement on the site's database."""
        with psycopg.connect(self.data.database_url, autocommit=True) as connection:
            return connection.execute(query).fetchall()

    def stop(self) -> None:
        self.launcher.send_signal(signal.SIGTERM)
        self.launcher.wait(PATIENCE)


@contextmanager
def loaded_site() -> Iterator[LoadedSite]:
    """A site of one's own for the length of the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="dueldesk-load-") as folder:
        site = LoadedSite(Path(folder), port)
        try:
            yield site
        finally:
            site.stop()
