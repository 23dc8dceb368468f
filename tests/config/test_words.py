"""The words that docs/style.md rules out are found where they are used, and only there."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from config.development.words import ruled_out


@pytest.fixture
def project(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def found_in(project: Path, name: str, text: str) -> list[str]:
    (project / name).write_text(text, encoding="utf-8")
    subprocess.run(["git", "add", name], cwd=project, check=True)
    return list(ruled_out(project))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MOST_LINES = 3", "a.py:1: “MOST_LINES”: MAX_… or MIN_…"),
        ("WIDEST = 3", "a.py:1: “WIDEST”: MAX_… or MIN_…"),
        ("# paired_anew", "a.py:1: “anew”: again"),
        ("# Whoever asks", "a.py:1: “Whoever”: the person who, anyone who, the code that"),
        ("# after so many rounds", "a.py:1: “so many”: this many, or the name of the number"),
        ("x\n# It hangs on the day.", "a.py:2: “hangs on”: depends on"),
        ("'is no card'", "a.py:1: “is no card”: is not a …"),
        ("def test_it_is_told():", "a.py:1: “told”: notified, reported, asked to, distinguished, given"),
        ("# Mends it.", "a.py:1: “Mends”: repair, correct"),
        ("_PRICE_SIGNS = 1", "a.py:1: “_PRICE_SIGNS”: CHARACTER(S), character"),
        ("def print_line(): ...", "a.py:1: “def print_line”: format_…, render_… or write_…"),
    ],
)
def test_a_word_that_is_ruled_out_is_named_with_its_place(project: Path, text: str, said: str) -> None:
    assert found_in(project, "a.py", text) == [said]


@pytest.mark.parametrize(
    "text",
    ["There is no card.", "is no longer open", "MAX_LINES = 3", "print(line)", "renewed", "also, many", "recommended"],
)
def test_plain_words_pass(project: Path, text: str) -> None:
    assert found_in(project, "a.py", text) == []


def test_data_and_the_changelog_keep_what_they_quote(project: Path) -> None:
    assert found_in(project, "CHANGELOG.md", "noughts") == []
