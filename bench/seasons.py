"""Pages and files of the largest season: worked out for a new version, and from what is kept."""

from __future__ import annotations

from bench.measuring import Line, heading
from bench.own_services import measured

MAX_SEASON = (60, 20_000)
"""Events and entries, as many as a season takes (`tournaments.services.seasons`)."""
QUICK = (6, 600)
PROGRAM = "bench.seasons_measured"
WORDS = {
    "board": "the leaderboard worked out, no page",
    "leaderboard": "leaderboard",
    "division": "leaderboard of a division",
    "find": "leaderboard, a name looked for",
    "history": "history of a player in every event",
    "csv": "CSV file",
    "workbook": "workbook",
}


def seasons_lines(*, quick: bool) -> list[Line]:
    """Measured by a process of its own."""
    events, entries = QUICK if quick else MAX_SEASON
    found = measured(PROGRAM, events, entries)
    what = f"a season, {events} events, {entries:,} entries"
    lines = [heading(what, "new version", "statements", "kept", "statements", "size")]
    for name, words in WORDS.items():
        one = found[name]
        first, kept = (f"{one[when] * 1000:,.0f} ms" if when in one else "" for when in ("first", "kept"))
        counted = [str(one[when]) if when in one else "" for when in ("first_statements", "kept_statements")]
        size = f"{one['bytes'] / 1000:,.0f} kB" if "bytes" in one else ""
        lines.append(Line(words, first, counted[0], kept, counted[1], size))
    return lines
