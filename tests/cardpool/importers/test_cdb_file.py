"""Files that call themselves card databases: none is trusted, none ends in a traceback, none runs on."""

import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardpool.importers import cdb_file
from cardpool.importers.cdb_file import read_strings, read_tables
from cardpool.intake.unreadable import UnreadableFile
from tests.cardpool.importers.card_databases import DATAS, TEXTS, run_sql, write_cdb

ENDLESS = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'x' AS name FROM n"


def code_of(path: Path) -> str:
    with pytest.raises(UnreadableFile) as refused:
        read_tables(path)
    assert refused.value.place.file == path.name
    return refused.value.code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_a_database"),
        (b"SQLite format 3\x00", "database_damaged"),
        (b"SQLite format 3\x00" + b"\xff" * 5000, "database_damaged"),
        (b"PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "sql_text"),
        ("\ufeff-- dump\nCREATE TABLE datas(id);".encode(), "sql_text"),
        (b"id,name\n1,One\n", "not_a_database"),
        (b"PK\x03\x04 zip", "not_a_database"),
    ],
)
def test_what_is_no_database(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "cards.cdb"
    path.write_bytes(content)
    assert code_of(path) == code


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none.cdb") == "file_not_readable"


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("CREATE TABLE cards(id, name)", "no_card_tables"),
        (f"{DATAS}", "no_card_tables"),
        (f"CREATE TABLE datas(id, ot); {TEXTS}", "missing_columns"),
        (f"{DATAS}; CREATE TABLE texts(id)", "missing_columns"),
        (f"{DATAS}; CREATE VIEW texts AS {ENDLESS}", "table_not_plain"),
        (f"{TEXTS}; CREATE VIEW datas AS {ENDLESS}", "table_not_plain"),
        (f"{DATAS}; CREATE VIRTUAL TABLE texts USING fts5(id, name)", "table_not_plain"),
    ],
)
def test_databases_without_the_two_plain_tables(tmp_path: Path, script: str, code: str) -> None:
    assert code_of(run_sql(tmp_path / "cards.cdb", script)) == code


def test_a_database_that_lies_about_its_tables(tmp_path: Path) -> None:
    script = f"{DATAS}; {TEXTS}; PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE nonsense'"
    assert code_of(run_sql(tmp_path / "cards.cdb", script)) == "database_damaged"


def test_computed_columns_are_no_columns(tmp_path: Path) -> None:
    texts = "CREATE TABLE texts(id integer primary key, name text AS (hex('a')))"
    path = run_sql(tmp_path / "cards.cdb", f"{DATAS}; {texts}; INSERT INTO texts(id) VALUES (1)")
    assert code_of(path) == "missing_columns"


def test_views_and_triggers_beside_the_tables_do_nothing(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "cards.cdb", [{"id": 160001000, "name": "A"}])
    trigger = "CREATE TRIGGER t AFTER INSERT ON texts BEGIN DELETE FROM datas; END"
    run_sql(path, f"CREATE VIEW everything AS {ENDLESS}; {trigger}")
    assert list(read_tables(path).datas) == [160001000]


def test_values_without_end_are_not_read(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "cards.cdb", [], texts=[(1, "x" * 2_000_000)])
    assert code_of(path) == "database_value_too_long"


def test_rows_without_end_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_cdb(tmp_path / "cards.cdb", [{"id": number, "name": "A"} for number in range(1, 30)])
    monkeypatch.setattr(cdb_file, "MAX_ROWS", 20)
    assert code_of(path) == "too_many_rows"


def test_work_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_cdb(tmp_path / "cards.cdb", [{"id": number, "name": "A"} for number in range(1, 300)])
    monkeypatch.setattr(cdb_file, "MAX_WORK", 2)
    monkeypatch.setattr(cdb_file, "_STEPS", 100)
    assert code_of(path) == "database_too_busy"


def test_files_without_end_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "cards.cdb"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    assert code_of(path) == "file_too_large"


def test_a_file_whose_last_changes_stand_beside_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cards.cdb"
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.executescript(f"{DATAS}; {TEXTS}; INSERT INTO texts(id, name) VALUES (1, 'A')")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("INSERT INTO texts(id, name) VALUES (2, 'B')")
    database.commit()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert code_of(path) == "database_in_use"
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    database.close()
    assert read_tables(path).names == {1: "A", 2: "B"}


def test_a_journal_that_is_over_hinders_nothing_and_one_that_is_not_does(tmp_path: Path) -> None:
    path = write_cdb(tmp_path / "cards.cdb", [{"id": 1, "name": "A"}])
    journal = path.with_name("cards.cdb-journal")
    journal.write_bytes(bytes(512))
    assert read_tables(path).names == {1: "A"}
    journal.write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(504))
    assert code_of(path) == "database_in_use"


def test_other_encodings_of_the_database_are_read(tmp_path: Path) -> None:
    path = run_sql(
        tmp_path / "a.cdb",
        f"PRAGMA encoding = 'UTF-16'; {DATAS}; {TEXTS}; INSERT INTO texts(id, name) VALUES (7, '龙')",
    )
    assert read_tables(path).names == {7: "龙"}


def test_names_of_tables_and_columns_are_read_in_any_case(tmp_path: Path) -> None:
    path = run_sql(tmp_path / "a.cdb", f"{DATAS.replace('datas', 'Datas')}; CREATE TABLE TEXTS(ID, NAME)")
    assert read_tables(path).names == {}


@pytest.mark.parametrize("content", [b"!system 1020 \xff", b"x" * (2**20 + 1)])
def test_string_files_that_are_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "strings.conf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile):
        read_strings(path)


def test_names_are_counted_whatever_the_size_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a crafted file may share the pages of one long value: what is read is counted, not what is stored."""
    path = write_cdb(tmp_path / "a.cdb", [{"id": number, "name": "x" * 100} for number in range(1, 60)])
    assert len(read_tables(path).names) == 59
    monkeypatch.setattr("cardpool.importers.cdb_file.MAX_NAME_BYTES", 59 * 100 - 1)
    with pytest.raises(UnreadableFile) as raised:
        read_tables(path)
    assert raised.value.code == "database_too_busy"


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(at=st.integers(0, 12_000), noise=st.binary(min_size=1, max_size=40))
def test_damaged_pages_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, at: int, noise: bytes) -> None:
    path = tmp_path_factory.mktemp("cdb") / "cards.cdb"
    write_cdb(path, [{"id": number, "name": f"Card {number}"} for number in range(1, 60)])
    content = bytearray(path.read_bytes())
    content[at : at + len(noise)] = noise
    path.write_bytes(bytes(content))
    with suppress(UnreadableFile):
        read_tables(path)
