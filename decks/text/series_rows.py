"""Rows below the name of a series that have only the ends of their numbers: `HBU01:`, and below it `A07×3`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from decks.text.listing import LineKind, ReadLine

_NAME = re.compile(r"[\W_]*(?P<series>[A-Za-z]{2,8}-?[0-9]{1,3})(?: ?系列| ?弹)?[\W_]*")
_END = re.compile(r"(?P<front>(?:[0-9]{1,2} ?[xX×*张枚]? ?)?)(?P<end>[A-Z]{1,3}[0-9]{2,3})(?![A-Za-z0-9-])")


class SeriesRows:
    """Takes the lines of one list in order. `heading` lines are those below which a row was completed."""

    def __init__(self, is_number: Callable[[str], bool]) -> None:
        self._is_number = is_number
        self._line, self._series = 0, ""
        self.headings: set[int] = set()

    def heads(self, line: int, words: str) -> bool:
        """Whether a line is the name of a series; the rows below may be of it. It has a digit: a single word may be a
        person's name."""
        found = _NAME.fullmatch(words)
        if found is None or self._is_number(found["series"]) or not self._is_number(f"{found['series']}-A01"):
            return False
        self._line, self._series = line, found["series"]
        return True

    def without_headings(self, lines: Sequence[ReadLine]) -> list[ReadLine]:
        """The lines with those that named the series of rows below as comments."""
        return [replace(line, kind=LineKind.COMMENT) if line.line in self.headings else line for line in lines]

    def completed(self, words: str) -> str:
        """A row with the whole number of its card, as it is where it has that or no series is named above it."""
        found = _END.match(words) if self._series else None
        if found is None or not self._is_number(f"{self._series}-{found['end']}"):
            return words
        self.headings.add(self._line)
        return f"{found['front']}{self._series}-{found['end']}{words[found.end() :]}"
