"""A round in pods of a large event through the services and on its pages, against two bounds of the same run.

The seating is compared with working out what no seating can go below, everything else with the bare reading of the
event's rows: neither depends on the machine, so the ratios can be compared.
"""

from __future__ import annotations

from bench.measuring import Line, heading
from bench.own_services import measured

SIZES = (150, 600)
QUICK_SIZES = (40, 160)
PROGRAM = "bench.pods_measured"
ROWS, BOUND = "bare rows of the event", "bound of the spread"
OF_THE_SEATING = ("seating alone", BOUND)
GROWTH = 6
"""Four times the players may take this many times as long: linear work, sorting and a busy machine."""


def pods_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own; both sizes in one run."""
    small, large = QUICK_SIZES if quick else SIZES
    steps = measured(PROGRAM, small, large)
    few, many = steps[str(small)], steps[str(large)]
    head = heading("a round in pods", f"{small:,}", f"{large:,} ms", "growth", "to its bound", "queries")
    lines = [head]
    for name, step in many.items():
        bound = many[BOUND if name in OF_THE_SEATING else ROWS]["ms"]
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
