"""What can be wrong with the facts stated about a card, by the pack of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from accounts.refusals import Refusal
from cardpool.engine_cards import CardLike
from cardpool.packs import AttributeType, GamePack
from cardpool.packs.game_pack import Attribute

MAX_NAME_LENGTH = 120
MAX_CODE_LENGTH = 60
MAX_RARITY_LENGTH = 40
MAX_TEXT_LENGTH = 2000
MAX_LINES = 50
MAX_NUMBER = 1_000_000
MAX_LIMIT = 999


class PrintedFacts(Protocol):
    """What is checked of a printing."""

    @property
    def code(self) -> str: ...
    @property
    def rarity(self) -> str: ...
    @property
    def art(self) -> str: ...


class StatedFacts(CardLike, Protocol):
    """What is checked of a card."""

    @property
    def printings(self) -> Sequence[PrintedFacts]: ...


def card_problems(facts: StatedFacts, pack: GamePack, *, had: Mapping[str, Any], is_new: bool) -> Iterator[Refusal]:
    """Every problem with its field; an attribute's field is `attribute_KEY`. Values the card `had` may stay."""
    if is_new and facts.number and pack.normalise_number(facts.number) != facts.number:
        examples = pack.mapping["cards"].get("number", {}).get("examples", [""])
        yield Refusal("no_card_number", field="number", number=facts.number, example=examples[0])
    if not facts.name:
        yield Refusal("card_name_required", field="name")
    yield from _lengths("name", (facts.name,), MAX_NAME_LENGTH)
    yield from _lengths("other_names", facts.other_names, MAX_NAME_LENGTH)
    yield from _lengths("codes", facts.codes, MAX_CODE_LENGTH)
    if facts.copy_limit is not None and not 0 <= facts.copy_limit <= MAX_LIMIT:
        yield Refusal("attribute_not_whole", field="copy_limit")
    known = {attribute.key: attribute for attribute in pack.attributes}
    for key, value in facts.attributes.items():
        if key in known and value != _kept(had.get(key)):
            yield from _attribute(known[key], value, had.get(key))
    yield from _printings(facts.printings)


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _lengths(field: str, texts: Iterable[str], limit: int) -> Iterator[Refusal]:
    listed = list(texts)
    if any(len(text) > limit for text in listed):
        yield Refusal("card_text_too_long", field=field, limit=limit)
    if len(listed) > MAX_LINES:
        yield Refusal("too_many_lines", field=field, limit=MAX_LINES)


def _attribute(attribute: Attribute, value: Any, had: Any) -> Iterator[Refusal]:
    field = f"attribute_{attribute.key}"
    if attribute.type is AttributeType.INTEGER:
        if type(value) is not int or not 0 <= value <= MAX_NUMBER:
            yield Refusal("attribute_not_whole", field=field)
        return
    if attribute.type is AttributeType.FLAG:
        if type(value) is not bool:
            yield Refusal("attribute_wrong", field=field, value=value)
        return
    parts = value if isinstance(value, tuple) else (value,)
    yield from _lengths(field, parts, MAX_TEXT_LENGTH)
    allowed = {word.key for word in attribute.values}
    if allowed:
        allowed |= set(had) if isinstance(had, list) else {had}
        for part in parts:
            if part not in allowed:
                yield Refusal("attribute_wrong", field=field, value=part)


def _printings(printings: Sequence[PrintedFacts]) -> Iterator[Refusal]:
    if len(printings) > MAX_LINES:
        yield Refusal("too_many_lines", field="printings", limit=MAX_LINES)
    seen: dict[tuple[str, str, str], int] = {}
    for line, printing in enumerate(printings, start=1):
        facts = (printing.code, printing.rarity, printing.art)
        if not printing.code:
            yield Refusal("printing_without_code", field="printings", line=line)
        for text, limit in zip(facts, (MAX_CODE_LENGTH, MAX_RARITY_LENGTH, MAX_NAME_LENGTH), strict=True):
            if len(text) > limit:
                yield Refusal("card_text_too_long", field="printings", limit=limit)
        if facts in seen:
            yield Refusal("printing_twice", field="printings", line=line, first=seen[facts])
        seen.setdefault(facts, line)
