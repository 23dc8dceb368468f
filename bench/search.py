"""Searching cards as somebody types against a bare scan of the same texts, and against PostgreSQL's ILIKE."""

from __future__ import annotations

from bench.measuring import Line, heading
from bench.own_services import measured

POOLS = (10_000, 20_000)
QUICK_POOLS = (2_000,)
PROGRAM = "bench.search_measured"


def search_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own."""
    pools = QUICK_POOLS if quick else POOLS
    lines = []
    for count, found in measured(PROGRAM, *pools).items():
        title = f"search as you type, {int(count):,} cards, ms"
        lines.append(heading(title, "median", "worst", "bare scan", "ratio", "ILIKE", "ratio"))
        for kind, one in found["kinds"].items():
            lines.append(
                Line(
                    f"{kind}, {one['texts']} beginnings",
                    f"{one['median']:.2f}",
                    f"{one['worst']:.2f}",
                    f"{one['bare']:.2f}",
                    f"{one['median'] / one['bare']:.1f}",
                    f"{one['ilike']:.1f}",
                    f"{one['median'] / one['ilike']:.2f}",
                )
            )
        lines += _once(found)
    lines.append(
        Line("bare scan: Python's `in` over number and names of every card; both bounds know no pinyin and no ranking")
    )
    return lines


def _once(found: dict[str, float]) -> list[Line]:
    """What happens once per web process and state of the pool, beside the bare reading of the rows."""
    rows = found["rows"]
    return [
        Line(f"{words}: {found[key]:.0f} ms, {found[key] / rows:.1f} × reading the rows from PostgreSQL")
        for key, words in (
            ("catalogue", "once per process: reading the catalogue"),
            ("index", "once per process: building the index"),
            ("everything", "every card that has an “a”, ranked"),
        )
    ]
