"""The cards of a game, found by number, by name, or by similarity to what was typed."""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from decks.text.near_names import NearNames
from decks.text.number_slips import looks, one_sign_apart, swapped, without_part
from decks.text.similar_spellings import CLOSE_ENOUGH, SimilarSpellings
from decks.text.spelling import bare_code, code_key, exact_key, folded_code, loose_key

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_END = re.compile("-(?P<letters>[A-Z]+)(?P<digits>[0-9]+)$")


@dataclass(frozen=True)
class ListedCard:
    """A card as lists name it: its number, its printed name, its names in other languages, and further codes.

    A code may belong to several cards, because a set code may name two sets. Cards that are `alike` (the same text, not
    empty) may stand for one another: a name that means no other card asks no question.
    """

    number: str
    name: str
    other_names: tuple[str, ...] = ()
    alike: str = ""
    codes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All its names."""
        return (self.name, *self.other_names)


@dataclass(frozen=True)
class Catalogue:
    """The cards of a game. Building it takes one pass; after that every lookup is fast for ten thousand cards."""

    cards: tuple[ListedCard, ...]
    _by_number: Mapping[str, ListedCard] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_number", {card.number: card for card in self.cards})

    @classmethod
    def of(cls, cards: Iterable[ListedCard]) -> "Catalogue":
        """Build a catalogue; a later card with the same number replaces an earlier one."""
        return cls(tuple({card.number: card for card in cards}.values()))

    def prepare(self) -> None:
        """Work out every index now, so that no list waits for one."""
        for name, value in vars(type(self)).items():
            if isinstance(value, cached_property):
                getattr(self, name)

    def by_number(self, number: str) -> ListedCard | None:
        """The card of a canonical number."""
        return self._by_number.get(number)

    @cached_property
    def has_wordy_codes(self) -> bool:
        """Whether some card's number has no digit, so that any words of a line may be one."""
        return any(not any(map(str.isdigit, number)) for number in self._by_number)

    def by_code(self, code: str, *, fold: bool = False) -> tuple[ListedCard, ...]:
        """The cards that have a code as their number or among their further codes, sorted by number.

        With `fold`, leading zeros of a number are ignored if no code is written exactly so.
        """
        found = self._exact_codes.get(code_key(code), ())
        return found if found or not fold else self._folded_codes.get(folded_code(code), ())

    def by_typed_code(self, typed: str, *, fold: bool = False) -> tuple[ListedCard, ...]:
        """The cards that have a code, whatever separates its parts: `HBU01 A07`, `hbu01a07`, `HBU-01-A07`.

        If there are several, those that have the code with its parts as typed.
        """
        found = self._bare_codes.get(bare_code(typed), ())
        if not found and fold:
            found = self._folded_bare_codes.get(bare_code(folded_code(typed)), ())
        return found if len(found) < 2 else self.by_code(typed, fold=fold) or found

    def by_short_code(self, typed: str, *, fold: bool = False) -> tuple[ListedCard, ...]:
        """The cards whose code ends with a part of letters and digits, such as `TG03` or `SWSH154`, with or without
        the first part before it (`PR SWSH154`)."""
        found = self._short_codes.get(bare_code(typed), ())
        return found if found or not fold else self._folded_short_codes.get(bare_code(folded_code(typed)), ())

    def is_set_code(self, typed: str) -> bool:
        """Whether codes of the game begin with this."""
        return bare_code(typed) in self._set_codes

    def may_have_code(self, typed: str) -> bool:
        """Whether some code, whole or short, begins with the letters that this begins with, if with any. A text of
        which that is not so is no code in any spelling, with zeros before a number or without."""
        bare = bare_code(typed)
        return bare[: len(bare) - len(bare.lstrip(_LETTERS))] in self._code_letters

    @cached_property
    def _code_letters(self) -> frozenset[str]:
        """The letters that codes begin with."""
        codes = (*self._bare_codes, *self._short_codes)
        return frozenset(code[: len(code) - len(code.lstrip(_LETTERS))] for code in map(bare_code, codes))

    def by_name(self, name: str) -> tuple[ListedCard, ...]:
        """The cards of that name in any language, sorted by number: those spelled so, else ignoring punctuation."""
        found = self._loose_names.get(loose_key(name), ())
        return found if len(found) < 2 else self._exact_names.get(exact_key(name)) or found

    def by_loose_key(self, key: str) -> tuple[ListedCard, ...]:
        """The cards that have a name of this loose key, sorted by number."""
        return self._loose_names.get(key, ())

    def near_keys(self, key: str) -> tuple[str, ...]:
        """The loose keys of names that differ from a key in one character, or by one more or fewer."""
        found = []
        for length in (len(key) - 1, len(key), len(key) + 1):
            half = length // 2
            front, back = (length, True, key[:half]), (length, False, key[half - length :])
            near = {*self._name_halves.get(front, ()), *self._name_halves.get(back, ())}
            found += sorted(one for one in near if _one_apart(one, key))
        return tuple(found)

    @cached_property
    def near_names(self) -> NearNames:
        """The names that typed ones may be short for."""
        return NearNames.of(name for card in self.cards for name in filter(str.strip, card.names))

    @cached_property
    def _name_halves(self) -> Mapping[tuple[int, bool, str], list[str]]:
        """Names by their length and one of their halves: of two names one character apart a half is the same."""
        found: dict[tuple[int, bool, str], list[str]] = {}
        for key in self._loose_names:
            half = len(key) // 2
            for where in ((len(key), True, key[:half]), (len(key), False, key[half:])):
                found.setdefault(where, []).append(key)
        return found

    def ends_with(self, letters: str) -> Set[int]:
        """How many digits the ends of numbers have behind these letters: 2 for `A07`."""
        return self._end_lengths.get(letters, frozenset())

    @cached_property
    def _end_lengths(self) -> Mapping[str, set[int]]:
        found: dict[str, set[int]] = {}
        for number in self._by_number:
            if end := _END.search(number):
                found.setdefault(end["letters"], set()).add(len(end["digits"]))
        return found

    def mistaken_for(self, number: str, most: int = 3) -> tuple[ListedCard, ...]:
        """The cards whose number an unknown one may be a typing error for: look-alike characters (O for 0), zeros in
        front, a character too many or too few, two letters that changed places, a part too many or too few. Another
        digit, a longer run of digits, or another set that is known, is another card, not a typing error."""
        alike = self._by_looks.get(looks(number), [])
        near = sorted(one for one in self._beside(number) if one_sign_apart(one, number))
        slips = [*near, *swapped(number), *without_part(number)]
        slips += self._longer_numbers.get(number, ())
        of_set, is_set = number.rpartition("-")[0], self.is_set_code(number.rpartition("-")[0])
        fitting = (one for one in slips if not is_set or one.rpartition("-")[0] == of_set)
        return tuple(dict.fromkeys([*alike, *filter(None, map(self.by_number, fitting))]))[:most]

    @cached_property
    def _longer_numbers(self) -> Mapping[str, list[str]]:
        """The numbers by what they are without one of their parts."""
        found: dict[str, list[str]] = {}
        for number in self._by_number:
            for shorter in without_part(number):
                found.setdefault(shorter, []).append(number)
        return found

    def _beside(self, number: str) -> set[str]:
        """The numbers that have one character more or fewer: each is looked up, which is faster than comparing all."""
        places = range(len(number) + 1)
        tried = {number[:at] + number[at + 1 :] for at in places[:-1]}
        if len(number) < self._longest:
            tried |= {number[:at] + character + number[at:] for at in places for character in self._characters}
        return tried & self._by_number.keys()

    def closest(self, texts: Iterable[str], most: int = 3, *, at_least: float = CLOSE_ENOUGH) -> tuple[ListedCard, ...]:
        """The cards whose number or name is most similar to one of the texts, best first; only those `at_least` so, of
        0 to 1."""
        return tuple(self._by_number[number] for number in self._similar.closest(texts, most, at_least))

    @cached_property
    def _similar(self) -> SimilarSpellings:
        """Every way a card can be spelled."""
        return SimilarSpellings(
            (loose_key(spelling), card.number)
            for card in self.cards
            for spelling in dict.fromkeys((card.number, *card.names))
            if spelling
        )

    @cached_property
    def _by_looks(self) -> Mapping[str, list[ListedCard]]:
        found: dict[str, list[ListedCard]] = {}
        for card in sorted(self.cards, key=lambda card: card.number):
            found.setdefault(looks(card.number), []).append(card)
        return found

    @cached_property
    def _longest(self) -> int:
        """The length of the longest number."""
        return max(map(len, self._by_number), default=0)

    @cached_property
    def _characters(self) -> frozenset[str]:
        """Every character that occurs in numbers."""
        return frozenset().union(*self._by_number)

    @cached_property
    def _exact_names(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._names_by(exact_key)

    @cached_property
    def _loose_names(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._names_by(loose_key)

    @cached_property
    def _exact_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._codes_by(code_key)

    @cached_property
    def _folded_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._codes_by(folded_code)

    @cached_property
    def _bare_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._codes_by(bare_code)

    @cached_property
    def _folded_bare_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._codes_by(lambda code: bare_code(folded_code(code)))

    @cached_property
    def _short_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._shorts_by(code_key)

    @cached_property
    def _folded_short_codes(self) -> Mapping[str, tuple[ListedCard, ...]]:
        return self._shorts_by(folded_code)

    def _shorts_by(self, key: Callable[[str], str]) -> Mapping[str, tuple[ListedCard, ...]]:
        found: dict[str, dict[str, ListedCard]] = {}
        for card in self.cards:
            for code in (card.number, *card.codes):
                parts = key(code).split("-")
                if len(parts) < 2 or parts[-1].isdigit() or parts[-1].isalpha():
                    continue
                for short in (parts[-1], parts[0] + parts[-1]):
                    found.setdefault(short, {})[card.number] = card
        return {code: tuple(cards[number] for number in sorted(cards)) for code, cards in found.items()}

    @cached_property
    def _set_codes(self) -> frozenset[str]:
        codes = (code_key(code) for card in self.cards for code in (card.number, *card.codes))
        return frozenset(bare_code(code.rpartition("-")[0]) for code in codes) - {""}

    def _codes_by(self, key: Callable[[str], str]) -> Mapping[str, tuple[ListedCard, ...]]:
        found: dict[str, dict[str, ListedCard]] = {}
        for card in self.cards:
            for code in (card.number, *card.codes):
                found.setdefault(key(code), {})[card.number] = card
        return {code: tuple(cards[number] for number in sorted(cards)) for code, cards in found.items()}

    def _names_by(self, key: Callable[[str], str]) -> Mapping[str, tuple[ListedCard, ...]]:
        found: dict[str, dict[str, ListedCard]] = {}
        for card in self.cards:
            for name in filter(str.strip, card.names):
                found.setdefault(key(name), {})[card.number] = card
        return {name: tuple(cards[number] for number in sorted(cards)) for name, cards in found.items()}


def _one_apart(one: str, other: str) -> bool:
    """Whether texts differ in one character, or by one more or fewer."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    at = next((place for place, character in enumerate(shorter) if character != longer[place]), len(shorter))
    rest = shorter[at:] if len(longer) > len(shorter) else shorter[at + 1 :]
    return one != other and longer[at + 1 :] == rest
