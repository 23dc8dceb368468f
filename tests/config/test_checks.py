"""A check whose object is missing fails instead of passing."""

import subprocess
import sys
from pathlib import Path

import pytest

from config.development import checks
from tests.source_modules import PURE


def no_program(*words: str, **environment: str) -> bool:
    raise AssertionError(f"nothing is to be run: {words}")


def test_a_missing_description_of_the_api_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "SCHEMA", tmp_path / "openapi.yaml")
    monkeypatch.setattr(checks, "python", no_program)
    assert checks.schema() is False


def test_a_missing_pure_core_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(checks, "PURE", [*checks.PURE, "decks/moved_away"])
    monkeypatch.setattr(checks, "python", no_program)
    assert checks.types() is False
    assert "decks/moved_away" in capsys.readouterr().out


def test_types_and_architecture_know_the_same_pure_cores() -> None:
    assert {place.removesuffix(".py").replace("/", ".") for place in checks.PURE} == set(PURE)
    assert [place for place in checks.PURE if not checks.source(place).exists()] == []


def test_the_summary_names_the_checks_that_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["checks", "words", "ruff", "mypy"])
    done = {"words": 0, "ruff": 1, "mypy": 2}
    monkeypatch.setattr(
        checks, "run_apart", lambda name: subprocess.CompletedProcess([name], done[name], f"== {name}\nseen\n")
    )
    assert checks.main() == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["== words", "seen", "== ruff", "seen", "== mypy", "seen", "Failed: ruff, mypy"]
