"""Names that no known card has, alone with their counts, in a game that counts cards by name: `4 Comfey`.

Such a line is a card only in a list: below a heading, or among others that are cards; with bare digits behind the name,
as headings state totals, only among others written so. It asks where it may be talk or a heading: with more copies than
lists have of a card, in small letters, with words of a sentence. A name in guillemets (`4 «Comfey»`) is one wherever it
stands.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from decks.text.headers import HeaderReader
from decks.text.listing import IgnoredLine, LineCard, LineKind, ListForm, ReadingError, ReadLine
from decks.text.meanings import Take
from decks.text.no_cards import is_talk, no_card_kind, says_otherwise
from decks.text.totals import Run

MAX_ALONE = 4
"""More copies than that beside a name nobody knows are as likely the total of a heading (`10 Techs`)."""
MIN_ALIKE = 3
MAX_NAME = 60
_MAX_CHINESE = 12
_MAX_WORDS = 6
_OF_SENTENCES = (*"了吗呢吧啊哦呀嘛我你您他她谢请这那哪给买卖发借还缺", "没有", "可以", "需要", "一下", "大家")
"""What Chinese sentences have in them and names of cards hardly ever."""
_LIKE_TOTAL = re.compile(r"[:(\[（【] ?[0-9]{1,2} ?[^\d]{0,2}$")
_BARE_BEHIND = re.compile(r"[^\dxX×*✕] ?[0-9]{1,2}$")
_EXCLAIMING = re.compile("[!?。！？…]")
_IN_SENTENCES = re.compile(r"[,;:!?。，；：！？…\"“”\d]|[^\W\d_]{4,}\.|\.$")


@dataclass
class NamesAlone:
    """The lines of one list that are cards if the list is one."""

    form: ListForm
    headers: HeaderReader

    def __post_init__(self) -> None:
        self._held: dict[int, tuple[LineCard, Run | None]] = {}
        self._like_headings: set[int] = set()

    def is_clear(self, take: Take, words: str) -> bool:
        """Whether a line is plainly a name with its count."""
        if (take.count.copies or 0) > MAX_ALONE or _LIKE_TOTAL.search(words) or _EXCLAIMING.search(words):
            return False
        return not (may_be_talk(take.words) or self._is_heading(take.words) or self._has_set(take.words))

    def hold(self, line: int, take: Take, words: str, run: Run | None) -> None:
        """Remember a line that is a card if the list is one, and the heading that it counts to."""
        if _BARE_BEHIND.search(words):
            self._like_headings.add(line)
        self._held[line] = (LineCard(take.words, take.words, take.count.copies or 1, words), run)

    def settled(
        self, lines: Sequence[ReadLine], errors: Iterable[ReadingError], ignored: Iterable[IgnoredLine]
    ) -> tuple[list[ReadLine], list[ReadingError]]:
        """The lines and errors of the whole list, with the held ones as cards where it is one."""
        if len(self._like_headings) < MIN_ALIKE:
            for line in self._like_headings:
                del self._held[line]
        others = [error for error in errors if error.line not in self._held]
        cards = sum(line.kind is LineKind.ENTRY for line in lines) + len(self._held)
        is_headed = any(line.kind is LineKind.HEADER for line in lines)
        noise = len(others) + sum(not one.is_clear for one in ignored)
        if not self._held or not (cards > 1 or is_headed) or noise >= cards:
            return list(lines), list(errors)
        for card, run in self._held.values():
            if run is not None:
                run.actual, run.rows = run.actual + card.count, run.rows + 1
        return [self._as_card(line) for line in lines], others

    def _as_card(self, line: ReadLine) -> ReadLine:
        held = self._held.get(line.line)
        return replace(line, kind=LineKind.ENTRY, cards=(held[0],)) if held else line

    def _is_heading(self, name: str) -> bool:
        return self.headers.read(name) is not None or self.headers.may_head(name) or self.headers.names_leader(name)

    def _has_set(self, name: str) -> bool:
        """Whether a name ends in what looks like the code of a set, or is an abbreviation."""
        last = name.rpartition(" ")[2]
        lists = self.form.formats.ptcg
        is_own = lists is not None and last in lists.name_words
        return len(last) > 1 and last.isascii() and last.isupper() and not is_own


def may_be_talk(name: str) -> bool:
    """Whether words may be a sentence, or of another kind that is not a card's name."""
    if _IN_SENTENCES.search(name) or is_talk(name) or no_card_kind(name) or says_otherwise(name):
        return True
    if name.isascii():
        words = name.split()
        return not name[0].isupper() or len(words) > _MAX_WORDS or len(name) > MAX_NAME
    return len(name) > _MAX_CHINESE or any(word in name for word in _OF_SENTENCES)
