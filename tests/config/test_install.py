"""Making and repairing `.venv`, with no package to download."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from config.embedded.paths import PROJECT

SCRIPT = "config/embedded/install.py"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that needs no package, installed once."""
    folder = tmp_path_factory.mktemp("a project")
    (folder / "config" / "embedded").mkdir(parents=True)
    shutil.copy(PROJECT / SCRIPT, folder / SCRIPT)
    for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt"):
        (folder / name).touch()
    assert install(folder).returncode == 0
    return folder


def install(project: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Run the script with the Python that this `.venv` was made from."""
    python = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return subprocess.run([python, project / SCRIPT, *names], check=False, capture_output=True, text=True)


def works(project: Path) -> bool:
    return subprocess.run([project / ".venv/bin/python", "-m", "pip", "--version"], check=False).returncode == 0


def test_a_finished_install_is_left_alone(project: Path) -> None:
    again = install(project)
    assert (again.returncode, again.stdout) == (0, "")


def test_development_packages_have_a_mark_of_their_own(project: Path) -> None:
    assert "Installing packages" in install(project, "requirements.txt", "requirements-dev.txt").stdout
    assert install(project, "requirements.txt", "requirements-dev.txt").stdout == ""
    assert install(project).stdout == ""


def test_changed_requirements_are_installed(project: Path) -> None:
    (project / "requirements.txt").write_text("# changed\n")
    changed = install(project).stdout
    assert "Installing packages" in changed
    assert "Making .venv" not in changed


@pytest.mark.parametrize("broken", ["bin/python", "lib"])
def test_a_half_made_folder_is_repaired(project: Path, broken: str) -> None:
    venv = project / ".venv"
    for mark in venv.glob(".installed-*"):
        mark.unlink()
    if (venv / broken).is_dir():
        shutil.rmtree(venv / broken)
    else:
        (venv / broken).unlink()
    repaired = install(project)
    assert repaired.returncode == 0
    assert "Making .venv" in repaired.stdout
    assert works(project)


def test_a_file_in_place_of_the_folder_is_one_line(tmp_path: Path, project: Path) -> None:
    shutil.copytree(project, tmp_path / "p", ignore=shutil.ignore_patterns(".venv"))
    (tmp_path / "p" / ".venv").touch()
    refused = install(tmp_path / "p")
    assert refused.returncode == 1
    assert refused.stderr.endswith(".venv is not a folder; move it away.\n")
    assert refused.stderr.count("\n") == 1


def loaded() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("install_script", PROJECT / SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_python_without_venv_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    script = loaded()
    monkeypatch.setattr(script.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="apt install python3-venv") as line:
        script.make_venv()
    assert "\n" not in str(line.value)


def test_an_old_python_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    script = loaded()
    monkeypatch.setattr(script, "OLDEST", (99, 0))
    with pytest.raises(SystemExit, match="PYTHON=python3") as line:
        script.main()
    assert "\n" not in str(line.value)


def test_a_read_only_project_is_one_line(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    script = loaded()
    monkeypatch.setattr(script, "PROJECT", str(project))
    monkeypatch.setattr(script, "VENV", str(project / "missing"))
    monkeypatch.setattr(script.os, "access", lambda path, mode: False)
    with pytest.raises(SystemExit, match="Cannot write to") as line:
        script.install(["requirements.txt"])
    assert "\n" not in str(line.value)
