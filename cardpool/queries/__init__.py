"""Reads of games, rulesets and cards."""

from cardpool.queries.cards import Catalogue, CatalogueCard, catalogue_of, prepare_searches, search_cards
from cardpool.queries.games import (
    GameOverview,
    KeptGame,
    current_ruleset,
    find_game,
    game_overview,
    kept_games,
    listed_games,
    newest_pack,
    open_drafts,
    pack_of,
    ruleset_on,
)

__all__ = [
    "Catalogue",
    "CatalogueCard",
    "GameOverview",
    "KeptGame",
    "catalogue_of",
    "current_ruleset",
    "find_game",
    "game_overview",
    "kept_games",
    "listed_games",
    "newest_pack",
    "open_drafts",
    "pack_of",
    "prepare_searches",
    "ruleset_on",
    "search_cards",
]
