"""Writes about games, rulesets and cards."""

from cardpool.services.cards import CARD_FIELDS, card_digest, delete_card, pool_changed, save_card
from cardpool.services.shipped import SHIPPED, LoadedGame, ShippedGame, load_games, read_shipped

__all__ = [
    "CARD_FIELDS",
    "SHIPPED",
    "LoadedGame",
    "ShippedGame",
    "card_digest",
    "delete_card",
    "load_games",
    "pool_changed",
    "read_shipped",
    "save_card",
]
