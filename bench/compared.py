"""What a hall waits for: before pages were kept and rounds paired in linear time, and now. Files: `bench.files`."""

from __future__ import annotations

from typing import Any

from bench.files import QUICK_PLAYERS
from bench.measuring import Line, heading
from bench.pages import measured_pages
from bench.rounds import PROGRAM
from bench.steps import measured_steps

SIZES, MAX_PLAYERS = (60, 250, 1_000, 5_000), 5_000
COLUMNS = ("before", "new version", "kept", "sent")
PAGES = {
    ("pairings", 60): "46 ms",
    ("pairings", 250): "126 ms",
    ("pairings", 1_000): "650 ms, 299 kB",
    ("pairings", 5_000): "2,900 ms, 1,500 kB",
    ("standings", 1_000): "900 ms, 1,600 kB",
    ("standings", 5_000): "3,600 ms, 7,000 kB",
    ("mark", 60): "13 ms",
    ("mark", 5_000): "296 ms",
}
"""On two cores. Each request worked its page out, a poll without news (`mark`) hardly less."""
ROUNDS = {
    "pair": "9–18 s",
    "reasons of all tables": "2.8 s at 2,000",
    "publish": "",
    "record a result": "",
    "complete": "",
    "standings": "0.9 s at 1,000",
}


def compared_lines(*, quick: bool) -> list[Line]:
    """Everything measured once more. “New version” is the first request after a change, through all of Django; what is
    kept the web process sends itself."""
    sizes = SIZES[:2] if quick else SIZES
    pages = measured_pages(sizes)
    large = QUICK_PLAYERS if quick else MAX_PLAYERS
    steps = measured_steps(PROGRAM, large)[str(large)]
    lines = [heading("a page asked for", *COLUMNS)]
    lines += [_page(name, size, pages[str(size)]) for name in ("pairings", "standings", "mark") for size in sizes]
    lines.append(heading(f"a round of {large:,}, ms", "before", "now", "queries"))
    lines += [
        Line(name, before, f"{steps[name]['ms']:,.0f}", f"{steps[name]['queries']:.0f}")
        for name, before in ROUNDS.items()
    ]
    return lines


def _page(name: str, size: int, found: dict[str, Any]) -> Line:
    one, before = found[name], PAGES.get((name, size), "")
    if name == "mark":
        return Line(f"is there anything new, {size:,}", before, "", _ms(one["kept"]), "")
    kept = f"{_ms(one['kept'])}; by the web process itself {_ms(found['ready']['kept'])}"
    return Line(f"{name}, {size:,}", before, _ms(one["first"]), kept, f"{one['sent'] / 1000:,.0f} kB")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms" if seconds < 0.01 else f"{seconds * 1000:,.0f} ms"
