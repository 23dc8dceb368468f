"""How many phones of one hall are refused: behind one address, within a minute, signing in, signing up, entering."""

from __future__ import annotations

from bench.measuring import Line, heading
from bench.own_services import measured

PHONES, QUICK_PHONES = 300, 60
PROGRAM = "bench.refused_measured"
BEFORE = "half"
"""With 30 sign-ins, 20 sign-ups and 60 entries a minute for one address."""


def refused_lines(*, quick: bool) -> list[Line]:
    """One line for each form; and one phone alone that goes on sending it."""
    phones = QUICK_PHONES if quick else PHONES
    found = measured(PROGRAM, phones)
    lines = [heading(f"{phones} phones behind one address in a minute", "refused before", "refused", "one phone alone")]
    for name, one in found.items():
        alone = f"refused from the {one['alone']:,}th on"
        lines.append(Line(name, BEFORE, f"{one['refused']:,}", alone))
    return lines
