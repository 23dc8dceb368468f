"""Folders of test runs that were killed are removed; those of running ones and of other users are not."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.embedded import temporary


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder for this test, with a path short enough for the name of a socket."""
    with tempfile.TemporaryDirectory(prefix="dd") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)
        monkeypatch.undo()


def test_a_new_folder_belongs_to_this_process(elsewhere: Path) -> None:
    folder = temporary.make_folder()
    assert folder.parent == elsewhere
    assert not temporary.abandoned(folder)
    assert temporary.make_folder() != folder
    assert folder.exists()


@pytest.mark.parametrize("owner", [f"{os.getpid()} 1.0", f"{2**22 + 1} 1.0"], ids=["reused id", "gone"])
def test_the_folder_of_a_killed_run_is_removed(elsewhere: Path, owner: str) -> None:
    """The process id is unused, or now another process's."""
    folder = temporary.make_folder()
    (folder / "owner").write_text(owner)
    temporary.make_folder()
    assert not folder.exists()


def test_a_folder_without_an_owner_is_left_alone(elsewhere: Path) -> None:
    (elsewhere / "dueldesk-test-new").mkdir()
    temporary.make_folder()
    assert (elsewhere / "dueldesk-test-new").exists()


def test_its_servers_are_ended(elsewhere: Path) -> None:
    folder = temporary.make_folder()
    temporary.start(folder)
    servers = [psutil.Process(int((folder / f"{name}.pid").read_text())) for name in ("postgres", "redis")]
    assert all(server.is_running() for server in servers)
    temporary.start(folder)
    temporary.remove(folder)
    assert not any(server.is_running() and server.status() != psutil.STATUS_ZOMBIE for server in servers)
    assert not folder.exists()
