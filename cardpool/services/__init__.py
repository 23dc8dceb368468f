"""Writes about games, rulesets and cards."""

from cardpool.services.cards import CARD_FIELDS, card_digest, delete_card, pool_changed, save_card
from cardpool.services.demo_cards import hide_demo_cards
from cardpool.services.publishing import PublishedRuleset, digest_of, offer_game, publish_ruleset
from cardpool.services.shipped import SHIPPED, LoadedGame, ShippedGame, load_games, read_shipped

__all__ = [
    "CARD_FIELDS",
    "SHIPPED",
    "LoadedGame",
    "PublishedRuleset",
    "ShippedGame",
    "card_digest",
    "delete_card",
    "digest_of",
    "hide_demo_cards",
    "load_games",
    "offer_game",
    "pool_changed",
    "publish_ruleset",
    "read_shipped",
    "save_card",
]
