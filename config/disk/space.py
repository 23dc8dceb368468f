"""How much space is left for the site's data, and what that allows."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

logger = logging.getLogger(__name__)

MEGABYTE = 2**20
RESERVE = "reserve"
"""A file of the data folder that holds space for the time when there is no other."""

LOOK_SECONDS = 1.0


NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


def is_full_disk(error: BaseException) -> bool:
    """Whether the system says that there is no space left."""
    return isinstance(error, OSError) and error.errno in NO_SPACE


class Level(IntEnum):
    """What the space that is left allows."""

    PLENTY = 0
    LOW = 1
    """Everything; the owner is notified."""
    SCARCE = 2
    """Results and whatever else is small. Uploads are refused and jobs wait."""
    FULL = 3
    """Reading alone. PostgreSQL needs the rest to stay up."""


@dataclass(frozen=True)
class Limits:
    """In bytes: below `low` the owner is notified; `reserve` is kept for results; below `full` nothing is written."""

    low: int
    reserve: int
    full: int

    def level(self, room: int) -> Level:
        """What so much space allows, the reserve counted as space."""
        if room < self.full:
            return Level.FULL
        if room < self.full + self.reserve:
            return Level.SCARCE
        return Level.LOW if room < self.low else Level.PLENTY


def limits_from(environment: Mapping[str, str]) -> Limits:
    """The limits in force; raises ValueError, naming the variable, for one that is not a whole number."""
    return Limits(
        low=_bytes(environment, "DISK_LOW_MB", 1024),
        reserve=_bytes(environment, "DISK_RESERVE_MB", 128),
        full=_bytes(environment, "DISK_FULL_MB", 64),
    )


def _bytes(environment: Mapping[str, str], name: str, default: int) -> int:
    text = environment.get(name, "").strip()
    if text and not (text.isascii() and text.isdigit()):
        raise ValueError(f"{name} must be a whole number of megabytes, not {text!r}")
    return int(text or default) * MEGABYTE


def free_bytes(folder: Path) -> int:
    """What is left for a user who is not root, on the disk of a folder."""
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize


def room_bytes(folder: Path) -> int:
    """What is left, with the reserve."""
    try:
        kept = (folder / RESERVE).stat().st_size
    except OSError:
        kept = 0
    return free_bytes(folder) + kept


class Gauge:
    """The space that is left for a folder, looked up at most once a second and logged whenever its level changes."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder, self.limits = folder, limits
        self._looked, self._room, self._reported = float("-inf"), 0, Level.PLENTY

    @property
    def room(self) -> int:
        """Bytes left, the reserve among them. A folder that cannot be read counts as having space; others report it."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            try:
                self._room = room_bytes(self.folder)
            except OSError:
                self._room = self.limits.low
            self._looked = now
        return self._room

    @property
    def level(self) -> Level:
        """What the space that is left allows."""
        level = self.limits.level(self.room)
        if level != self._reported:
            say = logger.info if level is Level.PLENTY else logger.warning
            say("disk_space", extra={"level": level.name.lower(), "megabytes": self.room // MEGABYTE})
            self._reported = level
        return level
