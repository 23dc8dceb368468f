"""Reads of games, rulesets and cards."""

from cardpool.queries.cards import Catalogue, CatalogueCard, catalogue_of, search_cards
from cardpool.queries.games import (
    GameOverview,
    current_ruleset,
    find_game,
    game_overview,
    kept_games,
    listed_games,
    newest_pack,
    pack_of,
)

__all__ = [
    "Catalogue",
    "CatalogueCard",
    "GameOverview",
    "catalogue_of",
    "current_ruleset",
    "find_game",
    "game_overview",
    "kept_games",
    "listed_games",
    "newest_pack",
    "pack_of",
    "search_cards",
]
