"""The cards a deck may draw on, and which of them count as the same card."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property, lru_cache

from cardpool.legality.deck import Card, DeckEntry, Identity
from cardpool.legality.filter_answers import FilterAnswers
from cardpool.legality.restricted import Restricted
from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.legality.settled import SettledCard, with_settled
from cardpool.lists.names import fold_name

MAX_DAYS = 16
"""Days whose restrictions one pool remembers."""

_SCRIPTS = (
    ("kana", "\u3040", "\u30ff"),
    ("hangul", "\uac00", "\ud7a3"),
    ("han", "\u3400", "\u9fff"),
)
_ZEROS = re.compile("(?<![0-9])0+(?=[0-9][^-]*$)")


class PoolPolicy(StrEnum):
    """What a card that is not in the pool means: a violation, or a notice if its number fits the game's pattern."""

    OPEN = "open"
    CLOSED = "closed"


def _any_number(number: str) -> bool:
    return True


@dataclass(frozen=True)
class CardPool:
    """The cards a deck may draw on, by number; how unknown ones are taken; the restrictions of every date.

    `is_number` tells whether an unknown number could be one of the game's at all. `format` is the format that is
    played, empty where the game has only one. `lists` are the published lists of every date, restricting or not.
    `same_as` has the numbers that a judge let count as another. `beside_names` are the endings that are not part of a
    name for the rules (`δ`, `LV.#`, where # is any number): a card counts by what stands before them.

    Two cards have the same name when they share a name in any language, directly or through a third card: 皮卡丘,
    printed elsewhere as Pikachu, is the same card as Pikachu. Width, letter case, spaces and the shape of quotes do not
    matter.
    """

    cards: Mapping[str, Card]
    policy: PoolPolicy = PoolPolicy.OPEN
    restrictions: tuple[Restriction, ...] = ()
    is_number: Callable[[str], bool] = _any_number
    format: str = ""
    lists: tuple[ListInForce, ...] = ()
    same_as: Mapping[str, str] = field(default_factory=dict)
    beside_names: tuple[str, ...] = ()

    def with_settled(self, settled: tuple[SettledCard, ...]) -> "CardPool":
        """The pool of an event whose judges decided what these cards count as."""
        bearers: dict[str, set[str]] = {}
        for one in settled:
            bearers.setdefault(self.fold(one.name), set()).add(one.counts_as)
        names = [one.name for one in settled if len(bearers[self.fold(one.name)]) == 1 and not self.has_name(one.name)]
        cards, same_as = with_settled(self.cards, settled, names)
        return replace(self, cards=cards, same_as=same_as)

    def fold(self, name: str) -> str:
        """The form in which two names are equal for the rules: `fold_name` without what is not part of a name."""
        plain = fold_name(name)
        return self._beside.sub("", plain) if self._beside else plain

    def names_of(self, card: Card) -> list[str]:
        """The names of a card in every language, in the form in which the rules compare them."""
        return [plain for name in (card.name, *card.other_names) if (plain := self.fold(name))]

    @cached_property
    def _beside(self) -> re.Pattern[str] | None:
        if not self.beside_names:
            return None
        endings = (
            re.escape(fold_name(one)).replace(r"\#", "[0-9]+").replace(r"\.", r"\.?") for one in self.beside_names
        )
        return re.compile(f"(?<=.)(?:{'|'.join(endings)})+$")

    def in_force(self, day: date) -> tuple[Restriction, ...]:
        """The restrictions that apply on a day in the format that is played."""
        return tuple(one for one in self.restrictions if one.in_force(day) and one.format in ("", self.format))

    @cached_property
    def restricted(self) -> Callable[[date, Identity], Restricted]:
        """What the restrictions of a day say of each card, where copies count by this identity; a few days are kept."""
        return lru_cache(maxsize=MAX_DAYS)(lambda day, identity: Restricted(self.in_force(day), self, identity))

    @cached_property
    def sources(self) -> Callable[[date], tuple[str, ...]]:
        """What is in force on a day in the format that is played, by name: lists that restrict nothing then too."""
        return lru_cache(maxsize=MAX_DAYS)(self._sources_on)

    def _sources_on(self, day: date) -> tuple[str, ...]:
        lists = {one.source for one in self.lists if one.in_force(day) and one.format in ("", self.format)}
        return tuple(sorted(lists | {one.source for one in self.in_force(day) if one.source}))

    def identity_of(self, entry: DeckEntry, identity: Identity) -> str:
        """What copy limits count an entry by: its number, or the name it shares with every printing of the card.

        A card without any known name goes by its number in either case.
        """
        known = self.known_identity(entry.number, identity)
        if known is not None:
            return known
        name = self.fold(entry.name)
        return self._by_name.get(name, name) or self._counted_as(entry.number)

    def known_identity(self, number: str, identity: Identity) -> str | None:
        """The identity of a number whatever name it is entered by; None for a card the pool knows no name of."""
        return self._counted_as(number) if identity is Identity.NUMBER else self._by_number.get(number)

    def one_number(self, number: str) -> str:
        """The number of a card of the pool as it stands; one for all others that differ in leading zeros alone, where
        the game has numbers without them."""
        if number in self.cards:
            return number
        plain = without_zeros(number)
        return plain if plain != number and self.is_number(plain) else number

    def named_by(self, key: str, identity: Identity) -> str:
        """The identity that a number or a name, as a restriction gives it, stands for."""
        if identity is Identity.NUMBER:
            return self._counted_as(key)
        name = self.fold(key)
        return self._by_number.get(key) or self._by_name.get(name, name)

    def scripts_named_by(self, key: str, identity: Identity) -> frozenset[str]:
        """The scripts in which the name of a card is known that a restriction names by number or name."""
        known = self.scripts_of(self.named_by(key, identity))
        return known or (frozenset() if self.is_number(key) else frozenset([script_of(self.fold(key))]))

    def is_printing(self, key: str) -> bool:
        """Whether a restriction names a single printing: by its number."""
        return key in self.cards or self.is_number(key)

    def listed(self, restriction: Restriction, identity: Identity) -> frozenset[str]:
        """Everything that a whitelist names, as decks are counted by it; worked out once."""
        found = self._listed.get((restriction, identity))
        if found is None:
            named = {self.named_by(key, identity) for key in restriction.cards}
            found = self._listed[restriction, identity] = frozenset(named.union(restriction.cards))
        return found

    @cached_property
    def filters(self) -> FilterAnswers:
        """What filters answer about these cards."""
        return FilterAnswers(self.cards, self.fold, self.names_of)

    def _counted_as(self, number: str) -> str:
        """The number that stands for all that count as it."""
        one = self.one_number(number)
        return self.same_as.get(one, one)

    def loosely_named(self, entry: DeckEntry, identity: Identity) -> str | None:
        """The script of the name by which alone an entry's card is known, empty for no name at all.

        None where it is known which card it is: by a number that counts, or by a number or name that the pool has.
        Two names in one script are two cards; in different scripts they may be translations of each other.
        """
        if identity is Identity.NUMBER or entry.number in self._by_number:
            return None
        name = self.fold(entry.name)
        return None if name in self._by_name else script_of(name)

    def has_name(self, name: str) -> bool:
        """Whether a card of the pool has a name, in any language."""
        return self.fold(name) in self._by_name

    @cached_property
    def has_nameless(self) -> bool:
        """Whether the pool knows a card by its number alone."""
        return any(not self.names_of(card) for card in self.cards.values())

    def scripts_of(self, identity: str) -> frozenset[str]:
        """The scripts in which the names of a card are known, by its identity."""
        return self._scripts.get(identity, frozenset())

    @cached_property
    def limited(self) -> frozenset[str]:
        """The numbers of the cards that state a copy limit of their own."""
        return frozenset(number for number, card in self.cards.items() if card.copy_limit is not None)

    @cached_property
    def bringing(self) -> frozenset[str]:
        """The numbers of the cards that bring deck rules of their own."""
        return frozenset(number for number, card in self.cards.items() if card.deck_rules)

    def limits_of(self, entry: DeckEntry, identity: Identity) -> frozenset[int]:
        """The copy limits that a card which is not in the pool may state, being a printing of one that states them."""
        if identity is Identity.NUMBER:
            return frozenset()
        script = self.loosely_named(entry, identity)
        if script is None:
            return self.stated_limits.get(self.identity_of(entry, identity), frozenset())
        limits = (one for other, one in self.stated_limits.items() if script not in self.scripts_of(other))
        return frozenset[int]().union(*limits)

    @cached_property
    def stated_limits(self) -> Mapping[str, frozenset[int]]:
        """The copy limits that printings of a card state, by its identity in a game that counts by name."""
        found: dict[str, frozenset[int]] = {}
        for number in self.limited:
            identity, limit = self._by_number.get(number, ""), self.cards[number].copy_limit
            if identity and limit is not None:
                found[identity] = found.get(identity, frozenset()) | {limit}
        return found

    @cached_property
    def _listed(self) -> dict[tuple[Restriction, Identity], frozenset[str]]:
        return {}

    @cached_property
    def _scripts(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for number, identity in self._by_number.items():
            found.setdefault(identity, set()).update(map(script_of, self.names_of(self.cards[number])))
        return {identity: frozenset(scripts) for identity, scripts in found.items()}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """Every name of every card in its plain form, with the one that stands for all it is linked to."""
        first: dict[str, str] = {}
        for number in sorted(self.cards):
            names = self.names_of(self.cards[number])
            linked = sorted({_first(first, name) for name in names})
            for name in (*linked, *names):
                first[name] = linked[0]
        return {name: _first(first, name) for name in first}

    @cached_property
    def _by_number(self) -> dict[str, str]:
        """The identity of every known card that has a name."""
        named = ((number, self.names_of(card)) for number, card in self.cards.items())
        return {number: self._by_name[names[0]] for number, names in named if names}


def without_zeros(number: str) -> str:
    """A card number without the zeros in front of the card's place in its set, which lists print or leave out."""
    return _ZEROS.sub("", number)


def script_of(name: str) -> str:
    """The script of a plain name: `kana`, `hangul`, `han`, or `letters` for every other; empty for no name."""
    for script, first, last in _SCRIPTS:
        if any(first <= character <= last for character in name):
            return script
    return "letters" if name else ""


def _first(first: Mapping[str, str], name: str) -> str:
    """Follow the links of a name to the one that stands for all."""
    while (link := first.get(name, name)) != name:
        name = link
    return name
