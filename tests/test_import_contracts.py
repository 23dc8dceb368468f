"""The contracts of import-linter (`pyproject.toml`) know every app and core, and notice what breaks them."""

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from config.development.checks import LINT_IMPORTS
from tests.source_modules import APPS, PROJECT, PURE

PLANTED = {
    "accounts/themes.py": "from cardpool import games\n",
    "cardpool/games/__init__.py": "from cardpool.models import Card\n",
    "cardpool/queries/games.py": "from cardpool.services import restrictions\n",
    "cardpool/placeless.py": "",
    "decks/text/tokens.py": "import django.conf\n",
    "decks/views/saved.py": "from decks.management import standalone\n",
    "jobs/kinds.py": "from config import settings\n",
    "tournaments/swiss/pairing.py": "from tournaments.scoring import standings\n",
}
"""Imports that no contract allows, by the file they are added to."""
BROKEN = {"apps", "config", "accounts", "cardpool", "decks", "tournaments", "cores", "pure"}


def contracts() -> dict[str, dict[str, Any]]:
    """The contracts of `pyproject.toml` by their ids."""
    linter = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return {contract["id"]: contract for contract in linter["contracts"]}


def test_contracts_know_every_app_and_core() -> None:
    found = contracts()
    assert found["apps"]["layers"] == list(reversed(APPS))
    assert set(found["pure"]["source_modules"]) == set(PURE)
    placed = {core for layer in found["cores"]["layers"] for core in layer.split(" | ")}
    assert placed == set(PURE)
    assert all(found[app]["exhaustive"] for app in APPS)


def test_planted_imports_break_the_contracts(tmp_path: Path) -> None:
    for app in (*APPS, "config"):
        shutil.copytree(PROJECT / app, tmp_path / app, ignore=lambda folder, names: [n for n in names if is_data(n)])
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    for name, text in PLANTED.items():
        with (tmp_path / name).open("a") as file:
            file.write(text)
    run = subprocess.run(LINT_IMPORTS, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    said = contracts()
    assert {key for key in said if f"{said[key]['name']} BROKEN" in run.stdout} == BROKEN


def is_data(name: str) -> bool:
    """Whether a file is not source code."""
    return name == "__pycache__" or ("." in name and not name.endswith(".py"))
