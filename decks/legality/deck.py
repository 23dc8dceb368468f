"""A deck in its plain form, the cards it may draw on, and what is restricted from when to when."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

AttributeValue = int | str | bool | tuple[str, ...]


class Identity(StrEnum):
    """What makes two cards the same card for copy limits."""

    NUMBER = "number"
    NAME = "name"


class PoolPolicy(StrEnum):
    """What a card that is not in the pool means: a violation, or a notice if its number fits the game's pattern."""

    OPEN = "open"
    CLOSED = "closed"


class RestrictionKind(StrEnum):
    """How a card can be restricted."""

    BANNED = "banned"
    LIMITED = "limited"
    CHOOSE_ONE = "choose_one"
    UNRELEASED = "unreleased"


@dataclass(frozen=True)
class Card:
    """What is known of a card. An attribute that is not known is absent; `copy_limit` is the card's own."""

    number: str
    name: str
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    copy_limit: int | None = None


@dataclass(frozen=True)
class DeckEntry:
    """So many copies of one card in one section. `name` serves where the pool does not know the card.

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


@dataclass(frozen=True)
class Restriction:
    """Cards restricted from a day to a day, both included; None leaves that end open.

    `cards` are identities (numbers, or names where the game goes by names). `limit` is the most copies of each for
    LIMITED, and the most *different* cards of the group for CHOOSE_ONE; the other kinds allow none.
    An UNRELEASED card's `ends` is the last day before its release.
    """

    kind: RestrictionKind
    cards: tuple[str, ...]
    limit: int = 0
    starts: date | None = None
    ends: date | None = None
    source: str = ""

    def in_force(self, day: date) -> bool:
        """Whether it holds on that day."""
        return (self.starts is None or self.starts <= day) and (self.ends is None or day <= self.ends)


def _any_number(number: str) -> bool:
    return True


@dataclass(frozen=True)
class CardPool:
    """The cards a deck may draw on, by number; how unknown ones are taken; the restrictions of every date.

    `is_number` tells whether an unknown number could be one of the game's at all.
    """

    cards: Mapping[str, Card]
    policy: PoolPolicy = PoolPolicy.OPEN
    restrictions: tuple[Restriction, ...] = ()
    is_number: Callable[[str], bool] = _any_number


def identity_of(entry: DeckEntry, pool: CardPool, identity: Identity) -> str:
    """What copy limits count an entry by: its number, or its name in any letter case and spacing.

    A card without any known name goes by its number in either case.
    """
    if identity is Identity.NUMBER:
        return entry.number
    card = pool.cards.get(entry.number)
    return same_name(card.name if card else entry.name) or entry.number


def same_name(name: str) -> str:
    """The form in which two spellings of one name are equal."""
    return " ".join(name.casefold().split())
