"""Which known card the name beside an unknown number is: by the spelling that the rules count by, or perhaps.

Where cards count by name, a name that is spelled otherwise than the pool has it would pass for another card's. So a
name that a card goes by in any spelling, or in two languages one after the other, is handed on as that card has it.
One that is a known name with something beside it (`Pikachu Staff`), or a slip away from one (`Pikachuu`), may be that
card or another: nobody can tell, unless the words beside it make names of the game (`Pikachu ex`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cardpool.lists.names import fold_name
from decks.text.card_finder import CardFinder
from decks.text.catalogue import ListedCard
from decks.text.headers import MAX_REMEMBERED_GAMES
from decks.text.near_names import MIN_CHINESE_SLIP, MIN_SLIP, PARTING, words_of
from decks.text.ptcg import as_printed, is_basic_energy, spellings
from decks.text.remark_words import CHINESE_REMARKS
from decks.text.spelling import loose_key

MAX_COMPARED_LENGTH = 100
"""Characters of a name that is looked at for another one within it."""
MIN_NAMES = 500
"""Names in Latin letters that a pool has to know before a word that is in none of them may be of another language."""
_MIN_WORD = 3
_MIN_JOINED = 3
"""The shortest Chinese name that other characters right beside it leave recognisable."""
_HONORIFICS = frozenset(("小姐", "先生", "老师", "博士", "大人", "酱", "君", "桑"))
"""What nobody prints behind a person's name."""
_OWNERS = ("'s", "’s", "`s", "s'", "s’", "的")
_WANTING = "借求收缺换等找欠代"
"""What a remark in front of a name begins with that says where the card comes from: 借小明的皮卡丘."""
_OF_A_PERSON = re.compile(r"(?P<name>[^()]*(?:['’`]s|s['’])[^()]*?) ?\([^()]+\)")
"""A person's card with the person in brackets, who is not part of its name: `Boss's Orders (Ghetsis)`."""
_ENDS_LATIN = re.compile("[A-Za-z]+$")
_ENDS_EX = re.compile(r"[ -]?ex$", re.IGNORECASE)
_MARKS_OF_EX = (" ex", "-EX")
"""How cards print it: two different marks, each of another card."""
_WITHIN_WORDS = "'’`ʼ"
_FIRST_CJK = "\u2e80"


@dataclass(frozen=True)
class Perhaps:
    """The names that a typed one may stand for, the likeliest first, and the words that only one of them has."""

    names: tuple[str, ...]
    beyond: str = ""


class LikeNames:
    """Knows the names of one game's cards, however they are typed."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._catalogue = finder.catalogue
        words = finder.ptcg.name_words if finder.ptcg else ()
        self._latin = tuple(word for word in words if word.isascii() and word.isalpha())
        self._own = _keys_of(words)

    def as_known(self, name: str) -> tuple[str, ...]:
        """The name as the rules know it: as typed where they know it so, or no card is called so; several where cards
        are that differ in punctuation or accents alone."""
        if self._finder.ptcg:
            if rivals := self.marked_otherwise(name):
                return rivals
            name = name[:-1] if name.endswith("V*") else name
            name = as_printed(name, self._finder.ptcg)
        typed = fold_name(name)
        if found := self._finder.marked_alike(self._catalogue.by_name(name), name):
            if any(fold_name(one) == typed for card in found for one in card.names):
                return (name,)
            return _spelled(found, loose_key(name))
        known = self._by_other_spelling(name) or self._twice(loose_key(name))
        return (known or name,)

    def perhaps(self, name: str) -> Perhaps | None:
        """What a name that no card bears may stand for besides a card called so; None where there is nothing else."""
        if self._finder.named(name) or self._twice(loose_key(name)):
            return None
        return self.others(name)

    def others(self, name: str) -> Perhaps | None:
        """The same, whether or not some card is called so: which of the others a name may stand for."""
        if len(name) > MAX_COMPARED_LENGTH:
            return None
        marked = " ex" if name.endswith(" ex") else "-EX" if name.endswith("-EX") else ""
        inside = tuple(
            one
            for one in self._spelled_alike(self._catalogue.near_names.within(name))
            if one.endswith(marked) or not _ENDS_EX.search(one)
        )
        if inside:
            return Perhaps((*inside[:2], name))
        longest = max(self._within(name), key=lambda found: len(found[0]), default=None)
        if longest:
            key, beside, is_front = longest
            if self._makes_a_name(beside, key, is_front=is_front):
                return None
            return Perhaps((name, *_spelled(self._catalogue.by_loose_key(key), key)), beside.strip())
        slips = tuple(dict.fromkeys(one for one in (*self._slips(name), *self._near(name)) if one != name))
        if slips:
            return Perhaps((*slips[:2], name))
        return Perhaps((name,)) if self._may_be_translated(name) else None

    def marked_otherwise(self, name: str) -> tuple[str, ...]:
        """The names of the cards that one may be whose end no card prints so (`Charizard EX`, `Mew V*`), where one of
        them is known; empty for any other."""
        return self._in_other_case(name) or self._with_star(name) if self._finder.ptcg else ()

    def is_translation(self, name: str, own: tuple[ListedCard, ...]) -> bool:
        """Whether a name that no card bears may be that of these cards in another language: nothing in it is like a
        name of any other card, and it ends in the same word that makes names (`Dracaufeu-ex` for Charizard ex)."""
        if len(name) > MAX_COMPARED_LENGTH or self._finder.ptcg is None or self._finder.named(name):
            return False
        ends = _ENDS_LATIN.search(name)
        is_own_word = ends is not None and any(ends[0].casefold() == word.casefold() for word in self._latin)
        if ends and is_own_word and not any(_ends_alike(ends[0], card.name) for card in own):
            return False
        if any(True for _ in self._within(name)):
            return False
        key = loose_key(name)
        for known in (loose_key(one) for card in own for one in card.names):
            if key in known or "".join(filter(str.isalnum, known)) in key:
                return False
        found = self.perhaps(name)
        return found is None or found.names == (name,)

    def _in_other_case(self, name: str) -> tuple[str, ...]:
        """The names of the cards that a name with `ex` or `EX` behind it may be, where one with `ex` is known and it is
        written as neither of the two: `Charizard EX`, `charizard-ex`. Empty for any other."""
        found = _ENDS_EX.search(name)
        if found is None or found[0] in _MARKS_OF_EX:
            return ()
        key = loose_key(name)
        known = _spelled(self._catalogue.by_loose_key(key), key)
        if name in known or not any(one.endswith(" ex") for one in known):
            return ()
        return known if len(known) > 1 else (*known, f"{name[: found.start()]}-EX")

    def _with_star(self, name: str) -> tuple[str, ...]:
        """The names that `V*` at the end of one may stand for where a card is known that ends with `VSTAR`; empty for
        any other."""
        if not name.endswith(("V*", "V★")):
            return ()
        key = f"{loose_key(name[:-1])}star"
        found = _spelled(self._catalogue.by_loose_key(key), key)
        return (*found, name[:-1]) if found and not self._finder.named(f"{name[:-1]} ★") else ()

    def _may_be_translated(self, name: str) -> bool:
        """Whether a name may be one of a known card in a language that the pool does not know: the pool has names
        enough to know the words of its own, and one of these is none of them."""
        near = self._catalogue.near_names
        if near.count < MIN_NAMES or self._finder.ptcg is None:
            return False
        return any(
            len(word) >= _MIN_WORD
            and word.isalpha()
            and word < _FIRST_CJK
            and not near.has_word(word)
            and not self._is_own(word)
            for word in words_of(name)
        )

    def _by_other_spelling(self, name: str) -> str:
        """The name of the card that a name is with its signs in words or without its kind; empty for none."""
        lists = self._finder.ptcg
        if lists is None or name.casefold().endswith("special"):
            return ""
        person = _OF_A_PERSON.fullmatch(name)
        if person and (found := self._catalogue.by_name(person["name"])):
            return _spelled(found, loose_key(person["name"]))[0]
        for said in spellings(name, lists):
            if (found := self._catalogue.by_name(said)) and (said in name or is_basic_energy(name, lists)):
                one = self._finder.one_of(found, said)
                return one.name if one else said
        return ""

    def _twice(self, key: str) -> str:
        """The name of the card that a name is two different ones of, one after the other: `Pikachu/皮卡丘`."""
        for at in range(1, len(key) if len(key) <= MAX_COMPARED_LENGTH else 0):
            before = self._catalogue.by_loose_key(key[:at])
            behind = self._catalogue.by_loose_key(key[at:]) if before and key[:at] != key[at:] else ()
            both = [card for card in before if card in behind]
            if both:
                return _spelled(tuple(both[:1]), key[:at])[0]
        return ""

    def _within(self, name: str) -> Iterator[tuple[str, str, bool]]:
        """The keys of known names that a name begins or ends with, what stands beside each, and whether in front."""
        for at in range(1, len(name)):
            if _is_within_word(name[at - 1]) and _is_within_word(name[at]):
                continue
            front, back = name[:at], name[at:]
            for key, beside, is_front in ((loose_key(front), back, False), (loose_key(back), front, True)):
                is_long = len(key) > 1 or (key.isascii() and not is_front)
                if is_long and self._catalogue.by_loose_key(key) and loose_key(beside):
                    yield key, beside, is_front

    def _makes_a_name(self, beside: str, key: str, *, is_front: bool) -> bool:
        """Whether words beside a known name make another card's name of it, as far as anybody can tell."""
        words = [word for part in PARTING.split(beside) if (word := loose_key(part))]
        said = beside.strip()
        if not words or "&" in beside or all(map(self._is_own, words)):
            return True
        if all(word in CHINESE_REMARKS for word in words) or (is_front and said[0] in _WANTING):
            return False
        if is_front and said.endswith(_OWNERS):
            return True
        if not is_front and said in _HONORIFICS:
            return False
        touching = beside[-1] if is_front else beside[0]
        return touching.isalnum() and touching >= _FIRST_CJK and len(key) < _MIN_JOINED

    def _is_own(self, word: str) -> bool:
        return word in self._own or word.isdigit() or (len(word) == 1 and word.isascii())

    def _near(self, name: str) -> Iterator[str]:
        """The known names that a name is short for, or that its words are in another order."""
        return self._spelled_alike(self._catalogue.near_names.near(name, self._own.__contains__))

    def _spelled_alike(self, keys: Iterable[str]) -> Iterator[str]:
        for key in keys:
            yield from _spelled(self._catalogue.by_loose_key(key), key)

    def _slips(self, name: str) -> Iterator[str]:
        """The known names that a name is one character away from, in one of its words."""
        key = loose_key(name)
        if len(key) < (MIN_SLIP if key.isascii() else MIN_CHINESE_SLIP):
            return
        typed = words_of(name)
        for near in self._catalogue.near_keys(key):
            for known in _spelled(self._catalogue.by_loose_key(near), near):
                words = words_of(known)
                differing = [pair for pair in zip(typed, words, strict=False) if pair[0] != pair[1]]
                if len(words) == len(typed) and len(differing) == 1 and all(map(_may_slip, differing[0])):
                    yield known


@lru_cache(maxsize=MAX_REMEMBERED_GAMES)
def _keys_of(words: tuple[str, ...]) -> frozenset[str]:
    """The keys of the words that make names of a game, and of their parts."""
    return frozenset(loose_key(part) for word in words for part in PARTING.split(word))


def _ends_alike(word: str, name: str) -> bool:
    ends = _ENDS_LATIN.search(name)
    return ends is not None and ends[0].casefold() == word.casefold()


def _may_slip(word: str) -> bool:
    """Whether a character more, fewer or other in a word is a slip, and no other Roman numeral, letter or character."""
    return word.isalpha() and len(word) >= _MIN_WORD and not set(word) <= set("ivx")


def _is_within_word(character: str) -> bool:
    return (character.isalnum() and character < _FIRST_CJK) or character in _WITHIN_WORDS


def _spelled(cards: tuple[ListedCard, ...], key: str) -> tuple[str, ...]:
    """The names of cards that a loose key stands for, each once; those of cards that share a name are one."""
    found: dict[str, frozenset[str]] = {}
    for card in cards:
        shared = frozenset(map(fold_name, card.names))
        if all(shared.isdisjoint(others) for others in found.values()):
            found[next(name for name in card.names if loose_key(name) == key)] = shared
    return tuple(found)
