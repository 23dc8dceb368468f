"""Which card the words of a line mean: its number, its name, or both."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.counts import COUNT_TOKEN, COUNT_WITH_SIGN
from decks.text.listing import FoundNumber, ListForm
from decks.text.ptcg import spellings, split_printing
from decks.text.spelling import code_key, folded_code, loose_key

_EDGES = " \t,;:|.、。·•-–—\"'“”‘’"
_BRACKETS = {"(": ")", "[": "]", "【": "】", "「": "」", "『": "』", "《": "》", "<": ">", "〔": "〕"}
LONGEST_PASSCODE = 10
_SET_BEFORE = re.compile(r"[\[【(]\s*(?P<set>[A-Za-z0-9-]{2,12})\s*[\])】]\s*(?P<name>.+)")
_BREAKS = re.compile(r"[\s,;:|=()\[\]【】]+")


class Certainty(IntEnum):
    """How sure it is that the words mean the card; a surer reading of a line beats the others.

    NUMBER is a known card's number however typed, or any number typed exactly as the game prints it.
    """

    NONE = 0
    NEW_NUMBER = 1
    NUMBER_WITH_OTHER_WORDS = 2
    NAME = 3
    NUMBER = 4


@dataclass(frozen=True)
class Meaning:
    """What words mean.

    `cards` has several cards for a name or numbers that leave it open which, one for a known card and none for a number
    the catalogue does not have; `words` are what stood beside the number. `is_shared_code` says that several cards go
    by the number, `is_printing` that it stood behind the name as PTCG Live writes it.
    """

    certainty: Certainty
    number: str = ""
    cards: tuple[ListedCard, ...] = ()
    words: str = ""
    several_numbers: bool = False
    words_name_another: bool = False
    is_shared_code: bool = False
    is_printing: bool = False

    @property
    def is_one_card(self) -> bool:
        """Whether it can stand in a deck as it is."""
        return bool(self.number) and not self.words_name_another


NO_MEANING = Meaning(Certainty.NONE)


class CardReader:
    """Reads the card words of one game's lines."""

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self._form = form
        self._catalogue = catalogue

    def read(self, words: str) -> Meaning:
        """What the words mean; `NO_MEANING` when they are neither a number nor a name."""
        bare = strip_brackets(words)
        number = self._form.normalise_number(bare)
        known = self._coded(bare) or self._coded(number or "")
        if known or (number and number == bare):
            return self._by_code(number or bare, known)
        if meaning := self._by_name(words, bare):
            return meaning
        printed = self._printing(words)
        if printed.certainty is not Certainty.NONE:
            return printed
        if number and bare.count(" ") <= 1:
            return Meaning(Certainty.NEW_NUMBER, number)
        return self._number_among_words(words)

    def read_parts(self, code: str, name: str) -> Meaning:
        """What a code and a name that stand apart mean. Together they decide where several cards have the code."""
        if not code:
            return self._by_name(name) or NO_MEANING
        number = self._form.normalise_number(code)
        cards = self._coded(code) or self._coded(number or "")
        named = self.named(name) if name else ()
        if len(cards) > 1 and (fitting := tuple(card for card in cards if self._goes_by(card, name))):
            same = tuple(card for card in fitting if card.number == number)
            cards = same or fitting
        if len(cards) > 1:
            return replace(self._by_code(number or code, cards), words=name)
        if cards:
            return self._beside(cards[0], name, named)
        if number is None:
            return NO_MEANING
        if meant := _shortened(number, named):
            return replace(self._by_code(meant[0].number, meant), words=name)
        differs = bool(named) and self._form.formats.ptcg is None
        return Meaning(Certainty.NEW_NUMBER, number, named if differs else (), name, words_name_another=differs)

    def read_number(self, number: str, name: str) -> Meaning:
        """What a canonical number means; one the catalogue does not have goes by the name beside it."""
        card = self._catalogue.by_number(number)
        if card:
            return Meaning(Certainty.NUMBER, number, (card,))
        is_number = self._form.normalise_number(number) == number
        return Meaning(Certainty.NEW_NUMBER, number, (), name) if is_number else self.read_parts(number, name)

    def read_passcode(self, code: str) -> Meaning:
        """What a passcode means. Files leave out the zeros before it, or keep them; a card's number may have them."""
        bare = code.lstrip("0")
        if not bare:
            return NO_MEANING
        if cards := self._catalogue.by_code(bare, fold=True):
            return self._by_code(bare, cards)
        widths = range(len(bare), LONGEST_PASSCODE + 1)
        number = next(filter(None, (self._form.normalise_number(bare.zfill(width)) for width in widths)), None)
        return Meaning(Certainty.NEW_NUMBER, number) if number else NO_MEANING

    def named(self, name: str) -> tuple[ListedCard, ...]:
        """The cards of a name, however it is spelled; a set in brackets before it chooses among them."""
        bracketed = _SET_BEFORE.fullmatch(name)
        for spelling in dict.fromkeys((name, *self._spellings(name))):
            if found := self._catalogue.by_name(spelling):
                return found
        if bracketed and (found := self.named(bracketed["name"])):
            prefix = f"{code_key(bracketed['set'])}-"
            return tuple(card for card in found if code_key(card.number).startswith(prefix)) or found
        return ()

    def _goes_by(self, card: ListedCard, name: str) -> bool:
        """Whether a name is one of the card's, in any spelling: `Basic {G} Energy` is `Grass Energy` of some sets."""
        return any(card in self._catalogue.by_name(spelling) for spelling in (name, *self._spellings(name)) if spelling)

    def _spellings(self, name: str) -> Iterator[str]:
        if self._form.formats.ptcg:
            yield from spellings(name, self._form.formats.ptcg)

    def _coded(self, code: str) -> tuple[ListedCard, ...]:
        """The cards that go by a code."""
        if not any(sign.isdigit() for sign in code):
            card = self._catalogue.by_number(code)
            return (card,) if card else ()
        return self._catalogue.by_code(code, fold=self._form.folds_zeros)

    def _by_code(self, code: str, cards: tuple[ListedCard, ...]) -> Meaning:
        card = next((card for card in cards if card.number == code), cards[0] if cards else None)
        if len(_different(cards)) > 1:
            return Meaning(Certainty.NUMBER, cards=cards, is_shared_code=True)
        return Meaning(Certainty.NUMBER, card.number, (card,)) if card else Meaning(Certainty.NUMBER, code)

    def _by_name(self, *names: str) -> Meaning | None:
        named = next(filter(None, map(self.named, names)), ())
        if not named:
            return None
        if len(_different(named)) == 1:
            return Meaning(Certainty.NAME, named[0].number, named[:1])
        return Meaning(Certainty.NAME, "", named)

    def _printing(self, words: str) -> Meaning:
        """A name with the printing behind it, in a game whose lists are written so."""
        printed = split_printing(words) if self._form.formats.ptcg else None
        if printed is None or not printed.name:
            return NO_MEANING
        if not self.named(printed.name) and _leaves_count(printed.name, None):
            return NO_MEANING
        code = printed.code if self._coded(printed.code) else self._new_printing(printed.code)
        return replace(self.read_parts(code, printed.name), is_printing=True) if code else NO_MEANING

    def _new_printing(self, code: str) -> str:
        """The number of a printing the pool does not know, without zeros before it, as the sets themselves count.

        Empty where it would be another set's number.
        """
        for text in (folded_code(code), code_key(code)):
            if (number := self._form.normalise_number(text)) and code_key(number) == text:
                return number
        return ""

    def _number_among_words(self, words: str) -> Meaning:
        found = [place for place in self._form.find_numbers(words) if self._is_meant(place, words)]
        numbers = tuple(dict.fromkeys(place.number for place in found))
        if not numbers:
            return NO_MEANING
        if len(numbers) > 1:
            cards = tuple(card for number in numbers for card in self._coded(number))
            return Meaning(Certainty.NUMBER, cards=cards, several_numbers=True)
        return self._number_beside(numbers[0], _without(words, found))

    def _is_meant(self, place: FoundNumber, words: str) -> bool:
        """Whether a number in a text is one: some names look like numbers, such as Porygon2, and so does the size of
        a set behind the number (`TG03/TG30`)."""
        if self._coded(place.number):
            return True
        is_size = self._form.formats.ptcg is not None and words[: place.start].endswith("/")
        return place.is_plain and not is_size and not self._catalogue.by_name(words[place.start : place.end])

    def _number_beside(self, number: str, words: str) -> Meaning:
        cards = self._coded(number)
        named = self.named(words)
        if words and (_is_count(words) or (not named and _leaves_count(words, cards[0] if cards else None))):
            return NO_MEANING
        if not words:
            return self._by_code(number, cards) if cards else Meaning(Certainty.NEW_NUMBER, number)
        return self.read_parts(number, words)

    def _beside(self, card: ListedCard, words: str, named: tuple[ListedCard, ...]) -> Meaning:
        """A known card's number with words beside it."""
        if not words or self._goes_by(card, words) or card in named or _like_a_name(words, card):
            return Meaning(Certainty.NUMBER, card.number, (card,), words)
        if named:
            return Meaning(Certainty.NUMBER, card.number, (card, *named), words, words_name_another=True)
        return Meaning(Certainty.NUMBER_WITH_OTHER_WORDS, card.number, (card,), words)


def _different(cards: tuple[ListedCard, ...]) -> set[str]:
    """As many texts as there are cards that may not stand for one another."""
    return {card.alike or card.number for card in cards}


def _shortened(number: str, named: tuple[ListedCard, ...]) -> tuple[ListedCard, ...]:
    """The cards of a name that a number without separator or set may be: `TWM128`, and `TG03` as it is printed."""
    typed = _bare_code(number)
    return tuple(
        card
        for card in named
        if typed in (_bare_code(card.number), _bare_code(code_key(card.number).rpartition("-")[2]))
    )


def _bare_code(code: str) -> str:
    """A code without separators and without zeros before its numbers."""
    return folded_code(code_key(code).replace("-", ""))


def strip_brackets(words: str) -> str:
    """The words without punctuation and without one pair of brackets or quotes around them all."""
    bare = words.strip(_EDGES)
    while len(bare) > 1 and _BRACKETS.get(bare[0]) == bare[-1] and bare.count(bare[0]) == 1:
        bare = bare[1:-1].strip(_EDGES)
    return bare


def _without(words: str, found: list[FoundNumber]) -> str:
    """The words beside the numbers, and without the brackets that held a number."""
    rest = words
    for place in sorted(found, key=lambda one: -one.start):
        rest = f"{rest[: place.start]} {rest[place.end :]}"
    for opening, closing in _BRACKETS.items():
        rest = re.sub(rf"{re.escape(opening)}\s*{re.escape(closing)}", " ", rest)
    return strip_brackets(" ".join(rest.split()))


def _is_count(words: str) -> bool:
    """Whether words beside a number are nothing but counts, even if some card is called so."""
    return all(COUNT_WITH_SIGN.fullmatch(part) or COUNT_TOKEN.fullmatch(part) for part in _BREAKS.split(words) if part)


def _leaves_count(words: str, card: ListedCard | None) -> bool:
    """Whether words beside a number are a count, hold one, or are signs only: leaving them out would drop it unread."""
    if not any(unicodedata.category(sign)[0] == "L" for sign in words):
        return True
    key = loose_key(words)
    if card is not None and any(key in loose_key(name) for name in card.names):
        return False
    return any(COUNT_WITH_SIGN.fullmatch(part) for part in _BREAKS.split(words))


def _like_a_name(words: str, card: ListedCard) -> bool:
    """Whether the words are a part of one of the card's names, or hold one: a short form, or a rarity beside it."""
    key = loose_key(words)
    return any(key in name or name in key for name in map(loose_key, card.names) if name)
