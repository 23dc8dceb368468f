"""Reads of cards: the catalogue each process remembers, and searching it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.process_cache import ProcessCache
from cardpool.models import Card, CardGame, Printing, Store
from cardpool.packs import AttributeType, GamePack
from cardpool.queries.games import newest_pack
from cardpool.searching import Findable, SearchIndex

MAX_WORD_LENGTH = 24
_FACTS = (
    "key",
    "number",
    "name",
    "other_names",
    "attributes",
    "codes",
    "copy_limit",
    "deck_rules",
    "is_demo",
)


@dataclass(frozen=True)
class CatalogueCard:
    """A card of the pool as plain facts; list attributes are tuples. `codes` are further numbers it is known by."""

    key: str
    number: str
    name: str
    other_names: tuple[str, ...]
    attributes: Mapping[str, Any]
    codes: tuple[str, ...]
    copy_limit: int | None
    deck_rules: tuple[Mapping[str, Any], ...]
    is_demo: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Every name the card is known by, its printed one first."""
        return (self.name, *self.other_names)


@dataclass(frozen=True)
class Catalogue:
    """All cards of a game by their key, as of one revision of the pool. `revision` is what a cache may key on."""

    game: str
    revision: UUID
    cards: Mapping[str, CatalogueCard]


def demo_cards_hidden() -> bool:
    """Whether the store hides the made-up cards of its games."""
    return Store.objects.filter(hides_demo_cards=True).exists()


def cards_of(game: CardGame) -> QuerySet[Card]:
    """The cards of a game's pool: all that are kept, without the made-up ones where the store hides them."""
    cards = Card.objects.filter(game=game)
    return cards.filter(is_demo=False) if demo_cards_hidden() else cards


MAX_GAMES = 64
_catalogues: ProcessCache[int, Catalogue] = ProcessCache(max_size=MAX_GAMES)


def catalogue_of(game: CardGame) -> Catalogue:
    """The game's cards, remembered by this process until any process changes one.

    Costs one small query when nothing changed. The pool's revision is renewed in the transaction that writes a card
    and never takes a value twice, not even after a rollback, so an equal revision means equal cards.
    """
    revision = CardGame.objects.values_list("pool_revision", flat=True).get(pk=game.pk)
    return _catalogues.get(game.pk, revision, lambda: _read_catalogue(game, revision))


def _read_catalogue(game: CardGame, revision: UUID) -> Catalogue:
    rows = cards_of(game).order_by("number", "name").values_list(*_FACTS)
    return Catalogue(game.slug, revision, MappingProxyType({row[0]: _card(*row) for row in rows}))


def _card(
    key: str,
    number: str,
    name: str,
    other_names: list[str],
    attributes: dict[str, Any],
    codes: list[str],
    copy_limit: int | None,
    deck_rules: list[Any],
    is_demo: bool,
) -> CatalogueCard:
    facts = {key: tuple(value) if isinstance(value, list) else value for key, value in attributes.items()}
    return CatalogueCard(
        key=key,
        number=number,
        name=name,
        other_names=tuple(other_names),
        attributes=MappingProxyType(facts),
        codes=tuple(str(code) for code in codes),
        copy_limit=copy_limit,
        deck_rules=tuple(rule for rule in deck_rules if isinstance(rule, dict)),
        is_demo=is_demo,
    )


@dataclass(frozen=True)
class _Searchable:
    """A revision's cards in the order of the catalogue, and their index."""

    cards: tuple[CatalogueCard, ...]
    index: SearchIndex


_searchable: ProcessCache[int, _Searchable] = ProcessCache(max_size=MAX_GAMES)


def search_cards(game: CardGame, text: str, *, limit: int | None = 20) -> list[CatalogueCard]:
    """Cards whose numbers, names (in any language, or their pinyin) or keywords contain every word of the text.

    The closest come first, as `SearchIndex.find` ranks them. An empty text finds nothing.
    """
    known = _searchable_of(game)
    return [known.cards[place] for place in known.index.find(text, limit=limit)]


def prepare_searches() -> None:
    """Make every game's cards ready to be searched by this process, so that nobody's first search waits for it."""
    for game in CardGame.objects.order_by("position", "pk"):
        _searchable_of(game)


def _searchable_of(game: CardGame) -> _Searchable:
    catalogue = catalogue_of(game)
    return _searchable.get(game.pk, catalogue.revision, lambda: _make_searchable(game, catalogue))


def _make_searchable(game: CardGame, catalogue: Catalogue) -> _Searchable:
    printed: dict[str, list[str]] = {}
    for key, code in Printing.objects.filter(card__game=game).values_list("card__key", "code").order_by("id"):
        printed.setdefault(key, []).append(code)
    pack = newest_pack(game)
    cards = tuple(catalogue.cards.values())
    index = SearchIndex(
        Findable((card.number, *card.codes, *printed.get(card.key, ())), card.names, tuple(_words(card, pack)))
        for card in cards
    )
    return _Searchable(cards, index)


def _words(card: CatalogueCard, pack: GamePack | None) -> Iterator[str]:
    """Its keywords and short texts, by every name the pack gives their values."""
    if pack is None:
        for value in card.attributes.values():
            yield from value if isinstance(value, tuple) else ()
        return
    for attribute in pack.attributes:
        value = card.attributes.get(attribute.key)
        if attribute.type is AttributeType.LIST and isinstance(value, tuple):
            parts = value
        elif attribute.type is AttributeType.TEXT and isinstance(value, str):
            parts = (value,)
        else:
            continue
        said = {word.key: (word.names.zh, word.names.en) for word in attribute.values}
        for part in parts:
            yield from (one for one in (part, *said.get(part, ())) if len(one) <= MAX_WORD_LENGTH)
