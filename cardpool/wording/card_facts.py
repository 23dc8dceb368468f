"""What is known of a card, as its game calls it in the active language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.languages import language_key
from cardpool.packs import AttributeType, GamePack
from cardpool.packs.game_pack import Attribute
from cardpool.queries.browsing import written_values

MAX_FACT_LENGTH = 24
MAX_FACTS = 4


@dataclass(frozen=True)
class SaidValue:
    """A value as it is said; `written` as addresses write it."""

    text: str
    written: str


@dataclass(frozen=True)
class SaidFact:
    """A known attribute: what it is called, its clause, its value or values. `is_long` texts are paragraphs."""

    key: str
    label: str
    clause: str
    values: tuple[SaidValue, ...]
    is_long: bool
    is_flag: bool


def say_facts(attributes: Mapping[str, Any], pack: GamePack) -> tuple[SaidFact, ...]:
    """Every known attribute in the order of the pack."""
    return tuple(_said(attributes, pack))


def short_facts(attributes: Mapping[str, Any], pack: GamePack) -> tuple[str, ...]:
    """A few short facts that distinguish cards; long texts are left out."""
    facts: list[str] = []
    for fact in _said(attributes, pack):
        if fact.is_flag:
            facts += [fact.label] if attributes[fact.key] else []
        elif isinstance(attributes[fact.key], int):
            facts.append(f"{fact.label} {fact.values[0].text}")
        else:
            facts += [value.text for value in fact.values]
    return tuple(fact for fact in facts if len(fact) <= MAX_FACT_LENGTH)[:MAX_FACTS]


def label_of(attribute: Attribute) -> str:
    """What the attribute is called."""
    return attribute.names.in_language(language_key())


def say_written(attribute: Attribute, written: str) -> str:
    """What a value is called that an address wrote."""
    return attribute.say(written, language_key())


def _said(attributes: Mapping[str, Any], pack: GamePack) -> Iterator[SaidFact]:
    for attribute in pack.attributes:
        values = tuple(
            SaidValue(attribute.say(one, language_key()), one) for one in written_values(attributes.get(attribute.key))
        )
        if not values:
            continue
        is_text = attribute.type is AttributeType.TEXT
        yield SaidFact(
            key=attribute.key,
            label=label_of(attribute),
            clause=attribute.clause,
            values=values,
            is_long=is_text and len(values[0].text) > MAX_FACT_LENGTH,
            is_flag=attribute.type is AttributeType.FLAG,
        )
