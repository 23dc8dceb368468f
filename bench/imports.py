"""Importing ten thousand cards against the bare cost of reading the same file and inserting its rows."""

from __future__ import annotations

from bench.measuring import Line, heading
from bench.own_services import measured

CARDS = 10_000
QUICK_CARDS = 2_000
PROGRAM = "bench.imports_measured"
WORDS = {
    "csv": "CSV, every card new",
    "xlsx": "XLSX, every card new",
    "changed": "CSV, every card changed",
    "untouched": "CSV, every card known already",
    "dry": "CSV, preview only",
}


def imports_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own."""
    cards = QUICK_CARDS if quick else CARDS
    seconds = measured(PROGRAM, cards)
    lines = [heading(f"card import, {cards:,} cards, PostgreSQL", "seconds", "bare", "ratio to bare")]
    for key, words in WORDS.items():
        ours, bare = seconds[key], seconds[f"bare_{'xlsx' if key == 'xlsx' else 'csv'}"]
        lines.append(Line(words, f"{ours:.2f}", f"{bare:.2f}", f"{ours / bare:.1f}"))
    lines.append(Line("bare: csv or openpyxl reading the cells, then bulk_create; aim: any line under 20 s"))
    return lines
