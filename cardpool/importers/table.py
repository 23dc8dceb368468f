"""Card tables, CSV and XLSX: finding the header line, and reading every row below it by the columns it maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cardpool.importers.cells import CellError, line_of
from cardpool.importers.columns import (
    guess_columns,
    headers_digest,
    identifies,
    named_field,
    problems_of,
)
from cardpool.importers.grid import CARD_WORKBOOK, Grid, open_grid
from cardpool.importers.records import Opened, Row
from cardpool.importers.table_rows import RowReader
from cardpool.intake.budget import WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs import GamePack

MAX_HEADER_ROW = 15
"""The last row that may be the header."""
SAMPLES = 3
"""Rows shown below it."""
_MAX_SAMPLE_LENGTH = 60


@dataclass(frozen=True)
class TableHead:
    """The header line of a table: its row, its headers, the guessed field of each, and the first values below each."""

    file: str
    row: int
    headers: tuple[str, ...]
    digest: str
    guessed: tuple[str, ...]
    samples: tuple[tuple[str, ...], ...]
    sheets: tuple[str, ...] = ()
    sheet: str = ""


def table_heads(
    paths: Sequence[Path], pack: GamePack, options: Mapping[str, Any], limits: WorkbookLimits = CARD_WORKBOOK
) -> tuple[TableHead, ...]:
    """The header lines of tables, for choosing what their columns hold; tables of one header line give one head.

    `limits` bound what each workbook may cost.

    Raises `UnreadableFile` as the reading itself would, but for a table in which nothing was recognised.
    """
    heads: dict[str, TableHead] = {}
    for path in paths:
        grid = open_grid(path, sheet=str(options.get("sheet", "")), limits=limits)
        with closing(grid.rows) as rows:
            first = [(number, _texts(cells)) for number, cells in islice(rows, MAX_HEADER_ROW + SAMPLES)]
        head = _head(first, grid, pack, options)
        heads.setdefault(head.digest, head)
    return tuple(heads.values())


def read_table(paths: list[Path], pack: GamePack, options: Mapping[str, Any]) -> Opened:
    """Read CSV and XLSX card tables, one after the other.

    `options`: `columns`, header line digest (`columns.headers_digest`) → field of every column, as chosen at the desk;
    `map`, header → field, as given on the command line; `sheet`, a workbook's sheet. What none of them says is guessed.
    A row with any problem is refused, once for each of its problems. Raises `UnreadableFile` `no_card_column` (with
    the headers) for a table that does not say which card a row is about, `no_such_column` and `no_such_field` for a
    choice that does not fit, and what `open_grid` raises.
    """
    grids = [open_grid(path, sheet=str(options.get("sheet", ""))) for path in paths]
    for header in options.get("map", {}):
        if not any(header in head.headers for head in table_heads(paths, pack, options)):
            raise UnreadableFile(Place(paths[0].name), "no_such_column", column=header)
    total = sum(grid.total for grid in grids) if all(grid.total for grid in grids) else 0
    return Opened(total, _rows(grids, pack, options))


def _rows(grids: list[Grid], pack: GamePack, options: Mapping[str, Any]) -> Iterator[Row]:
    for grid in grids:
        first = list(islice(grid.rows, MAX_HEADER_ROW + SAMPLES))
        head = _head([(number, _texts(cells)) for number, cells in first], grid, pack, options)
        columns = columns_of(head, pack, options)
        for code, facts in problems_of(columns, pack):
            shown = [header for header in head.headers if header][:50]
            raise UnreadableFile(Place(grid.file, head.row), code, headers=shown, **facts)
        reader = RowReader(grid.file, head.headers, columns, pack)
        for number, cells in first:
            if number > head.row:
                yield from reader.read(number, cells)
        for number, cells in grid.rows:
            yield from reader.read(number, cells)


def columns_of(head: TableHead, pack: GamePack, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The field of every column: as `map` says, else as chosen for this header line, else as guessed."""
    chosen = options.get("columns", {}).get(head.digest)
    columns = list(chosen) if chosen and len(chosen) == len(head.headers) else list(head.guessed)
    for header, name in options.get("map", {}).items():
        field = named_field(name, pack)
        if field is None:
            raise UnreadableFile(Place(head.file, head.row), "no_such_field", field=name, headers=[])
        columns = ["" if other == field else other for other in columns]
        for position, text in enumerate(head.headers):
            if text == header:
                columns[position] = field
    return tuple(columns)


def _head(
    first: Sequence[tuple[int, tuple[str, ...]]], grid: Grid, pack: GamePack, options: Mapping[str, Any]
) -> TableHead:
    """The header line: one that was mapped before, else the first in which most columns are recognised, else the first.

    Tables often begin with a title or a remark.
    """
    if not first:
        raise UnreadableFile(Place(grid.file), "table_empty")
    mapped, named = options.get("columns", {}), set(options.get("map", {}))

    def worth(entry: tuple[int, tuple[str, ...]]) -> tuple[bool, int, bool, int]:
        headers = entry[1]
        guessed = guess_columns(headers, pack)
        return (
            headers_digest(headers) in mapped,
            len(named.intersection(headers)),
            identifies(guessed, pack),
            sum(map(bool, guessed)),
        )

    row, headers = max(first[:MAX_HEADER_ROW], key=worth)
    below = [texts for number, texts in first if number > row][:SAMPLES]
    samples = tuple(
        tuple(texts[position][:_MAX_SAMPLE_LENGTH] for texts in below if position < len(texts) and texts[position])
        for position in range(len(headers))
    )
    guessed = guess_columns(headers, pack)
    return TableHead(grid.file, row, headers, headers_digest(headers), guessed, samples, grid.sheets, grid.sheet)


def _texts(cells: Sequence[Any]) -> tuple[str, ...]:
    return tuple(_text(cell) for cell in cells)


def _text(cell: Any) -> str:
    try:
        return line_of(cell)[:300]
    except CellError as mistake:
        return str(mistake.facts.get("found", ""))
