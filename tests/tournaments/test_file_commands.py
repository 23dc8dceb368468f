"""The commands on files: what they print and their exit status, without a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.archive.test_cuts import WITH_CUTS
from tournaments.management.commands.standings_file import decimal_text

PROJECT = Path(__file__).resolve().parents[2]
EVENT = {
    "format": "dueldesk-archive/1",
    "settings": {"rounds": 4, "preset": "mtr"},
    "entrants": [{"id": key, "name": f"P{key}"} for key in range(1, 6)],
    "rounds": [
        {
            "number": 1,
            "matches": [
                {"table": 1, "players": [1, 2], "games": [1, 2, 1]},
                {"table": 2, "players": [3, 4], "games": [1, 1]},
                {"players": [5], "kind": "bye"},
            ],
        }
    ],
}


@pytest.fixture
def event(tmp_path):
    path = tmp_path / "event.json"
    path.write_text(json.dumps(EVENT), encoding="utf-8")
    return str(path)


def printed(*words: str, **options: object) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


def test_pair_file_pairs_everybody_once_and_proves_it(event):
    answer = json.loads(printed("pair_file", event, "--json", "--seed", "7"))
    assert answer["round"] == 2
    assert answer["certified"]
    assert answer["achieved"] == answer["bound"]
    seated = [key for pair in answer["pairs"] for key in pair] + [answer["bye"]]
    assert sorted(seated) == [1, 2, 3, 4, 5]
    assert answer["bye"] in (2, 4)
    assert {"round", "pairs", "bye", "certified", "achieved", "bound", "ms"} <= set(answer)


def test_the_same_seed_gives_the_same_pairing(event):
    first, second = (json.loads(printed("pair_file", event, "--json", "--seed", "7")) for _ in range(2))
    assert (first["pairs"], first["bye"]) == (second["pairs"], second["bye"])


def test_standings_file_ranks_each_division_by_itself(event, tmp_path):
    juniors = {1: "Junior", 2: "Junior", 4: "Masters"}
    entrants = [{**one, "division": juniors.get(one["id"])} for one in EVENT["entrants"]]
    path = tmp_path / "divisions.json"
    path.write_text(json.dumps(EVENT | {"entrants": entrants}), encoding="utf-8")
    rows = {row["id"]: row for row in json.loads(printed("standings_file", str(path), "--json"))}
    found = {key: (row["division"], row["division_rank"]) for key, row in rows.items()}
    assert found == {1: ("Junior", 1), 2: ("Junior", 2), 3: (None, None), 4: ("Masters", 1), 5: (None, None)}
    assert "P2 (Junior 2)" in printed("standings_file", str(path), "--lang", "en")
    assert "division" not in json.loads(printed("standings_file", event, "--json"))[0]


def test_standings_file_prints_twelve_exact_decimals(event):
    rows = json.loads(printed("standings_file", event, "--json"))
    by_id = {row["id"]: row for row in rows}
    assert by_id[1]["tiebreakers"]["GW"] == "0.666666666667"
    assert by_id[1]["record"] == [1, 0, 0]
    assert by_id[5]["points"] == 3
    assert by_id[5]["tiebreakers"]["OMW"] == "0.330000000000"
    third = json.loads(printed("standings_file", event, "--json", "--preset", "mtr-third"))
    assert {row["id"]: row for row in third}[5]["tiebreakers"]["OMW"] == "0.333333333333"


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(2, 3), "0.666666666667"), (Fraction(1), "1.000000000000"), (Fraction(1, 10**13), "0.000000000000")],
)
def test_decimals_are_rounded_half_up_from_the_exact_value(value, text):
    assert decimal_text(value) == text


def test_simulations_are_repeatable_and_proved():
    words = (
        "simulate_tournament",
        "--players",
        "33",
        "--rounds",
        "5",
        "--seed",
        "4",
        "--draws",
        "0.1",
        "--drops",
        "0.05",
    )
    first, second = (json.loads(printed(*words, "--late", "0.1", "--teams", "6", "--json")) for _ in range(2))
    for row in first["rounds"] + second["rounds"]:
        row.pop("ms")
    assert first == second
    assert [row["round"] for row in first["rounds"]] == [1, 2, 3, 4, 5]
    assert all(row["certified"] and row["rematches"] == 0 for row in first["rounds"])


def test_tables_are_printed_for_people(event):
    assert "P1" in printed("pair_file", event, "--lang", "en")
    assert "P1" in printed("standings_file", event, "--lang", "en")
    assert "pair-downs" in printed("simulate_tournament", "--players", "8", "--rounds", "3", "--lang", "en")


BAD = [
    (["pair_file", "missing.json"], "missing.json"),
    (["pair_file", "{bad}"], "players"),
    (["pair_file", "{open}"], "round 1"),
    (["pair_file", "{cuts}"], "The top cut has begun"),
    (["pair_file", "{good}", "--seconds", "0"], "takes more than 0.0 s"),
    (["standings_file", "{good}", "--preset", "nope"], "nope"),
    (["standings_file", "{state}"], "state"),
    (["simulate_tournament", "--players", "1", "--rounds", "3"], "players"),
    (["simulate_tournament", "--players", "8", "--rounds", "3", "--draws", "2"], "0 and 1"),
]


@pytest.mark.parametrize(("words", "hint"), BAD)
def test_bad_input_leaves_with_status_two_and_says_why(words, hint, event, tmp_path, capsys):
    bad = json.loads(json.dumps(EVENT))
    bad["rounds"][0]["matches"][0]["players"] = [1, 99]
    open_match = json.loads(json.dumps(EVENT))
    del open_match["rounds"][0]["matches"][0]["games"]
    state = {
        "format": EVENT["format"],
        "entrants": [{"id": 1, "state": {"score": 0}}, {"id": 2, "state": {"score": 0}}],
    }
    files = {"good": EVENT, "bad": bad, "open": open_match, "state": state, "cuts": WITH_CUTS}
    for name, value in files.items():
        (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
    asked = [str(tmp_path / word[1:-1]) if word.startswith("{") else word for word in words]
    error = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command(*asked, "--lang", "en", stderr=error)
    assert left.value.code == 2
    assert hint in error.getvalue()


def test_a_file_in_another_encoding_is_refused(tmp_path):
    file = tmp_path / "event.json"
    file.write_bytes("卡".encode("gb18030"))
    error = StringIO()
    with pytest.raises(SystemExit):
        call_command("pair_file", str(file), "--lang", "en", stderr=error)
    assert error.getvalue().strip() == f"{file}: The file is not in UTF-8."


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:1/none", "garbage"])
def test_no_database_and_no_data_folder_are_needed(address, event, tmp_path):
    """A real process whose data folder cannot be made and whose database address leads nowhere."""
    (tmp_path / "file").touch()
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path / "file" / "var"),
        "DATABASE_URL": address,
    }
    for command in (
        ["pair_file", event],
        ["standings_file", event],
        ["simulate_tournament", "--players", "8", "--rounds", "2"],
    ):
        done = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), *command, "--json"],
            env=environment,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        json.loads(done.stdout)


def test_final_places_follow_from_the_top_cuts_of_a_file(tmp_path):
    file = tmp_path / "cuts.json"
    file.write_text(json.dumps(WITH_CUTS), encoding="utf-8")
    rows = json.loads(printed("standings_file", str(file), "--json"))
    assert {row["id"]: row["final_place"] for row in rows if row["division"] == "少年组"} == {2: 1, 4: 2, 1: 4, 3: 4}
    assert printed("standings_file", str(file), "--lang", "en").startswith("Final place")
