"""A file system of a given size, to be filled: a tmpfs, which only root can mount.

Its size is what changes, in less than a millisecond: a file that takes the space takes some time to be written, in
which whatever was to run into the full disk may end.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTE = 2**20
LIBC = ctypes.CDLL(None, use_errno=True)
MS_REMOUNT = 32


class SmallDisk:
    """A mounted file system of `size` bytes, of which some can be taken away; `free_up` gives them back."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder, self.size = folder, size

    def take_all_but(self, left: int) -> None:
        """Leave this many bytes free. What is removed afterwards is free, too."""
        while not self._resize(self._used() + left):
            pass  # Something was written in the meantime.

    def fill(self) -> None:
        """Leave nothing free."""
        self.take_all_but(0)

    def free_up(self) -> None:
        self._resize(self.size)

    def _used(self) -> int:
        state = os.statvfs(self.folder)
        return (state.f_blocks - state.f_bfree) * state.f_frsize

    def _resize(self, size: int) -> bool:
        """Whether it could be: no file system is smaller than what it contains. Raises OSError where it cannot be
        changed at all."""
        options = f"size={max(size, mmap.PAGESIZE)}".encode()  # 0 is no limit.
        if LIBC.mount(b"tmpfs", os.fsencode(self.folder), b"tmpfs", MS_REMOUNT, options) == 0:
            return True
        error = ctypes.get_errno()
        if error != errno.EINVAL or not os.path.ismount(self.folder):
            raise OSError(error, os.strerror(error), str(self.folder))
        return False


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
        yield SmallDisk(folder, megabytes * MEGABYTE)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False)
