"""Card databases in the public schema, made up for tests."""

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

DATAS = (
    'CREATE TABLE "datas" (id integer primary key, ot integer, alias integer, setcode integer, type integer, '
    "atk integer, def integer, level integer, race integer, attribute integer, category integer)"
)
TEXTS = (
    'CREATE TABLE "texts" (id integer primary key, name text, desc text, '
    + ", ".join(f"str{number} text" for number in range(1, 17))
    + ")"
)
RUSH, LEGEND = 0x200, 0x400
MONSTER, SPELL, TRAP, NORMAL, EFFECT, FUSION, TOKEN = 0x1, 0x2, 0x4, 0x10, 0x20, 0x40, 0x4000
_PLAIN = {
    "ot": RUSH,
    "alias": 0,
    "setcode": 0,
    "type": MONSTER | NORMAL,
    "atk": 1500,
    "def": 1200,
    "level": 4,
    "race": 0x2000,
    "attribute": 0x10,
    "category": 0,
}


def write_cdb(path: Path, rows: Iterable[Mapping[str, Any]], *, texts: Iterable[tuple[Any, Any]] = ()) -> Path:
    """A database with a row of `datas` and one of `texts` (`name`) per entry; further `texts` as (id, name)."""
    database = sqlite3.connect(path)
    with database:
        database.execute(DATAS)
        database.execute(TEXTS)
        for row in rows:
            values = {**_PLAIN, **{key: value for key, value in row.items() if key != "name"}}
            columns, marks = ", ".join(values), ", ".join("?" * len(values))
            database.execute(f"INSERT INTO datas ({columns}) VALUES ({marks})", tuple(values.values()))
            if "name" in row:
                database.execute("INSERT INTO texts (id, name, desc) VALUES (?, ?, '')", (row["id"], row["name"]))
        database.executemany("INSERT INTO texts (id, name, desc) VALUES (?, ?, '')", list(texts))
    database.close()
    return path


def run_sql(path: Path, script: str) -> Path:
    """A database made by a script."""
    database = sqlite3.connect(path)
    database.executescript(script)
    database.close()
    return path
