"""Keywords that many cards share."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from cardpool.searching.folding import fold
from cardpool.searching.lines import Lines
from cardpool.searching.spoken import Spoken


class Words:
    """Keywords, each once, with the cards that carry it."""

    def __init__(self) -> None:
        self._cards: dict[str, list[int]] = {}
        self._places: list[list[int]] = []
        self._lines = Lines()
        self._tight = Lines()

    def add(self, place: int, word: str) -> None:
        places = self._cards.setdefault(word, [])
        if not places or places[-1] != place:
            places.append(place)

    def close(self) -> None:
        self._places = list(self._cards.values())
        for number, word in enumerate(self._cards):
            folded = fold(word)
            self._lines.add(number, folded)
            self._tight.add(number, folded.replace(" ", ""))
        self._cards = {}
        self._lines.close()
        self._tight.close()
        self._spoken = Spoken(self._tight)

    def holding(self, typed: str) -> Iterator[int]:
        tight = typed.replace(" ", "")
        spoken = self._spoken.reading(tight).starting()
        words = {*self._lines.holding(typed), *self._tight.holding(tight), *spoken}
        return merge(*(self._places[number] for number in words))
