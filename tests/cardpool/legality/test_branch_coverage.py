"""Every branch of the legality core is taken by the examples of this folder, without the random decks beside them."""

import json
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PROJECT = FOLDER.parents[2]


def test_every_branch_is_taken(tmp_path: Path) -> None:
    coverage = [sys.executable, "-m", "coverage"]
    data = f"--data-file={tmp_path / 'coverage'}"
    tests = [
        "-m",
        "pytest",
        str(FOLDER),
        "-q",
        "-p",
        "no:cacheprovider",
        "-n0",
        f"--ignore={__file__}",
        "--ignore-glob=*brute_force.py",
    ]
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
    # A random deck takes a branch one day and not the next.
    ran = subprocess.run(
        [*coverage, "run", data, "--branch", "--source=cardpool.legality", *tests],
        cwd=PROJECT,
        env=inherited,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    report = tmp_path / "coverage.json"
    subprocess.run([*coverage, "json", data, "-q", "-o", str(report)], cwd=PROJECT, check=True)
    files = json.loads(report.read_text())["files"]
    assert len(files) >= 8
    gaps = {
        name: (facts["missing_lines"], facts["missing_branches"])
        for name, facts in files.items()
        if facts["missing_lines"] or facts["missing_branches"]
    }
    assert gaps == {}
