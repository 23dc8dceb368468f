"""Cards as the deck rules see them, from a pool file or the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from cardpool.legality.deck import AttributeValue, Card
from cardpool.packs import AttributeType, GamePack

_FITTING: Mapping[AttributeType, type] = {
    AttributeType.INTEGER: int,
    AttributeType.TEXT: str,
    AttributeType.FLAG: bool,
}


class CardLike(Protocol):
    """The facts that every source of cards states: packs, files, the database, and the form at the desk."""

    @property
    def number(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def other_names(self) -> tuple[str, ...]: ...
    @property
    def attributes(self) -> Mapping[str, Any]: ...
    @property
    def codes(self) -> tuple[str, ...]: ...
    @property
    def copy_limit(self) -> int | None: ...


class KnownCard(CardLike, Protocol):
    """What a book needs of a card: shipped cards and the database's both have it."""

    @property
    def is_demo(self) -> bool: ...
    @property
    def deck_rules(self) -> tuple[Mapping[str, Any], ...]: ...


def engine_card(card: KnownCard, pack: GamePack) -> Card:
    """A card as the deck rules see it; an attribute of another type than the pack declares is treated as unknown."""
    types = {attribute.key: attribute.type for attribute in pack.attributes}
    attributes = _fitting(card.attributes, types)
    return Card(
        card.number,
        card.name,
        attributes,
        card.copy_limit,
        tuple(card.other_names),
        tuple(card.deck_rules),
        card.is_demo,
    )


def _fitting(attributes: Mapping[str, Any], types: Mapping[str, AttributeType]) -> dict[str, AttributeValue]:
    """The attributes the pack declares; a value of another type is treated as unknown."""
    values = ((key, _value(attributes[key], type_)) for key, type_ in types.items() if key in attributes)
    return {key: value for key, value in values if value is not None}


def _value(value: Any, type_: AttributeType) -> AttributeValue | None:
    if type_ is AttributeType.LIST:
        listed = isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
        return tuple(value) if listed else None
    fits: bool = type(value) is _FITTING[type_]
    return value if fits else None
