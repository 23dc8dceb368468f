"""What an amount of space allows, and when the reserve is freed and made again."""

import logging
import os
from pathlib import Path
from typing import Any

import pytest

from config.disk import reserve, space
from config.disk.reserve import keep_reserve
from config.disk.space import MEGABYTE, RESERVE, Gauge, Level, Limits, limits_from, room_bytes

LIMITS = Limits(low=1000, reserve=100, full=50)


@pytest.mark.parametrize(
    ("room", "level"),
    [(0, "FULL"), (49, "FULL"), (50, "SCARCE"), (149, "SCARCE"), (150, "LOW"), (999, "LOW"), (1000, "PLENTY")],
)
def test_levels(room: int, level: str) -> None:
    assert LIMITS.level(room) is Level[level]


def test_limits_come_from_the_environment() -> None:
    assert limits_from({}) == Limits(1024 * MEGABYTE, 128 * MEGABYTE, 64 * MEGABYTE)
    assert limits_from({"DISK_LOW_MB": " 5 ", "DISK_RESERVE_MB": "0"}).low == 5 * MEGABYTE
    with pytest.raises(ValueError, match="DISK_FULL_MB must be a whole number of megabytes, not '1G'"):
        limits_from({"DISK_FULL_MB": "1G"})


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets how much is free, whatever the disk says; subtracting the reserve's space is left to the test."""
    held = {"bytes": 0}
    monkeypatch.setattr(space, "free_bytes", lambda folder: held["bytes"])
    monkeypatch.setattr(reserve, "free_bytes", lambda folder: held["bytes"])
    return held


def test_the_reserve_comes_and_goes(tmp_path: Path, free: Any) -> None:
    file = tmp_path / RESERVE
    free["bytes"] = 1099
    assert keep_reserve(tmp_path, LIMITS) == ""
    free["bytes"] = 1100
    assert keep_reserve(tmp_path, LIMITS) == "made"
    assert file.stat().st_size == 100
    assert file.stat().st_blocks > 0
    free["bytes"] = 50
    assert room_bytes(tmp_path) == 150
    assert keep_reserve(tmp_path, LIMITS) == ""
    free["bytes"] = 49
    assert keep_reserve(tmp_path, LIMITS) == "released"
    assert not file.exists()
    assert keep_reserve(tmp_path, LIMITS) == ""
    assert room_bytes(tmp_path) == 49


def test_a_reserve_of_nothing_is_none(tmp_path: Path, free: Any) -> None:
    free["bytes"] = 10_000
    assert keep_reserve(tmp_path, Limits(low=0, reserve=0, full=0)) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_reserve_that_does_not_fit_is_not_half_made(
    tmp_path: Path, free: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    free["bytes"] = 10_000
    monkeypatch.setattr(os, "posix_fallocate", refuse)
    assert keep_reserve(tmp_path, LIMITS) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_change_of_level_is_logged_once(tmp_path: Path, free: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    gauge = Gauge(tmp_path, LIMITS)
    for amount in (2000, 700, 600, 10, 2000):
        free["bytes"] = amount
        gauge._looked = float("-inf")
        assert gauge.level is LIMITS.level(amount)
    assert [record.__dict__["level"] for record in caplog.records] == ["low", "full", "plenty"]


def test_between_two_looks_nothing_is_asked(tmp_path: Path, free: Any) -> None:
    gauge = Gauge(tmp_path, LIMITS)
    free["bytes"] = 2000
    assert gauge.level is Level.PLENTY
    free["bytes"] = 0
    assert gauge.level is Level.PLENTY


def test_a_folder_that_is_gone_refuses_nothing(tmp_path: Path) -> None:
    assert Gauge(tmp_path / "none", LIMITS).level is Level.PLENTY
