from cardpool.models.card import Card, Printing
from cardpool.models.game import CardGame, Ruleset

__all__ = ["Card", "CardGame", "Printing", "Ruleset"]
