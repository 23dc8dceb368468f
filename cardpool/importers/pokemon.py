"""Cards from the public Pokémon TCG data: `cards/<language>/<set>.json` and `sets/en.json` (the repository
PokemonTCG/pokemon-tcg-data), by the fields a pack's `[import.sets]` table names.

A list of sets must be among the files, or stand in each card's `set`: the number of a card is its set's list code and
its collector number (`set_numbers`). The language of a file is the folder it stands in; files of the main language
(option `language`, `en` where not given) state the cards, every other gives further names by the same ids. A second
file of the main language may repeat an id, too: the first one states the card, the other adds its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardpool.importers.records import AttributeValue, Opened, ReadCard, RefusedRow, Row, SkippedRow
from cardpool.importers.set_json import json_files, read_entries
from cardpool.importers.set_numbers import CardSet, SetCard, SetNumbers
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs import AttributeType, EntryFact, GamePack, SetFilesForm

LANGUAGE = "language"
MAIN_LANGUAGE = "en"
NAMES_ONLY = "names_only"
"""The option for files of another language that stand in no folder of it: they give further names and no more."""

SET_FOLDER = "cards"
"""The folder that holds a folder of set files for each language."""

MAX_NAME_LENGTH = 120
MAX_VALUE_LENGTH = 200
_MAX_NUMBER_LENGTH = 6
_IN_BRACKETS = re.compile(r"(.*\S)\s*[(（][^()（）]+[)）]")
_LISTS_A_SET = ("series", "printedTotal", "ptcgoCode")

Entry = Mapping[str, Any]


class _BadEntry(Exception):
    """What is wrong with one entry."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass
class _Found:
    """One card over all files: its place and entry (None: only names so far), its collector number and its names."""

    place: Place
    set_id: str
    number: str
    entry: Entry | None = None
    names: list[str] = field(default_factory=list)


def read_pokemon(paths: list[Path], pack: GamePack, options: Mapping[str, Any]) -> Opened:
    """Read set files together; a path may be a folder. Options: `language`, the one whose files state the cards, and
    `names_only`, by which none does.

    Raises `UnreadableFile`: `format_not_declared` for a pack without `[import.sets]`, `sets_missing` where no file
    lists the sets, `no_card_files`, and whatever is wrong with a file.
    """
    first = Place(paths[0].name if paths else "")
    if pack.set_files is None:
        raise UnreadableFile(first, "format_not_declared", game=pack.key)
    main = options.get(LANGUAGE) if isinstance(options.get(LANGUAGE), str) else MAIN_LANGUAGE
    maker = _Maker(pack, pack.set_files)
    files = [(path, read_entries(path)) for path in json_files(paths)]
    cards = [(path, entries) for path, entries in files if not maker.take_sets(path, entries)]
    if not cards:
        raise UnreadableFile(first, "no_card_files")
    for path, entries in sorted(cards, key=lambda file: _language(file[0], main) != main):
        is_main = _language(path, main) == main and options.get(NAMES_ONLY) is not True
        maker.take_cards(path, entries, is_main=is_main)
    if not maker.sets:
        raise UnreadableFile(first, "sets_missing")
    return Opened(sum(len(entries) for _, entries in cards), maker.rows())


def _language(path: Path, main: str | None) -> str | None:
    """The language of a card file by its folder; the main one for a file that stands in none."""
    folder = path.resolve().parent
    return folder.name if folder.parent.name == SET_FOLDER else main


class _Maker:
    """Collects sets and cards, then turns every card into a row."""

    def __init__(self, pack: GamePack, form: SetFilesForm) -> None:
        self._pack = pack
        self._form = form
        self._types = {attribute.key: attribute.type for attribute in pack.attributes}
        self.sets: dict[str, CardSet] = {}
        self._found: dict[str, _Found] = {}
        self._refused: list[RefusedRow] = []

    def take_sets(self, path: Path, entries: list[Any]) -> bool:
        """Whether a file is a list of sets, which is then kept; sets that cannot be read are left to the cards."""
        if not any(isinstance(entry, dict) and any(key in entry for key in _LISTS_A_SET) for entry in entries):
            return False
        if any(isinstance(entry, dict) and "supertype" in entry for entry in entries):
            return False
        for entry in entries:
            self._take_set(entry)
        return True

    def _take_set(self, entry: Any) -> None:
        id_ = entry.get("id") if isinstance(entry, dict) else None
        if isinstance(id_, str) and id_ and id_ not in self.sets:
            code, released = entry.get("ptcgoCode"), entry.get("releaseDate")
            self.sets[id_] = CardSet(
                id=id_,
                code=code.upper() if isinstance(code, str) else "",
                released=released if isinstance(released, str) else "",
                place=len(self.sets),
            )

    def take_cards(self, path: Path, entries: list[Any], *, is_main: bool) -> None:
        """Keep the cards of a file; a repeated id gives a further name."""
        seen: set[str] = set()
        for row, entry in enumerate(entries, start=1):
            id_ = entry.get("id") if isinstance(entry, dict) else None
            place = Place(path.name, row, id_[:60] if isinstance(id_, str) else "")
            try:
                self._take_card(place, path, entry, seen, is_main=is_main)
            except _BadEntry as mistake:
                self._refused.append(RefusedRow(place, mistake.code, mistake.facts))

    def _take_card(self, place: Place, path: Path, entry: Any, seen: set[str], *, is_main: bool) -> None:
        if not isinstance(entry, dict):
            raise _BadEntry("entry_not_an_object")
        id_, name = _text(entry, "id"), _text(entry, "name", longest=MAX_NAME_LENGTH)
        if id_ in seen:
            raise _BadEntry("id_twice", id=id_)
        seen.add(id_)
        if (found := self._found.get(id_)) is None:
            found = self._found[id_] = _Found(place, self._set_of(entry, path, id_), _number(entry))
        if name not in found.names:
            found.names.append(name)
        if is_main and found.entry is None:
            found.entry = entry

    def _set_of(self, entry: Entry, path: Path, id_: str) -> str:
        """The set a card is of: as it says itself, else by its file, else by its id."""
        own = entry.get("set")
        if isinstance(own, dict):
            self._take_set(own)
        stated = own.get("id") if isinstance(own, dict) else own
        if isinstance(stated, str) and stated:
            return stated
        return path.stem if id_.startswith(f"{path.stem}-") else id_.rpartition("-")[0]

    def rows(self) -> Iterator[Row]:
        yield from self._refused
        numbers = SetNumbers(self._pack, self._form.signs, self.sets.values())
        listed = {id_: found.number for id_, found in self._found.items() if numbers.has(found.set_id)}
        assigned = numbers.assign(SetCard(id_, self._found[id_].set_id, number) for id_, number in listed.items())
        for id_, found in self._found.items():
            if id_ not in listed:
                yield RefusedRow(found.place, "unknown_set", {"set": found.set_id[:60]})
            elif id_ not in assigned:
                yield RefusedRow(found.place, "no_card_number", {"set": found.set_id, "number": listed[id_][:40]})
            else:
                yield self._noticed(self._row(found, *assigned[id_]), found, numbers)

    def _noticed(self, row: Row, found: _Found, numbers: SetNumbers) -> Row:
        """With a notice where the card goes by its id, because the set states its number for several cards."""
        if isinstance(row, RefusedRow | SkippedRow) or not numbers.goes_by_id(found.place.id):
            return row
        return replace(
            row, notice="number_stated_twice", notice_facts={"number": row.number, "stated": found.number[:40]}
        )

    def _row(self, found: _Found, number: str, codes: tuple[str, ...]) -> Row:
        if found.entry is None:
            return ReadCard(found.place, number, "", other_names=tuple(found.names))
        try:
            limit, rules = self._brought(found.entry)
            return ReadCard(
                place=found.place,
                number=number,
                name=found.names[0],
                other_names=(*found.names[1:], *_names_on_cards(found.entry, found.names)),
                attributes=self._facts(found.entry),
                codes=codes,
                copy_limit=limit,
                deck_rules=rules,
            )
        except _BadEntry as mistake:
            return RefusedRow(found.place, mistake.code, mistake.facts)

    def _facts(self, entry: Entry) -> dict[str, AttributeValue]:
        values = ((fact.attribute, self._value(fact, entry)) for fact in self._form.facts)
        return {attribute: value for attribute, value in values if value is not None}

    def _value(self, fact: EntryFact, entry: Entry) -> AttributeValue | None:
        value = entry.get(fact.field)
        if value is None or value in ("", []):
            return None
        type_ = self._types[fact.attribute]
        if type_ is AttributeType.INTEGER:
            return _whole(fact.field, value)
        if type_ is AttributeType.TEXT:
            (text,) = _mapped(fact, [value])[:1]
            return text
        if not isinstance(value, list):
            raise _BadEntry("field_not_a_list", field=fact.field)
        return tuple(dict.fromkeys(_mapped(fact, value)))

    def _brought(self, entry: Entry) -> tuple[int | None, tuple[Mapping[str, Any], ...]]:
        """The copy limit and the deck rules that a card brings with it."""
        limit: int | None = None
        rules: list[Mapping[str, Any]] = []
        meant = [brings for brings in self._form.brings if brings.means(_texts_of(entry, brings.field))]
        sure = [brings for brings in meant if not brings.otherwise]
        for brings in sure or meant[:1]:
            limit = brings.copy_limit if brings.copy_limit is not None else limit
            rules.extend(brings.deck_rules)
        return limit, tuple(rules)


def _texts_of(entry: Entry, key: str) -> tuple[str, ...]:
    value = entry.get(key)
    return tuple(text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))


def _names_on_cards(entry: Entry, names: list[str]) -> list[str]:
    """The names of a Trainer card without what stands in brackets: whom the picture shows is not part of the name, so
    that `Professor's Research (Professor Turo)` and `(Professor Sada)` are copies of one card, and lists leave it out.
    """
    if entry.get("supertype") != "Trainer":
        return []
    bare = (found[1] for name in names if (found := _IN_BRACKETS.fullmatch(name)))
    return [name for name in dict.fromkeys(bare) if name not in names]


def _number(entry: Entry) -> str:
    number = entry.get("number")
    if isinstance(number, bool) or not isinstance(number, str | int) or not str(number).strip():
        raise _BadEntry("field_missing", field="number")
    return str(number)[:MAX_VALUE_LENGTH]


def _text(entry: Entry, key: str, *, longest: int = MAX_VALUE_LENGTH) -> str:
    value = entry.get(key)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        raise _BadEntry("field_missing", field=key)
    if len(text) > longest:
        raise _BadEntry("name_too_long", name=text[:40], most=longest)
    if not _is_plain(text):
        raise _BadEntry("field_not_text", field=key)
    return text


def _is_plain(text: str) -> bool:
    """No control characters and no halves of surrogate pairs, which no database takes."""
    return not any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in text)


def _whole(key: str, value: Any) -> int:
    digits = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(digits, str) or not digits.isascii() or not digits.isdigit() or len(digits) > _MAX_NUMBER_LENGTH:
        raise _BadEntry("field_not_a_number", field=key, value=str(value)[:40])
    return int(digits)


def _mapped(fact: EntryFact, values: list[Any]) -> list[str]:
    """What a field's texts become."""
    found: list[str] = []
    for value in values:
        if not isinstance(value, str) or len(value) > MAX_VALUE_LENGTH or not _is_plain(value):
            raise _BadEntry("field_not_text", field=fact.field)
        if value not in fact.values and fact.is_strict:
            raise _BadEntry("field_unknown_value", field=fact.field, value=value[:40])
        found.extend(fact.values.get(value, (value,)))
    return found
