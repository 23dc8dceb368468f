"""Rows that speak of one card, merged into what they say together; rows that contradict each other refused. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardpool.card_checks import (
    MAX_CODE_LENGTH,
    MAX_LIMIT,
    MAX_LINES,
    MAX_NAME_LENGTH,
    MAX_NUMBER,
    MAX_RARITY_LENGTH,
    MAX_TEXT_LENGTH,
)
from cardpool.importers.columns import ATTRIBUTE, is_of_printing
from cardpool.importers.records import AttributeValue, ReadCard, RefusedRow, Row, SkippedRow
from cardpool.packs import Attribute, AttributeType, GamePack, Identity

_TYPES: Mapping[AttributeType, type] = {
    AttributeType.INTEGER: int,
    AttributeType.TEXT: str,
    AttributeType.LIST: tuple,
    AttributeType.FLAG: bool,
}


@dataclass(frozen=True)
class MergedCard:
    """What all rows of one card say together: `card` stands at the first row's place.

    `alternatives` are, for attributes that only distinguish printings, all values the rows state.
    """

    card: ReadCard
    alternatives: Mapping[str, tuple[AttributeValue, ...]] = field(default_factory=dict)


@dataclass
class Merged:
    """Everything a run of rows came to; `rows` counts the rows that were read, whatever became of them."""

    cards: list[MergedCard] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    skipped: list[SkippedRow] = field(default_factory=list)
    rows: int = 0


def merge_rows(rows: Iterable[Row], pack: GamePack) -> Merged:
    """Merge the rows of each card. Which row comes first decides nothing but the order of names and printings.

    Where rows contradict each other in a fact of the card, which of them is right is not guessed: all rows of that card
    are refused, each naming another one (`contradicts`). Where numbers make the card another name is a further name,
    and an attribute of printings may differ; where names make it, rows of one number need a name in common.
    """
    merged = Merged()
    groups: dict[str, list[ReadCard]] = {}
    seen: set[tuple[str, int, str]] = set()
    for row in rows:
        places = (row.place, *row.also) if isinstance(row, ReadCard) else (row.place,)
        seen.update((place.file, place.row, place.id) for place in places)
        if isinstance(row, RefusedRow):
            merged.refused.append(row)
        elif isinstance(row, SkippedRow):
            merged.skipped.append(row)
        elif faults := list(_unfit(row, pack)):
            merged.refused.extend(faults)
        else:
            groups.setdefault(pack.card_key(number=row.number, name=row.name), []).append(row)
    merged.rows = len(seen)
    loose = loose_attributes(pack)
    for group in groups.values():
        if len(group) == 1:
            merged.cards.append(MergedCard(group[0]))
        elif refused := _contradictions(group, loose, pack):
            merged.refused.extend(refused)
        else:
            merged.cards.append(_together(group, loose))
    return merged


def loose_attributes(pack: GamePack) -> frozenset[str]:
    """The keys of the attributes that only distinguish printings of a card."""
    return frozenset(one.key for one in pack.attributes if is_of_printing(one, pack))


def _contradictions(group: list[ReadCard], loose: frozenset[str], pack: GamePack) -> list[RefusedRow]:
    """A refusal for every row of a card whose rows contradict each other; none where they do not."""
    facts = [dict(_firm_facts(card, loose)) for card in group]
    for key in dict.fromkeys(key for stated in facts for key in stated):
        telling = [(card, stated[key]) for card, stated in zip(group, facts, strict=True) if key in stated]
        if any(value != telling[0][1] for _, value in telling):
            return [_differs(card, key, stated.get(key), telling) for card, stated in zip(group, facts, strict=True)]
    if pack.identity is Identity.NAME and not _one_name(group):
        return [
            _contradicts(card, "name", card.name, other, other.name)
            for card in group
            for other in [next(one for one in group if one.name != card.name)]
        ]
    return []


def _differs(card: ReadCard, key: str, said: Any, telling: list[tuple[ReadCard, Any]]) -> RefusedRow:
    other, says = next((other, value) for other, value in telling if value != said)
    return _contradicts(card, key, said, other, says)


def _contradicts(card: ReadCard, key: str, said: Any, other: ReadCard, says: Any) -> RefusedRow:
    facts = {
        "column": key,
        "field": key,
        "found": _plain(said),
        "other": _plain(says),
        "other_file": other.place.file if other.place.file != card.place.file else "",
        "other_row": other.place.row,
        "other_id": other.place.id,
        "number": card.number or card.name,
    }
    return RefusedRow(card.place, "contradicts", facts)


def _one_name(group: list[ReadCard]) -> bool:
    """Whether the rows hang together by names they share; rows without a name go with any."""
    named = [{card.name, *card.other_names} for card in group if card.name]
    if len({card.name for card in group if card.name}) <= 1:
        return True
    known = set(named.pop())
    while touching := [names for names in named if names & known]:
        known.update(*touching)
        named = [names for names in named if not names & known]
    return not named


def _firm_facts(card: ReadCard, loose: frozenset[str]) -> Iterator[tuple[str, Any]]:
    for key, value in card.attributes.items():
        if key not in loose:
            yield ATTRIBUTE + key, tuple(sorted(value)) if isinstance(value, tuple) else value
    if card.copy_limit is not None:
        yield "copy_limit", card.copy_limit
    if card.deck_rules:
        yield "deck_rules", card.deck_rules


def _together(group: list[ReadCard], loose: frozenset[str]) -> MergedCard:
    attributes: dict[str, AttributeValue] = {}
    alternatives: dict[str, tuple[AttributeValue, ...]] = {}
    for card in group:
        for key, value in card.attributes.items():
            attributes.setdefault(key, value)
            if key in loose:
                alternatives[key] = tuple(dict.fromkeys((*alternatives.get(key, ()), value)))
    names = [name for card in group for name in (card.name, *card.other_names) if name]
    first = group[0]
    whole = replace(
        first,
        name=names[0] if names and first.name == "" else first.name,
        attributes=attributes,
        codes=tuple(dict.fromkeys(code for card in group for code in card.codes)),
        printings=tuple(dict.fromkeys(printing for card in group for printing in card.printings)),
        copy_limit=next((card.copy_limit for card in group if card.copy_limit is not None), None),
        deck_rules=next((card.deck_rules for card in group if card.deck_rules), ()),
        also=tuple(place for card in group for place in (card.place, *card.also))[1:],
    )
    further = tuple(dict.fromkeys(name for name in names if name != whole.name))
    return MergedCard(replace(whole, other_names=further), alternatives)


def _unfit(card: ReadCard, pack: GamePack) -> Iterator[RefusedRow]:
    """What keeps a card from being kept at all: texts too long or unprintable, values the pack does not know."""

    def refused(code: str, column: str, **facts: Any) -> RefusedRow:
        return RefusedRow(card.place, code, {"column": column, **facts})

    for column, text, most in _texts(card):
        if len(text) > most:
            yield refused("text_too_long", column, most=most)
    for column, several in (("other_names", card.other_names), ("codes", card.codes), ("printings", card.printings)):
        if len(several) > MAX_LINES:
            yield refused("too_many_parts", column, most=MAX_LINES)
    if card.copy_limit is not None and not 0 <= card.copy_limit <= MAX_LIMIT:
        yield refused("out_of_range", "copy_limit", found=card.copy_limit, most=MAX_LIMIT)
    known = {attribute.key: attribute for attribute in pack.attributes}
    for key, value in card.attributes.items():
        for code, facts in _value_faults(value, known.get(key)):
            yield refused(code, ATTRIBUTE + key, **facts)
    if not _printable(card):
        yield refused("unprintable", "")


def _texts(card: ReadCard) -> Iterator[tuple[str, str, int]]:
    """Every text of a card beside its attributes: field, text, the most characters it may have."""
    yield "number", card.number, MAX_CODE_LENGTH
    yield "name", card.name, MAX_NAME_LENGTH
    for name in card.other_names:
        yield "other_names", name, MAX_NAME_LENGTH
    for code in card.codes:
        yield "codes", code, MAX_CODE_LENGTH
    for printing in card.printings:
        yield "printing.code", printing.code, MAX_CODE_LENGTH
        yield "printing.rarity", printing.rarity, MAX_RARITY_LENGTH
        yield "printing.art", printing.art, MAX_NAME_LENGTH


def _value_faults(value: AttributeValue, attribute: Attribute | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is wrong with a value of an attribute, as codes and facts."""
    if attribute is None or type(value) is not _TYPES[attribute.type]:
        yield "wrong_kind", {}
        return
    if type(value) is int and not 0 <= value <= MAX_NUMBER:
        yield "out_of_range", {"found": value, "most": MAX_NUMBER}
    allowed = [word.key for word in attribute.values]
    parts = value if isinstance(value, tuple) else (value,)
    for part in parts:
        if isinstance(part, str) and allowed and part not in allowed:
            yield "unknown_value", {"found": part[:60], "attribute": attribute.key, "known": allowed}
        elif isinstance(part, str) and len(part) > MAX_TEXT_LENGTH:
            yield "text_too_long", {"most": MAX_TEXT_LENGTH}
    if len(parts) > MAX_LINES:
        yield "too_many_parts", {"most": MAX_LINES}


def _printable(card: ReadCard) -> bool:
    """Whether every text can be kept: no NUL, no half of a surrogate pair, wherever it stands."""
    stated = (card.number, card.name, card.other_names, card.codes, dict(card.attributes), card.deck_rules)
    printings = [(one.code, one.rarity, one.art) for one in card.printings]
    try:
        written = json.dumps((stated, printings, card.place.id), ensure_ascii=False)
        written.encode()
    except (UnicodeEncodeError, ValueError, TypeError, RecursionError):
        return False
    return "\\u0000" not in written


def _plain(value: Any) -> Any:
    """A fact as JSON keeps it."""
    return list(value) if isinstance(value, tuple) else value
