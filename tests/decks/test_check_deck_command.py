"""The command line: exit status, sentences and JSON; with a database, without, and with one that does not answer."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cardpool.models import Card, CardGame
from decks.findings import unread_lines
from tests.decks.deck_tables import EVERY_DECK, NAMES, brief
from tests.decks.deck_tables import FOLDER as TABLES

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = TABLES / "ultraman-hero-duel"
GAME = ("--game", "ultraman-hero-duel")


def run_here(*arguments: str) -> tuple[int, str, str]:
    """Call the command in this process: exit status, output and error output."""
    status = 0
    out, complaints = io.StringIO(), io.StringIO()
    try:
        call_command("check_deck", *arguments, stdout=out, stderr=complaints)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), complaints.getvalue()


def without_services(var: Path) -> dict[str, str]:
    """The environment of a process with an empty data folder and no database."""
    inherited = {
        key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    }
    return {**inherited, "VAR_DIR": str(var)}


def run_alone(*arguments: str, var: Path, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a separate process, with an empty data folder and no database unless one is named."""
    return subprocess.run(
        [sys.executable, "manage.py", "check_deck", *GAME, *arguments],
        cwd=PROJECT,
        input=data,
        capture_output=True,
        env={**without_services(var), **environment},
        timeout=60,
        check=False,
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("pack", "deck"), EVERY_DECK, ids=NAMES)
def test_every_deck_of_the_tables(pack: str, deck: dict[str, Any]) -> None:
    options = ("--best-of", str(deck["best_of"]), "--pool", deck["pool"], "--json", "--as-of", "2026-05-01")
    status, out, _ = run_here("--game", pack, *options, str(TABLES / pack / deck["file"]))
    printed = json.loads(out)
    assert status == deck["exit"]
    assert printed["legal"] is {0: True, 3: None}.get(status, False)
    assert printed["verdict"] == {0: "legal", 3: "undecided"}.get(status, "not_legal")
    assert [question["code"] for question in printed["questions"]] == deck.get("questions", [])
    assert brief(printed["violations"]) == deck["violations"]
    assert [notice["code"] for notice in printed["notices"]] == deck["notices"]
    assert [found["code"] for found in unread_lines(printed)] == deck["errors"]


@pytest.mark.django_db
def test_json_has_exactly_the_agreed_shape() -> None:
    path = str(FOLDER / "four-copies-across-sections.txt")
    status, out, complaints = run_here(*GAME, "--json", "--lang", "en", path)
    assert (status, complaints) == (1, "")
    printed = json.loads(out)
    assert [notice["code"] for notice in printed["notices"]] == ["demo_cards"]
    assert printed | {"notices": []} == {
        "verdict": "not_legal",
        "legal": False,
        "ruleset": "ultraman-hero-duel V1.9",
        "violations": [
            {
                "code": "too_many_copies",
                "clause": "1.0.2a",
                "section": "main+side",
                "cards": [{"number": "DEMO01-A01", "name": "演示卡 01 · 红色示例战士", "count": 4}],
                "limit": 3,
                "actual": 4,
                "message": "DEMO01-A01 演示卡 01 · 红色示例战士: 4 copies in Main deck and Sideboard, "
                "at most 3 allowed.",
            }
        ],
        "questions": [],
        "notices": [],
    }


@pytest.mark.django_db
def test_unreadable_lines_are_listed_as_json(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3 HBU01-A07\n2 赛罗奥特蔓\n", encoding="utf-8")
    status, out, _ = run_here(*GAME, "--json", "--lang", "en", str(path))
    printed = json.loads(out)
    assert status == 3
    assert set(printed) == {"verdict", "questions", "legal", "ruleset", "violations", "notices", "errors", "asks"}
    assert printed["errors"] == []
    assert printed["asks"] == [
        {
            "line": 2,
            "text": "2 赛罗奥特蔓",
            "code": "no_such_card",
            "readings": [
                {"number": "HBU01-A07", "name": "赛罗奥特曼", "count": 2},
                {"number": "HBU01-A10", "name": "赛罗奥特曼月神奇迹型", "count": 2},
            ],
            "found": "",
            "splits": [],
            "message": "“2 赛罗奥特蔓” names no card known here.",
        }
    ]


@pytest.mark.django_db
def test_sentences_give_the_answer_first_then_line_clause_and_card(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("4 HBU01-A07\n赛罗\nHBU09-A99 x2\n主牌 9\n", encoding="utf-8")
    status, out, _ = run_here(*GAME, "--best-of", "1", "--lang", "en", str(path))
    lines = out.splitlines()
    assert status == 1  # Four copies of a card of which three are allowed, whatever line 2 means.
    assert lines[0].startswith("Not legal · Main deck 6 · ultraman-hero-duel V1.9 · best of 1 · ")
    assert lines[1].startswith("Line 2: “赛罗” names no card known here. Is it “1 HBU01-A07 赛罗奥特曼” or ")
    assert lines[2] == "✗ Main deck has 6 of 40 cards; 34 cards are missing. (1.0.2)"
    assert lines[3] == "✗ HBU01-A07 赛罗奥特曼: 4 copies in Main deck, at most 3 allowed. (1.0.2)"
    assert lines[4] == "i Line 4 says 9 cards for Main deck; 0 were read."
    assert lines[5] == "i HBU09-A99 is not in the card pool; the number is accepted as it is."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (("--game", "chess"), "unknown_game", "ultraman-hero-duel"),
        ((*GAME, "--best-of", "2"), "bad_option", "1, 3, 5"),
        ((*GAME, "--best-of", "three"), "bad_option", "three"),
        ((*GAME, "--pool", "ajar"), "bad_option", "ajar"),
        ((*GAME, "--as-of", "yesterday"), "bad_option", "yesterday"),
        ((*GAME, "--as-of", "2026-02-30"), "bad_option", "2026-02-30"),
        ((*GAME, "--lang", "tlh"), "bad_option", "tlh"),
    ],
)
def test_a_bad_option_is_named(arguments: tuple[str, ...], code: str, named: str) -> None:
    path = str(FOLDER / "legal-best-of-three.txt")
    status, out, complaints = run_here(*arguments, path)
    assert (status, out) == (2, "")
    assert named in complaints
    status, out, complaints = run_here(*arguments, "--json", path)
    printed = json.loads(out)
    assert (status, complaints, printed["legal"]) == (2, "", False)
    assert printed["errors"][0]["code"] == code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not_text"),
        (b"\xff\xff\xff\xff", "unknown_encoding"),
        (b"3 HBU01-A07\n" * 20_000, "file_too_large"),
        (None, "no_file"),
    ],
)
def test_a_file_that_is_no_list(content: bytes | None, code: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    if content is not None:
        path.write_bytes(content)
    status, out, _ = run_here(*GAME, "--json", str(path))
    assert (status, json.loads(out)["errors"][0]["code"]) == (2, code)


@pytest.mark.django_db
def test_a_folder_is_no_list(tmp_path: Path) -> None:
    status, out, complaints = run_here(*GAME, str(tmp_path))
    assert (status, out) == (2, "")
    assert str(tmp_path) in complaints


@pytest.mark.django_db
def test_why_a_file_cannot_be_read_is_said_in_chinese(tmp_path: Path) -> None:
    (tmp_path / "list.txt").touch()
    reasons = {
        str(tmp_path): "文件夹",
        str(tmp_path / "nothing"): "没有",
        str(tmp_path / "list.txt" / "x"): "没有",
        str(tmp_path / ("x" * 300)): "太长",
        "list\0.txt": "名",
    }
    for path, reason in reasons.items():
        status, _, complaints = run_here(*GAME, path)
        assert status == 2
        said = complaints.replace(path, "")
        assert reason in said
        assert not any(sign.isascii() and sign.isalpha() for sign in said), said


@pytest.mark.django_db
def test_the_databases_cards_are_added(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3 店家自制卡\n", encoding="utf-8")
    game = CardGame.objects.create(slug="ultraman-hero-duel", name_zh="奥", name_en="U")
    before, _, _ = run_here(*GAME, str(path))
    Card.objects.create(game=game, key="HBU77-A01", number="HBU77-A01", name="店家自制卡")
    CardGame.objects.update(pool_revision="00000000-0000-4000-8000-000000000001")
    after, out, _ = run_here(*GAME, "--json", "--pool", "closed", str(path))
    assert (before, after) == (2, 1)
    assert {found["code"] for found in json.loads(out)["violations"]} == {"section_too_few"}


@pytest.mark.django_db
def test_a_slip_in_a_closed_pool_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3 HBU01-AO7 (sic)\n", encoding="utf-8")
    code, out, _ = run_here(*GAME, "--json", "--pool", "closed", str(path))
    unknown = [found for found in json.loads(out)["violations"] if found["code"] == "unknown_card"]
    assert code == 1
    assert [[card["number"] for card in found["suggestions"]] for found in unknown] == [["HBU01-A07"]]
    assert "HBU01-A07" in unknown[0]["message"]


def test_no_database_at_all(tmp_path: Path) -> None:
    done = run_alone(str(FOLDER / "legal-best-of-three.txt"), var=tmp_path / "var")
    assert (done.returncode, done.stderr) == (0, b"")
    assert not (tmp_path / "var").exists(), "judging a file leaves nothing behind"


def test_a_database_that_refuses_or_never_answers(tmp_path: Path) -> None:
    for url in (
        "postgresql://nobody@127.0.0.1:9/none",
        "postgresql://nobody@192.0.2.1:5432/none",
        "mysql://nobody@127.0.0.1/none",
        "postgresql://nobody@localhost:port/none",
        "garbage",
    ):
        done = run_alone(str(FOLDER / "main-39.txt"), var=tmp_path / "var", DATABASE_URL=url)
        assert (done.returncode, done.stderr) == (1, b"")


def test_standard_input_in_a_terminal_of_another_encoding(tmp_path: Path) -> None:
    data = (FOLDER / "legal-gb18030.txt").read_bytes()
    done = run_alone("-", var=tmp_path / "var", data=data, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "V1.9" in done.stdout.decode("utf-8")


def test_help_names_the_exit_statuses(tmp_path: Path) -> None:
    done = run_alone("--help", var=tmp_path / "var")
    assert done.returncode == 0
    assert b"0 legal, 1 not legal, 2 unreadable" in b" ".join(done.stdout.split())


def test_a_reader_that_stops_early_changes_nothing(tmp_path: Path) -> None:
    closed, output = os.pipe()
    os.close(closed)
    with os.fdopen(output, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "manage.py", "check_deck", *GAME, str(FOLDER / "main-39.txt")],
            cwd=PROJECT,
            stdout=pipe,
            stderr=subprocess.PIPE,
            env=without_services(tmp_path / "var"),
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")
