"""What keeps supervisord alive and trying while the disk is full.

As it comes, supervisord dies of a log line that cannot be written (it prints the error to a log on the same disk), and
waits a second longer after each failed start of a program, hours in the end.
"""

import os
import time
from io import FileIO
from typing import Any

from supervisor import loggers
from supervisor.loggers import RotatingFileHandler
from supervisor.process import Subprocess
from supervisor.states import ProcessStates

MAX_WAIT = 3
"""Seconds between two starts of a program that fails: it is up soon after the cause of its failing has passed."""


class SurvivingLog(RotatingFileHandler):
    """A log whose lines are dropped while they cannot be written, and counted in the first that can be again."""

    stream: Any

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.dropped = 0
        self._open()

    def _open(self) -> None:
        """Write past any buffer, which would fail for lines written earlier; nowhere, if nothing can be opened."""
        self.stream.close()
        try:
            self.stream = FileIO(self.baseFilename, "a")
        except OSError:
            self.stream = FileIO(os.devnull, "a")

    def emit(self, record: Any) -> None:
        """Write a line, or count it."""
        if self.dropped and not self._says_what_was_dropped():
            self.dropped += 1
            return
        super().emit(record)

    def _says_what_was_dropped(self) -> bool:
        try:
            self.stream.write(f"[{self.dropped} log entries dropped: they could not be written]\n".encode())
        except OSError:
            return False
        self.dropped = 0
        return True

    def handleError(self) -> None:
        """A line could not be written."""
        self.dropped += 1

    def doRollover(self) -> None:
        """Begin a new file where this one is full. What fails is tried again with the next line."""
        try:
            if self.maxBytes <= 0 or self.stream.tell() < self.maxBytes:
                return
            super().doRollover()
        except OSError:
            self.dropped += 1
        self._open()


def try_again_soon(subprocess: type[Subprocess]) -> None:
    """Bound the wait between two starts of a failing program, and never give it up."""
    change = subprocess.change_state

    def change_state(self: Any, new_state: int, expected: bool = True) -> Any:
        changed = change(self, new_state, expected)
        if new_state == ProcessStates.BACKOFF:
            self.backoff = min(self.backoff, MAX_WAIT)
            self.delay = time.time() + self.backoff
        return changed

    subprocess.change_state = change_state


def survive() -> None:
    """Have supervisord log and wait like this."""
    loggers.RotatingFileHandler = SurvivingLog
    try_again_soon(Subprocess)
