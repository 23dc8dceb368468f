"""Reads of games, rulesets and cards."""

from cardpool.queries.cards import (
    Catalogue,
    CatalogueCard,
    cards_of,
    catalogue_of,
    demo_cards_hidden,
    prepare_searches,
    search_cards,
)
from cardpool.queries.games import (
    GameOverview,
    KeptGame,
    current_ruleset,
    find_game,
    game_overview,
    games_with_rules,
    kept_games,
    listed_games,
    newest_pack,
    open_drafts,
    pack_in_force,
    pack_of,
    ruleset_on,
)

__all__ = [
    "Catalogue",
    "CatalogueCard",
    "GameOverview",
    "KeptGame",
    "cards_of",
    "catalogue_of",
    "current_ruleset",
    "demo_cards_hidden",
    "find_game",
    "game_overview",
    "games_with_rules",
    "kept_games",
    "listed_games",
    "newest_pack",
    "open_drafts",
    "pack_in_force",
    "pack_of",
    "prepare_searches",
    "ruleset_on",
    "search_cards",
]
