"""Names of cards that a typed one may be short for, or a slip away from: whole words of it, its words in another order,
neighbouring characters that changed places, Chinese characters left out.

What is compared are words without accents and punctuation; an index keeps it to a few names for each that is typed.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from decks.text.spelling import loose_key

MIN_SLIP, MIN_CHINESE_SLIP = 4, 3
"""The shortest names that a slip of one character is looked for in; of shorter ones everything is like something."""
MIN_TWO_SLIPS = 7
"""The shortest word that two slips leave recognisable."""
MIN_SHORT, MIN_CHINESE_SHORT = 3, 2
MAX_LEFT_OUT = 2
"""Chinese characters that a short form leaves out."""
MAX_TRIED = 400
_FIRST = 2
PARTING = re.compile(r"[\s\-/·・,;|()\[\]{}【】「」『』《》〈〉]+")
_POSSESSIVE = re.compile(r"['’`ʼ]s$|s['’`ʼ]$")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    return tuple(filter(None, map(loose_key, PARTING.split(name))))


@dataclass(frozen=True)
class _Known:
    """A name with its words; `owners` are the places of those that say whose card it is."""

    key: str
    words: tuple[str, ...]
    owners: frozenset[int]


@dataclass
class NearNames:
    """The names of a game's cards, found by what may stand for them."""

    _keys: set[str] = field(default_factory=set)
    _by_words: dict[tuple[str, ...], str] = field(default_factory=dict)
    _by_start: dict[str, list[_Known]] = field(default_factory=dict)
    _by_ends: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[str]) -> "NearNames":
        """Index names; one pass."""
        found = cls()
        for name in dict.fromkeys(names):
            key, words = loose_key(name), words_of(name)
            found._keys.add(key)
            if not key.isascii():
                found._by_ends.setdefault((key[0], key[-1]), []).append(key)
                continue
            raw = [part for part in PARTING.split(name) if loose_key(part)]
            owners = frozenset(at for at, part in enumerate(raw) if _POSSESSIVE.search(part))
            known = _Known(key, words, owners if "&" not in name else frozenset(range(len(words))))
            found._by_words[tuple(sorted(words))] = key
            for start in {word[:_FIRST] for word in words}:
                found._by_start.setdefault(start, []).append(known)
        return found

    def near(self, name: str, is_own: Callable[[str], bool]) -> Iterator[str]:
        """The keys of the names that a typed one may stand for; `is_own` tells the words that make names of others."""
        key, words = loose_key(name), words_of(name)
        if not key:
            return
        yield from self._swapped(key)
        if not key.isascii():
            yield from self._left_out(key)
            return
        if len(words) > 1 and (other := self._by_words.get(tuple(sorted(words)))):
            yield other
        longest = max(words, key=len, default="")
        for known in self._by_start.get(longest[:_FIRST], ())[:MAX_TRIED]:
            if _is_short(words, known, is_own) or _are_two_slips(words, known.words):
                yield known.key

    def _swapped(self, key: str) -> Iterator[str]:
        """The names with two neighbouring characters the other way round."""
        if len(key) < (MIN_SLIP if key.isascii() else MIN_CHINESE_SLIP):
            return
        for at in range(len(key) - 1):
            if key[at : at + 2].isalpha() and key[at] != key[at + 1]:
                other = key[:at] + key[at + 1] + key[at] + key[at + 2 :]
                if other in self._keys:
                    yield other

    def _left_out(self, key: str) -> Iterator[str]:
        """The Chinese names that have all these characters in this order, the same at both ends, and a few more."""
        if len(key) < MIN_CHINESE_SHORT:
            return
        for other in self._by_ends.get((key[0], key[-1]), ())[:MAX_TRIED]:
            if 0 < len(other) - len(key) <= MAX_LEFT_OUT and _is_within(key, other):
                yield other


def _is_within(short: str, whole: str) -> bool:
    """Whether a text has all characters of another in their order."""
    rest = iter(whole)
    return all(character in rest for character in short)


def _is_short(typed: tuple[str, ...], known: _Known, is_own: Callable[[str], bool]) -> bool:
    """Whether words are some of a name's, in their order, a last one perhaps by its first letter (`Nest B`), and the
    others are not words that make another card's name, such as `ex` or an owner's."""
    if len(max(typed, key=len)) < MIN_SHORT or len(typed) > len(known.words):
        return False
    places: list[int] = []
    for at, word in enumerate(typed):
        is_letter = len(word) == 1 and at == len(typed) - 1 > 0 and not is_own(word)
        first = places[-1] + 1 if places else 0
        fitting = (
            place
            for place in range(first, len(known.words))
            if known.words[place] == word
            or (place in known.owners and known.words[place] == f"{word}s")
            or (is_letter and known.words[place].startswith(word))
        )
        place = next(fitting, None)
        if place is None:
            return False
        places.append(place)
    left = [place for place in range(len(known.words)) if place not in places]
    if any(place in known.owners for place in left) or (len(known.owners) > 1 and left):
        return False
    shortened = [at for at, place in enumerate(places) if known.words[place] != typed[at]]
    words = (known.words[place] for place in left)
    return bool(shortened) if not left else not all(len(word) == 1 or is_own(word) for word in words)


def _are_two_slips(typed: tuple[str, ...], known: tuple[str, ...]) -> bool:
    """Whether names differ in one long word only, by at most two slips."""
    if len(typed) != len(known):
        return False
    differing = [pair for pair in zip(typed, known, strict=True) if pair[0] != pair[1]]
    if len(differing) != 1 or min(map(len, differing[0])) < MIN_TWO_SLIPS:
        return False
    return differing[0][0].isalpha() and differing[0][1].isalpha() and _distance(*differing[0]) <= 2


def _distance(one: str, other: str) -> int:
    """The slips between two words: a character more, fewer or other, two neighbours exchanged (optimal string
    alignment)."""
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, character in enumerate(one, 1):
        above, row = row, [at]
        for place, typed in enumerate(other, 1):
            cost = min(above[place] + 1, row[-1] + 1, above[place - 1] + (character != typed))
            if at > 1 and place > 1 and character == other[place - 2] and typed == one[at - 2]:
                cost = min(cost, before[place - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
