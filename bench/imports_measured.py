"""The measuring process of `bench.imports`: prints seconds by name as JSON. Its database is new and its own."""

# ruff: noqa: E402
from __future__ import annotations

import csv
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import django

django.setup()

from django.db import connection
from openpyxl import Workbook, load_workbook

from accounts.actor import SYSTEM
from cardpool.importing.jobs import import_files
from cardpool.models import Card, CardGame, Printing
from cardpool.services import load_games, read_shipped

GAME = "ultraman-hero-duel"
HEADER = ("卡牌编号", "卡名", "英文名", "星数", "稀有度", "关键词", "战力", "支援战力", "卡牌效果")


def rows(count: int, *, star: int) -> list[tuple[object, ...]]:
    """Cards with nine facts each."""
    return [
        (
            f"{'ABCDEFGH'[at // 1000 % 8]}BU{at // 100 % 100:02d}-{'ABCDEFGHIJ'[at // 8000]}{at % 1000:03d}",
            f"基准卡 {at}",
            f"Bench card {at}",
            star,
            ("N", "R", "SR")[at % 3],
            "奥特战士、基准",
            1000 + at % 50 * 100,
            500,
            f"登场时，从牌库顶抽 {at % 4} 张卡。",
        )
        for at in range(count)
    ]


def write_files(folder: Path, count: int) -> tuple[Path, Path, Path]:
    """The table as CSV, as XLSX, and as CSV with another value in every row."""
    plain, changed, book = folder / "cards.csv", folder / "changed.csv", folder / "cards.xlsx"
    for path, star in ((plain, 3), (changed, 4)):
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([HEADER, *rows(count, star=star)])
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("卡表")
    for row in (HEADER, *rows(count, star=3)):
        sheet.append(row)
    workbook.save(book)
    return plain, book, changed


def seconds(work: Callable[[], object]) -> float:
    """How long it takes once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(work: Callable[[], object], *, before: Callable[[], object] = lambda: None, repeats: int = 3) -> float:
    """The middle of several runs, each prepared for outside the measured time."""
    taken = []
    for _ in range(repeats):
        before()
        taken.append(seconds(work))
    return sorted(taken)[repeats // 2]


def ours(game: CardGame, path: Path, *, dry_run: bool = False) -> None:
    """What the command and the desk's job do."""
    import_files(
        actor=SYSTEM, game=game, format="table", paths=[path], options={}, dry_run=dry_run,
        progress=lambda percent: None,
    )  # fmt: skip


def cells_of(path: Path) -> Sequence[tuple[Any, ...]]:
    """The values of every row below the heads."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [tuple(row) for row in csv.reader(file)][1:]
    book = load_workbook(path, read_only=True)
    try:
        return list(book.worksheets[0].iter_rows(values_only=True))[1:]
    finally:
        book.close()


def bare(game: CardGame, path: Path) -> None:
    """The cells read and put into rows: nothing checked, merged, compared, reported."""
    cells = cells_of(path)
    Card.objects.bulk_create(
        (
            Card(game=game, key=row[0], number=row[0], name=row[1], other_names=[row[2]], attributes={"star": row[3]})
            for row in cells
        ),
        batch_size=1000,
    )


def main(count: int) -> dict[str, float]:
    """Seconds of every way, by name."""
    load_games(one for one in read_shipped() if one.pack.key == GAME)
    game = CardGame.objects.get(slug=GAME)

    def empty() -> None:
        Printing.objects.all().delete()
        Card.objects.all().delete()

    with tempfile.TemporaryDirectory() as folder:
        plain, book, changed = write_files(Path(folder), count)
        taken = {
            "bare_csv": median(lambda: bare(game, plain), before=empty),
            "bare_xlsx": median(lambda: bare(game, book), before=empty),
            "dry": median(lambda: ours(game, plain, dry_run=True), before=empty),
            "xlsx": median(lambda: ours(game, book), before=empty),
            "csv": median(lambda: ours(game, plain), before=empty),
            "changed": median(lambda: ours(game, changed), before=lambda: ours(game, plain)),
        }
        taken["untouched"] = median(lambda: ours(game, changed))
        assert Card.objects.filter(game=game).count() == count, "every card was imported"
    return taken


if __name__ == "__main__":
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    json.dump(main(int(sys.argv[1])), sys.stdout)
