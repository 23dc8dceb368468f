"""Measuring fairly, and the lines of the printed table."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


class CannotMeasure(Exception):
    """A program that a part compares with is not on this machine; the text says which."""


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    cells: tuple[str, ...]
    is_heading: bool = False

    def __init__(self, *cells: str, is_heading: bool = False) -> None:
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "is_heading", is_heading)


def heading(*cells: str) -> Line:
    """The head of a part of the table."""
    return Line(*cells, is_heading=True)


def median_seconds(
    runs: Sequence[Callable[[], object]],
    *,
    repeats: int,
    pick: Callable[[Sequence[float]], float] = statistics.median,
) -> list[float]:
    """The median time of each, taken in turns so that a busy machine slows all of them alike; one unmeasured run.

    Runs of milliseconds are better measured by their shortest (`pick=min`): whatever interrupts one only adds to it.
    """
    times: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    for _ in range(repeats):
        for place, run in enumerate(runs):
            gc.collect()
            gc.disable()
            try:
                start = time.perf_counter()
                run()
                times[place].append(time.perf_counter() - start)
            finally:
                gc.enable()
    return [pick(own) for own in times]


def printed(lines: Sequence[Line]) -> str:
    """The lines in columns, each part as wide as its own cells need."""
    return "\n\n".join(_part(part) for part in _parts(lines))


def format_markdown(lines: Sequence[Line]) -> str:
    """The lines as Markdown, a table for each heading."""
    return "\n\n".join(_table(part) for part in _parts(lines))


def _table(lines: Sequence[Line]) -> str:
    columns = max(len(line.cells) for line in lines)
    head, rows = (lines[0].cells, lines[1:]) if lines[0].is_heading else ((), lines)
    written = [_row(head, columns), "|---|" + "---:|" * (columns - 1)]
    return "\n".join([*written, *(_row(line.cells, columns) for line in rows)])


def _row(cells: Sequence[str], columns: int) -> str:
    filled = [*cells, *[""] * (columns - len(cells))]
    return "| " + " | ".join(cell.strip().replace("|", "\\|") for cell in filled) + " |"


def _parts(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines from one heading to the next."""
    parts: list[list[Line]] = []
    for line in lines:
        if line.is_heading or not parts:
            parts.append([])
        parts[-1].append(line)
    return parts


def _part(lines: Sequence[Line]) -> str:
    columns = max(len(line.cells) for line in lines)
    widths = [max(len(line.cells[place]) for line in lines if place < len(line.cells)) for place in range(columns)]
    rows = []
    for line in lines:
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line.cells, widths, strict=False))
        ]
        rows.append("  ".join(cells).rstrip())
        if line.is_heading:
            rows.append("-" * (sum(widths) + 2 * (columns - 1)))
    return "\n".join(rows)
