"""Invented decklists out of the game's real card pool."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardpool.models import Ruleset
from cardpool.queries import CatalogueCard, catalogue_of
from decks.judging import book_of, format_cards
from tournaments.demo.script import DemoDecks

Cards = list[dict[str, Any]]


class ListWriter:
    """Writes legal lists for one ruleset, each different, as the text a player would paste."""

    def __init__(self, ruleset: Ruleset, decks: DemoDecks, rng: Random) -> None:
        self._book = book_of(ruleset)
        self._cards: Sequence[CatalogueCard] = list(catalogue_of(ruleset.game).cards.values())
        self._decks = decks
        self._rng = rng

    def legal(self) -> str:
        """A list that keeps every size and copy limit."""
        return self._print(self._choose())

    def unfinished(self) -> str:
        """The first half of a list, as somebody leaves it who has not decided yet."""
        cards = self._choose()
        return self._print(cards[: len(cards) // 2])

    def illegal(self) -> str:
        """A list of the right sizes with one copy too many of one card."""
        cards = self._choose()
        first, last = cards[0], cards[-1]
        first["count"] = self._decks.copies
        surplus = sum(card["count"] for card in cards if card["section"] == first["section"])
        surplus -= self._decks.sections[first["section"]]
        for card in reversed([card for card in cards if card["section"] == first["section"] and card is not first]):
            taken = min(surplus, card["count"])
            card["count"] -= taken
            surplus -= taken
        last["count"] -= 1
        extra = {**first, "section": last["section"], "count": 1}
        return self._print([card for card in [*cards, extra] if card["count"]])

    def name(self) -> str:
        """What the player calls the deck."""
        return self._rng.choice(self._decks.names)

    def _choose(self) -> Cards:
        """Distinct cards, most of them in as many copies as a deck may hold, section by section."""
        cards = iter(self._rng.sample(self._cards, len(self._cards)))
        chosen: Cards = []
        for section, size in self._decks.sections.items():
            left = size
            while left:
                card = next(cards)
                copies = self._rng.choices(range(self._decks.copies, 0, -1), range(self._decks.copies**2, 0, -3))[0]
                count = min(left, copies)
                chosen.append({"section": section, "number": card.number, "name": card.name, "count": count})
                left -= count
        return chosen

    def _print(self, cards: Cards) -> str:
        return format_cards(cards, book=self._book, language="zh-hans")
