"""The cards a deck may draw on, and which of them count as the same card."""

import unicodedata
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Any

from decks.legality.card_filter import CardFilter
from decks.legality.deck import Card, DeckEntry, Identity
from decks.legality.restriction import ListInForce, Restriction

_QUOTES = str.maketrans({"‘": "'", "’": "'", "‛": "'", "′": "'", "“": '"', "”": '"'})


class PoolPolicy(StrEnum):
    """What a card that is not in the pool means: a violation, or a notice if its number fits the game's pattern."""

    OPEN = "open"
    CLOSED = "closed"


def _any_number(number: str) -> bool:
    return True


class Answers(dict[str, bool | None]):
    """A filter's answers by number, filled as numbers are asked for; a number nobody knows is answered anew."""

    def __init__(self, where: CardFilter, cards: Mapping[str, Card]) -> None:
        super().__init__()
        self._where = where
        self._cards = cards

    def __missing__(self, number: str) -> bool | None:
        card = self._cards.get(number)
        answer = self._where.matches(card)
        if card is not None:
            self[number] = answer
        return answer


@dataclass(frozen=True)
class OwnLimit:
    """The strictest copy limit that cards of one identity state, and whether all of them state just this one."""

    strictest: int
    is_of_all: bool


@dataclass(frozen=True)
class CardPool:
    """The cards a deck may draw on, by number; how unknown ones are taken; the restrictions of every date.

    `is_number` tells whether an unknown number could be one of the game's at all. `format` is the format that is
    played, empty where the game has only one. `lists` are the published lists of every date, restricting or not.

    Two cards are of one name when they share a name in any language, directly or through a third card: 皮卡丘, printed
    elsewhere as Pikachu, is the same card as Pikachu. Width, letter case, spaces and the shape of quotes do not matter.
    """

    cards: Mapping[str, Card]
    policy: PoolPolicy = PoolPolicy.OPEN
    restrictions: tuple[Restriction, ...] = ()
    is_number: Callable[[str], bool] = _any_number
    format: str = ""
    lists: tuple[ListInForce, ...] = ()

    def in_force(self, day: date) -> tuple[Restriction, ...]:
        """The restrictions that hold on a day in the format that is played."""
        return tuple(one for one in self.restrictions if one.in_force(day) and one.format in ("", self.format))

    def sources(self, day: date) -> tuple[str, ...]:
        """What is in force on a day in the format that is played, by name: lists that restrict nothing then too."""
        lists = {one.source for one in self.lists if one.in_force(day) and one.format in ("", self.format)}
        return tuple(sorted(lists | {one.source for one in self.in_force(day) if one.source}))

    def identity_of(self, entry: DeckEntry, identity: Identity) -> str:
        """What copy limits count an entry by: its number, or the name it shares with every printing of the card.

        A card without any known name goes by its number in either case.
        """
        known = self.known_identity(entry.number, identity)
        if known is not None:
            return known
        name = same_name(entry.name)
        return self._by_name.get(name, name) or entry.number

    def known_identity(self, number: str, identity: Identity) -> str | None:
        """The identity of a number whatever name it is entered by; None for a card the pool knows no name of."""
        return number if identity is Identity.NUMBER else self._by_number.get(number)

    def named_by(self, key: str, identity: Identity) -> str:
        """The identity that a number or a name, as a restriction gives it, stands for."""
        if identity is Identity.NUMBER:
            return key
        name = same_name(key)
        return self._by_number.get(key) or self._by_name.get(name, name)

    def answers(self, where: CardFilter) -> "Answers":
        """What a filter answers for a number; each card is asked once, since neither of them ever changes."""
        found = self._answers.get(where)
        if found is None:
            found = self._answers[where] = Answers(where, self.cards)
        return found

    def holds(self, where: CardFilter) -> bool:
        """Whether a card of the pool is surely meant by a filter."""
        answers = self.answers(where)
        return any(answers[number] for number in self.cards)

    @cached_property
    def limited(self) -> frozenset[str]:
        """The numbers of the cards that state a copy limit of their own."""
        return frozenset(number for number, card in self.cards.items() if card.copy_limit is not None)

    @cached_property
    def bringing(self) -> frozenset[str]:
        """The numbers of the cards that bring deck rules of their own."""
        return frozenset(number for number, card in self.cards.items() if card.deck_rules)

    def own_limits(self, identity: Identity) -> "Mapping[str, OwnLimit]":
        """What the cards of each identity say of their copies; an identity of which none does is absent."""
        found: dict[str, OwnLimit] | None = self.remembered.get(("own_limits", identity))
        if found is None:
            limits: dict[str, list[int | None]] = {}
            for number, card in self.cards.items() if self.limited else ():
                limits.setdefault(self.known_identity(number, identity) or "", []).append(card.copy_limit)
            found = {}
            for name, stated in limits.items():
                known = [limit for limit in stated if limit is not None]
                if name and known:
                    found[name] = OwnLimit(min(known), known == stated and len(set(known)) == 1)
            self.remembered["own_limits", identity] = found
        return found

    @cached_property
    def remembered(self) -> dict[Hashable, Any]:
        """What others work out about this pool, kept for as long as it is; the key says what and for whom."""
        return {}

    @cached_property
    def _answers(self) -> "dict[CardFilter, Answers]":
        return {}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Every name of every card in its plain form, with the one that stands for all it is linked to."""
        first: dict[str, str] = {}
        for number in sorted(self.cards):
            names = _names(self.cards[number])
            linked = sorted({_first(first, name) for name in names})
            for name in (*linked, *names):
                first[name] = linked[0]
        return {name: _first(first, name) for name in first}

    @cached_property
    def _by_number(self) -> dict[str, str]:
        """The identity of every known card that has a name."""
        named = ((number, _names(card)) for number, card in self.cards.items())
        return {number: self._by_name[names[0]] for number, names in named if names}


def same_name(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    return "".join(unicodedata.normalize("NFKC", name.translate(_QUOTES)).casefold().split())


def _names(card: Card) -> list[str]:
    return [plain for name in (card.name, *card.other_names) if (plain := same_name(name))]


def _first(first: Mapping[str, str], name: str) -> str:
    """Follow the links of a name to the one that stands for all."""
    while (link := first.get(name, name)) != name:
        name = link
    return name
