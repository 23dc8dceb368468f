"""A file system of a given size, to be filled: a tmpfs, which only root can mount."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PIECE = 2**20


class SmallDisk:
    """A mounted file system whose space a file takes; `free_up` gives it back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filler = folder / "filler"

    @property
    def free(self) -> int:
        state = os.statvfs(self.folder)
        return state.f_bavail * state.f_frsize

    def take_all_but(self, left: int) -> None:
        """Take space at once, so that what is freed because of it stays free."""
        with self.filler.open("ab") as file:
            os.posix_fallocate(file.fileno(), file.tell(), self.free - left)

    def fill(self) -> None:
        """Take space until nothing is left, faster than anything else that writes."""
        with self.filler.open("ab", buffering=0) as file:
            while (more := self.free) > 0:
                try:
                    file.write(b"\0" * min(more, PIECE))
                except OSError:
                    break

    def free_up(self) -> None:
        self.filler.unlink(missing_ok=True)


def mount(folder: Path, megabytes: int) -> str:
    """Mount a file system of that size; returns an empty text, or why that is impossible here."""
    if os.geteuid() != 0:
        return "a small disk needs root, who may mount one"
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"no small disk here: {done.stderr.strip()}"


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk | str]:
    """A disk at the folder, which is created; or why there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    if why := mount(folder, megabytes):
        yield why
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)
