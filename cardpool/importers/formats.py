"""The formats card files come in: their names, their readers, and telling them apart by what is inside."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from cardpool.importers.cdb import read_cdb
from cardpool.importers.pokemon import read_pokemon
from cardpool.importers.records import CardReader
from cardpool.importers.table import read_table
from cardpool.intake.unreadable import Place, UnreadableFile

TABLE, CDB, POKEMON = "table", "cdb", "pokemon"
READERS: Mapping[str, CardReader] = {TABLE: read_table, CDB: read_cdb, POKEMON: read_pokemon}
"""Every format's reader by the name `CardImport.format` keeps."""

SPELLINGS: Mapping[str, str] = {
    "table": TABLE,
    "csv": TABLE,
    "xlsx": TABLE,
    "cdb": CDB,
    "pokemon": POKEMON,
    "json": POKEMON,
}
"""What a format may be called on the command line. CSV and XLSX are one: each file says itself which it is."""

_DATABASE = b"SQLite format 3\x00"


def guess_format(paths: list[Path]) -> str:
    """The format of files that come together, by their content; whatever is neither database nor JSON is a table.

    Raises `UnreadableFile` `mixed_formats` where they are not of one kind.
    """
    first = _kind(paths[0])
    for path in paths[1:]:
        if _kind(path) != first:
            raise UnreadableFile(Place(path.name), "mixed_formats", other=paths[0].name)
    return first


def _kind(path: Path) -> str:
    if path.is_dir():
        return POKEMON
    if path.suffix.lower() in (".conf", ".cdb"):
        return CDB  # Whose reader says what a file with this ending really is.
    with path.open("rb") as file:
        start = file.read(64)
    if start.startswith(_DATABASE):
        return CDB
    if start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{") and not zipfile.is_zipfile(path):
        return POKEMON
    return TABLE
