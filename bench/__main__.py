"""``python -m bench [quick] [PART…]``: the measured table; every part of `PARTS` by default, but `compared`.

`compared` measures the pages and rounds once more and shows them beside what they were.

Each part is a section of `docs/measurements.md`, written again when it has been measured. ``quick`` (or
``BENCH=quick``) takes smaller fields and less patience with slow programs, and writes nothing.
"""

from __future__ import annotations

import os
import platform
import sys

from bench.compared import compared_lines
from bench.files import files_lines
from bench.hostile import hostile_lines
from bench.imports import imports_lines
from bench.judging import judging_lines
from bench.look_ahead import look_ahead_lines
from bench.measurements import write_section
from bench.measuring import CannotMeasure, format_markdown, printed
from bench.pages import pages_lines
from bench.pairings import pairing_lines
from bench.pods import pods_lines
from bench.reading import reading_lines
from bench.refused import refused_lines
from bench.results import results_lines
from bench.rounds import rounds_lines
from bench.search import search_lines
from bench.seasons import seasons_lines
from bench.standings import standings_lines
from bench.start import start_lines
from bench.trigrams import trigrams_lines
from bench.workbook import workbook_lines
from bench.worst import worst_lines

PARTS = {
    "pairing": pairing_lines,
    "worst": worst_lines,
    "look_ahead": look_ahead_lines,
    "rounds": rounds_lines,
    "pods": pods_lines,
    "results": results_lines,
    "standings": standings_lines,
    "pages": pages_lines,
    "seasons": seasons_lines,
    "workbook": workbook_lines,
    "files": files_lines,
    "judging": judging_lines,
    "reading": reading_lines,
    "start": start_lines,
    "imports": imports_lines,
    "search": search_lines,
    "trigrams": trigrams_lines,
    "hostile": hostile_lines,
    "refused": refused_lines,
    "compared": compared_lines,
}
MAX_IDLE_LOAD = 1.0
"""Load average above which other programs were at work too."""


def main(arguments: list[str]) -> None:
    """Print each part as soon as it is measured, and keep it where it was measured in full."""
    quick = "quick" in arguments or os.environ.get("BENCH") == "quick"
    wanted = [name for name in PARTS if name in arguments] or [name for name in PARTS if name != "compared"]
    load = os.getloadavg()[0]
    say(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}; medians of repeated runs")
    for name in wanted:
        load = os.getloadavg()[0]
        try:
            lines = PARTS[name](quick=quick)
        except CannotMeasure as reason:
            say(f"{name}: {reason}")
            continue
        say(printed(lines))
        if not quick:
            note = f"Medians of repeated runs. The machine's load average when it began: {load:.1f}."
            if load > MAX_IDLE_LOAD:
                note += " Other programs used the cores: compare ratios and counts, not seconds of the clock."
            write_section(f"Speed: {name} (`make bench PARTS={name}`)", f"{note}\n\n{format_markdown(lines)}")


def say(text: str) -> None:
    """A paragraph, at once."""
    sys.stdout.write(text + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
