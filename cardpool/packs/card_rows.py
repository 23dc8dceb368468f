"""The card pool file that ships beside a pack: one row per card, read as strictly as the pack itself.

Columns: `number`, `name` (in the language the card is printed in), `name_en` and `name_zh` (further names, optional),
`copy_limit` (the card's own, optional), `deck_rules` (the deck rules printed on it, as a JSON list of tables), `demo`
(`1` for a card that was made up), and any attribute key of the pack. The parts of a list attribute are separated by
`|`. An empty cell means that the fact is not known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardpool.intake.csv_text import csv_rows
from cardpool.intake.problems import Problem, TableFault
from cardpool.intake.strict_json import KEY_TWICE, BadJson, read_json_tables
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.packs.game_pack import Attribute, AttributeType, GamePack
from cardpool.packs.problems import PackError, PackFault

AttributeValue = int | str | bool | tuple[str, ...]
_FIXED = ("number", "name", "name_zh", "name_en", "other_names", "copy_limit", "deck_rules", "demo")
_REQUIRED = ("number", "name")
_FLAGS = {"1": True, "0": False}
_ROWS_THAT_END_BADLY = {
    "broken_quotes": "a quotation mark opens here and does not close as it should",
    "cell_too_long": "a cell is too long",
    "row_too_long": "the row is too long",
}


@dataclass(frozen=True)
class PackCard:
    """A card as a pool file states it; attributes that are not known are absent.

    `codes` are further numbers it goes by, `line` is its line in the file.
    """

    number: str
    name: str
    other_names: tuple[str, ...] = ()
    attributes: Mapping[str, AttributeValue] = field(default_factory=dict)
    copy_limit: int | None = None
    is_demo: bool = False
    deck_rules: tuple[Mapping[str, Any], ...] = ()
    codes: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False)


def read_card_rows(text: str, pack: GamePack, *, source: str) -> tuple[PackCard, ...]:
    """Read a card pool file. Raises `PackError` with every bad cell, its column as path and its line."""
    rows = csv_rows(text.removeprefix("\ufeff"), Place(source), ",", by_line=True)
    problems: list[Problem] = []
    cards: list[PackCard] = []
    header: list[str] = []
    numbers: dict[str, int] = {}
    try:
        _, header = next(rows, (0, []))
        problems.extend(_header_problems(header, pack, source))
        for line, row in [] if problems else rows:
            reader = _RowReader(dict(zip(header, row, strict=False)), pack, source, line)
            if len(row) != len(header):
                reader.problem("", f"{len(row)} cells where the first line has {len(header)}")
            card = reader.card()
            if card.number in numbers:
                reader.problem("number", f"{card.number} is already on line {numbers[card.number]}")
            numbers.setdefault(card.number, line)
            problems.extend(reader.problems)
            cards.append(card)
    except UnreadableFile as mistake:
        problems.append(_problem(source, "", mistake.place.row, _ROWS_THAT_END_BADLY[mistake.code]))
    if problems:
        raise PackError(tuple(problems))
    return tuple(cards)


def _header_problems(header: list[str], pack: GamePack, source: str) -> list[Problem]:
    known = (*_FIXED, *(attribute.key for attribute in pack.attributes))
    problems = [
        Problem(column, TableFault.UNKNOWN_KEY, {"known": ", ".join(known)}, source, 1)
        for column in header
        if column not in known
    ]
    problems += [Problem(column, TableFault.MISSING_KEY, {}, source, 1) for column in _REQUIRED if column not in header]
    problems += [
        Problem(column, TableFault.DUPLICATE, {"found": column}, source, 1)
        for position, column in enumerate(header)
        if column in header[:position]
    ]
    return problems


class _RowReader:
    """Reads the cells of one row, collecting what is wrong with them."""

    def __init__(self, cells: Mapping[str, str], pack: GamePack, source: str, line: int) -> None:
        self._cells = cells
        self._pack = pack
        self._source = source
        self._line = line
        self.problems: list[Problem] = []

    def problem(self, column: str, detail: str) -> None:
        self.problems.append(_problem(self._source, column, self._line, detail))

    def card(self) -> PackCard:
        number = self._cell("number")
        if self._pack.normalise_number(number) != number:
            self.problem("number", f'"{number}" is not a card number of this game as printed')
        name = self._cell("name")
        if not name:
            self.problem("name", "a card needs a name")
        limit = self._cell("copy_limit")
        attributes = {
            attribute.key: value for attribute in self._pack.attributes if (value := self._value(attribute)) is not None
        }
        return PackCard(
            number=number,
            name=name,
            other_names=self._other_names(name),
            attributes=attributes,
            copy_limit=self._whole("copy_limit", limit) if limit else None,
            is_demo=bool(self._flag("demo", self._cell("demo") or "0")),
            deck_rules=self._deck_rules(),
            line=self._line,
        )

    def _other_names(self, name: str) -> tuple[str, ...]:
        """Its names in the site's two languages and any further ones, each once, the name itself left out."""
        further = (part.strip() for part in self._cell("other_names").split("|"))
        found = dict.fromkeys((self._cell("name_zh"), self._cell("name_en"), *further))
        return tuple(other for other in found if other not in ("", name))

    def _cell(self, column: str) -> str:
        return self._cells.get(column, "").strip()

    def _value(self, attribute: Attribute) -> AttributeValue | None:
        key, cell = attribute.key, self._cell(attribute.key)
        if not cell:
            return None
        if attribute.type is AttributeType.INTEGER:
            return self._whole(key, cell)
        if attribute.type is AttributeType.FLAG:
            return self._flag(key, cell)
        parts: tuple[str, ...] = (cell,)
        if attribute.type is AttributeType.LIST:
            parts = tuple(part.strip() for part in cell.split("|") if part.strip())
        known = [word.key for word in attribute.values]
        for part in parts if known else ():
            if part not in known:
                self.problem(key, f'"{part}" is not one of {", ".join(known)}')
        return parts if attribute.type is AttributeType.LIST else cell

    def _deck_rules(self) -> tuple[Mapping[str, Any], ...]:
        cell = self._cell("deck_rules")
        if not cell:
            return ()
        try:
            return read_json_tables(cell)
        except BadJson as mistake:
            is_key = mistake.code == KEY_TWICE
            said = 'deck rules contain "{key}" twice' if is_key else "deck rules are a JSON list of tables"
            self.problem("deck_rules", said.format(**mistake.facts))
            return ()

    def _whole(self, column: str, cell: str) -> int | None:
        if cell.isascii() and cell.isdigit():
            return int(cell)
        self.problem(column, f'"{cell}" is not a whole number')
        return None

    def _flag(self, column: str, cell: str) -> bool | None:
        if cell not in _FLAGS:
            self.problem(column, f'"{cell}" is neither 1 nor 0')
        return _FLAGS.get(cell)


def _problem(source: str, column: str, line: int, detail: str) -> Problem:
    return Problem(column, PackFault.BAD_ROW, {"detail": detail}, source, line)
