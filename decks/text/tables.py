"""Lists as tables: rows of section, count, number and name, as comma-, semicolon- or tab-separated text (RFC 4180).

The first row names the columns in Chinese or English; only one that says which card is needed, and one that says how
many or where. Where no column says how many and one of an unknown heading holds numbers, the rows ask. A cell that a
spreadsheet would take for a formula is written behind an apostrophe, and read without it.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from decks.text.catalogue import Catalogue
from decks.text.headers import OUTSIDE, Header
from decks.text.line_parts import ONE_COPY, USUAL_COUNTS, CountTrouble, Line, StatedCount
from decks.text.line_reader import LineReader
from decks.text.line_words import COLUMN_STEMS
from decks.text.listing import (
    MAX_LINE_LENGTH,
    LineKind,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.meanings import Meaning, Take
from decks.text.spelling import loose_key, plain_line
from decks.text.tokens import Part

COLUMNS = ("section", "count", "number", "name")
UNNAMED = "?"
MAX_PLACES = 2
MAX_HEADING = 12
_COLUMN_OF = {loose_key(word): column for column, words in COLUMN_STEMS.items() for word in words}
_STEMS = tuple(
    sorted(
        ((word, column) for word, column in _COLUMN_OF.items() if not word.isascii() or len(word) > 3),
        key=lambda stem: -len(stem[0]),
    )
)
_ASIDE = re.compile(r"[(\[（【].*?[)\]）】]")
_COMMENTS = ("#", "//", ";")
_DELIMITERS = ",;\t"
_COUNT = re.compile(r"(?P<count>[-+]?[0-9]+)(?:[.,]0+)?\s*(?:张|枚|片|x|×|copies|copy)?", re.IGNORECASE)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True)
class TableForm:
    """How a table's rows are parted, and which cells hold what: two where two columns are called so."""

    delimiter: str
    places: Mapping[str, tuple[int, ...]]

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """The cells of a row by column, the first filled one of a column's; one the row has not is empty."""
        return {column: next(filter(None, self.every(row, column)), "") for column in COLUMNS}

    def every(self, row: Sequence[str], column: str) -> tuple[str, ...]:
        """All cells of a column in a row."""
        places = self.places.get(column, ())
        return tuple(_unguarded(row[at].strip()) if at < len(row) else "" for at in places)


def table_form(line: str) -> TableForm | None:
    """Read a line as the row that names the columns, or return None where it is none."""
    for delimiter in _DELIMITERS:
        if delimiter in line and not line.lstrip().startswith(_COMMENTS):
            form = TableForm(delimiter, column_places(_split(line, delimiter)))
            if is_table_head(form.places):
                return form
    return None


def table_head(lines: Iterable[str]) -> TableForm | None:
    """The columns of a text whose first line names them; comments may stand above it."""
    filled = (line for line in lines if line.strip() and not line.lstrip().startswith(_COMMENTS))
    return table_form(next(filled, ""))


def column_places(cells: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Which cells of the first row name which column, in the words shops use: as listed, or holding a listed word."""
    places: dict[str, tuple[int, ...]] = {}
    for at, cell in enumerate(cells):
        column = _column(cell)
        if column == UNNAMED or (column and len(places.get(column, ())) < MAX_PLACES):
            places[column] = (*places.get(column, ()), at)
    return places


def _column(cell: str) -> str:
    """The column that a heading names; empty for one that says nothing about which card or how many, `UNNAMED` for one
    that nobody knows."""
    key = loose_key(_ASIDE.sub("", cell)) or loose_key(cell)
    if key in _COLUMN_OF:
        return _COLUMN_OF[key]
    if any(sign.isdigit() for sign in key) or len(key) > MAX_HEADING:
        return UNNAMED
    return next((column for word, column in _STEMS if word in key), UNNAMED)


def is_table_head(places: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether these columns make a table of cards."""
    return bool({"number", "name"} & places.keys()) and bool({"section", "count"} & places.keys())


def write_rows(rows: Iterable[Sequence[str | int]]) -> str:
    """Comma-separated text, a line per row; the first one names the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def on_single_lines(text: str) -> str:
    """A table with every row on one line, as it was unless a cell held line breaks; any other text as it is."""
    head = next((line for line in text.split("\n") if line.strip()), "")
    table = table_form(head)
    if table is None or '"' not in text:
        return text
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=table.delimiter))
    except csv.Error:
        return text
    if not any("\n" in cell for row in rows for cell in row):
        return text
    out = io.StringIO()
    writer = csv.writer(out, delimiter=table.delimiter, lineterminator="\n")
    writer.writerows([" ".join(cell.split()) for cell in row] for row in rows)
    return out.getvalue()


def guarded(cell: str) -> str:
    """The cell with an apostrophe before it where a spreadsheet would take it for a formula."""
    bare = cell.strip()
    return f"'{bare}" if _FORMULA.match(bare) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


class TableReader(LineReader):
    """Reads a table row by row; a row without a section belongs to that of the row before."""

    format = ListFormat.TABLE

    def __init__(self, form: ListForm, catalogue: Catalogue, table: TableForm) -> None:
        super().__init__(form, catalogue)
        self._table = table
        self._is_headed = False

    def take(self, line: int, raw: str) -> None:
        """Read one row."""
        if len(raw) > MAX_LINE_LENGTH:
            super().take(line, raw)
            return
        row = _split(raw, self._table.delimiter)
        if not plain_line("".join(row)):
            self._add(ReadLine(line, raw, LineKind.BLANK))
        elif not self._is_headed:
            self._is_headed = not raw.lstrip().startswith(_COMMENTS)
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            self._row(line, raw, [plain_line(cell) for cell in row])

    def _row(self, line: int, raw: str, row: Sequence[str]) -> None:
        cells = self._table.cells(row)
        words = " ".join(filter(None, (cells["count"], cells["number"], cells["name"])))
        if not (cells["number"] or cells["name"]):
            first = next(filter(None, row), "")
            named = " ".join(filter(None, cells.values()))
            tried = (self._headers.read(words) for words in (named, f"{first}: {cells['count']}"))
            header = next((one for one in tried if one is not None and not one.rest), None)
            if header is not None:
                self._head(line, raw, header)
                return
        if cells["section"] and not self._open(line, cells["section"]):
            code = ReadingErrorCode.NO_SUCH_SECTION
            said = " ".join(filter(None, (cells["section"], words)))
            self._fail(ReadingError(code, line, said, found=cells["section"]), raw)
            return
        count = self._count(row)
        names = tuple(filter(None, self._table.every(row, "name")))
        meaning = self._cells_meaning(cells["number"], names, count)
        if isinstance(meaning, Take):
            self._take_cards(line, raw, ((words, meaning),))
        elif meaning is None and (total := self._total(cells)):
            self._head(line, raw, total)
        elif meaning is None and cells["number"] and (apart := self._grammar.read(words)):
            self._not_taken(line, raw, words, apart) if not isinstance(apart, Take) else self._take_cards(
                line, raw, ((words, apart),)
            )
        elif meaning is None and not words:
            self._ignore(line, raw, is_clear=True)
        else:
            self._not_taken(line, raw, words or raw, meaning)

    def _cells_meaning(self, number: str, names: tuple[str, ...], count: StatedCount) -> Meaning:
        """What a row means by its number and its names; two columns of names are names of one card."""
        tried = [self._grammar.agree(number, name, count) for name in dict.fromkeys((*names[:1], " ".join(names)))]
        tried = tried or [self._grammar.agree(number, "", count)]
        return next((one for one in tried if isinstance(one, Take)), tried[0])

    def _count(self, row: Sequence[str]) -> StatedCount:
        """What the cells of the count's columns state; two that differ leave it open."""
        stated = [_stated(cell) for cell in self._table.every(row, "count") if cell]
        if "count" not in self._table.places:
            perhaps = [_stated(cell) for cell in self._table.every(row, UNNAMED) if cell.isdigit()]
            options = tuple(dict.fromkeys(one.copies for one in perhaps if one.copies is not None))
            if options:
                return StatedCount(None, True, CountTrouble.MISSING, options)
        if len({one.copies for one in stated}) > 1:
            options = tuple(dict.fromkeys(one.copies for one in stated if one.copies is not None))
            return StatedCount(None, True, CountTrouble.TWO, options)
        return stated[0] if stated else ONE_COPY

    def _total(self, cells: Mapping[str, str]) -> Header | None:
        """A row that sums up the table, or a part of it: `合计` where others have a card."""
        if cells["number"] and cells["name"]:
            return None
        header = self._headers.read(f"{cells['number'] or cells['name']}: {cells['count']}")
        return header if header is not None and header.stated is not None else None

    def _open(self, line: int, word: str) -> bool:
        section = self._headers.section(word)
        if section is None:
            return False
        if section == OUTSIDE:
            if self._section or self._aparts[-1].word != word:
                self._open_part(line, word)
        elif section != self._section:
            self._section, self._open_run = section, None
        return True


def _stated(cell: str) -> StatedCount:
    """The count that a cell states."""
    typed = _COUNT.fullmatch(cell)
    line = Line(typed["count"] if typed else cell)
    count = line.count(range(len(line.tokens)))
    if not count.is_stated or any(token.part in (Part.WORD, Part.SHORT_REMARK) for token in line.tokens):
        return StatedCount(None, True, CountTrouble.MISSING, USUAL_COUNTS)
    return count
