"""Opening the card database of EDOPro and YGOPro, an SQLite file from anywhere, without trusting it.

The schema is `datas(id, ot, alias, setcode, type, atk, def, level, race, attribute, category)` and `texts(id, name, …)`
(Fluorohydride/ygopro, `gframe/data_manager.cpp`). The file is opened read-only and as unchanging, so nothing beside it
(`-wal`, `-journal`) is read and nothing is written; where changes wait there, the file is refused. Only the two tables
are read, and only if they are real ones: views, virtual tables and triggers of a hostile file never run. Functions are
denied, values are limited in length, and work is counted, so that neither a huge file nor a crafted one keeps the
reader busy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardpool.importers.records import RefusedRow
from cardpool.intake.files import read_utf8
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs.card_file_forms import CDB_COLUMNS

MAX_BYTES = 256 * 1024 * 1024
MAX_ROWS = 200_000
MAX_VALUE_LENGTH = 1_000_000
MAX_STRINGS_BYTES = 2**20
MAX_NAME_BYTES = 64 * 1024 * 1024
"""Of all names together: rows of a crafted file may share the pages of one long value, whatever its size."""

MAX_WORK = 2_000
"""Times that `_STEPS` virtual machine instructions may pass while one file is read."""
_STEPS = 100_000
_MAGIC = b"SQLite format 3\x00"
_JOURNAL = bytes.fromhex("d9d505f920a163d7")
_SQL_WORDS = (b"PRAGMA", b"BEGIN", b"CREATE", b"INSERT", b"DROP", b"--", b"/*")
_NUMBERS = ("id", "alias", *CDB_COLUMNS)
_WANTED = {"datas": _NUMBERS, "texts": ("id", "name")}
_MAX_ID = (1 << 63) - 1

Numbers = dict[str, int]


@dataclass(frozen=True)
class CdbTables:
    """What one file holds: the numbers of every row of `datas` and every name of `texts`, by id, and bad rows."""

    file: str
    datas: dict[int, Numbers]
    names: dict[int, str]
    refused: tuple[RefusedRow, ...]


def read_tables(path: Path) -> CdbTables:
    """Read both tables of a file; a file may have `texts` alone, such as a translation.

    Raises `UnreadableFile` for anything that is not such a database.
    """
    _check_file(path)
    with _opened(path) as database:
        tables = _real_tables(database)
        if "texts" not in tables:
            raise _CannotRead("no_card_tables", tables=", ".join(_WANTED))
        refused: list[RefusedRow] = []
        datas = dict(_numbers(database, path.name, refused)) if "datas" in tables else {}
        names = dict(_names(database, path.name, refused))
    return CdbTables(path.name, datas, names, tuple(refused))


class _CannotRead(Exception):
    """What keeps a file from being read, before its name is known."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def _check_file(path: Path) -> None:
    place = Place(path.name)
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(256)
    except OSError as mistake:
        raise UnreadableFile(place, "file_not_readable") from mistake
    if size > MAX_BYTES:
        raise UnreadableFile(place, "file_too_large", megabytes=MAX_BYTES // 1024 // 1024)
    if not start.startswith(_MAGIC):
        text = start.lstrip(b"\xef\xbb\xbf \t\r\n").upper()
        raise UnreadableFile(place, "sql_text" if text.startswith(_SQL_WORDS) else "not_a_database")
    if _is_in_use(path):
        raise UnreadableFile(place, "database_in_use")


def _is_in_use(path: Path) -> bool:
    """Whether what was written last stands beside the file (`-wal`, or a `-journal` that is not over: its header)."""
    wal, journal = (path.with_name(f"{path.name}-{ending}") for ending in ("wal", "journal"))
    if wal.is_file() and wal.stat().st_size > 0:
        return True
    if not journal.is_file():
        return False
    with journal.open("rb") as file:
        return file.read(len(_JOURNAL)) == _JOURNAL


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The database for reading, watched; whatever goes wrong is an `UnreadableFile`."""
    place = Place(path.name)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            _restrain(database)
            yield database
    except _CannotRead as mistake:
        raise UnreadableFile(place, mistake.code, **mistake.facts) from mistake
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as mistake:
        raise UnreadableFile(place, _fault(mistake)) from mistake


def _fault(mistake: Exception) -> str:
    if isinstance(mistake, sqlite3.OperationalError) and "interrupted" in str(mistake):
        return "database_too_busy"
    too_big = isinstance(mistake, sqlite3.DataError) or "too big" in str(mistake)
    return "database_value_too_long" if too_big else "database_damaged"


def _restrain(database: sqlite3.Connection) -> None:
    """Take from a database everything that reading two tables does not need."""
    database.text_factory = bytes
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_LENGTH)
    database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MAX_VALUE_LENGTH)
    database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
        database.execute(f"PRAGMA {pragma}")
    database.set_authorizer(_allow)
    left = iter(range(MAX_WORK))
    database.set_progress_handler(lambda: int(next(left, None) is None), _STEPS)


def _allow(action: int, first: str | None, second: str | None, place: str | None, by: str | None) -> int:
    """Selecting and reading, not through a view or trigger (`by`), and asking for a table's columns."""
    reading = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ) and by is None
    asking = action == sqlite3.SQLITE_PRAGMA and first == "table_info"
    return sqlite3.SQLITE_OK if reading or asking else sqlite3.SQLITE_DENY


def _real_tables(database: sqlite3.Connection) -> set[str]:
    """Which of the two tables there are, each a plain table with the columns it needs."""
    found = set()
    for kind, name, sql in database.execute("SELECT type, name, sql FROM sqlite_master"):
        plain = str(name, "utf-8", "replace").lower() if isinstance(name, bytes) else ""
        if plain not in _WANTED:
            continue
        virtual = isinstance(sql, bytes) and sql.upper().split()[1:2] != [b"TABLE"]
        if kind != b"table" or virtual:
            raise _CannotRead("table_not_plain", table=plain)
        columns = {str(row[1], "utf-8", "replace").lower() for row in database.execute(f"PRAGMA table_info({plain})")}
        missing = [column for column in _WANTED[plain] if column not in columns]
        if missing:
            raise _CannotRead("missing_columns", table=plain, columns=", ".join(missing))
        found.add(plain)
    return found


def _numbers(database: sqlite3.Connection, file: str, refused: list[RefusedRow]) -> Iterator[tuple[int, Numbers]]:
    columns = ", ".join(f'"{column}"' for column in _NUMBERS)
    for row, values in _rows(database, f"SELECT {columns} FROM datas"):
        numbers = {column: 0 if value is None else value for column, value in zip(_NUMBERS, values, strict=True)}
        strange = next((column for column, value in numbers.items() if type(value) is not int), None)
        place = Place(file, row, _shown(values[0]))
        if values[0] is None or strange is not None:
            column = strange or "id"
            facts = {"column": column, "value": _shown(numbers[column])}
            refused.append(RefusedRow(place, "column_not_a_number", facts))
        elif not 0 < numbers["id"] <= _MAX_ID:
            refused.append(RefusedRow(place, "id_out_of_range"))
        else:
            yield numbers["id"], numbers


def _names(database: sqlite3.Connection, file: str, refused: list[RefusedRow]) -> Iterator[tuple[int, str]]:
    bad = {refusal.place.id for refusal in refused}
    taken = 0
    for row, (id_, name) in _rows(database, 'SELECT "id", "name" FROM texts'):
        place = Place(file, row, _shown(id_))
        if type(id_) is not int or id_ <= 0:
            if place.id not in bad:
                refused.append(RefusedRow(place, "column_not_a_number", {"column": "texts.id", "value": _shown(id_)}))
            continue
        taken += len(name) if isinstance(name, bytes) else 0
        if taken > MAX_NAME_BYTES:
            raise _CannotRead("database_too_busy")
        try:
            text = str(name, "utf-8") if isinstance(name, bytes) else ""
        except UnicodeDecodeError:
            refused.append(RefusedRow(place, "text_not_unicode", {"column": "name"}))
            continue
        yield id_, text


def _rows(database: sqlite3.Connection, query: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for row, values in enumerate(database.execute(query), start=1):
        if row > MAX_ROWS:
            raise _CannotRead("too_many_rows", most=MAX_ROWS)
        yield row, values


def _shown(value: Any) -> str:
    """A stored value in a message, however long or strange it is."""
    text = str(value[:60], "utf-8", "replace") if isinstance(value, bytes) else str(value)
    return "".join(sign for sign in text if sign.isprintable())[:60]


def read_strings(path: Path) -> dict[int, str]:
    """The system strings of a `strings.conf` by number: lines `!system 1020 name`. Raises `UnreadableFile`."""
    strings: dict[int, str] = {}
    for line in read_utf8(path, MAX_STRINGS_BYTES).splitlines():
        match line.split(maxsplit=2):
            case ["!system", number, name] if number.isascii() and number.isdigit() and len(number) < 6:
                strings[int(number)] = " ".join(name.split())
    return strings
