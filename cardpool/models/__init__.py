from cardpool.models.card import Card, Printing
from cardpool.models.card_import import CardImport, ColumnMapping
from cardpool.models.draft import PackDraft
from cardpool.models.game import CardGame, Ruleset
from cardpool.models.note import CardNote
from cardpool.models.restriction_list import RestrictedCards, RestrictionList
from cardpool.models.store import Store

__all__ = [
    "Card",
    "CardGame",
    "CardImport",
    "CardNote",
    "ColumnMapping",
    "PackDraft",
    "Printing",
    "RestrictedCards",
    "RestrictionList",
    "Ruleset",
    "Store",
]
