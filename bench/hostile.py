"""The slowest things a stranger may send, each against parsing its own size of harmless XML or reading a plain list."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from xml.parsers.expat import ParserCreate

from bench.hostile_files import FILES, under_the_limit
from bench.hostile_lists import LIGATURE_TAPS
from bench.hostile_memory import megabytes_of, read_whole
from bench.hostile_replays import FULL_REPLAY
from bench.measuring import Line, heading, median_seconds
from cardpool.importers.grid import CARD_WORKBOOK
from config.embedded import temporary
from decks.uploads.workbook import LIST_WORKBOOK

BARE_ELEMENTS = 250_000
REPEATS, QUICK_REPEATS = 5, 3
STRANGERS = "bench.strangers_measured"
BEFORE = {
    "5,000,000 empty cells": "19–55 s, 1,700 MB",
    "1,500,000 fonts": "48 s",
    "1,500,000 empty shared texts": "19–55 s",
    "390 sheets": "19–55 s",
}
"""Read whole, without budgets, in the thread that answers."""
ASKED_BEFORE = {LIGATURE_TAPS: "149 s", FULL_REPLAY: "42 s, of 1 MB"}
COLUMNS = ("kB", "before", "list", "ratio", "MB", "card table", "ratio", "MB")


def hostile_lines(*, quick: bool) -> list[Line]:
    """Each hostile workbook as a list and as a card table, against expat counting a fixed number of elements."""
    files = {name: make() for name, make in FILES.items()}
    files["the slowest list that is read"] = under_the_limit(LIST_WORKBOOK.max_elements - 100)
    runs: list[Callable[[], object]] = [_count_elements]
    for data in files.values():
        runs += [partial(read_whole, data, LIST_WORKBOOK), partial(read_whole, data, CARD_WORKBOOK)]
    bare, *times = median_seconds(runs, repeats=QUICK_REPEATS if quick else REPEATS)
    lines = [heading("hostile workbooks, seconds until they are refused", *COLUMNS)]
    for place, (name, data) in enumerate(files.items()):
        listed, table = times[2 * place : 2 * place + 2]
        lines.append(
            Line(
                name,
                f"{len(data) / 1000:.0f}",
                BEFORE.get(name, ""),
                *(f"{listed:.3f}", f"{listed / bare:.1f}", f"{megabytes_of(data, 'list'):.0f}"),
                *(f"{table:.3f}", f"{table / bare:.1f}", f"{megabytes_of(data, 'cards'):.0f}"),
            )
        )
    lines.append(Line("(a card table of game managers before: 133 kB, 32 s, 1,300 MB; six lists at once: 4,600 MB)"))
    lines.append(Line(f"ratio to expat counting {BARE_ELEMENTS:,} elements ({bare:.3f} s); aim: no list above 1 s"))
    return lines + _stranger_lines()


def _stranger_lines() -> list[Line]:
    """What anybody may ask of the pages and the API, measured by a process of its own on services of its own."""
    folder = temporary.make_folder()
    try:
        temporary.start(folder)
        settings = {"DUELDESK_TEST_FOLDER": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        command = [sys.executable, "-m", STRANGERS]
        run = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=True)
    finally:
        temporary.remove(folder)
    found = sorted(json.loads(run.stdout).items(), key=lambda one: -one[1]["seconds"])
    lines = [heading("what a stranger may ask for, seconds of processor", "before", "again", "first", "answer")]
    for name, one in found:
        cells = (f"{one['seconds']:.3f}", f"{one['first']:.3f}", str(one["status"]))
        before = next((text for words, text in ASKED_BEFORE.items() if name.endswith(words)), "")
        lines.append(Line(name, before, *cells))
    lines.append(Line("(pools of 20,000 cards; aim: none above 1 s; what answers first also fills caches)"))
    return lines


def _count_elements() -> int:
    count = 0

    def start(*_: object) -> None:
        nonlocal count
        count += 1

    parser = ParserCreate()
    parser.StartElementHandler = start
    parser.Parse("<r>" + "<c/>" * BARE_ELEMENTS + "</r>", True)
    return count
