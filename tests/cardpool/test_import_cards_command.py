"""`manage.py import_cards`: what it prints, what it changes, and its exit status."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection

from cardpool.models import Card, CardImport, ColumnMapping
from tests.cardpool.importers.card_databases import write_cdb
from tests.people_and_events import load_game

pytestmark = pytest.mark.django_db
ULTRAMAN = "ultraman-hero-duel"
PROJECT = Path(__file__).parents[2]
TABLE = "卡牌编号,卡名,星数\nHBU09-A01,测试战士,3\nHBU09-A02,测试怪兽,5\n"


@pytest.fixture(autouse=True)
def _game() -> None:
    load_game()


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, output and error output."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_cards", *arguments, stdout=out, stderr=err, no_color=True)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def table(folder: Path, text: str = TABLE, name: str = "cards.csv") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("arguments", [(), ("--dry-run", "--all")])
def test_an_output_closed_early_ends_quietly(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """As `import_cards … | head -1` does: nothing on standard error, about the pipe or from the log."""
    database = connection.settings_dict
    address = f"postgresql://{database['USER']}@/{database['NAME']}?{urlencode({'host': database['HOST']})}"
    inherited = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    closed, output = os.pipe()
    os.close(closed)
    with os.fdopen(output, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "manage.py", "import_cards", "--game", ULTRAMAN, *arguments, table(tmp_path)],
            cwd=PROJECT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            env={**inherited, "VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": address},
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert Card.objects.filter(number="HBU09-A01").exists() is not bool(arguments)


def test_cards_are_imported_and_the_history_tells(tmp_path: Path) -> None:
    status, out, err = run("--game", ULTRAMAN, "--format", "csv", "--lang", "en", table(tmp_path))
    assert (status, err) == (0, "")
    assert "Imported." in out
    assert "Added: 2" in out
    assert "- [cards.csv, row 2] HBU09-A01 测试战士" in out
    assert Card.objects.get(number="HBU09-A02").attributes == {"star": 5}
    kept = CardImport.objects.get()
    assert (kept.state, kept.requested_by, kept.files[0]["name"]) == ("done", "", "cards.csv")
    assert run("--game", ULTRAMAN, table(tmp_path))[0] == 0
    assert CardImport.objects.first().report["counts"]["untouched"] == 2  # type: ignore[union-attr]


def test_the_report_names_every_row_of_a_card(tmp_path: Path) -> None:
    again = "卡牌编号,英文名\nHBU09-A01,Test Warrior\n"
    paths = [table(tmp_path), table(tmp_path, again, "english.csv")]
    _, out, _ = run("--game", ULTRAMAN, "--lang", "en", *paths)
    assert "Rows read: 3" in out
    assert "- [cards.csv, row 2 + english.csv, row 2] HBU09-A01 测试战士" in out
    _, out, _ = run("--game", ULTRAMAN, "--json", *paths)
    also = [entry.get("also") for entry in json.loads(out)["untouched"]]
    assert also == [[{"file": "english.csv", "row": 2, "id": ""}], None]


def test_rows_of_a_database_that_are_one_card_are_all_read(tmp_path: Path) -> None:
    load_game("rush-duel")
    rows = [{"id": 160001000, "name": "龙"}, {"id": 160001001, "name": "龙", "alias": 160001000}]
    _, out, _ = run("--game", "rush-duel", "--lang", "en", str(write_cdb(tmp_path / "rush.cdb", rows)))
    assert "Rows read: 2" in out
    assert "- [rush.cdb · 160001000 + rush.cdb · 160001001] 160001000 龙" in out


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    status, out, _ = run("--game", ULTRAMAN, "--dry-run", "--lang", "en", table(tmp_path))
    assert status == 0
    assert "Dry run: nothing was written." in out
    assert not Card.objects.exists()
    assert not CardImport.objects.exists()


def test_refused_rows_give_status_1(tmp_path: Path) -> None:
    path = table(tmp_path, TABLE + "HBU09-A03,测试队员,很多\n")
    status, out, _ = run("--game", ULTRAMAN, "--lang", "en", path)
    assert status == 1
    assert "- [cards.csv, row 4] 星数: “很多” is not a whole number." in out
    assert Card.objects.count() == 2


def test_the_report_as_json(tmp_path: Path) -> None:
    _, out, _ = run("--game", ULTRAMAN, "--json", table(tmp_path))
    report = json.loads(out)
    assert report["counts"]["added"] == 2
    assert report["added"][0] == {"file": "cards.csv", "row": 2, "id": "", "number": "HBU09-A01", "name": "测试战士"}


def test_columns_can_be_mapped_and_are_remembered(tmp_path: Path) -> None:
    path = table(tmp_path, "Karte,Nummer,Sterne,Rest\n测试战士,HBU09-A01,3,x\n")
    status, _, err = run("--game", ULTRAMAN, "--lang", "en", path)
    assert status == 2
    assert "The first line says: Karte, Nummer, Sterne, Rest." in err
    mapped = ("--map", "Nummer=number", "--map", "Karte=name", "--map", "Sterne=star")
    assert run("--game", ULTRAMAN, *mapped, path)[0] == 0
    assert Card.objects.get().attributes == {"star": 3}
    assert ColumnMapping.objects.count() == 1
    assert run("--game", ULTRAMAN, path)[0] == 0, "the choice is remembered"
    assert run("--game", ULTRAMAN, "--map", "Nope=number", path)[0] == 2
    assert run("--game", ULTRAMAN, "--map", "Nummer=nonsense", path)[0] == 2


def test_a_folder_means_its_card_files(tmp_path: Path) -> None:
    table(tmp_path)
    table(tmp_path, "number,name\nHBU09-A09,九\n", "more.csv")
    (tmp_path / "readme.md").write_text("x")
    assert run("--game", ULTRAMAN, str(tmp_path))[0] == 0
    assert Card.objects.count() == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "no-such-game", "{table}"), "There is no game “no-such-game”. There are: ultraman-hero-duel."),
        (("--game", ULTRAMAN, "{folder}/gone.csv"), "there is no such file"),
        (("--game", ULTRAMAN, "--format", "xlsx", "{picture}"), "This is a picture, whatever its name says."),
        (("--game", ULTRAMAN, "--sheet", "x", "{zip}"), "damaged"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    (tmp_path / "p.csv").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    (tmp_path / "z.xlsx").write_bytes(b"PK\x03\x04" + bytes(50))
    places = {
        "table": table(tmp_path),
        "folder": str(tmp_path),
        "picture": str(tmp_path / "p.csv"),
        "zip": str(tmp_path / "z.xlsx"),
    }
    status, out, err = run("--lang", "en", *(word.format(**places) for word in arguments))
    assert status == 2
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
    assert not Card.objects.exists()
