"""Importing ten thousand cards against the bare cost of reading the same file and inserting its rows."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from bench.measuring import Line, heading
from config.embedded import temporary

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
    """Measured by a process of its own on PostgreSQL in a temporary folder, as the test suite has it."""
    cards = QUICK_CARDS if quick else CARDS
    folder = temporary.make_folder()
    try:
        temporary.start(folder)
        environment = {
            **os.environ,
            "DUELDESK_TEST_FOLDER": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
        }
        run = subprocess.run(
            [sys.executable, "-m", PROGRAM, str(cards)], env=environment, capture_output=True, text=True, check=True
        )
    finally:
        temporary.remove(folder)
    seconds = json.loads(run.stdout)
    lines = [heading(f"card import, {cards:,} cards, PostgreSQL", "seconds", "bare", "ratio to bare")]
    for key, words in WORDS.items():
        ours, bare = seconds[key], seconds[f"bare_{'xlsx' if key == 'xlsx' else 'csv'}"]
        lines.append(Line(words, f"{ours:.2f}", f"{bare:.2f}", f"{ours / bare:.1f}"))
    lines.append(Line("bare: csv or openpyxl reading the cells, then bulk_create; aim: any line under 20 s"))
    return lines
