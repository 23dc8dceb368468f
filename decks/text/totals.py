"""What a list adds up to: its entries, and the totals that its headings state."""

from collections.abc import Iterable
from dataclasses import dataclass

from decks.text.headers import WHOLE_LIST
from decks.text.listing import LineKind, ListEntry, ReadLine


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


def merged(lines: Iterable[ReadLine], kind: LineKind) -> tuple[ListEntry, ...]:
    """The cards of lines of a kind, each once in a section."""
    merged: dict[tuple[str, str], ListEntry] = {}
    for line in lines:
        if line.kind is not kind:
            continue
        for card in line.cards:
            key = (line.section, card.number)
            known = merged.get(key, ListEntry(line.section, card.number, card.name, 0, ()))
            at = known.lines if known.lines[-1:] == (line.line,) else (*known.lines, line.line)
            merged[key] = ListEntry(known.section, known.number, known.name or card.name, known.count + card.count, at)
    return tuple(merged.values())
