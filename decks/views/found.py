"""Cards of the pool found by number, name, pinyin or keyword, with how many of each the list has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardpool.queries import search_cards
from cardpool.wording.card_facts import short_facts
from cardpool.wording.sections import say_section
from decks.judging import JudgedList
from decks.views.typed import Terms

MAX_FOUND = 12


@dataclass(frozen=True)
class Place:
    """A section a card can go to, and how many copies are there already."""

    section: str
    name: str
    count: int


@dataclass(frozen=True)
class FoundCard:
    """A card of the pool, or a number the open pool accepts (`is_known` False)."""

    number: str
    name: str
    facts: tuple[str, ...]
    places: tuple[Place, ...]
    is_known: bool = True


@dataclass(frozen=True)
class Found:
    """The result of a search. `there_are_more`: not all cards found are in it."""

    query: str
    cards: tuple[FoundCard, ...]
    there_are_more: bool = False


def find_cards(query: str, judged: JudgedList, terms: Terms) -> Found:
    """The closest cards to a search; for a number that no card of an open pool has, the number itself."""
    found = [card for card in search_cards(terms.ruleset.game, query, limit=MAX_FOUND + 1) if card.number]
    pack = judged.book.pack
    cards = [
        FoundCard(card.number, card.name, short_facts(card.attributes, pack), tuple(_places(card.number, judged)))
        for card in found[:MAX_FOUND]
    ]
    number = pack.normalise_number(query) if query and not cards and terms.pool == "open" else None
    if number:
        cards = [FoundCard(number, "", (), tuple(_places(number, judged)), is_known=False)]
    return Found(query, tuple(cards), len(found) > MAX_FOUND)


def _places(number: str, judged: JudgedList) -> Iterable[Place]:
    counts = {entry.section: entry.count for entry in judged.read.entries if entry.number == number}
    for total in judged.totals:
        name = say_section(total.section, pack=judged.book.pack)
        yield Place(total.section, name, counts.get(total.section, 0))
