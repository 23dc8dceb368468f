"""What the launcher does while the site runs: it looks after the disk, and says in the terminal how that stands."""

import subprocess
from pathlib import Path

from config.disk.reserve import keep_reserve
from config.disk.space import LOOK_SECONDS, MEGABYTE, Level, Limits, room_bytes
from config.embedded.wording import both, say


def watch_until_end(process: subprocess.Popen[bytes], folder: Path, limits: Limits) -> None:
    """Wait for the process's end. In the meantime release or restore the reserve, and print each change."""
    printed = Level.PLENTY
    while True:
        if keep_reserve(folder, limits) == "released":
            say(both("磁盘满了，已动用预留空间。", "The disk is full: the reserve has been given up."))
        level = limits.level(room := room_bytes(folder))
        if level != printed:
            say(line_of(level, room // MEGABYTE))
            printed = level
        try:
            process.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return


def line_of(level: Level, left: int) -> str:
    """The line about a level, with the megabytes that are left."""
    return {
        Level.PLENTY: both("磁盘空间又够用了。", "There is space on the disk again."),
        Level.LOW: both(f"磁盘只剩 {left} MB，请腾出空间。", f"The disk is filling up: {left} MB are left."),
        Level.SCARCE: both(
            f"磁盘快满了，只剩 {left} MB：还能录结果，不能上传。",
            f"The disk is almost full: {left} MB are left for results; uploads are refused.",
        ),
        Level.FULL: both(
            f"磁盘满了，只剩 {left} MB：只能查看，不能保存。",
            f"The disk is full: {left} MB are left; the site can be read, nothing is saved.",
        ),
    }[level]
