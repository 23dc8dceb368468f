"""Tables within a list of lines: rows below the heads of columns, as Markdown and pages of shops have them.

Cells that stand between pipes, commas or tabs are read by their columns. Where nothing but space parts them, nobody can
tell the cells; such rows are read as lines, and ask for their count where a price or a running number may be taken for
one.
"""

from dataclasses import dataclass, field, replace

from decks.text.columns import RowGrammar, TableForm, column_places, names_columns
from decks.text.headers import HeaderReader
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import USUAL_COUNTS, CountTrouble, StatedCount, line_of
from decks.text.listing import QuestionCode
from decks.text.meanings import Doubt, Meaning, Take, readings_of
from decks.text.spelling import plain_line
from decks.text.table_rows import RowCard, TableRows
from decks.text.tokens import Part

_DELIMITERS = "|\t,;"
_UNSTATED = StatedCount(None, True, CountTrouble.MISSING, USUAL_COUNTS)


@dataclass(frozen=True)
class InnerTable:
    """The columns that a line has named; `delimiter` is empty where nothing but space parts them.

    `tags` are the sections that cells said so far, by their column."""

    form: TableForm
    heads: tuple[str, ...]
    tags: dict[int, str] = field(default_factory=dict, compare=False)

    def meaning(self, grammar: LineGrammar, raw: str) -> tuple[str, Meaning] | None:
        """What a row says and means; None where a line is not a row of this table."""
        cells = _cells(raw, self.form.delimiter) if self.form.delimiter else ()
        if len(cells) != len(self.heads) or not cells:
            return None
        rows = RowGrammar(grammar, self.form)
        return rows.words(cells), rows.meaning(cells)

    def cards(self, grammar: LineGrammar, headers: HeaderReader, raw: str) -> tuple[RowCard, ...]:
        """The cards of a row that names several, or says its section or more than its columns do; empty for any other
        row, which `meaning` reads."""
        cells = _cells(raw, self.form.delimiter) if self.form.delimiter else ()
        if len(cells) != len(self.heads) or not cells:
            return ()
        rows = TableRows(grammar, self.form, headers, self.tags)
        found = tuple(card for half in rows.halves if half.has(cells) for card in rows.cards(half, half.only(cells)))
        is_plain = len(rows.halves) == 1 and len(found) == 1 and found[0].section is None
        is_left = is_plain and isinstance(found[0].meaning, Doubt) and found[0].meaning.found
        return () if is_plain and not is_left else found

    def counted(self, plain: str, meaning: Meaning) -> Meaning:
        """The meaning of a line below columns that only space parts: a doubt where its count may be no count."""
        known = sum(map(len, (self.form.places.get(column, ()) for column in ("section", "number", "name", "set"))))
        is_open = not self.form.delimiter and "count" not in self.form.places and known < len(self.heads)
        if not is_open or not isinstance(meaning, Take) or not meaning.count.is_stated:
            return meaning
        line = line_of(plain)
        is_written_first = line.begins_with_count and 0 in (
            *self.form.places.get("number", ()),
            *self.form.places.get("name", ()),
        )
        if is_written_first or any(token.part is Part.COUNT for token in line.tokens):
            return meaning
        return Doubt(QuestionCode.COUNT_MISSING, readings_of([replace(meaning, count=_UNSTATED)]), meaning.count.typed)


def inner_table(raw: str, plain: str) -> InnerTable | None:
    """The table that a line begins by naming its columns and nothing else."""
    for delimiter in _DELIMITERS:
        if delimiter in raw:
            cells = _cells(raw, delimiter)
            if names_columns(cells):
                return InnerTable(TableForm(delimiter, column_places(cells), cells), cells)
    cells = tuple(plain.split())
    return InnerTable(TableForm("", column_places(cells), cells), cells) if names_columns(cells, just_so=True) else None


def _cells(raw: str, delimiter: str) -> tuple[str, ...]:
    if delimiter not in raw:
        return ()
    return tuple(plain_line(cell) for cell in raw.strip(" >").removeprefix("|").removesuffix("|").split(delimiter))
