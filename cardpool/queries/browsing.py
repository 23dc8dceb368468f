"""Browsing a game's cards: what to filter by, and the cards a filter leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.process_cache import ProcessCache
from cardpool.models import CardGame
from cardpool.packs import AttributeType, GamePack
from cardpool.packs.game_pack import Attribute
from cardpool.queries.cards import MAX_GAMES, Catalogue, CatalogueCard, catalogue_of, search_cards

MAX_CHOICES = 150
MAX_TEXTS = 60
MAX_CHOICE_LENGTH = 24
YES, NO = "1", "0"


@dataclass(frozen=True)
class Facet:
    """An attribute to choose by, with its values as addresses write them and how many cards have each."""

    attribute: Attribute
    choices: tuple[tuple[str, int], ...]


_facets: ProcessCache[tuple[int, str], tuple[Facet, ...]] = ProcessCache(max_size=MAX_GAMES)


def facets_of(game: CardGame, pack: GamePack) -> tuple[Facet, ...]:
    """What the game's cards can be chosen by: attributes of few or of short values, and only those that tell apart.

    Remembered by this process for as long as the pool stays the same.
    """
    catalogue = catalogue_of(game)
    return _facets.get((game.pk, pack.ruleset_name), catalogue.revision, lambda: _facets_in(catalogue, pack))


def _facets_in(catalogue: Catalogue, pack: GamePack) -> tuple[Facet, ...]:
    found = (_facet(attribute, catalogue) for attribute in pack.attributes)
    return tuple(facet for facet in found if facet is not None)


def browse_cards(
    game: CardGame, *, text: str = "", values: Mapping[str, str] | None = None, among: Collection[str] | None = None
) -> list[CatalogueCard]:
    """The cards that a text finds (all for none), that have every value, and whose key is `among` those given.

    The closest come first, or without a text the cards in the order of their numbers.
    """
    cards: Iterable[CatalogueCard]
    cards = search_cards(game, text, limit=None) if text.strip() else catalogue_of(game).cards.values()
    wanted = {key: value for key, value in (values or {}).items() if value}
    return [
        card
        for card in cards
        if (among is None or card.key in among)
        and all(value in written_values(card.attributes.get(key)) for key, value in wanted.items())
    ]


def written_values(value: Any) -> tuple[str, ...]:
    """An attribute's value, or each of a list's, as addresses write it."""
    if value is None or value == "":
        return ()
    if isinstance(value, tuple):
        return tuple(str(part) for part in value)
    if isinstance(value, bool):
        return (YES if value else NO,)
    return (str(value),)


def _facet(attribute: Attribute, catalogue: Catalogue) -> Facet | None:
    counted = Counter(
        value for card in catalogue.cards.values() for value in set(written_values(card.attributes.get(attribute.key)))
    )
    is_free = attribute.type is AttributeType.TEXT and not attribute.values
    if is_free and (len(counted) > MAX_TEXTS or any(len(value) > MAX_CHOICE_LENGTH for value in counted)):
        return None
    if len(counted) < 2 and sum(counted.values()) == len(catalogue.cards):
        return None
    kept = [value for value, _count in counted.most_common(MAX_CHOICES)]
    order = {word.key: place for place, word in enumerate(attribute.values)}
    whole = attribute.type is AttributeType.INTEGER
    kept.sort(key=lambda value: (order.get(value, len(order)), int(value) if whole else 0, value))
    return Facet(attribute, tuple((value, counted[value]) for value in kept)) if kept else None
