"""Which numbers and names of a game's cards are most like a text that is none of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nsmallest

from decks.text.spelling import loose_key

CLOSE_ENOUGH, NEAR = 0.45, 0.6
"""How similar a card is that a line may have been meant for, and one that a name may be a misspelling of."""
MAX_REMEMBERED_TEXTS = 500
"""While a list is edited, its unknown lines stay the same, and similar cards are searched for at every change."""
_FINALISTS = 40
_PART = 0.6
_LONG = 8
_MAX_COMPARED_LENGTH = 80


class SimilarSpellings:
    """The loose keys of numbers and names with their cards' numbers, found by the characters they share with a text."""

    def __init__(self, spellings: Iterable[tuple[str, str]]) -> None:
        self._spellings = list(spellings)
        self._lengths = tuple(len(spelling) for spelling, _ in self._spellings)
        self._places: dict[str, list[int]] = {}
        for place, (spelling, _) in enumerate(self._spellings):
            for gram in _grams(spelling):
                self._places.setdefault(gram, []).append(place)

    def closest(self, texts: Iterable[str], most: int, at_least: float) -> list[str]:
        """The numbers of the cards most similar to one of the texts, best first; those `at_least` so, of 0 to 1."""
        scores: dict[str, float] = {}
        for text in texts:
            for number, score in self._likenesses(loose_key(text)[:_MAX_COMPARED_LENGTH]).items():
                if score >= at_least:
                    scores[number] = max(scores.get(number, 0.0), score)
        return sorted(scores, key=lambda number: (-scores[number], number))[:most]

    @cached_property
    def _likenesses(self) -> Callable[[str], Mapping[str, float]]:
        """`_scores`, remembered for the latest texts."""
        return lru_cache(maxsize=MAX_REMEMBERED_TEXTS)(self._scores)

    def _scores(self, wanted: str) -> dict[str, float]:
        """The similarity of cards to a text, by number: 1 is the same, and a part of a name scores high.

        Only the most promising cards are compared.
        """
        shared: Counter[int] = Counter()
        # Single characters of a longer text say little and are in nearly every name.
        grams = _grams(wanted) if len(wanted) < _LONG else _pairs(wanted)
        for gram in grams:
            shared.update(self._places.get(gram, ()))
        lengths, beside = self._lengths, len(wanted) + 1
        shares = [(-2 * count / (lengths[place] + beside), place) for place, count in shared.items()]
        finalists = [place for _, place in nsmallest(_FINALISTS, shares)]
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(wanted)
        scores: dict[str, float] = {}
        for place in finalists:
            spelling, number = self._spellings[place]
            matcher.set_seq1(spelling)
            score = _PART if len(wanted) > 1 and wanted in spelling else 0.0
            # The two quick ratios are never below the exact one, which takes most of the time.
            if matcher.real_quick_ratio() >= CLOSE_ENOUGH and matcher.quick_ratio() >= CLOSE_ENOUGH:
                score = max(score, matcher.ratio())
            if score >= CLOSE_ENOUGH:
                scores[number] = max(scores.get(number, 0.0), score)
        return scores


def _grams(text: str) -> set[str]:
    """Single characters and neighbouring pairs."""
    return {*text, *_pairs(text)}


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}
