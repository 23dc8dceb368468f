"""Many short texts as the lines of one long string, which Python scans at the speed of C."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

BETWEEN_LINES = "\n"


class Lines:
    """Texts as the lines of one, with the card each belongs to; cards are added in order."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._owners = array("l")
        self._starts = array("l")
        self.text = ""

    def add(self, owner: int, text: str) -> None:
        if text:
            self._texts.append(text)
            self._owners.append(owner)

    def close(self) -> None:
        """Join the lines; nothing is added afterwards."""
        at = 1
        for text in self._texts:
            self._starts.append(at)
            at += len(text) + 1
        self.text = BETWEEN_LINES + BETWEEN_LINES.join(self._texts) + BETWEEN_LINES
        self._texts = []

    def owner_at(self, at: int) -> int:
        return self._owners[bisect_right(self._starts, at) - 1]

    def equal(self, word: str) -> Iterator[int]:
        return self._owners_of(f"\n{word}\n", 1) if word else iter(())

    def starting(self, word: str) -> Iterator[int]:
        return self._owners_of(f"\n{word}", 1) if word else iter(())

    def holding(self, word: str) -> Iterator[int]:
        return self._owners_of(word, 0) if word.strip() else iter(())

    def _owners_of(self, wanted: str, ahead: int) -> Iterator[int]:
        """Whose line has it, one hit a line; `ahead` characters of what is wanted stand before the line."""
        text, find = self.text, self.text.find
        at = find(wanted)
        while at >= 0:
            yield self.owner_at(at + ahead)
            at = find(wanted, text.index(BETWEEN_LINES, at + ahead))
