"""What the launcher prints: each line in Chinese and in English."""

import sys
from contextlib import suppress


class CannotRun(Exception):
    """The site cannot start; the text is one line that says what to do."""


def both(chinese: str, english: str) -> str:
    """One line in both languages."""
    return f"{chinese} | {english}"


def first_line(error: Exception) -> str:
    """What a server or a connection said, its first line alone."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def say(line: str = "") -> None:
    """Print a line at once; one that cannot be written, to a file on a full disk, is left out."""
    with suppress(OSError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def complain(line: str) -> None:
    """Print a line to the error output, likewise."""
    with suppress(OSError):
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
