"""What one result costs: entered by a program, corrected by one, entered at the desk, against writing a bare row."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.measuring import Line, heading
from config.embedded import temporary

PLAYERS, REQUESTS = 1_600, 200
QUICK_PLAYERS, QUICK_REQUESTS = 400, 40
PROGRAM = "bench.results_measured"
WORDS = {
    "score": "a score over the API",
    "correction": "a correction over the API",
    "form": "a score at the desk",
    "report": "a player's report from a phone",
    "confirmation": "the other player's, which enters the result",
    "bare": "bare: a view that inserts one row",
}
MAX_WEB_MS = 10
"""Milliseconds of CPU a result may take of a web process: with two cores and half of them for phones, 200 a second."""


def results_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own on PostgreSQL and Redis in a temporary folder, set up as `make run` does."""
    players, requests = (QUICK_PLAYERS, QUICK_REQUESTS) if quick else (PLAYERS, REQUESTS)
    folder = temporary.make_folder()
    try:
        temporary.start(folder)
        run = subprocess.run(
            [sys.executable, "-m", PROGRAM, str(players), str(requests)],
            env=os.environ | site_environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # The log of every request is written, as on a running site, and read by nobody.
            text=True,
            check=True,
        )
    finally:
        temporary.remove(folder)
    found = json.loads(run.stdout.splitlines()[-1])
    bare = found["bare"]
    lines = [heading(f"one result, {players:,} players", "web CPU", "to bare", "PostgreSQL CPU", "statements")]
    for name, words in WORDS.items():
        one = found[name]
        aim = "" if name == "bare" else f"  (aim ≤ {MAX_WEB_MS})"
        lines.append(
            Line(
                words,
                f"{one['web']:.1f} ms{aim}",
                f"{one['web'] / bare['web']:.1f}",
                f"{one['database']:.1f} ms",
                f"{one['statements']:.0f}",
            )
        )
    return lines


def site_environment(folder: Path) -> dict[str, str]:
    """The settings of a web process of the embedded site, with the folder's services."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "VAR_DIR": str(folder / "var"),
        "DATABASE_URL": f"postgresql://postgres@/postgres?host={folder}/run",
        "REDIS_URL": f"unix://{folder}/run/redis.sock?db=0",
        "DATABASE_POOL": "1",
        "LOG_LEVEL": "INFO",
    }
