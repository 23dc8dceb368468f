"""The reserve: a file that is given up when the disk is full, so that an event can be played to its end."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from config.disk.space import RESERVE, Limits, free_bytes


def keep_reserve(folder: Path, limits: Limits) -> str:
    """Give the reserve up where nothing else is left, make it where there is plenty.

    Returns "released", "made", or an empty text where nothing was to be done.
    """
    file = folder / RESERVE
    try:
        free = free_bytes(folder)
        if file.exists():
            if free >= limits.full:
                return ""
            file.unlink()
            return "released"
        if not limits.reserve or free < limits.low + limits.reserve:
            return ""
        _make(file, limits.reserve)
    except OSError:
        return ""  # A look a second later finds what became of it.
    return "made"


def _make(file: Path, size: int) -> None:
    """A file of a number of bytes that are really taken from the disk; one that is half made is removed."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.posix_fallocate(handle, 0, size)
    except OSError:
        with suppress(OSError):
            file.unlink()
        raise
    finally:
        os.close(handle)
