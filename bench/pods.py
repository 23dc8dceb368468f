"""A round in pods of a large event through the services and on its pages, against two bounds of the same run.

The seating is compared with working out what no seating can go below, everything else with the bare reading of the
event's rows: neither depends on the machine, so the ratios can be compared.
"""

from __future__ import annotations

from bench.measuring import Line
from bench.steps import step_lines

SIZES = (150, 600)
QUICK_SIZES = (40, 160)
PROGRAM = "bench.pods_measured"
ROWS, BOUND = "bare rows of the event", "bound of the spread"
OF_THE_SEATING = ("seating alone", BOUND)


def pods_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own; both sizes in one run."""
    return step_lines(
        PROGRAM,
        QUICK_SIZES if quick else SIZES,
        part="a round in pods",
        bound_name="to its bound",
        bound_of=lambda name: BOUND if name in OF_THE_SEATING else ROWS,
    )
