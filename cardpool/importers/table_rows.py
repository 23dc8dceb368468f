"""One row of a card table: every cell read by what its column holds, every problem of the row reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardpool.importers.cells import (
    CellError,
    line_of,
    list_of,
    number_text,
    rules_of,
    value_of,
    whole_of,
)
from cardpool.importers.columns import NAMES, NUMBER, attribute_of, printing_rarity
from cardpool.importers.records import AttributeValue, ReadCard, ReadPrinting, RefusedRow, Row
from cardpool.intake.unreadable import Place
from cardpool.intake.workbook import Cell
from cardpool.packs import GamePack


class RowReader:
    """Reads the rows of one table below its header line."""

    def __init__(self, file: str, headers: Sequence[str], columns: Sequence[str], pack: GamePack) -> None:
        self._file = file
        self._headers = headers
        self._columns = columns
        self._pack = pack
        self._fixed = [(at, field) for at, field in enumerate(columns) if field and not attribute_of(field, pack)]
        attributes = ((at, attribute_of(field, pack)) for at, field in enumerate(columns))
        self._attributes = [(at, attribute) for at, attribute in attributes if attribute is not None]
        self._rarity = printing_rarity(pack)

    def read(self, row: int, cells: Sequence[Cell]) -> Iterator[Row]:
        """The card of a row, or a refusal for each of its problems; nothing for a row without a mapped cell."""
        place = Place(self._file, row)
        problems: list[RefusedRow] = []
        facts = self._read_fixed(place, cells, problems)
        attributes = self._read_attributes(place, cells, problems)
        if not facts and not attributes and not problems:
            return
        names = [facts[field] for field in NAMES if facts.get(field) and field != "other_names"]
        names += facts.get("other_names", ())
        named = NUMBER in self._columns
        if named and not facts.get(NUMBER) and not any(one.facts["column"] == self._header(NUMBER) for one in problems):
            problems.append(RefusedRow(place, "number_missing", {"column": self._header(NUMBER)}))
        if not names and not facts.get(NUMBER) and not problems:
            problems.append(RefusedRow(place, "name_missing", {"column": ""}))
        if problems:
            yield from problems
            return
        yield ReadCard(
            place=place,
            number=facts.get(NUMBER, ""),
            name=names[0] if names else "",
            other_names=tuple(dict.fromkeys(name for name in names[1:] if name != names[0])),
            attributes=attributes,
            codes=facts.get("codes", ()),
            printings=self._printings(facts, attributes),
            copy_limit=facts.get("copy_limit"),
            deck_rules=facts.get("deck_rules", ()),
        )

    def _read_fixed(self, place: Place, cells: Sequence[Cell], problems: list[RefusedRow]) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for at, field in self._fixed:
            cell = cells[at] if at < len(cells) else None
            if cell is None:
                continue
            try:
                value = self._fact(field, cell)
            except CellError as mistake:
                problems.append(self._refused(place, at, mistake))
                continue
            if value in ("", (), None):
                continue
            facts[field] = (*facts[field], *value) if isinstance(value, tuple) and field in facts else value
        return facts

    def _fact(self, field: str, cell: Cell) -> Any:
        if field == NUMBER:
            return self._number(cell)
        if field == "deck_rules":
            return rules_of(cell)
        if field == "copy_limit":
            return whole_of(cell)
        if field in ("other_names", "codes"):
            return list_of(cell)
        return line_of(cell)

    def _number(self, cell: Cell) -> str:
        typed = number_text(cell)
        number = self._pack.normalise_number(typed) if typed else ""
        if number is None:
            examples = self._pack.mapping["cards"]["number"]["examples"]
            raise CellError("not_a_number", found=typed[:60], examples=list(examples)[:3])
        return number

    def _read_attributes(
        self, place: Place, cells: Sequence[Cell], problems: list[RefusedRow]
    ) -> dict[str, AttributeValue]:
        found: dict[str, AttributeValue] = {}
        for at, attribute in self._attributes:
            cell = cells[at] if at < len(cells) else None
            if cell is None or cell == "":
                continue
            try:
                value = value_of(cell, attribute)
            except CellError as mistake:
                problems.append(self._refused(place, at, mistake))
                continue
            if value is not None:
                found[attribute.key] = value
        return found

    def _printings(self, facts: dict[str, Any], attributes: dict[str, AttributeValue]) -> tuple[ReadPrinting, ...]:
        """The physical version a row tells of: where it states a code, a rarity or a picture."""
        rarity = facts.get("printing.rarity") or attributes.get(self._rarity, "")
        code, art = facts.get("printing.code", ""), facts.get("printing.art", "")
        if not (code or art or rarity):
            return ()
        return (ReadPrinting(code or facts.get(NUMBER, ""), str(rarity), art),)

    def _refused(self, place: Place, at: int, mistake: CellError) -> RefusedRow:
        return RefusedRow(place, mistake.code, {"column": self._headers[at], **mistake.facts})

    def _header(self, field: str) -> str:
        at = self._columns.index(field)
        return self._headers[at]
