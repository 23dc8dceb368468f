"""A round of a large event through the services, against the engine alone and the bare reading of the event's rows."""

from __future__ import annotations

from typing import Any

from bench.measuring import Line, heading
from bench.own_services import measured

SIZES = (1_250, 5_000)
QUICK_SIZES = (250, 1_000)
PROGRAM = "bench.rounds_measured"
ROWS = "bare rows of the event"
GROWTH = 6
"""Four times the players may take this many times as long: linear work, sorting and a busy machine."""


def measured_rounds(*sizes: int) -> dict[str, Any]:
    """Milliseconds and queries by the event's size and the step."""
    found: dict[str, Any] = measured(PROGRAM, *sizes)
    return found


def rounds_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own; both sizes in one run."""
    small, large = QUICK_SIZES if quick else SIZES
    steps = measured_rounds(small, large)
    few, many = steps[str(small)], steps[str(large)]
    bound = many[ROWS]["ms"]
    lines = [
        heading("a round through the services", f"{small:,}", f"{large:,} ms", "growth", "to bare rows", "queries")
    ]
    for name, step in many.items():
        growth = step["ms"] / few[name]["ms"]
        lines.append(
            Line(
                name,
                f"{few[name]['ms']:,.1f}",
                f"{step['ms']:,.1f}",
                f"× {growth:.1f}  (aim ≤ {GROWTH})",
                f"{step['ms'] / bound:.1f}",
                f"{few[name]['queries']} → {step['queries']}",
            )
        )
    return lines
