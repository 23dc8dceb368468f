"""Lists as tables: rows of section, count, number and name, as comma-, semicolon- or tab-separated text (RFC 4180).

The first row names the columns, which `columns` knows. A cell that a spreadsheet would take for a formula is written
behind an apostrophe, and read without it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cardpool.intake.csv_text import cells_of, csv_line, csv_rows
from cardpool.intake.formulas import guarded
from cardpool.intake.unreadable import Place, UnreadableFile
from decks.text.catalogue import Catalogue
from decks.text.column_words import SUBTOTALS
from decks.text.columns import COLUMNS, RowGrammar, TableForm, table_form
from decks.text.headers import COMMENTS, OUTSIDE, WHOLE_LIST, Header
from decks.text.line_reader import LineReader
from decks.text.listing import (
    MAX_LINE_LENGTH,
    LineKind,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.meanings import BadCount, Take
from decks.text.spelling import loose_key, plain_line
from decks.text.table_rows import Half, RowCard, TableRows


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
        self._rows = TableRows(self._grammar, table, self._headers)
        self._sections = [self._section for _ in self._rows.halves]
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
        filled = [(at, half) for at, half in enumerate(self._rows.halves) if half.has(row)]
        if len(self._rows.halves) == 1:
            self._only_card(line, raw, row, self._rows.halves[0])
            return
        found: list[RowCard] = []
        heads = 0
        for at, half in filled:
            own = half.only(row)
            if self._heads_half(at, half, own):
                heads += 1
                continue
            said = half.table.cells(own)["section"]
            if said and self._headers.section(said) is None:
                found.append(RowCard(None, " ".join(filter(None, own)), None))
                continue
            cards = self._rows.cards(half, own)
            found += (replace(one, section=one.section or self._sections[at]) for one in cards)
        if found:
            self._take_row(line, raw, found, is_whole=not heads)
        else:
            self._add(ReadLine(line, raw, LineKind.COMMENT))

    def _heads_half(self, at: int, half: Half, row: Sequence[str]) -> bool:
        """Whether the cells of a half are a heading, or a total, and not a card; the section of the half follows it."""
        cells = half.table.cells(row)
        filled = [cell for cell in row if cell]
        header = self._headers.read(filled[0]) if len(filled) == 1 else None
        if cells["section"] and (section := self._headers.section(cells["section"])):
            self._sections[at] = section
        if header is not None and not header.rest:
            self._sections[at] = header.section or self._sections[at]
            return True
        total = self._total(cells)
        return total is not None and total.section == WHOLE_LIST

    def _only_card(self, line: int, raw: str, row: Sequence[str], half: Half) -> None:
        cells = half.table.cells(row)
        words = RowGrammar(self._grammar, half.table).words(row)
        filled = [cell for cell in row if cell]
        if len(filled) == 1 and (header := self._headers.read(filled[0])) and not header.rest:
            self._head(line, raw, header)
            return
        if not (cells["number"] or cells["name"]):
            first = filled[0]
            named = " ".join(filter(None, (cells[column] for column in COLUMNS)))
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
        found = self._rows.cards(half, row)
        meaning = found[0].meaning
        is_known = meaning is not None and not (isinstance(meaning, Take) and meaning.is_name_alone)
        is_known = is_known and not (isinstance(meaning, BadCount) and meaning.is_none)
        if not is_known and (total := self._total(cells)):
            self._head(line, raw, total)
        elif meaning is None and cells["number"] and (apart := self._grammar.read(words)):
            self._take_row(line, raw, (RowCard(found[0].section, words, apart),))
        elif meaning is None and not words:
            self._ignore(line, raw, is_clear=True)
        else:
            self._take_row(line, raw, found)

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
