"""Names of cards that a typed one may be short for, or a slip away from: whole words of it, its words in another order,
neighbouring characters that changed places, a plural, a numeral, words cut off or put in, Chinese characters left out.

What is compared are words without accents and punctuation; an index keeps it to a few names for each that is typed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
MAX_BETWEEN = 3
"""Words that may stand in the middle of a known name: `Rayquaza Alt Art VMAX`."""
_ROMAN = {"ii": "2", "iii": "3", "iv": "4"}
_POSSESSIVE = re.compile(r"['’`ʼ]s$|s['’`ʼ]$")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared."""
    return tuple(filter(None, map(loose_key, PARTING.split(name))))


@dataclass(frozen=True)
class _Known:
    """A name with its words; `owners` are the places of those that say whose card it is; one that `is_joined` is of
    two cards' names with & between."""

    key: str
    words: tuple[str, ...]
    owners: frozenset[int]
    is_joined: bool = False


@dataclass
class NearNames:
    """The names of a game's cards, found by what may stand for them."""

    _keys: set[str] = field(default_factory=set)
    _by_words: dict[tuple[str, ...], str] = field(default_factory=dict)
    _by_start: dict[str, list[_Known]] = field(default_factory=dict)
    _by_form: dict[str, str] = field(default_factory=dict)
    _by_edges: dict[tuple[str, str], list[_Known]] = field(default_factory=dict)
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
            is_joined = "&" in name
            known = _Known(key, words, frozenset(range(len(words))) if is_joined else owners, is_joined)
            found._by_form[_form(words)] = key
            if len(words) > 1:
                found._by_edges.setdefault((words[0], words[-1]), []).append(known)
            found._by_words[tuple(sorted(words))] = key
            for start in {word[:_FIRST] for word in words}:
                found._by_start.setdefault(start, []).append(known)
        return found

    @property
    def count(self) -> int:
        """How many names in Latin letters there are."""
        return len(self._by_words)

    def has_word(self, word: str) -> bool:
        """Whether one of them has a word."""
        return any(word in known.words for known in self._by_start.get(word[:_FIRST], ()))

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
        if (other := self._by_form.get(_form(words))) and other != key:
            yield other
        longest = max(words, key=len, default="")
        for known in self._by_start.get(longest[:_FIRST], ())[:MAX_TRIED]:
            is_near = _is_short(words, known, is_own) or _are_two_slips(words, known.words)
            if is_near or _is_abbreviated(words, known.words, is_own):
                yield known.key

    def within(self, name: str) -> Iterator[str]:
        """The keys of the names that words were put into the middle of (`Rayquaza Alt Art VMAX`), or whose first word
        stands for a letter, or a letter for it (`Mega Charizard EX` for `M Charizard-EX`)."""
        words = words_of(name)
        if len(words) < 2:
            return
        for known in self._by_edges.get((words[0], words[-1]), ())[:MAX_TRIED]:
            between = len(words) - len(known.words)
            is_within = 0 < between <= MAX_BETWEEN and known.is_joined == ("&" in name)
            if is_within and _is_within(known.words, words):
                yield known.key
        for known in self._by_start.get(words[1][:_FIRST], ())[:MAX_TRIED]:
            if known.words[1:] == words[1:] and _is_letter_of(words[0], known.words[0]):
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


def _is_within(short: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether a text has all characters of another in their order, or words all words."""
    rest = iter(whole)
    return all(one in rest for one in short)


def _form(words: Iterable[str]) -> str:
    """Words as one, in the singular and with Arabic numerals: `Rare Candies` and `Rare Candy`, `Porygon II` and
    `Porygon2`."""
    return "".join(_ROMAN.get(word) or _singular(word) for word in words)


def _singular(word: str) -> str:
    if len(word) <= MIN_SHORT or not word.endswith("s") or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


def _is_letter_of(one: str, other: str) -> bool:
    """Whether of two words one is the first letter of the other."""
    short, long = sorted((one, other), key=len)
    return len(short) == 1 < len(long) and long.startswith(short) and short.isalpha()


def _is_abbreviated(typed: tuple[str, ...], known: tuple[str, ...], is_own: Callable[[str], bool]) -> bool:
    """Whether words are those of a name, some of them cut off (`Prof. Research`, `Profs Research`), and one that makes
    no other card's name is whole."""
    if len(typed) != len(known) or typed == known:
        return False
    pairs = tuple(zip(typed, known, strict=True))
    has_whole = any(one == other and not is_own(one) for one, other in pairs)
    return has_whole and all(one == other or _is_cut(one, other) for one, other in pairs)


def _is_cut(typed: str, known: str) -> bool:
    stem = typed if known.startswith(typed) else typed.removesuffix("s")
    return len(stem) >= MIN_SHORT and known.startswith(stem)


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
    owners = [place for place in left if place in known.owners]
    if left and (len(known.owners) > 1 or (owners and owners != left)):
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
