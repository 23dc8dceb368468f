"""Lists as tables: rows of section, count, number and name, as comma-, semicolon- or tab-separated text (RFC 4180).

The first row names the columns in Chinese or English; only one that says which card is needed, and one that says how
many or where. A cell that a spreadsheet would take for a formula is written behind an apostrophe, and read without it.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from decks.text.card_words import Certainty
from decks.text.catalogue import Catalogue
from decks.text.counts import whole_count
from decks.text.headers import Header
from decks.text.line_reader import LineReader
from decks.text.listing import (
    LONGEST_LINE,
    LineKind,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.spelling import exact_key, plain_line

COLUMNS = ("section", "count", "number", "name")
_WORDS = {
    "section": ("section", "part", "zone", "区域", "分区", "部分", "牌区"),
    "count": ("count", "copies", "quantity", "qty", "amount", "张数", "数量", "枚数"),
    "number": ("number", "card number", "code", "card code", "id", "passcode", "编号", "卡牌编号", "卡号", "卡片编号"),
    "name": ("name", "card", "card name", "名称", "卡名", "卡牌名称", "卡牌", "卡片名称"),
}
_COLUMN_OF = {exact_key(word): column for column, words in _WORDS.items() for word in words}
_COMMENTS = ("#", "//", ";")
_DELIMITERS = ",;\t"
_COUNT = re.compile(r"(?P<count>[-+]?[0-9]+)(?:[.,]0+)?\s*(?:张|枚|片|x|×|copies|copy)?", re.IGNORECASE)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True)
class TableForm:
    """How a table's rows are parted, and which cell holds what."""

    delimiter: str
    places: Mapping[str, int]

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """The cells of a row by column; one the row has not is empty."""
        return {
            column: _unguarded(row[at].strip()) if (at := self.places.get(column, len(row))) < len(row) else ""
            for column in COLUMNS
        }


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


def column_places(cells: Iterable[str]) -> dict[str, int]:
    """Which cell of the first row names which column; the first of two that name the same."""
    places: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = _COLUMN_OF.get(exact_key(cell))
        if column is not None:
            places.setdefault(column, at)
    return places


def is_table_head(places: Mapping[str, int]) -> bool:
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
        if len(raw) > LONGEST_LINE:
            super().take(line, raw)
            return
        row = _split(raw, self._table.delimiter)
        if not plain_line("".join(row)):
            self._add(ReadLine(line, raw, LineKind.BLANK))
        elif not self._is_headed:
            self._is_headed = not raw.lstrip().startswith(_COMMENTS)
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            self._row(line, raw, self._table.cells([plain_line(cell) for cell in row]))

    def _row(self, line: int, raw: str, cells: Mapping[str, str]) -> None:
        words = " ".join(filter(None, (cells["count"], cells["number"], cells["name"])))
        if not (cells["number"] or cells["name"]):
            header = self._headers.read(" ".join(filter(None, cells.values())))
            if header is not None and not header.rest:
                self._head(line, raw, header)
                return
        if cells["section"] and not self._open(cells["section"]):
            code = ReadingErrorCode.NO_SUCH_SECTION
            said = " ".join(filter(None, (cells["section"], words)))
            self._fail(ReadingError(code, line, said, found=cells["section"]), raw)
            return
        typed = _COUNT.fullmatch(cells["count"])
        meaning = self._cards.read_parts(cells["number"], cells["name"])
        if meaning.certainty is Certainty.NONE and cells["number"]:
            meaning = self._cards.read(cells["number"])
        count = typed["count"] if typed else cells["count"] or None
        if meaning.certainty is Certainty.NONE and (total := self._total(cells)):
            self._head(line, raw, total)
            return
        if meaning.certainty is not Certainty.NONE and count is not None and whole_count(count) is None:
            code = ReadingErrorCode.COUNT_UNCLEAR
            self._fail(ReadingError(code, line, words, meaning.cards), raw)
            return
        self._take_outcome(line, raw, self._settled(line, words or raw, count, meaning))

    def _total(self, cells: Mapping[str, str]) -> Header | None:
        """A row that sums up the table, or a part of it: `合计` where others have a card."""
        if cells["number"] and cells["name"]:
            return None
        header = self._headers.read(f"{cells['number'] or cells['name']}: {cells['count']}")
        return header if header is not None and header.stated is not None else None

    def _open(self, word: str) -> bool:
        section = self._headers.section(word)
        if section is None:
            return False
        if section != self._section:
            self._section, self._open_run = section, None
        return True
