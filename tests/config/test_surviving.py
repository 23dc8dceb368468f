"""supervisord's logs on a full disk, and how soon it tries again."""

import errno
import logging
from pathlib import Path
from typing import Any

import pytest
from supervisor import loggers
from supervisor.states import ProcessStates

from config.embedded.surviving import MAX_WAIT, SurvivingLog, try_again_soon
from config.logs import DroppingHandler


class FullDisk:
    """A stream that cannot be written."""

    def write(self, data: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def tell(self) -> int:
        return 0


def test_a_line_that_cannot_be_written_is_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    logger = loggers.getLogger()
    log = SurvivingLog(str(tmp_path / "log"), maxBytes=1000, backupCount=1)
    log.setFormat("%(message)s")
    logger.addHandler(log)
    logger.info("one\n")
    disk, log.stream = log.stream, FullDisk()
    for _ in range(3):
        logger.info("lost\n")
    log.stream = disk
    logger.info("two\n")
    logger.info("three\n")
    said = (tmp_path / "log").read_text()
    assert said == "one\n[3 log entries dropped: they could not be written]\ntwo\nthree\n"
    assert capfd.readouterr().err == ""


def test_full_files_are_put_aside(tmp_path: Path) -> None:
    logger = loggers.getLogger()
    log = SurvivingLog(str(tmp_path / "log"), maxBytes=10, backupCount=2)
    log.setFormat("%(message)s")
    logger.addHandler(log)
    for number in range(4):
        logger.info(f"entry number {number}\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["log", "log.1", "log.2"]


def test_a_folder_that_is_gone_ends_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    log = SurvivingLog(str(folder / "log"), maxBytes=10, backupCount=1)
    log.setFormat("%(message)s")
    (folder / "log").unlink()
    folder.rmdir()
    logger = loggers.getLogger()
    logger.addHandler(log)
    for _ in range(3):
        logger.info("a line that is longer than the file may be\n")
    log.close()


class Program:
    """The part of a supervised program that decides when it is started again."""

    backoff, delay, state = 0, 0.0, ProcessStates.STARTING

    def change_state(self, new_state: int, expected: bool = True) -> bool:
        self.state = new_state
        self.backoff += 1
        self.delay = 10_000.0 + self.backoff
        return True


def test_a_program_that_keeps_failing_is_tried_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    try_again_soon(Program)  # type: ignore[arg-type]
    monkeypatch.setattr("config.embedded.surviving.time.time", lambda: 100.0)
    program = Program()
    for expected in (1, 2, 3, 3, 3):
        program.change_state(ProcessStates.BACKOFF)
        assert program.delay == 100.0 + expected
        assert program.backoff <= MAX_WAIT


def test_the_sites_own_log_lines_are_dropped_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    class Stream:
        """Cannot be written while `full`."""

        full = True
        lines: list[str] = []

        def write(self, text: str) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            self.lines.append(text)

        def flush(self) -> None: ...

    handler = DroppingHandler(Stream())  # type: ignore[arg-type]
    logger = logging.Logger("test")
    logger.addHandler(handler)
    for _ in range(3):
        logger.warning("lost")
    Stream.full = False
    logger.warning("kept")
    assert "'count': 3" in Stream.lines[0]
    assert Stream.lines[1:] == ["kept\n"]
    logger.warning("%d", "no number")
    assert "no number" in capsys.readouterr().err
