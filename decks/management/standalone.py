"""The judging book for the command line: the shipped game, and the database's cards if there is a database."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.utils import Error as DatabaseFailure

from cardpool.engine_cards import KnownCard
from cardpool.games import shipped_cards, shipped_keys, shipped_pack
from cardpool.legality.restriction import ListInForce, Restriction
from cardpool.lists.resolving import KnownCards, known_cards
from cardpool.models import CardGame
from cardpool.packs import GamePack, Identity
from cardpool.queries import CatalogueCard, catalogue_of, current_ruleset, games_with_rules, listed_games, pack_of
from cardpool.queries.rulebooks import game_lists, game_restrictions, make_rulebook
from decks.judging import JudgingBook, book_of, judging_book

CONNECT_SECONDS = 2
ANSWER_SECONDS = 5


def find_book(game: str, *, as_of: date) -> JudgingBook | None:
    """The book of a game, or None if there is no such game.

    A shipped game is judged by its shipped pack, or by the store's own version where one is in force on the day, with
    the database's cards added to the shipped ones and by its restriction lists. Any other game is looked up in the
    database. A database that cannot be reached, or does not answer within seconds, is ignored.
    """
    _be_brief()
    if game in shipped_keys():
        pack = _own_pack(game, as_of) or shipped_pack(game)
        return judging_book(make_rulebook(pack, _every_card(game), *_stored_restrictions(game)))
    try:
        found = games_with_rules().filter(slug=game).first()
        return book_of(current_ruleset(found, on=as_of)) if found else None
    except (DatabaseFailure, ImproperlyConfigured):
        return None


def _own_pack(game: str, as_of: date) -> GamePack | None:
    """The pack in force if the store has published its own for a shipped game."""
    try:
        found = games_with_rules().filter(slug=game).first()
        ruleset = current_ruleset(found, on=as_of) if found else None
    except (DatabaseFailure, ImproperlyConfigured):
        return None
    return pack_of(ruleset) if ruleset is not None and ruleset.published_by else None


def known_to_lists(game: str, pack: GamePack) -> KnownCards:
    """The names a restriction list may use for the game's cards: those shipped and those of the database."""
    return known_cards(_every_card(game), normalise=pack.normalise_number, by_names=pack.identity is Identity.NAME)


def known_games() -> list[str]:
    """The keys of every game that can be judged here, sorted."""
    try:
        stored = {game.slug for game in listed_games()}
    except (DatabaseFailure, ImproperlyConfigured):
        stored = set()
    return sorted(stored.union(shipped_keys()))


def _every_card(game: str) -> list[KnownCard]:
    """The cards shipped with the game, then those of the database."""
    cards: list[KnownCard] = list(shipped_cards(game)) if game in shipped_keys() else []
    cards.extend(_stored_cards(game))
    return cards


def _stored_cards(game: str) -> tuple[CatalogueCard, ...]:
    try:
        found = CardGame.objects.filter(slug=game).first()
        return tuple(catalogue_of(found).cards.values()) if found else ()
    except (DatabaseFailure, ImproperlyConfigured):
        return ()


def _stored_restrictions(game: str) -> tuple[tuple[Restriction, ...], tuple[ListInForce, ...]]:
    """What the database's lists restrict, and the lists."""
    try:
        found = CardGame.objects.filter(slug=game).first()
        return (game_restrictions(found), game_lists(found)) if found else ((), ())
    except (DatabaseFailure, ImproperlyConfigured):
        return (), ()


def _be_brief() -> None:
    """Make a connection that is not open yet fail soon instead of waiting for a silent server or a locked table."""
    database = connections["default"]
    if database.connection is not None or database.vendor != "postgresql":
        return
    options = database.settings_dict.setdefault("OPTIONS", {})
    options.pop("pool", None)
    options["connect_timeout"] = CONNECT_SECONDS
    options["options"] = f"{options.get('options', '')} -c statement_timeout={ANSWER_SECONDS * 1000}".strip()
