"""What a judge counts in a deck check, beside what the registered list has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from decks.judging import JudgingBook
from tournaments.models import DeckCheck
from tournaments.play.deck_check import Comparison


@dataclass(frozen=True)
class CheckRow:
    """One card of a section: the copies the list has there, and those that were counted."""

    section: str
    key: str
    number: str
    name: str
    registered: int
    counted: int

    @property
    def is_done(self) -> bool:
        """Whether every registered copy was counted, and no more."""
        return self.counted == self.registered

    @property
    def found(self) -> int:
        """Registered copies that were counted."""
        return min(self.counted, self.registered)

    @property
    def is_extra(self) -> bool:
        """Whether the list has no such card in this section."""
        return self.registered == 0


@dataclass(frozen=True)
class CheckSection:
    """One section of the counted deck; `left_out` when it was not laid out."""

    key: str
    rows: tuple[CheckRow, ...]
    left_out: bool

    @property
    def registered(self) -> int:
        return sum(row.registered for row in self.rows)

    @property
    def found(self) -> int:
        return sum(row.found for row in self.rows)

    @property
    def surplus(self) -> int:
        """Copies that the list does not have."""
        return sum(row.counted - row.found for row in self.rows)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to count, or nothing is counted here."""
        return self.left_out or all(row.is_done for row in self.rows)


@dataclass(frozen=True)
class CheckView:
    """A deck check in full: its sections in the pack's order, and how the counts compare by now."""

    check: DeckCheck
    book: JudgingBook
    sections: tuple[CheckSection, ...]
    comparison: Comparison

    @property
    def registered(self) -> int:
        """Copies there are to count."""
        return sum(section.registered for section in self._laid_out)

    @property
    def found(self) -> int:
        """Copies of the list that were counted. Between games a card may lie in another section than on the list."""
        if self.check.mode != DeckCheck.Mode.BETWEEN_GAMES:
            return sum(section.found for section in self._laid_out)
        counted, registered = Counter[str](), Counter[str]()
        for row in self._rows:
            counted[row.key] += row.counted
            registered[row.key] += row.registered
        return (counted & registered).total()

    @property
    def surplus(self) -> int:
        """Copies counted that the list does not have: none of them makes up for one that is missing."""
        return sum(row.counted for row in self._rows) - self.found

    @property
    def is_done(self) -> bool:
        """Whether everything that is laid out is there, and nothing else."""
        return self.found == self.registered and not self.surplus

    @property
    def _laid_out(self) -> list[CheckSection]:
        return [section for section in self.sections if not section.left_out]

    @property
    def _rows(self) -> list[CheckRow]:
        return [row for section in self._laid_out for row in section.rows]
