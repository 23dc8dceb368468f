"""The steps of a part measured at two sizes of an event, by a process of its own, against bounds of the same run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.measuring import Line, heading
from bench.own_services import measured

GROWTH = 6
"""Four times the players may take this many times as long: linear work, sorting and a busy machine."""


def measured_steps(program: str, *sizes: int) -> dict[str, Any]:
    """Milliseconds and queries by the event's size and the step."""
    found: dict[str, Any] = measured(program, *sizes)
    return found


def step_lines(
    program: str, sizes: tuple[int, int], *, part: str, bound_name: str, bound_of: Callable[[str], str]
) -> list[Line]:
    """A line for each step, both sizes in one run; `bound_of` names the step that another one is compared with."""
    small, large = sizes
    steps = measured_steps(program, small, large)
    few, many = steps[str(small)], steps[str(large)]
    lines = [heading(part, f"{small:,}", f"{large:,} ms", "growth", bound_name, "queries")]
    for name, step in many.items():
        growth = step["ms"] / few[name]["ms"]
        lines.append(
            Line(
                name,
                f"{few[name]['ms']:,.1f}",
                f"{step['ms']:,.1f}",
                f"× {growth:.1f}  (aim ≤ {GROWTH})",
                f"{step['ms'] / many[bound_of(name)]['ms']:.1f}",
                f"{few[name]['queries']} → {step['queries']}",
            )
        )
    return lines
