"""What the launcher prints: each line in Chinese and in English."""

import sys


class CannotRun(Exception):
    """The site cannot start; the text is one line that says what to do."""


def both(chinese: str, english: str) -> str:
    """One line in both languages."""
    return f"{chinese} | {english}"


def say(line: str = "") -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def complain(line: str) -> None:
    """Print a line to the error output."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
