"""Which column of a card table holds which fact: the facts there are, and a guess from the header line.

A field is known by its key: one of FIXED, or `attributes.<key>` for an attribute of the pack; the empty key leaves a
column out.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from cardpool.importers.header_words import ALIKE, HEADERS, SIMPLIFIED
from cardpool.packs import Attribute, GamePack, Identity

ATTRIBUTE = "attributes."
NUMBER, NAME, CODES = "number", "name", "codes"
NAMES = (NAME, "name_zh", "name_en", "name_ja", "other_names")
PRINTING = ("printing.code", "printing.rarity", "printing.art")
FIXED = (NUMBER, *NAMES, CODES, "copy_limit", "deck_rules", *PRINTING)
SEVERAL = ("other_names", CODES)
"""Fields that more than one column may hold."""

_ENDINGS = re.compile(r"[(（\[【].*?[)）\]】]\s*$")
_BRACKETS = re.compile(r"\s*[(（)）]")
RARITY = "rarity"


def fold(text: str) -> str:
    """A header as it is compared: width, case, spaces, underscores, colons and asterisks make no difference, nor do
    traditional characters."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(SIMPLIFIED)
    return re.sub(r"[\s_:*#\-]+", "", plain)


def fields_of(pack: GamePack) -> tuple[str, ...]:
    """The key of every field a column of this game's tables may hold."""
    return (*FIXED, *(ATTRIBUTE + attribute.key for attribute in pack.attributes))


def attribute_of(field: str, pack: GamePack) -> Attribute | None:
    """The attribute a field key names, None for a fixed field."""
    key = field.removeprefix(ATTRIBUTE)
    return next((one for one in pack.attributes if one.key == key), None) if field.startswith(ATTRIBUTE) else None


def named_field(name: str, pack: GamePack) -> str | None:
    """The field somebody names by its key, or by a header that would be guessed; an attribute needs no prefix."""
    known = fields_of(pack)
    if name in known or name == "":
        return name
    return ATTRIBUTE + name if ATTRIBUTE + name in known else _words(pack).get(fold(name))


def guess_columns(headers: Sequence[str], pack: GamePack) -> tuple[str, ...]:
    """The likely field of every column, empty where none is: by the pack's keys and names of attributes, and by what
    tables of cards call a number or a name in Chinese and English. The first of several columns takes a field. Where a
    game's numbers are the ids of card databases, a column of passcodes stands in for a number column."""
    words = _words(pack)
    taken: set[str] = set()
    guessed = []
    for header in headers:
        field = words.get(fold(header)) or words.get(fold(_ENDINGS.sub("", header))) or ""
        if field in taken and field not in SEVERAL:
            field = ""
        taken.add(field)
        guessed.append(field)
    if pack.cdb is not None and NUMBER not in taken and CODES in taken:
        guessed[guessed.index(CODES)] = NUMBER
    return tuple(guessed)


def _words(pack: GamePack) -> Mapping[str, str]:
    """Folded header → field; what the pack says of its attributes goes before the usual words, those before alike."""
    words = {fold(word): field for field, spellings in HEADERS.items() for word in (*spellings, field)}
    for attribute in pack.attributes:
        field = ATTRIBUTE + attribute.key
        for word in (*_spellings(attribute), field):
            words[fold(word)] = field
        if attribute.key == RARITY:
            words |= {fold(word): field for word in HEADERS["printing.rarity"][1:]}
    for field in (NUMBER, NAME):
        words[field] = field
    for attribute in pack.attributes:
        own = {fold(word) for word in _spellings(attribute)}
        for alike in (group for group in _alike() if own & group):
            words = dict.fromkeys(alike, ATTRIBUTE + attribute.key) | words
    return words


@lru_cache(maxsize=1)
def _alike() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(fold, words)) for words in ALIKE)


def _spellings(attribute: Attribute) -> Iterator[str]:
    """The names of an attribute, also what stands before and in their brackets: `AP（攻击力）` is `AP` and `攻击力`."""
    for name in (attribute.names.zh, attribute.names.en, attribute.key):
        yield from filter(None, (name, *_BRACKETS.split(name)))


def identifies(columns: Iterable[str], pack: GamePack) -> bool:
    """Whether the mapped columns say which card a row is about."""
    return any(field == NUMBER or field in NAMES for field in columns)


def problems_of(columns: Sequence[str], pack: GamePack) -> list[tuple[str, dict[str, str]]]:
    """What is wrong with a choice of columns, as code and facts: nothing to know a card by, or a field chosen twice."""
    found: list[tuple[str, dict[str, str]]] = []
    if not identifies(columns, pack):
        found.append(("no_card_column", {}))
    known = fields_of(pack)
    for field in dict.fromkeys(columns):
        if field and field not in known:
            found.append(("no_such_field", {"field": field}))
        elif field and field not in SEVERAL and list(columns).count(field) > 1:
            found.append(("field_twice", {"field": field}))
    return found


def headers_digest(headers: Sequence[str]) -> str:
    """What a header line is remembered by."""
    return hashlib.sha256(json.dumps([fold(header) for header in headers], ensure_ascii=False).encode()).hexdigest()


def printing_rarity(pack: GamePack) -> str:
    """The attribute that is at the same time the printing's rarity, empty where the pack has none of that kind."""
    found = next((one for one in pack.attributes if one.key == RARITY and is_of_printing(one, pack)), None)
    return found.key if found else ""


def is_of_printing(attribute: Attribute, pack: GamePack) -> bool:
    """Whether cards of one number may differ in it: as the pack says, and the rarity where numbers make the card."""
    return attribute.of_printing or (attribute.key == RARITY and pack.identity is Identity.NUMBER)
