"""What is restricted on one day, laid out so that a deck is judged as quickly by a list of thousands of cards as by one
of ten."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from cardpool.legality.deck import Identity
from cardpool.legality.restriction import Restriction
from cardpool.lists.entries import RestrictionKind


class NamedCards(Protocol):
    """What has to be known of the cards: which a number or name stands for, and in which scripts it is named."""

    def one_number(self, number: str) -> str: ...

    def named_by(self, key: str, identity: Identity) -> str: ...

    def scripts_named_by(self, key: str, identity: Identity) -> frozenset[str]: ...

    def is_printing(self, key: str) -> bool: ...


@dataclass(frozen=True)
class Whitelist:
    """What a restriction of the kind UNLISTED lists: identities and numbers, and the scripts in which every listed card
    has a name, so that no other name in them can be a listed card's."""

    restriction: Restriction
    listed: frozenset[str]
    scripts: frozenset[str]


class Restricted:
    """The restrictions of a day, found by the cards they name.

    Of those that name no card of a deck many say the same to a card of which it is not known which it is: the same kind
    and limit, by the same list, for cards that are named in the same scripts. One of each stands for them all.
    """

    def __init__(self, restrictions: Iterable[Restriction], cards: NamedCards, identity: Identity) -> None:
        self.whitelists: list[Whitelist] = []
        self._restrictions: list[Restriction] = []
        self._by_key: dict[str, list[int]] = {}
        self._alike: dict[object, list[int]] = {}
        for one in restrictions:
            if one.kind is RestrictionKind.UNLISTED:
                self.whitelists.append(_whitelist(one, cards, identity))
            else:
                self._add(one, cards, identity)

    def naming(self, keys: Iterable[str]) -> dict[int, Restriction]:
        """The restrictions that name one of these identities, or of these numbers as `one_number` gives them, by their
        place in the lists."""
        places = {place for key in keys for place in self._by_key.get(key, ())}
        return {place: self._restrictions[place] for place in sorted(places)}

    def beside(self, named: Iterable[int]) -> list[Restriction]:
        """Of all other restrictions one of each that are alike."""
        taken = frozenset(named)
        firsts = (next((one for one in places if one not in taken), None) for places in self._alike.values())
        return [self._restrictions[place] for place in firsts if place is not None]

    def _add(self, one: Restriction, cards: NamedCards, identity: Identity) -> None:
        place = len(self._restrictions)
        self._restrictions.append(one)
        for name in {name for key in one.cards for name in (cards.one_number(key), cards.named_by(key, identity))}:
            self._by_key.setdefault(name, []).append(place)
        if one.kind is RestrictionKind.CHOOSE_ONE:
            self._alike[place] = [place]
            return
        keys = one.cards
        if one.kind is RestrictionKind.UNRELEASED:
            keys = tuple(key for key in keys if not cards.is_printing(key))
        scripts = frozenset(cards.scripts_named_by(key, identity) for key in keys)
        self._alike.setdefault((one.kind, one.limit, one.source, scripts), []).append(place)


def _whitelist(one: Restriction, cards: NamedCards, identity: Identity) -> Whitelist:
    listed = {cards.named_by(key, identity) for key in one.cards}
    scripts = frozenset.intersection(*(cards.scripts_named_by(key, identity) for key in one.cards))
    return Whitelist(one, frozenset(listed.union(map(cards.one_number, one.cards))), scripts)
