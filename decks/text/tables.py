"""Lists as tables: rows of section, count, number and name, as comma-, semicolon- or tab-separated text (RFC 4180).

The first row names the columns, which `columns` knows. A cell that a spreadsheet would take for a formula is written
behind an apostrophe, and read without it.
"""

from collections.abc import Iterable, Mapping, Sequence

from cardpool.intake.csv_text import cells_of, csv_line, csv_rows
from cardpool.intake.formulas import guarded
from cardpool.intake.unreadable import Place, UnreadableFile
from decks.text.catalogue import Catalogue
from decks.text.columns import RowGrammar, TableForm, table_form
from decks.text.headers import COMMENTS, OUTSIDE, WHOLE_LIST, Header
from decks.text.line_reader import LineReader
from decks.text.line_words import SUBTOTALS
from decks.text.listing import (
    MAX_LINE_LENGTH,
    LineKind,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.meanings import Take
from decks.text.spelling import loose_key, plain_line


def write_rows(rows: Iterable[Sequence[str | int]]) -> str:
    """Comma-separated text, a line per row; the first one names the columns."""
    return "".join(csv_line(guarded(cell.strip()) if isinstance(cell, str) else cell for cell in row) for row in rows)


def on_single_lines(text: str) -> str:
    """A table with every row on one line, as it was unless a cell held line breaks; any other text as it is."""
    head = next((line for line in text.split("\n") if line.strip()), "")
    table = table_form(head)
    if table is None or '"' not in text:
        return text
    try:
        rows = [row for _, row in csv_rows(text, Place(""), table.delimiter, strict=False)]
    except UnreadableFile:
        return text
    if not any("\n" in cell for row in rows for cell in row):
        return text
    return "".join(csv_line((" ".join(cell.split()) for cell in row), delimiter=table.delimiter) for row in rows)


class TableReader(LineReader):
    """Reads a table row by row; a row without a section belongs to that of the row before."""

    format = ListFormat.TABLE
    compares_numbers = False

    def __init__(self, form: ListForm, catalogue: Catalogue, table: TableForm) -> None:
        super().__init__(form, catalogue)
        self._table = table
        self._rows = RowGrammar(self._grammar, table)
        self._is_headed = False

    def take(self, line: int, raw: str) -> None:
        """Read one row."""
        if len(raw) > MAX_LINE_LENGTH:
            super().take(line, raw)
            return
        row = cells_of(raw, self._table.delimiter)
        if not plain_line("".join(row)):
            self._add(ReadLine(line, raw, LineKind.BLANK))
        elif not self._is_headed:
            self._is_headed = not raw.lstrip().startswith(COMMENTS)
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            self._row(line, raw, [plain_line(cell) for cell in row])

    def _row(self, line: int, raw: str, row: Sequence[str]) -> None:
        cells = self._table.cells(row)
        words = self._rows.words(row)
        filled = [cell for cell in row if cell]
        if len(filled) == 1 and (header := self._headers.read(filled[0])) and not header.rest:
            self._head(line, raw, header)
            return
        if not (cells["number"] or cells["name"]):
            first = filled[0]
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
        meaning = self._rows.meaning(row)
        is_known = meaning is not None and not (isinstance(meaning, Take) and meaning.is_name_alone)
        if not is_known and (total := self._total(cells)):
            self._head(line, raw, total)
        elif isinstance(meaning, Take):
            self._take_cards(line, raw, ((words, meaning),))
        elif meaning is None and cells["number"] and (apart := self._grammar.read(words)):
            self._not_taken(line, raw, words, apart) if not isinstance(apart, Take) else self._take_cards(
                line, raw, ((words, apart),)
            )
        elif meaning is None and not words:
            self._ignore(line, raw, is_clear=True)
        else:
            self._not_taken(line, raw, words or raw, meaning)

    def _total(self, cells: Mapping[str, str]) -> Header | None:
        """A row that sums up the table, or a part of it: `合计` in place of a card."""
        if cells["number"] and cells["name"]:
            return None
        word = cells["number"] or cells["name"]
        if loose_key(word) in SUBTOTALS:
            return Header(WHOLE_LIST)
        header = self._headers.read(f"{word}: {cells['count']}")
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
