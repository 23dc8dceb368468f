"""The columns of tables: which cell of a row says which card, how many, and where; and what a row means by them.

The first row names the columns in Chinese or English; only one that says which card is needed, and one that says how
many or where, or nothing but columns that are known. A row whose count no cell states asks for it: no price, stock or
running number is ever taken for one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cardpool.intake.csv_text import cells_of
from cardpool.intake.formulas import unguarded
from decks.text.column_words import (
    ASIDE_STEMS,
    COLUMN_STEMS,
    FRENCH_COUNT,
    NOTE_STEMS,
    PROSE_STEMS,
    RUNNING_NUMBERS,
    STOCK_STEMS,
    WHOLE_HEADINGS,
)
from decks.text.headers import COMMENTS
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import USUAL_COUNTS, CountTrouble, StatedCount, line_of
from decks.text.meanings import BadCount, Meaning, Take
from decks.text.section_words import MAIN_SECTIONS, SIDE_SECTIONS
from decks.text.spelling import loose_key
from decks.text.tokens import Part

COLUMNS = ("section", "count", "number", "name", "set")
UNNAMED = "?"
PART = "part"
MAX_PLACES = 8
MAX_HEADING = 12
MAX_REMEMBERED_HEADS = 256
"""Every row of a table asks what its heads say."""
_COLUMN_OF = {loose_key(word): column for column, words in COLUMN_STEMS.items() for word in words}
_STEMS = tuple(
    sorted(
        (
            (word, column)
            for word, column in _COLUMN_OF.items()
            if (not word.isascii() or len(word) > 3) and word not in WHOLE_HEADINGS
        ),
        key=lambda stem: -len(stem[0]),
    )
)
_PARTS = frozenset(map(loose_key, (*MAIN_SECTIONS, *SIDE_SECTIONS)))
_WHETHER = re.compile("^(?:是否(?:为|是|在)?|is|in)")
_ASIDE = re.compile(r"[(\[（【].*?[)\]）】]")
_DELIMITERS = ",;\t"
_COUNT = re.compile(r"(?P<count>[-+]?[0-9]+)(?:[.,]0+)?\s*(?:张|枚|片|x|×|copies|copy)?", re.IGNORECASE)


@dataclass(frozen=True)
class TableForm:
    """How a table's rows are parted, and which cells hold what: several where several columns are called so."""

    delimiter: str
    places: Mapping[str, tuple[int, ...]]
    heads: tuple[str, ...] = ()

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """The cells of a row by column, the first filled one of a column's; one the row has not is empty."""
        return {column: next(filter(None, self.every(row, column)), "") for column in COLUMNS}

    def every(self, row: Sequence[str], column: str) -> tuple[str, ...]:
        """All cells of a column in a row."""
        places = self.places.get(column, ())
        return tuple(unguarded(row[at].strip()) if at < len(row) else "" for at in places)


def table_form(line: str) -> TableForm | None:
    """Read a line as the row that names the columns, or return None where it is none."""
    for delimiter in _DELIMITERS:
        if delimiter in line and not line.lstrip().startswith(COMMENTS):
            cells = cells_of(line, delimiter)
            form = TableForm(delimiter, column_places(cells), tuple(cells))
            if is_table_head(form.places) or names_columns(cells):
                return form
    return None


def table_head(lines: Iterable[str]) -> TableForm | None:
    """The columns of a text whose first line names them; comments may stand above it."""
    filled = (line for line in lines if line.strip() and not line.lstrip().startswith(COMMENTS))
    return table_form(next(filled, ""))


def column_places(cells: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Which cells of the first row name which column, in the words shops use: as listed, or holding a listed word."""
    places: dict[str, tuple[int, ...]] = {}
    headings = tuple(cells)
    for at, cell in enumerate(headings):
        column = _column(cell)
        if column and column != UNNAMED and len(places.get(column, ())) >= MAX_PLACES:
            column = UNNAMED
        if column:
            places[column] = (*places.get(column, ()), at)
    names = places.get("name", ())
    counts = tuple(at for at in names if _key(headings[at]) == FRENCH_COUNT)
    if counts and len(names) > len(counts) and "count" not in places:
        places["name"], places["count"] = tuple(at for at in names if at not in counts), counts
    numbers = [at for at in places.get("number", ()) if _key(headings[at]) not in RUNNING_NUMBERS]
    if numbers:
        places["number"] = tuple(numbers)
    return places


@lru_cache(maxsize=MAX_REMEMBERED_HEADS)
def _key(cell: str) -> str:
    return loose_key(_ASIDE.sub("", cell)) or loose_key(cell)


def _column(cell: str) -> str:
    """The column that a heading names; empty for one that says nothing about which card or how many, `UNNAMED` for one
    that nobody knows."""
    key = _key(cell)
    if key in _COLUMN_OF:
        return _COLUMN_OF[key]
    if any(word in key for word in ASIDE_STEMS):
        return ""
    if key in _PARTS:
        return PART
    key = key.rstrip("0123456789") if len(key) > 2 else key
    if key in _COLUMN_OF:
        return _COLUMN_OF[key]
    if any(sign.isdigit() for sign in key) or len(key) > MAX_HEADING:
        return UNNAMED
    return next((column for word, column in _STEMS if word in key), UNNAMED)


def names_columns(cells: Sequence[str], *, just_so: bool = False) -> bool:
    """Whether cells are nothing but headings of known columns, one of which says which card; `just_so` takes none that
    only holds a listed word."""
    found = set()
    for cell in cells if len(cells) > 1 else ():
        column = _COLUMN_OF.get(_key(cell), UNNAMED) if just_so else _column(cell)
        if column == UNNAMED:
            return False
        found.add(column)
    return not found.isdisjoint(("number", "name"))


def is_table_head(places: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether these columns make a table of cards."""
    says_how_many = bool({"section", "count"} & places.keys()) or len(places.get(PART, ())) > 1
    return bool({"number", "name"} & places.keys()) and says_how_many


def head_words(head: str) -> str:
    """What a heading says of its column: the column, empty for one that says nothing of cards, `UNNAMED` if nobody
    knows."""
    return _column(head)


@lru_cache(maxsize=MAX_REMEMBERED_HEADS)
def is_note(head: str) -> bool:
    """Whether a column is for remarks, each about its own row."""
    return any(word in _key(head) for word in NOTE_STEMS)


@lru_cache(maxsize=MAX_REMEMBERED_HEADS)
def is_prose(head: str) -> bool:
    """Whether a column holds a card's own text, or names its set."""
    return any(word in _key(head) for word in PROSE_STEMS)


def is_of_stock(head: str) -> bool:
    """Whether a column says what is there to be had."""
    return any(word in _key(head) for word in STOCK_STEMS)


def without_stems(head: str) -> Iterator[str]:
    """A heading as it is, and without the words that only say which column it is: `备牌编号`, `是否备牌`."""
    for key in dict.fromkeys((loose_key(head), _key(head))):
        bare = _WHETHER.sub("", key).rstrip("0123456789")
        yield from (key, bare)
        yield from (bare.replace(word, "", 1) for word, column in _STEMS if column and word in bare)


class RowGrammar:
    """Reads single rows of a table."""

    def __init__(self, grammar: LineGrammar, table: TableForm) -> None:
        self._grammar = grammar
        self._table = table

    def words(self, row: Sequence[str]) -> str:
        """What a row says in own text; where no cell states the count, with a count character that asks for it."""
        cells = self._table.cells(row)
        said = " ".join(filter(None, (cells["number"], cells["name"])))
        return f"{cells['count']} {said}".strip() if cells["count"] or not said else f"{said} ×"

    def meaning(self, row: Sequence[str]) -> Meaning:
        """What a row means by its number and its names; two columns of names are names of one card."""
        cells = self._table.cells(row)
        said = " ".join(filter(None, (cells["number"], cells["name"])))
        if "count" not in self._table.places and said:
            whole = self._grammar.read(said)
            if isinstance(whole, Take) and whole.count.is_stated:
                return whole
        count = self._count(row)
        if said and count.trouble is CountTrouble.NO_NUMBER and (none := BadCount(count.typed, ())).is_none:
            return none
        names = tuple(_unnumbered(name, cells["number"]) for name in self._table.every(row, "name") if name)
        tried = [
            self._grammar.agree(number, name, count)
            for number in self._numbers(row, cells["number"])
            for name in (dict.fromkeys((*names[:1], " ".join(names[:2]))) if names else ("",))
        ]
        if "/" in cells["number"] and names:
            tried.append(self._grammar.agree("", f"{names[0]} {cells['number']}", count))
        return next((one for one in tried if isinstance(one, Take)), tried[0])

    def _numbers(self, row: Sequence[str], number: str) -> Iterable[str]:
        """The number as it stands, or behind the set that another cell names: `MEW` and `150/165`."""
        sets = [cell for cell in self._table.every(row, "set") if cell and " " not in cell] if number else []
        printed = number.partition("/")[0].strip()
        joined = [f"{one} {printed}" for one in sets if self._grammar.is_number(f"{one} {printed}")]
        return joined if joined and not self._grammar.is_number(number) else (number,)

    def _count(self, row: Sequence[str]) -> StatedCount:
        """What the cells of the count's columns state; two that differ leave it open, and so do none."""
        stated = [_stated(cell) for cell in self._table.every(row, "count") if cell]
        if "count" not in self._table.places:
            stated = [_stated(cell) for cell in self._table.every(row, UNNAMED) if cell.isdigit()]
            options = tuple(dict.fromkeys(one.copies for one in stated if one.copies is not None))
            return StatedCount(None, True, CountTrouble.MISSING, options or USUAL_COUNTS)
        if not stated:
            return StatedCount(None, True, CountTrouble.MISSING, USUAL_COUNTS)
        if len({one.copies for one in stated}) > 1:
            options = tuple(dict.fromkeys(one.copies for one in stated if one.copies is not None))
            return StatedCount(None, True, CountTrouble.TWO, options)
        return stated[0]


def _unnumbered(name: str, number: str) -> str:
    """A name without the number behind it that another cell has: `Comfey - 079/196`."""
    return name.removesuffix(number).rstrip(" -") if "/" in number else name


def _stated(cell: str) -> StatedCount:
    """The count that a cell states."""
    typed = _COUNT.fullmatch(cell)
    line = line_of(typed["count"] if typed else cell)
    count = line.count(range(len(line.tokens)))
    if not count.is_stated or any(token.part in (Part.WORD, Part.SHORT_REMARK) for token in line.tokens):
        return StatedCount(None, True, CountTrouble.MISSING, USUAL_COUNTS)
    return count
