"""A deck in its plain form, and what is known of a card."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

AttributeValue = int | str | bool | tuple[str, ...]


class Identity(StrEnum):
    """What makes two cards the same card for copy limits."""

    NUMBER = "number"
    NAME = "name"


@dataclass(frozen=True)
class Card:
    """What is known of a card. An attribute that is not known is absent; `copy_limit` is the card's own.

    `other_names` are its names in other languages. `deck_rules` are the deck rules printed on it, each a plain table as
    `cardpool.legality.printed_rules` reads it. `is_demo` marks a made-up card for trying things out.
    """

    number: str
    name: str
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    copy_limit: int | None = None
    other_names: tuple[str, ...] = ()
    deck_rules: tuple[Mapping[str, Any], ...] = ()
    is_demo: bool = False


@dataclass(frozen=True)
class DeckEntry:
    """Copies of one card in one section. `name` serves where the pool does not know the card.

    Raises `ValueError` for a count below 1.
    """

    section: str
    number: str
    count: int
    name: str = ""

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"{self.number}: a deck entry holds at least one copy, not {self.count}")


@dataclass(frozen=True)
class Deck:
    """A deck: its entries in any order; the same card may stand in several of them."""

    entries: tuple[DeckEntry, ...]

    @classmethod
    def of(cls, sections: Mapping[str, Mapping[str, int]]) -> "Deck":
        """Build a deck from `{"main": {"HBU01-A07": 3}}`."""
        return cls(
            tuple(
                DeckEntry(section, number, count)
                for section, cards in sections.items()
                for number, count in cards.items()
            )
        )
