"""What a list adds up to: its entries, and the totals that its headings state."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from decks.text.headers import WHOLE_LIST
from decks.text.listing import LineKind, ListEntry, ReadingNotice, ReadingNoticeCode, ReadLine


@dataclass
class Run:
    """The cards counted since a header that stated a total."""

    line: int
    section: str
    stated: int
    word: str = ""
    actual: int = 0
    rows: int = 0

    def agrees(self, total: int, *, may_count_rows: bool) -> bool:
        """Whether what is stated is what there is. PTCG Live states rows where PTCG Online stated cards."""
        if self.section == WHOLE_LIST:
            return self.stated == total
        return self.stated == self.actual or (may_count_rows and self.stated == self.rows)


@dataclass
class Apart:
    """The cards under a heading of a part that decks of the game have not."""

    line: int
    word: str
    cards: int = 0


def sizes_that_differ(
    sizes: Iterable[tuple[int, str, int | None]], entries: Iterable[ListEntry]
) -> Iterator[ReadingNotice]:
    """Notices about the sizes that a line states of several sections: line, section and size."""
    held = tuple(entries)
    for line, section, stated in sizes:
        actual = sum(entry.count for entry in held if section in (entry.section, WHOLE_LIST))
        if actual != stated:
            yield ReadingNotice(ReadingNoticeCode.TOTAL_DIFFERS, line, section, stated, actual)


def totals_that_differ(
    runs: Iterable[Run], entries: Iterable[ListEntry], *, may_count_rows: bool
) -> Iterator[ReadingNotice]:
    """Notices about headings and last lines that state another total than was read."""
    total = sum(entry.count for entry in entries)
    for run in runs:
        if not run.agrees(total, may_count_rows=may_count_rows):
            actual = total if run.section == WHOLE_LIST else run.actual
            code = ReadingNoticeCode.TOTAL_DIFFERS
            yield ReadingNotice(code, run.line, run.section, run.stated, actual, run.word)


def parts_outside(aparts: Iterable[Apart]) -> Iterator[ReadingNotice]:
    """Notices about the parts with cards that decks of the game have not."""
    for part in aparts:
        if part.cards:
            yield ReadingNotice(ReadingNoticeCode.NOT_IN_DECK, part.line, actual=part.cards, text=part.word)


def merged(lines: Iterable[ReadLine], kind: LineKind) -> tuple[ListEntry, ...]:
    """The cards of lines of a kind, each once in a section."""
    merged: dict[tuple[str, str], ListEntry] = {}
    for line in lines:
        if line.kind is not kind:
            continue
        for card in line.cards:
            key = (line.section, card.number)
            known = merged.get(key)
            if known is None:
                merged[key] = ListEntry(line.section, card.number, card.name, card.count, (line.line,))
                continue
            at = known.lines if known.lines[-1] == line.line else (*known.lines, line.line)
            merged[key] = ListEntry(known.section, known.number, known.name or card.name, known.count + card.count, at)
    return tuple(merged.values())
