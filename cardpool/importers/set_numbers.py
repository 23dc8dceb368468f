"""Card numbers of cards that come in sets: the set's list code and the collector number, one number per card.

Lists name a card `TWM 128`: the set's `ptcgoCode` and the number printed on the card. Several sets share a code, a main
set and its gallery or vault (`SIT`, `CRZ`, `CEL` …). The earliest of them, the main set, owns its plain numbers; a card
of another has the code only with a number that says what it is (`TG03`, `GG39`, `SV001`), else the tail of its id
(`cel25c-2_A` is `CEL-2A`) or its set's own id. Where a set has one number for several cards (`cel25c` has four 15), the
ids' tails distinguish them; of two cards that state one number the only one whose id has it keeps it. So a
card's number never depends on which other files are read with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardpool.packs import GamePack

_PREFIXED = re.compile(r"([A-Z]+)0*([0-9]+)")


@dataclass(frozen=True)
class CardSet:
    """A set as the list of sets states it; `code` is empty where lists have none for it."""

    id: str
    code: str
    released: str
    place: int


@dataclass(frozen=True)
class SetCard:
    """A card's place: its id, its set's id, and its collector number as printed."""

    id: str
    set_id: str
    number: str


class SetNumbers:
    """Numbers and further codes for the cards of a run."""

    def __init__(self, pack: GamePack, spelt: Mapping[str, str], sets: Iterable[CardSet]) -> None:
        self._pack = pack
        self._spelt = spelt
        self._sets = {one.id: one for one in sets}
        self._owners: dict[str, str] = {}
        self._by_ids: set[str] = set()
        for one in sorted(self._sets.values(), key=lambda one: (one.released, self._extends(one), one.place)):
            if one.code:
                self._owners.setdefault(one.code, one.id)

    def has(self, set_id: str) -> bool:
        """Whether the set is listed."""
        return set_id in self._sets

    def goes_by_id(self, id_: str) -> bool:
        """Whether an assigned card goes by its id, since its set states its number for another card as well."""
        return id_ in self._by_ids

    def assign(self, cards: Iterable[SetCard]) -> dict[str, tuple[str, tuple[str, ...]]]:
        """The number of every card that can have one, and the codes lists may also use, by the card's id."""
        listed = sorted(cards, key=lambda card: (self._sets[card.set_id].place, card.id))
        repeated = Counter((card.set_id, self._plain(card.number)) for card in listed)
        prefixes: dict[str, set[str]] = {}
        for card in listed:
            match = _PREFIXED.fullmatch(self._plain(card.number))
            prefixes.setdefault(card.set_id, set()).add(match[1] if match else "")
        fits = [card for card in listed if self._tail(card) == self._plain(card.number)]
        fitting_ids = Counter((card.set_id, self._plain(card.number)) for card in fits)
        numbers: dict[str, str] = {}
        taken: set[str] = set()
        for card in listed:
            stated = card.set_id, self._plain(card.number)
            once = repeated[stated] == 1 or (fitting_ids[stated] == 1 and self._tail(card) == stated[1])
            fitting = (number for number in self._candidates(card, once=once) if number not in taken)
            if (number := next(fitting, None)) is not None:
                numbers[card.id] = number
                taken.add(number)
                if not once:
                    self._by_ids.add(card.id)
        found = {}
        for card in listed:
            if card.id in numbers:
                codes = self._codes(card, prefixes[card.set_id])
                own = tuple(code for code in dict.fromkeys(codes) if code not in taken)
                taken.update(own)
                found[card.id] = (numbers[card.id], own)
        return found

    def _extends(self, one: CardSet) -> bool:
        """Whether another set of the same code has an id that this one's goes on from: `swsh12tg` from `swsh12`."""
        others = (other.id for other in self._sets.values() if other.code == one.code and other.id != one.id)
        return any(one.id.startswith(other) for other in others)

    def _candidates(self, card: SetCard, *, once: bool) -> Iterator[str]:
        own = self._sets[card.set_id]
        number, tail = self._plain(card.number), self._tail(card)
        owns = self._owners.get(own.code, own.id) == own.id
        if once and own.code and (owns or not number.isdigit()):
            yield from self._joined(own.code, number)
        if own.code and tail != number:
            yield from self._joined(own.code, tail)
        yield from self._by_id(own, number if once else tail)

    def _codes(self, card: SetCard, prefixes: set[str]) -> Iterator[str]:
        """By the set's own id, and a promo's number without the letters every number of its set begins with."""
        own = self._sets[card.set_id]
        number = self._plain(card.number)
        yield from self._by_id(own, number)
        match = _PREFIXED.fullmatch(number)
        if match and prefixes == {match[1]} and self._owners.get(own.code) == own.id:
            yield from self._joined(own.code, match[2])

    def _by_id(self, own: CardSet, number: str) -> Iterator[str]:
        """By the set's own id, unless that is what lists call another set: `g1` is Generations, `G1` is Gym Heroes."""
        if self._owners.get(own.id.upper(), own.id) == own.id:
            yield from self._joined(own.id, number)

    def _joined(self, code: str, number: str) -> Iterator[str]:
        """The canonical number of a code and a collector number, if the game's patterns read it as just that."""
        joined = f"{code.upper()}-{number}"
        if self._pack.normalise_number(joined) == joined:
            yield joined

    def _tail(self, card: SetCard) -> str:
        return self._plain(card.id.removeprefix(card.set_id).lstrip("-"))

    def _plain(self, number: str) -> str:
        """A collector number in capital letters and digits."""
        raised = number.strip().upper()
        spelt = self._spelt.get(raised) or "".join(self._spelt.get(one, one) for one in raised)
        return "".join(filter(str.isalnum, spelt))
