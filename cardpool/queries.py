"""Reads of games, rulesets and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import Count

from accounts.refusals import Refusal
from cardpool.models import Card, CardGame, RestrictionList, Ruleset
from cardpool.packs import GamePack, read_pack
from cardpool.searching import SearchText, rank_of, search_text

SHORTEST_SEARCH = 1


def listed_games() -> list[CardGame]:
    """The games offered for new tournaments that have a ruleset."""
    return list(CardGame.objects.filter(is_listed=True, rulesets__isnull=False).distinct())


def kept_games() -> list[CardGame]:
    """Every game there is, with `cards_count` and `versions_count`."""
    games = CardGame.objects.annotate(cards_count=Count("cards", distinct=True))
    return list(games.annotate(versions_count=Count("rulesets", distinct=True)))


@dataclass(frozen=True)
class GameOverview:
    """What a store keeps about one game; rulesets and lists with the newest first."""

    cards: int
    demo_cards: int
    rulesets: tuple[Ruleset, ...]
    lists: tuple[RestrictionList, ...]


def game_overview(game: CardGame) -> GameOverview:
    """The game's card pool in numbers, its ruleset versions and its restriction lists that judge."""
    cards = Card.objects.filter(game=game)
    lists = RestrictionList.objects.filter(game=game, withdrawn_at__isnull=True, replaced_by__isnull=True)
    return GameOverview(
        cards=cards.count(),
        demo_cards=cards.filter(is_demo=True).count(),
        rulesets=tuple(game.rulesets.all()),
        lists=tuple(lists),
    )


def find_game(slug: str) -> CardGame:
    """The game of this identifier. Raises Refusal `no_such_game`."""
    game = CardGame.objects.filter(slug=slug).first()
    if game is None:
        raise Refusal("no_such_game", field="game_slug", game=slug)
    return game


def current_ruleset(game: CardGame, *, on: date) -> Ruleset:
    """The ruleset in force on a day: the latest one effective by then, the last loaded of equals.

    Before the first one took effect the earliest holds, so that an event can always be judged.
    Raises Refusal `game_has_no_rules`.
    """
    rulesets = Ruleset.objects.select_related("game").filter(game=game)
    chosen = rulesets.filter(effective_from__lte=on).order_by("-effective_from", "-id").first()
    chosen = chosen or rulesets.order_by("effective_from", "-id").first()
    if chosen is None:
        raise Refusal("game_has_no_rules", field="game_slug", game=game.slug)
    return chosen


def pack_of(ruleset: Ruleset) -> GamePack:
    """The ruleset's pack, read once per process and version."""
    return _read(ruleset.digest, ruleset.pack, f"{ruleset.game.slug}.toml")


@lru_cache(maxsize=64)
def _read(digest: str, text: str, source: str) -> GamePack:
    return read_pack(text, source=source)


@dataclass(frozen=True)
class CatalogueCard:
    """A card of the pool as plain facts; list attributes are tuples."""

    key: str
    number: str
    name: str
    other_names: tuple[str, ...]
    attributes: Mapping[str, Any]
    copy_limit: int | None
    deck_rules: tuple[Mapping[str, Any], ...]
    is_demo: bool
    search: SearchText = field(repr=False, compare=False)

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


_catalogues: dict[int, Catalogue] = {}


def catalogue_of(game: CardGame) -> Catalogue:
    """The game's cards, remembered by this process until any process changes one.

    Costs one small query when nothing changed. The pool's revision is renewed in the transaction that writes a card
    and never takes a value twice, not even after a rollback, so an equal revision means equal cards.
    """
    revision = CardGame.objects.values_list("pool_revision", flat=True).get(pk=game.pk)
    known = _catalogues.get(game.pk)
    if known is None or known.revision != revision:
        cards = {card.key: _facts(card) for card in Card.objects.filter(game=game).order_by("number", "name")}
        known = Catalogue(game.slug, revision, MappingProxyType(cards))
        _catalogues[game.pk] = known
    return known


def search_cards(game: CardGame, text: str, *, limit: int = 20) -> list[CatalogueCard]:
    """Cards whose number, names or keywords contain every word of the text, the closest first.

    Width, case, dashes and spaces in numbers make no difference. An empty text finds nothing.
    """
    if len(text.strip()) < SHORTEST_SEARCH:
        return []
    found = []
    for position, card in enumerate(catalogue_of(game).cards.values()):
        rank = rank_of(text, card.search)
        if rank is not None:
            found.append((rank, position, card))
    return [card for _, _, card in sorted(found, key=lambda entry: entry[:2])[:limit]]


def _facts(card: Card) -> CatalogueCard:
    attributes = {key: tuple(value) if isinstance(value, list) else value for key, value in card.attributes.items()}
    names = (card.name, *card.other_names)
    words = tuple(word for value in attributes.values() if isinstance(value, tuple) for word in value)
    return CatalogueCard(
        key=card.key,
        number=card.number,
        name=card.name,
        other_names=tuple(card.other_names),
        attributes=MappingProxyType(attributes),
        copy_limit=card.copy_limit,
        deck_rules=tuple(rule for rule in card.deck_rules if isinstance(rule, dict)),
        is_demo=card.is_demo,
        search=search_text(card.number, names, words),
    )
