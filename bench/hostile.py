"""The slowest things a stranger may send, each against parsing its own size of harmless XML or reading a plain list."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from xml.parsers.expat import ParserCreate

from bench.hostile_files import FILES, under_the_limit
from bench.measuring import Line, heading, median_seconds
from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.intake.budget import WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import Workbook
from config.embedded import temporary
from decks.uploads.workbook import LIST_WORKBOOK

BARE_ELEMENTS = 250_000
REPEATS, QUICK_REPEATS = 5, 3
STRANGERS = "bench.strangers_measured"


def hostile_lines(*, quick: bool) -> list[Line]:
    """Each hostile workbook as a list and as a card table, against expat counting a fixed number of elements."""
    files = {name: make() for name, make in FILES.items()}
    files["the slowest list that is read"] = under_the_limit(LIST_WORKBOOK.max_elements - 100)
    runs: list[Callable[[], object]] = [_count_elements]
    for data in files.values():
        runs += [_reading(data, LIST_WORKBOOK), _reading(data, CARD_WORKBOOK)]
    bare, *times = median_seconds(runs, repeats=QUICK_REPEATS if quick else REPEATS)
    lines = [heading("hostile workbooks, seconds until they are refused", "kB", "list", "ratio", "card table", "ratio")]
    for place, (name, data) in enumerate(files.items()):
        listed, table = times[2 * place : 2 * place + 2]
        cells = (f"{listed:.3f}", f"{listed / bare:.1f}", f"{table:.3f}", f"{table / bare:.1f}")
        lines.append(Line(name, f"{len(data) / 1000:.0f}", *cells))
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
    lines = [heading("what a stranger may ask for, seconds of processor", "again", "first", "answer")]
    for name, one in found:
        lines.append(Line(name, f"{one['seconds']:.3f}", f"{one['first']:.3f}", str(one["status"])))
    lines.append(Line("(pools of 20,000 cards; aim: none above 1 s; what answers first also fills caches)"))
    return lines


def _reading(data: bytes, limits: WorkbookLimits) -> Callable[[], object]:
    def read() -> int:
        rows = 0
        with suppress(UnreadableFile):
            book = Workbook(io.BytesIO(data), Place(""), limits)
            rows = sum(1 for sheet in book.sheets for _ in book.rows(sheet))
        return rows

    return read


def _count_elements() -> int:
    count = 0

    def start(*_: object) -> None:
        nonlocal count
        count += 1

    parser = ParserCreate()
    parser.StartElementHandler = start
    parser.Parse("<r>" + "<c/>" * BARE_ELEMENTS + "</r>", True)
    return count
