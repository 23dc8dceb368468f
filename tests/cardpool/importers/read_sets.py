"""Cards read from set files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardpool.games import shipped_pack
from cardpool.importers.pokemon import read_pokemon
from cardpool.importers.records import ReadCard, Row
from tests.cardpool.importers.set_files import entry, write_cards, write_sets

PACK = shipped_pack("pokemon-tcg")


def rows_of(*paths: Path, **options: Any) -> list[Row]:
    opened = read_pokemon(list(paths), PACK, options)
    rows = list(opened.rows)
    assert len(rows) <= opened.total
    return rows


def cards_of(*paths: Path, **options: Any) -> dict[str, ReadCard]:
    rows = rows_of(*paths, **options)
    assert all(isinstance(row, ReadCard) for row in rows), rows
    return {row.place.id: row for row in rows if isinstance(row, ReadCard)}


def card_of(folder: Path, id_: str, **values: Any) -> ReadCard:
    write_sets(folder)
    write_cards(folder, id_.rpartition("-")[0], [entry(id_, **values)])
    return cards_of(folder)[id_]
