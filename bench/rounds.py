"""A round of a large event through the services, against the engine alone and the bare reading of the event's rows."""

from __future__ import annotations

from bench.measuring import Line
from bench.steps import step_lines

SIZES = (1_250, 5_000)
QUICK_SIZES = (250, 1_000)
PROGRAM = "bench.rounds_measured"
ROWS = "bare rows of the event"


def rounds_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own; both sizes in one run."""
    return step_lines(
        PROGRAM,
        QUICK_SIZES if quick else SIZES,
        part="a round through the services",
        bound_name="to bare rows",
        bound_of=lambda _name: ROWS,
    )
