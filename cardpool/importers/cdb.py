"""Cards from the `.cdb` databases of EDOPro and YGOPro, by the columns and bits a pack's `[import.cdb]` table names.

**Copies count by `alias`, or by `id` where there is none** (`deck_manager.cpp`: `cit->alias ? cit->alias : cit->code`).
Rows of one root are therefore the same card for every copy limit. Where a game counts by number they are one card,
which has the root's number, and `codes` holds the other ids, even where the root stands in no file. Where it counts
by name, rows of one root with the same name and facts are one card (a further picture); a row whose facts differ, such
as a LEGEND printing, stays a card of its own, because the facts decide what a deck may hold, and shares a name with the
others, so that they count together. An alias that is in no file, or is a card of another game there, is a further code
of the card all the same. An id less than 20 away from its alias is another picture of it and has its name
(`CARD_ARTWORK_VERSIONS_OFFSET`, `card_data.h`).

**Several files merge** in the order given: the numbers of a later file replace an earlier one's; a further
name of the same id, such as another language's, is one more name. A file with `texts` alone adds names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardpool.importers.cdb_file import CdbTables, Numbers, read_strings, read_tables
from cardpool.importers.records import AttributeValue, Opened, ReadCard, RefusedRow, Row, SkippedRow
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs import CdbForm, GamePack, Identity

INCLUDE_OTHERS = "include_others"
"""The option that takes rows which the pack leaves out only if not asked for, such as cards of the sister game."""

ARTWORK_OFFSET = 20
MAX_NAME_LENGTH = 120


def read_cdb(paths: list[Path], pack: GamePack, options: Mapping[str, Any]) -> Opened:
    """Read card databases together; a `strings.conf` among the paths names their bits. Option: `include_others`.

    Raises `UnreadableFile` `format_not_declared` for a pack without `[import.cdb]`, and whatever is wrong with a file.
    """
    if pack.cdb is None:
        raise UnreadableFile(Place(paths[0].name if paths else ""), "format_not_declared", game=pack.key)
    strings: dict[int, str] = {}
    files: list[CdbTables] = []
    for path in paths:
        if path.suffix.lower() == ".conf":
            strings.update(read_strings(path))
        else:
            files.append(read_tables(path))
    if not files:
        raise UnreadableFile(Place(paths[0].name if paths else ""), "no_database")
    merged = _merged(files, pack.cdb)
    refused = [row for file in files for row in file.refused]
    maker = _Maker(pack, pack.cdb, strings, merged, include_others=options.get(INCLUDE_OTHERS) is True)
    return Opened(len(merged) + len(refused), maker.rows(refused))


@dataclass
class _Merged:
    """One id over all files: where it was first seen, its numbers (None: in no file), its names in the files' order."""

    place: Place
    numbers: Numbers | None = None
    names: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Kept:
    """A row that is a card of the game."""

    id: int
    place: Place
    number: str
    names: tuple[str, ...]
    facts: Mapping[str, AttributeValue]


def _merged(files: list[CdbTables], form: CdbForm) -> dict[int, _Merged]:
    merged: dict[int, _Merged] = {}
    for file in files:
        for id_ in (*file.datas, *file.names):
            merged.setdefault(id_, _Merged(Place(file.file, 0, str(id_))))
        for id_, numbers in file.datas.items():
            merged[id_].numbers = numbers
        for id_, name in file.names.items():
            plain = _plain_name(name, form)
            if plain and plain not in merged[id_].names:
                merged[id_].names.append(plain)
    return dict(sorted(merged.items()))


def _plain_name(name: str, form: CdbForm) -> str:
    """A name without the marks of the file."""
    plain = " ".join(name.split())
    for ending in form.name_endings:
        plain = plain.removesuffix(ending).rstrip()
    return plain


class _Maker:
    """Turns merged ids into rows: every id is one card, joins one, or is left out with its reason."""

    def __init__(
        self,
        pack: GamePack,
        form: CdbForm,
        strings: Mapping[int, str],
        merged: Mapping[int, _Merged],
        *,
        include_others: bool,
    ) -> None:
        self._pack = pack
        self._form = form
        self._strings = strings
        self._merged = merged
        self._include_others = include_others
        self._printed = {attribute.key for attribute in pack.attributes if attribute.of_printing}

    def rows(self, refused: list[RefusedRow]) -> Iterator[Row]:
        yield from refused
        bad = {row.place.id for row in refused}
        groups: dict[int, list[_Kept]] = {}
        for id_, merged in self._merged.items():
            if merged.place.id in bad and (merged.numbers is None or not merged.names):
                continue
            found = self._row(id_, merged)
            if isinstance(found, _Kept):
                groups.setdefault(self._root(id_), []).append(found)
            else:
                yield found
        for root, kept in groups.items():
            yield from self._cards(root, kept)

    def _row(self, id_: int, merged: _Merged) -> _Kept | Row:
        """What one id is by itself."""
        place = merged.place
        number = self._number(id_)
        if self._pack.normalise_number(number) != number:
            return RefusedRow(place, "not_a_card_number", {"number": number})
        if (long := next((name for name in merged.names if len(name) > MAX_NAME_LENGTH), None)) is not None:
            return RefusedRow(place, "name_too_long", {"name": long[:40], "most": MAX_NAME_LENGTH})
        if any("\x00" in name for name in merged.names):
            return RefusedRow(place, "text_not_unicode", {"column": "name"})
        if merged.numbers is None:
            return ReadCard(place, number, "", other_names=tuple(merged.names))
        if reason := self._left_out(merged.numbers):
            name = merged.names[0] if merged.names else ""
            return SkippedRow(place, reason, {"name": name, "number": number})
        if not merged.names:
            return RefusedRow(place, "no_name", {"number": number})
        return _Kept(id_, place, number, tuple(merged.names), self._facts(merged.numbers))

    def _number(self, id_: int) -> str:
        return str(id_).zfill(self._form.digits)

    def _left_out(self, numbers: Numbers) -> str:
        """Why a row is not a card of the game, empty where it is one."""
        for skip in self._form.skips:
            if skip.means(numbers) and not (skip.is_optional and self._include_others):
                return skip.reason
        return ""

    def _facts(self, numbers: Numbers) -> dict[str, AttributeValue]:
        facts: dict[str, AttributeValue] = {}
        for fact in self._form.facts:
            value = None if fact.attribute in facts else fact.value(numbers, self._strings)
            if value is not None:
                facts[fact.attribute] = value
        return facts

    def _root(self, id_: int) -> int:
        """The id that a row's copies count by: its alias', followed through the files; of a ring the smallest."""
        seen = [id_]
        while alias := self._alias(seen[-1]):
            if alias in seen:
                return min(seen[seen.index(alias) :])
            seen.append(alias)
        return seen[-1]

    def _alias(self, id_: int) -> int:
        merged = self._merged.get(id_)
        alias = merged.numbers["alias"] if merged is not None and merged.numbers is not None else 0
        return alias if alias > 0 and alias != id_ else 0

    def _cards(self, root: int, group: list[_Kept]) -> Iterator[Row]:
        """The cards that rows of one root are."""
        rows = sorted(group, key=lambda row: (row.id != root, row.id))
        if self._pack.identity is Identity.NUMBER:
            yield from self._by_number(root, rows)
            return
        main = rows[0]
        parts: dict[tuple[Any, ...], list[_Kept]] = {}
        for row in rows:
            is_picture = main.id == root and abs(row.id - root) < ARTWORK_OFFSET
            name = (main if is_picture else row).names[0]
            parts.setdefault((name.casefold(), *self._judged(row.facts)), []).append(row)
        outside = self._outside(root, rows)
        for part in parts.values():
            further = outside if part[0] is main else ()
            yield self._card(part[0].number, part, [*_names(part), main.names[0]], further)

    def _outside(self, root: int, rows: list[_Kept]) -> tuple[str, ...]:
        """The number of an alias that is not a card of the pool itself, such as the same card's in the sister game."""
        number = self._number(root)
        if any(row.id == root for row in rows) or self._pack.normalise_number(number) != number:
            return ()
        return (number,)

    def _by_number(self, root: int, rows: list[_Kept]) -> Iterator[Row]:
        number = self._number(root)
        if self._pack.normalise_number(number) != number:
            yield from (RefusedRow(row.place, "not_a_card_number", {"number": number}) for row in rows)
        else:
            yield self._card(number, rows, _names(rows))

    def _card(self, number: str, rows: list[_Kept], names: list[str], further: tuple[str, ...] = ()) -> ReadCard:
        first = rows[0]
        return ReadCard(
            place=first.place,
            number=number,
            name=first.names[0],
            other_names=tuple(name for name in dict.fromkeys(names) if name != first.names[0]),
            attributes=first.facts,
            codes=(*(row.number for row in rows if row.number != number), *further),
            also=tuple(row.place for row in rows[1:]),
        )

    def _judged(self, facts: Mapping[str, AttributeValue]) -> list[tuple[str, AttributeValue]]:
        """The facts that are not of one printing."""
        return sorted((key, value) for key, value in facts.items() if key not in self._printed)


def _names(rows: list[_Kept]) -> list[str]:
    return [name for row in rows for name in row.names]
