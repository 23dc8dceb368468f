"""What `check_deck` costs beside the bare start of Django with the same settings and apps, as processes of their own.

Both run in turns on one machine, so that whatever else it does slows both alike; the time is that of the process itself
(user and system), which waiting for a core does not lengthen.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.measuring import Line, heading

PROJECT = Path(__file__).parents[1]
REPEATS, QUICK_REPEATS = 9, 3
AIM = 1.5
BARE = (
    "import os, secrets\n"
    "os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings.embedded'\n"
    "os.environ['SECRET_KEY'] = secrets.token_urlsafe(64)\n"
    "import django\n"
    "django.setup()\n"
)
LIST = "4 Dreepy TWM 128\n4 Charizard ex OBF 125\n52 Basic {R} Energy SVE 2\n"


def start_lines(*, quick: bool) -> list[Line]:
    """The bare start and a judged list for two games, in milliseconds of processor time, and the ratio."""
    lines = [heading("check_deck beside the bare start of Django", "ms of processor time", "ratio")]
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder) / "deck.txt"
        deck.write_text(LIST, encoding="utf-8")
        check = (sys.executable, "manage.py", "check_deck", "--game")
        commands: list[Sequence[str]] = [(sys.executable, "-c", BARE)]
        commands += [(*check, game, str(deck)) for game in ("pokemon-tcg", "ultraman-hero-duel")]
        bare, *judged = _medians(commands, folder, QUICK_REPEATS if quick else REPEATS)
    lines.append(Line("django.setup()", f"{1000 * bare:.0f}", ""))
    for command, taken in zip(commands[1:], judged, strict=True):
        lines.append(Line(f"check_deck --game {command[4]}", f"{1000 * taken:.0f}", f"{taken / bare:.2f}"))
    lines.append(Line(f"(aim: at most {AIM} times the bare start; no database)"))
    return lines


def _medians(commands: Sequence[Sequence[str]], folder: str, repeats: int) -> list[float]:
    inherited = {
        key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    environment = {**inherited, "VAR_DIR": str(Path(folder) / "var")}
    times: list[list[float]] = [[] for _ in commands]
    for repeat in range(repeats + 1):
        for command, own in zip(commands, times, strict=True):
            before = _spent()
            subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, check=False)
            if repeat:
                own.append(_spent() - before)
    return [statistics.median(own) for own in times]


def _spent() -> float:
    """Processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
