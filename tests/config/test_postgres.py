"""The system user that runs PostgreSQL, whatever the caller's PATH."""

import os
import pwd
from pathlib import Path

import pytest

from config.embedded import postgres

PATH_OF_SU = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"


@pytest.fixture
def root_without_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root's account on a machine that has not run PostgreSQL yet, reached by Debian's `su`."""

    def nobody(name: str) -> pwd.struct_passwd:
        raise KeyError(name)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", nobody)
    monkeypatch.setenv("PATH", PATH_OF_SU)


def folder_with_useradd(folder: Path, *, status: int = 0) -> Path:
    """A folder of system programs whose `useradd` records its arguments."""
    program = folder / "useradd"
    program.write_text(f'#!/bin/sh\necho "$@" > {folder}/asked\necho no space left >&2\nexit {status}\n')
    program.chmod(0o755)
    return folder


def test_the_user_is_made_though_path_has_no_system_programs(
    root_without_the_user: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SYSTEM_PROGRAMS", (str(folder_with_useradd(tmp_path)),))
    assert postgres.system_user() == postgres.UNPRIVILEGED_USER
    asked = (tmp_path / "asked").read_text().split()
    assert (asked[-1], "--system" in asked) == (postgres.UNPRIVILEGED_USER, True)


def test_what_useradd_says_is_passed_on(
    root_without_the_user: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SYSTEM_PROGRAMS", (str(folder_with_useradd(tmp_path, status=1)),))
    with pytest.raises(postgres.PostgresError, match="no space left"):
        postgres.system_user()


def test_without_useradd_one_line_says_what_to_type(
    root_without_the_user: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres, "SYSTEM_PROGRAMS", ())
    with pytest.raises(postgres.PostgresError, match=r"Type: useradd --system [^\n]* pgserver$"):
        postgres.system_user()


def test_a_user_that_exists_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", lambda name: None)
    monkeypatch.setenv("PATH", "")
    assert postgres.system_user() == postgres.UNPRIVILEGED_USER


def test_anyone_who_is_not_root_runs_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert postgres.system_user() is None
