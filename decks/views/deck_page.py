"""A list as deck pages show it: by section and group with counts, and its curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import pgettext

from cardpool.legality.deck import AttributeValue
from cardpool.wording.sections import say_section
from decks.curves import Copies
from decks.grouping import grouped
from decks.judging import JudgingBook
from decks.views.curve_pictures import DrawnCurves, picture_curves, say_value

ListedCard = Mapping[str, Any]
Item = TypeVar("Item")


@dataclass(frozen=True)
class ShownGroup:
    """Cards of a section that belong together; `name` is empty if the section is one group."""

    name: str
    cards: tuple[ListedCard, ...]
    total: int


@dataclass(frozen=True)
class ShownPart:
    """A section of a list with its cards: how many, and how many different ones."""

    key: str
    name: str
    groups: tuple[ShownGroup, ...]
    total: int
    different: int


@dataclass(frozen=True)
class ShownDeck:
    """A list in words and pictures."""

    parts: tuple[ShownPart, ...]
    curves: DrawnCurves | None

    @property
    def total(self) -> int:
        """Cards of every section."""
        return sum(part.total for part in self.parts)


def show_deck(cards: Iterable[ListedCard], book: JudgingBook) -> ShownDeck:
    """Put the read lines of a list (`JudgedList.cards`, `DecklistVersion.cards`) into sections, groups and curves."""
    listed = list(cards)
    parts = []
    for section in book.pack.sections:
        inside = [card for card in listed if card["section"] == section.key]
        if inside:
            parts.append(_part(section.key, inside, book))
    lanes = [(part.name, copies_of(_cards_of(part), book)) for part in parts]
    return ShownDeck(tuple(parts), picture_curves(lanes, book.pack))


def copies_of(cards: Iterable[ListedCard], book: JudgingBook) -> list[Copies]:
    """Cards of a list with what the pool knows of them."""
    return [Copies(card["count"], facts_of(card["number"], book)) for card in cards]


def facts_of(number: str, book: JudgingBook) -> Mapping[str, AttributeValue] | None:
    """What the pool knows of a card; None for a number it does not have."""
    card = book.cards.get(number)
    return card.attributes if card is not None else None


def group_cards(
    cards: Iterable[Item], number_of: Callable[[Item], str], book: JudgingBook, *, section: str
) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """Named groups of a section's cards as the pack groups them.

    A single group has no name if nothing distinguishes the cards, or if it has the section's name.
    """
    key = book.pack.deck_page.group_by
    attribute = next((one for one in book.pack.attributes if one.key == key), None)
    groups = grouped(cards, lambda card: facts_of(number_of(card), book), attribute)
    if attribute is None or (len(groups) == 1 and groups[0].key is None):
        return tuple(("", group.items) for group in groups)
    unknown = pgettext("kind of a card", "not known")
    named = [(unknown if group.key is None else say_value(group.key, attribute), group.items) for group in groups]
    if len(named) == 1 and named[0][0] == section:
        named = [("", named[0][1])]
    return tuple(named)


def _part(key: str, cards: list[ListedCard], book: JudgingBook) -> ShownPart:
    name = say_section(key, pack=book.pack)
    groups = group_cards(cards, lambda card: card["number"], book, section=name)
    return ShownPart(
        key=key,
        name=name,
        groups=tuple(ShownGroup(name, inside, sum(card["count"] for card in inside)) for name, inside in groups),
        total=sum(card["count"] for card in cards),
        different=len({card["key"] for card in cards}),
    )


def _cards_of(part: ShownPart) -> Iterable[ListedCard]:
    for group in part.groups:
        yield from group.cards
