"""Which known card the name beside an unknown number is: by the spelling that the rules count by, or perhaps.

Where cards count by name, a name that is spelled otherwise than the pool has it would pass for another card's. So a
name that a card goes by in any spelling, or in two languages one after the other, is handed on as that card has it.
"""

from cardpool.legality.card_pool import same_name
from decks.text.card_finder import CardFinder
from decks.text.catalogue import ListedCard
from decks.text.ptcg import is_basic_energy, spellings
from decks.text.spelling import loose_key

MAX_TWICE = 100
"""Characters of a name that may be two of one card's."""


class LikeNames:
    """Knows the names of one game's cards, however they are typed."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._catalogue = finder.catalogue

    def as_known(self, name: str) -> tuple[str, ...]:
        """The name as the rules know it: as typed where they know it so, or no card is called so; several where cards
        are that differ in punctuation or accents alone."""
        typed = same_name(name)
        if found := self._catalogue.by_name(name):
            if any(same_name(one) == typed for card in found for one in card.names):
                return (name,)
            return _spelled(found, loose_key(name))
        known = self._by_other_spelling(name) or self._twice(loose_key(name))
        return (known or name,)

    def _by_other_spelling(self, name: str) -> str:
        """The name of the card that a name is with its signs in words or without its kind; empty for none."""
        lists = self._finder.ptcg
        if lists is None or name.casefold().endswith("special"):
            return ""
        for said in spellings(name, lists):
            if (found := self._catalogue.by_name(said)) and (said in name or is_basic_energy(name, lists)):
                one = self._finder.one_of(found, said)
                return one.name if one else said
        return ""

    def _twice(self, key: str) -> str:
        """The name of the card that a name is two different ones of, one after the other: `Pikachu/皮卡丘`."""
        for at in range(1, len(key) if len(key) <= MAX_TWICE else 0):
            before = self._catalogue.by_loose_key(key[:at])
            behind = self._catalogue.by_loose_key(key[at:]) if before and key[:at] != key[at:] else ()
            both = [card for card in before if card in behind]
            if both:
                return _spelled(tuple(both[:1]), key[:at])[0]
        return ""


def _spelled(cards: tuple[ListedCard, ...], key: str) -> tuple[str, ...]:
    """The names of cards that a loose key stands for, each once; those of cards that share a name are one."""
    found: dict[str, frozenset[str]] = {}
    for card in cards:
        shared = frozenset(map(same_name, card.names))
        if all(shared.isdisjoint(others) for others in found.values()):
            found[next(name for name in card.names if loose_key(name) == key)] = shared
    return tuple(found)
