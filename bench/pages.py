"""Public pages of events of several sizes: worked out for a new version, and from what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.measuring import Line, heading
from bench.own_services import measured

SIZES = (60, 250, 1_000, 5_000)
QUICK_SIZES = (60, 250)
PROGRAM = "bench.pages_measured"
WORDS = {
    "pairings": "pairings",
    "standings": "standings",
    "players": "players",
    "find": "pairings, a name looked for",
}


def measured_pages(sizes: Sequence[int]) -> dict[str, Any]:
    """Seconds and bytes by the event's size and the page."""
    found: dict[str, Any] = measured(PROGRAM, *sizes)
    return found


def pages_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own."""
    sizes = QUICK_SIZES if quick else SIZES
    by_size = measured_pages(sizes)
    lines = []
    for size in sizes:
        found = by_size[str(size)]
        bare = found["mark"]["kept"]
        lines.append(heading(f"public pages, {size:,} players", "new version", "kept", "ratio to bare", "page", "sent"))
        for name, words in WORDS.items():
            one = found[name]
            kept = "–" if name == "find" else _ms(one["kept"])
            ratio = f"{one['kept'] / bare:.1f}"
            lines.append(Line(words, _ms(one["first"]), kept, ratio, _kb(one["page"]), _kb(one["sent"])))
        lines.append(Line("bare: nothing new, said by Django", "", _ms(bare), "1.0"))
        lines.append(Line("a kept page, by the web process itself", "", _ms(found["ready"]["kept"])))
    return lines


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms" if seconds < 0.01 else f"{seconds * 1000:,.0f} ms"


def _kb(size: int) -> str:
    return f"{size / 1000:,.1f} kB"
