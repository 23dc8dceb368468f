"""Cards of the pool found by number, name or keyword, with how many of each the list holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import get_language

from cardpool.packs import AttributeType, GamePack
from cardpool.queries import CatalogueCard, search_cards
from decks.judging import JudgedList
from decks.views.typed import Terms
from decks.wording import say_section

MOST_FOUND = 12
LONGEST_FACT = 24
MOST_FACTS = 4


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
    """The answer to a search. `there_are_more` asks for a narrower one."""

    query: str
    cards: tuple[FoundCard, ...]
    there_are_more: bool = False


def find_cards(query: str, judged: JudgedList, terms: Terms) -> Found:
    """The closest cards to a search; for a number that no card of an open pool has, the number itself."""
    found = [card for card in search_cards(terms.ruleset.game, query, limit=MOST_FOUND + 1) if card.number]
    pack = judged.book.pack
    cards = [
        FoundCard(card.number, card.name, tuple(_facts(card, pack)), tuple(_places(card.number, judged)))
        for card in found[:MOST_FOUND]
    ]
    number = pack.normalise_number(query) if query and not cards and terms.pool == "open" else None
    if number:
        cards = [FoundCard(number, "", (), tuple(_places(number, judged)), is_known=False)]
    return Found(query, tuple(cards), len(found) > MOST_FOUND)


def _places(number: str, judged: JudgedList) -> Iterable[Place]:
    counts = {entry.section: entry.count for entry in judged.read.entries if entry.number == number}
    for total in judged.totals:
        name = say_section(total.section, pack=judged.book.pack)
        yield Place(total.section, name, counts.get(total.section, 0))


def _facts(card: CatalogueCard, pack: GamePack) -> list[str]:
    """A few short facts that tell cards apart; long texts are left out."""
    language = get_language() or "zh-hans"
    facts = []
    for attribute in pack.attributes:
        value = card.attributes.get(attribute.key)
        if value in (None, "", (), False):
            continue
        name = attribute.names.in_language(language)
        if attribute.type is AttributeType.INTEGER:
            facts.append(f"{name} {value}")
        elif attribute.type is AttributeType.LIST:
            facts.extend(attribute.say(str(word), language) for word in value)
        else:
            facts.append(name if value is True else attribute.say(str(value), language))
    return [fact for fact in facts if len(fact) <= LONGEST_FACT][:MOST_FACTS]
