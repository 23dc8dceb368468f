"""Which card the words of a line mean: its number, its name, or both."""

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.counts import COUNT_TOKEN, COUNT_WITH_SIGN
from decks.text.listing import FoundNumber, ListForm
from decks.text.spelling import loose_key

_EDGES = " \t,;:|.、。·•-–—\"'“”‘’"
_BRACKETS = {"(": ")", "[": "]", "【": "】", "「": "」", "『": "』", "《": "》", "<": ">", "〔": "〕"}
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
    """What words mean. `cards` has several cards for a name or numbers that leave it open which, one for a known card
    and none for a number the catalogue does not have; `words` are what stood beside the number."""

    certainty: Certainty
    number: str = ""
    cards: tuple[ListedCard, ...] = ()
    words: str = ""
    several_numbers: bool = False
    words_name_another: bool = False

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
        known = self._catalogue.by_number(number) if number else None
        if number and (known or number == bare):
            return Meaning(Certainty.NUMBER, number, (known,) if known else ())
        if named := self._catalogue.by_name(words) or self._catalogue.by_name(bare):
            if len({card.alike or card.number for card in named}) == 1:
                return Meaning(Certainty.NAME, named[0].number, named[:1])
            return Meaning(Certainty.NAME, "", named)
        if number and bare.count(" ") <= 1:
            return Meaning(Certainty.NEW_NUMBER, number)
        return self._number_among_words(words)

    def _number_among_words(self, words: str) -> Meaning:
        found = [
            place
            for place in self._form.find_numbers(words)
            if place.is_plain or self._catalogue.by_number(place.number)
        ]
        numbers = tuple(dict.fromkeys(place.number for place in found))
        if not numbers:
            return NO_MEANING
        if len(numbers) > 1:
            cards = tuple(card for number in numbers if (card := self._catalogue.by_number(number)))
            return Meaning(Certainty.NUMBER, cards=cards, several_numbers=True)
        return self._number_beside(numbers[0], _without(words, found))

    def _number_beside(self, number: str, words: str) -> Meaning:
        card = self._catalogue.by_number(number)
        named = self._catalogue.by_name(words)
        if words and (_is_count(words) or (not named and _leaves_count(words, card))):
            return NO_MEANING
        if card is None:
            return Meaning(Certainty.NEW_NUMBER, number, named, words, words_name_another=bool(named))
        if not words or card in named or _like_a_name(words, card):
            return Meaning(Certainty.NUMBER, number, (card,), words)
        if named:
            return Meaning(Certainty.NUMBER, number, (card, *named), words, words_name_another=True)
        return Meaning(Certainty.NUMBER_WITH_OTHER_WORDS, number, (card,), words)


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
