"""Finding cards as somebody types: by number or code, by a name in any language, by pinyin, by keyword.

`SearchIndex` is built once for a state of the card pool. It keeps every text once, folded, and gives up as soon as it
has as many cards as were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from cardpool.searching.folding import bare, fold
from cardpool.searching.keywords import Words
from cardpool.searching.lines import Lines
from cardpool.searching.spoken import Spoken

MAX_SEARCH_LENGTH = 100


@dataclass(frozen=True)
class Findable:
    """What a card is found by: its number and further codes, its names, its keywords."""

    codes: tuple[str, ...]
    names: tuple[str, ...]
    words: tuple[str, ...] = ()


class SearchIndex:
    """The cards of a pool, found by their place in the sequence it was built of."""

    def __init__(self, cards: Iterable[Findable]) -> None:
        codes, names, tight, by_word = Lines(), Lines(), Lines(), Words()
        for place, card in enumerate(cards):
            for code in card.codes:
                codes.add(place, bare(code))
            for name in card.names:
                folded = fold(name)
                names.add(place, folded)
                tight.add(place, folded.replace(" ", ""))
            for word in card.words:
                by_word.add(place, word)
        for lines in (codes, names, tight):
            lines.close()
        by_word.close()
        self._codes, self._names, self._tight, self._words = codes, names, tight, by_word
        self._spoken = Spoken(tight)

    def find(self, text: str, *, limit: int | None = None) -> list[int]:
        """The places of the cards that hold every word of the text, the closest first; ties in the cards' order.

        Closest is the very number or name; then the start of a number, of a name, of a name's pinyin (initials or
        syllables, in any mixture); the start of a word; anything inside; pinyin inside; at last keywords. Letter case,
        width, accents, dashes, kana script and punctuation make no difference. A text without letters or digits finds
        nothing.
        """
        typed = fold(text[:MAX_SEARCH_LENGTH])
        found: dict[int, None] = dict.fromkeys(islice(_once(self._ranked(typed)), limit))
        if " " in typed and (limit is None or len(found) < limit):
            for place in self._holding_all(typed.split()):
                found.setdefault(place)
                if len(found) == limit:
                    break
        return list(found)

    def _ranked(self, typed: str) -> Iterator[int]:
        """Places tier by tier, each tier in order; a place may come again."""
        for tier in self._tiers(typed):
            yield from merge(*tier)

    def _tiers(self, typed: str) -> Iterator[tuple[Iterator[int], ...]]:
        code, tight = bare(typed), typed.replace(" ", "")
        if not tight:
            return
        spoken = self._spoken.reading(tight)
        yield self._codes.equal(code), self._names.equal(typed), self._tight.equal(tight)
        yield (self._codes.starting(code),)
        yield self._names.starting(typed), self._tight.starting(tight)
        yield (spoken.starting(),)
        yield (self._names.holding(f" {typed}"),)
        yield self._codes.holding(code), self._names.holding(typed), self._tight.holding(tight)
        yield (spoken.holding(),)
        yield (self._words.holding(typed),)

    def _holding_all(self, words: Sequence[str]) -> Iterator[int]:
        """The cards that every word finds, in the order in which the first word finds them."""
        first, *others = dict.fromkeys(words)
        kept = [self._holding(word) for word in others]
        return (place for place in _once(self._ranked(first)) if all(place in places for places in kept))

    def _holding(self, word: str) -> set[int]:
        """All that the tiers of a word find."""
        tight, spoken = word.replace(" ", ""), self._spoken.reading(word).holding()
        return {*self._codes.holding(bare(word)), *self._tight.holding(tight), *spoken, *self._words.holding(word)}


def _once(places: Iterable[int]) -> Iterator[int]:
    seen: set[int] = set()
    for place in places:
        if place not in seen:
            seen.add(place)
            yield place
