"""``python -m bench [quick] [PART…]``: the measured table; every part of `PARTS` by default.

``quick`` (or ``BENCH=quick``) takes smaller fields and less patience with slow programs.
"""

from __future__ import annotations

import os
import platform
import sys

from bench.imports import imports_lines
from bench.judging import judging_lines
from bench.measuring import printed
from bench.pairings import pairing_lines
from bench.search import search_lines
from bench.standings import standings_lines
from bench.workbook import workbook_lines

PARTS = {
    "pairing": pairing_lines,
    "standings": standings_lines,
    "workbook": workbook_lines,
    "judging": judging_lines,
    "imports": imports_lines,
    "search": search_lines,
}


def main(arguments: list[str]) -> None:
    """Print each part as soon as it is measured."""
    quick = "quick" in arguments or os.environ.get("BENCH") == "quick"
    wanted = [name for name in PARTS if name in arguments] or list(PARTS)
    load = os.getloadavg()[0]
    say(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}; medians of repeated runs")
    for name in wanted:
        say(printed(PARTS[name](quick=quick)))


def say(text: str) -> None:
    """A paragraph, at once."""
    sys.stdout.write(text + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
