"""The workbook of a large event against openpyxl's own write-only mode on the same cells."""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from collections.abc import Callable
from typing import IO

from django.conf import settings
from openpyxl import Workbook

from bench.measuring import Line, heading, median_seconds
from tournaments.exports.sheet import Column, Kind, Row, Sheet
from tournaments.exports.workbook import write_workbook

PLAYERS, ROUNDS = 8_192, 10
STANDINGS = [
    Column("Rank", Kind.WHOLE), Column("Player"), Column("Team"), Column("Points", Kind.WHOLE), Column("W-L-D"),
    Column("Wins", Kind.WHOLE), Column("Losses", Kind.WHOLE), Column("Draws", Kind.WHOLE),
    Column("OMW %", Kind.PERCENT), Column("GW %", Kind.PERCENT), Column("OGW %", Kind.PERCENT),
    Column("Left after round", Kind.WHOLE),
]  # fmt: skip
ROUND = [
    Column("Table", Kind.WHOLE), Column("Player 1"), Column("Player 2"), Column("Games of player 1", Kind.WHOLE),
    Column("Games of player 2", Kind.WHOLE), Column("Drawn games", Kind.WHOLE), Column("Winner"), Column("Result"),
    Column("Reason"),
]  # fmt: skip


def event_sheets(players: int = PLAYERS, rounds: int = ROUNDS) -> list[Sheet]:
    """The table and the rounds of an event, every cell filled: 12 columns a player, 9 a table."""
    names = [f"选手{number:05d}" for number in range(players)]
    table: list[Row] = [
        [place + 1, name, f"Team {place % 97}", 30 - place % 31, "7-2-1", 7, 2, 1,
         1 / (1 + place % 7 / 10), (place % 89) / 89, (place % 83) / 83, rounds]
        for place, name in enumerate(names)
    ]  # fmt: skip
    sheets = [Sheet("Standings", STANDINGS, table, landscape=True)]
    for number in range(1, rounds + 1):
        rows: list[Row] = [
            [
                seat + 1,
                names[2 * seat],
                names[2 * seat + 1],
                2,
                seat % 2,
                0,
                names[2 * seat],
                "Played",
                "Entered by desk",
            ]
            for seat in range(players // 2)
        ]
        sheets.append(Sheet(f"Round {number}", ROUND, rows))
    return sheets


def write_bare(sheets: list[Sheet], target: IO[bytes]) -> None:
    """Write the values of the sheets through openpyxl alone: no formats, no care for formulas, no widths."""
    book = Workbook(write_only=True)
    for sheet in sheets:
        page = book.create_sheet(sheet.title)
        page.append([column.header for column in sheet.columns])
        for row in sheet.rows:
            page.append(row)
    book.save(target)


def write_ours(sheets: list[Sheet], target: IO[bytes]) -> None:
    """What an export does."""
    write_workbook(sheets, target, progress=lambda percent: None)


def peak_kilobytes(write: Callable[[list[Sheet], IO[bytes]], None], sheets: list[Sheet]) -> int:
    """The most memory held while writing, beyond the rows themselves."""
    gc.collect()
    with tempfile.TemporaryFile() as target:
        tracemalloc.start()
        write(sheets, target)
        _now, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak // 1024


def workbook_lines(*, quick: bool) -> list[Line]:
    """Both writers one after the other, several times; then memory for the event and for a quarter of its players."""
    if not settings.configured:
        settings.configure(USE_TZ=True, TIME_ZONE="Asia/Shanghai")
    sheets = event_sheets(PLAYERS // 8 if quick else PLAYERS)
    cells = sum(len(sheet.rows) * len(sheet.columns) for sheet in sheets)

    def seconds(write: Callable[[list[Sheet], IO[bytes]], None]) -> Callable[[], None]:
        def once() -> None:
            with tempfile.TemporaryFile() as target:
                write(sheets, target)

        return once

    bare, ours = median_seconds([seconds(write_bare), seconds(write_ours)], repeats=3)
    lines = [
        heading(f"workbook, {cells:,} cells", "seconds", "ratio to bare"),
        Line("openpyxl alone, write-only, bare values", f"{bare:.2f}", "1.00"),
        Line(
            "exports/workbook.py: formats, widths, formulas as text", f"{ours:.2f}", f"{ours / bare:.2f}  (aim ≤ 1.3)"
        ),
    ]
    small = event_sheets((PLAYERS // 32) if quick else PLAYERS // 8, 4)
    large = event_sheets((PLAYERS // 8) if quick else PLAYERS // 2, 4)
    for title, write in (("openpyxl alone", write_bare), ("exports/workbook.py", write_ours)):
        one, four = peak_kilobytes(write, small), peak_kilobytes(write, large)
        lines.append(Line(f"memory while writing, {title}", f"{one:,} kB", f"{four:,} kB for four times the rows"))
    return lines
