"""Converting lists on the command line, with and without a database."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.decks.deck_tables import FOLDER
from tests.decks.test_check_deck_command import PROJECT, without_services

LEGAL = FOLDER / "pokemon-tcg" / "legal-best-of-one.txt"
HEROES = FOLDER / "ultraman-hero-duel" / "legal-best-of-three.txt"


def run(*arguments: str) -> tuple[int, str, str]:
    """Call the command in this process: exit status, output and error output."""
    status, out, complaints = 0, io.StringIO(), io.StringIO()
    try:
        call_command("convert_deck", *arguments, "--lang", "en", stdout=out, stderr=complaints)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), complaints.getvalue()


def run_alone(*arguments: str, var: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command as a separate process without a database."""
    return subprocess.run(
        [sys.executable, "manage.py", "convert_deck", *arguments],
        cwd=PROJECT,
        input=data,
        capture_output=True,
        env=without_services(var),
        timeout=60,
        check=False,
    )


def test_from_standard_input_to_standard_output_without_a_database(tmp_path: Path) -> None:
    data = b"#main\r\n120105001\r\n120105001\r\n#extra\r\n!side"
    done = run_alone("--game", "rush-duel", "--to", "ydke", "--lang", "en", "-", var=tmp_path, data=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ydke://KagoBymoKAc=!!!\n", b"")
    again = run_alone("--game", "rush-duel", "--to", "ydk", "-", var=tmp_path, data=done.stdout)
    assert again.stdout == b"#created by DuelDesk\n#main\n120105001\n120105001\n#extra\n!side\n"


def test_a_workbook_goes_to_a_file_or_as_bytes_to_the_output(tmp_path: Path) -> None:
    target = tmp_path / "list.xlsx"
    assert (
        run_alone(
            "--game", "ultraman-hero-duel", "--to", "xlsx", "--output", str(target), str(HEROES), var=tmp_path
        ).returncode
        == 0
    )
    assert target.read_bytes().startswith(b"PK\x03\x04")
    back = run_alone("--game", "ultraman-hero-duel", "--to", "text", str(target), var=tmp_path)
    assert back.stdout.decode().startswith("主牌 (40)\n")
    assert run_alone("--game", "ultraman-hero-duel", "--to", "xlsx", str(HEROES), var=tmp_path).stdout.startswith(
        b"PK\x03\x04"
    )


@pytest.mark.django_db
def test_a_list_for_ptcg_live_and_a_link_that_reads_back(tmp_path: Path) -> None:
    status, out, complaints = run("--game", "pokemon-tcg", "--to", "ptcg", str(LEGAL))
    assert (status, complaints) == (0, "")
    assert out.startswith("Pokémon: ")
    assert out.endswith("Total Cards: 60\n")
    status, link, _ = run("--game", "pokemon-tcg", "--to", "link", str(LEGAL))
    file = tmp_path / "link.txt"
    file.write_text(link)
    assert run("--game", "pokemon-tcg", "--to", "ptcg", str(file)) == (0, out, "")


@pytest.mark.django_db
def test_what_cannot_be_written_or_read_has_its_own_status(tmp_path: Path) -> None:
    assert run("--game", "ultraman-hero-duel", "--to", "ydk", str(HEROES)) == (
        1,
        "",
        "Lists of this game do not come as .ydk; possible are: DuelDesk text, CSV, Excel.\n",
    )
    bad = tmp_path / "bad.txt"
    bad.write_text("3 HBU01-A07\n3 赛罗奥特蔓\n")
    status, out, complaints = run("--game", "ultraman-hero-duel", "--to", "csv", str(bad))
    assert (status, out) == (2, "")
    assert complaints.startswith("Line 2: “3 赛罗奥特蔓” names no card known here. Is it “3 HBU01-A07")
    assert run("--game", "nothing", "--to", "csv", str(bad))[0] == 2
    assert run("--game", "ultraman-hero-duel", "--to", "csv", str(tmp_path / "none.txt"))[0] == 2
    assert run("--game", "ultraman-hero-duel", "--to", "csv", "--output", str(tmp_path), str(HEROES))[0] == 1


def test_no_data_folder_is_needed(tmp_path: Path) -> None:
    taken = tmp_path / "no-folder"
    taken.write_text("")
    done = run_alone("--game", "rush-duel", "--to", "ydke", "-", var=taken, data=b"#main\n120105001\n")
    assert (done.returncode, done.stdout) == (0, b"ydke://KagoBw==!!!\n")
