"""Heads of uploaded tables: hostile ones cost the process that answers next to nothing, and others are read as ever."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.hostile_files import FILES
from cardpool.importers.table import table_heads
from cardpool.importing import heads
from cardpool.importing.heads import MAX_QUICK_FILES, QUICK_WORKBOOK, heads_of
from cardpool.intake.budget import Budget, WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs.reading import read_pack
from tests.web.imports.card_tables import CARDS, HEADER, csv_bytes, xlsx_bytes

PACK = read_pack(Path("cardpool/games/ultraman-hero-duel.toml").read_text(encoding="utf-8"), source="pack.toml")
NO_PROCESS = [sys.executable, "-c", "raise SystemExit(1)"]


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets of all workbooks that this process has opened."""
    found: list[Budget] = []

    class Counted(Budget):
        def __init__(self, limits: WorkbookLimits, place: Place) -> None:
            super().__init__(limits, place)
            found.append(self)

    monkeypatch.setattr("cardpool.intake.workbook.Budget", Counted)
    return found


def kept(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def outcome(read: Callable[[], object]) -> object:
    """The heads, or the code of the refusal."""
    try:
        return read()
    except UnreadableFile as mistake:
        return mistake.code


def code_of(*paths: Path) -> str:
    with pytest.raises(UnreadableFile) as raised:
        heads_of(paths, PACK, {})
    return raised.value.code


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in FILES.items()])
def test_a_hostile_table_is_read_by_a_process_of_its_own(
    make: Callable[[], bytes], tmp_path: Path, spent: list[Budget]
) -> None:
    """Here at most the work of a quick table is done; the other process comes to the reader's own verdict."""
    path = kept(tmp_path, "cards.xlsx", make())
    expected = outcome(lambda: table_heads([path], PACK, {}))
    del spent[:]
    assert outcome(lambda: heads_of([path], PACK, {})) == expected
    assert spent
    for budget in spent:
        assert budget.elements <= QUICK_WORKBOOK.max_elements + 1
        assert budget.strings <= QUICK_WORKBOOK.max_strings + 1
        assert budget.unpacked <= QUICK_WORKBOOK.max_unpacked + 64 * 1024


@pytest.mark.parametrize(
    ("name", "data"), [("cards.csv", csv_bytes([HEADER, *CARDS])), ("cards.xlsx", xlsx_bytes([HEADER, *CARDS]))]
)
def test_a_small_table_needs_no_process(
    name: str, data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "COMMAND", NO_PROCESS)
    (head,) = heads_of([kept(tmp_path, name, data)], PACK, {})
    assert head.headers[0] == HEADER[0]


def test_many_tables_are_read_by_a_process_with_the_same_heads(tmp_path: Path, spent: list[Budget]) -> None:
    paths = [
        kept(tmp_path, f"{number}.xlsx", xlsx_bytes([HEADER, *CARDS[number : number + 1]]))
        for number in range(MAX_QUICK_FILES + 1)
    ]
    found = heads_of(paths, PACK, {})
    assert spent == []
    assert found == table_heads(paths, PACK, {})
    broken = kept(tmp_path, "broken.xlsx", b"PK\x03\x04")
    with pytest.raises(UnreadableFile) as raised:
        heads_of([*paths, broken], PACK, {})
    assert (raised.value.code, raised.value.place.file) == ("no_workbook", "broken.xlsx")


def test_a_process_that_takes_too_long_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "COMMAND", ["tail", "-f", "/dev/null"])
    monkeypatch.setattr(heads, "MAX_SECONDS", 1)
    assert code_of(*[kept(tmp_path, "cards.csv", b"x")] * 4) == "table_takes_too_long"


def test_a_process_has_no_more_memory_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "MAX_MEMORY", 2**20)
    table = csv_bytes([HEADER, *CARDS]) + b"x" * 8_000_000
    assert code_of(kept(tmp_path, "cards.csv", table)) == "table_takes_too_long"


def test_one_upload_is_opened_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "WAIT_SECONDS", 0)
    paths = [kept(tmp_path, "cards.csv", csv_bytes([HEADER, *CARDS]))] * 4
    with heads._one_at_a_time:
        assert code_of(*paths) == "tables_busy"
    assert len(heads_of(paths, PACK, {})) == 1
