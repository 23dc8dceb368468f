from decks.models.decklist import Decklist, DecklistVersion

__all__ = ["Decklist", "DecklistVersion"]
