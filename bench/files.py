"""The files of a large event: its workbook and all its deck registration sheets, as their jobs write them."""

from __future__ import annotations

import json

from bench.measuring import Line, heading
from bench.own_services import own_services

PLAYERS, QUICK_PLAYERS = 5_000, 250
PROGRAM = "bench.files_measured"
WORDS = {
    "nothing": "a process that has loaded the site, for comparison",
    "everybody": "workbook of everybody, in a job",
    "staff": "workbook of the staff with every list, in a job",
    "sheets": "all deck sheets, in a job, written as they are made",
}
BEFORE = {"everybody": "9 s, without lists", "sheets": "29 s, 53 MB"}
"""As these files were first made, for 5,000 players on two cores: in the request, the sheets as one page."""
COLUMNS = ("before", "wall s", "CPU s", "peak MB", "file MB", "sent: first byte ms", "sent: peak MB more")


def measured_files(players: int) -> dict[str, dict[str, float]]:
    """Seconds, megabytes and bytes of each file, by a process of its own, whose peak is its own."""
    with own_services() as run:
        code = run(PROGRAM, "prepare", players).strip()
        return {name: json.loads(run(PROGRAM, name, code)) for name in WORDS}


def files_lines(*, quick: bool) -> list[Line]:
    """One line for each file."""
    players = QUICK_PLAYERS if quick else PLAYERS
    measured = measured_files(players)
    lines = [heading(f"files of {players:,} players", *COLUMNS)]
    lines += [Line(words, BEFORE.get(name, "–"), *_cells(measured[name])) for name, words in WORDS.items()]
    return lines


def _cells(one: dict[str, float]) -> list[str]:
    cells = [f"{one['wall']:.1f}", f"{one['cpu']:.1f}", f"{one['peak']:,.0f}"]
    cells.append(f"{one['bytes'] / 1e6:.1f}" if one["bytes"] else "–")
    cells += [f"{one['first_ms']:.1f}", f"{one['sent_peak']:,.0f}"] if "first_ms" in one else ["–", "–"]
    return cells
