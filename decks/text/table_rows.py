"""Rows of tables as cards: a head that repeats parts a row into several cards, and heads and cells may say a section.

What a row says in columns that are not read is left out only where it says nothing about which card, how many, or
where: a cell with a section, with a word for what is not here, a second count or another card makes the row ask.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from decks.text.columns import UNNAMED, RowGrammar, TableForm, head_words, is_note, is_of_stock, is_prose, without_stems
from decks.text.headers import OUTSIDE, HeaderReader
from decks.text.line_grammar import LineGrammar
from decks.text.listing import QuestionCode
from decks.text.meanings import BadCount, Doubt, Meaning, Take, readings_of
from decks.text.no_cards import NOTHING
from decks.text.says_more import says_count, says_part
from decks.text.spelling import loose_key, simplified

MAX_CELLS = 40
"""How many cells of a row are looked at beyond those that have a head."""
MIN_DIGITS = 5
"""How many digits a card's number has that nothing else is taken for."""
_WHICH = ("number", "name")
_KINDS = (*_WHICH, "count")
_YES = frozenset(("是", "是的", "对", "有", "y", "yes", "true", "√", "✓", "✔", "v"))
_NO = frozenset(("", "0", "-", "—", "–", "/", "否", "不是", "非", "n", "no", "false", "×", "x", *NOTHING))
_COUNTED = re.compile(r"(?:[xX×*] ?)?(?P<count>[0-9]{1,2}) ?[张枚份]?")
_SAYS_MORE = re.compile(
    r"[0-9]{1,2} ?[张枚份]? ?(?:主|备|副|边|main|side)|[0-9一二两三四] ?[张枚份]|缺"
    r"|(?<![a-z])(?:side ?(?:board|deck)?|sold|maybe|missing|not (?:in|here|played))(?![a-z])",
    re.IGNORECASE,
)
_IS_PLAYED = re.compile("^(?:是否(?:携?带|上场?|使?用|投入|放|要|参赛|有)|带不带|要不要|有没有)")


@dataclass(frozen=True)
class RowCard:
    """A card that a row names: `section` is None where nothing in its columns says one, `OUTSIDE` where it says a part
    that decks of the game do not have."""

    section: str | None
    words: str
    meaning: Meaning


@dataclass(frozen=True)
class Half:
    """The columns of one card in a row, from `first` up to `last`, of which the others are read by no column.

    `section` is said by the head of the number or name. `counts` are columns of counts by the section they are for;
    none where one column has the count, whatever the section. `flags` are columns headed with a section beside those.
    """

    table: TableForm
    first: int
    last: int | None
    section: str | None
    counts: tuple[tuple[int, str], ...]
    flags: tuple[tuple[int, str], ...]
    asides: tuple[int, ...]

    def has(self, row: Sequence[str]) -> bool:
        """Whether a row has any cell here."""
        return any(row[self.first : self.last])

    def only(self, row: Sequence[str]) -> list[str]:
        """The row with nothing in the cells of other halves."""
        return [
            cell if at >= self.first and (self.last is None or at < self.last) else "" for at, cell in enumerate(row)
        ]


class TableRows:
    """Reads the rows of one table, by the section words of a game.

    With `tags`, the sections that cells above said by their column, a column of sections is read here too.
    """

    def __init__(
        self, grammar: LineGrammar, table: TableForm, headers: HeaderReader, tags: dict[int, str] | None = None
    ) -> None:
        self._grammar = grammar
        self._tags = tags
        self._open_tags = {} if tags is None else tags
        self._headers = headers
        self._heads = table.heads
        self.halves = tuple(self._half(table, *span) for span in _spans(table))

    def cards(self, half: Half, row: Sequence[str]) -> tuple[RowCard, ...]:
        """The cards of a half of a row, one for each section with a count; what its other cells say makes it ask."""
        found = []
        for section, table in self._readings(half, row):
            rows = RowGrammar(self._grammar, table)
            words, meaning = rows.words(row), rows.meaning(row)
            found.append(RowCard(section or half.section, words, meaning))
        if isinstance(found[0].meaning, BadCount) and found[0].meaning.is_none:
            return tuple(found)
        tagged, left = self._beside(half, row, found[0].meaning)
        if left:
            return (self._doubted(found, left),)
        return tuple(replace(one, section=tagged) for one in found) if tagged else tuple(found)

    def _doubted(self, found: Sequence[RowCard], left: str) -> RowCard:
        takes = [one.meaning for one in found if isinstance(one.meaning, Take)]
        doubt = Doubt(QuestionCode.WORDS_LEFT, readings_of(takes) if len(found) == 1 else (), left)
        return RowCard(None, f"{' / '.join(one.words for one in found)} {left}", doubt)

    def _readings(self, half: Half, row: Sequence[str]) -> Iterator[tuple[str | None, TableForm]]:
        stated = [(at, section) for at, section in half.counts if loose_key(_cell(row, at)) not in _NO]
        for at, section in stated:
            yield section, replace(half.table, places={**half.table.places, "count": (at,)})
        if not stated:
            yield None, half.table

    def _beside(self, half: Half, row: Sequence[str], meaning: Meaning) -> tuple[str | None, str]:
        """The section that cells beside the card say, and the cell for which the row asks."""
        said: dict[str, str] = {}
        for at, section in half.flags:
            cell = _cell(row, at)
            own = self._headers.section(cell) if cell else None
            if own not in (None, OUTSIDE):
                said[own or ""] = cell
            elif simplified(cell).casefold() in _YES:
                said[section] = cell
            elif simplified(cell).casefold() not in _NO and (section != self._headers.first or self._says(at, cell)):
                return None, f"{self._head(at)}={cell}"
        for at in half.asides:
            cell = _cell(row, at)
            if not cell and at not in self._open_tags:
                continue
            own = self._headers.section(cell) if cell and not is_prose(self._head(at)) else None
            if own not in (None, OUTSIDE):
                said[own or ""] = cell
                self._open_tags[at] = own or ""
            elif (
                not cell
                and not is_note(self._head(at))
                and self._open_tags.get(at, self._headers.first) != (self._headers.first)
            ):
                return None, f"{self._head(at)}=?"
            elif (
                own == OUTSIDE
                or (cell and self._is_of_sections(at))
                or self._says(at, cell)
                or self._is_card(at, cell, meaning)
            ):
                return None, cell
        if len(said) > 1 or (said and half.counts):
            return None, " ".join(said.values())
        return next(iter(said), None), self._second(half, row, meaning)

    def _is_of_sections(self, at: int) -> bool:
        return self._tags is not None and head_words(self._head(at)) == "section"

    def _says(self, at: int, cell: str) -> bool:
        """Whether a cell says a section, that the card is not here, or a count."""
        head, text = self._head(at), simplified(cell).strip(" .。").casefold()
        if not text or is_prose(head):
            return False
        if text in NOTHING:
            return is_of_stock(head) or bool(_IS_PLAYED.match(simplified(head)))
        counted = _COUNTED.fullmatch(text)
        if _IS_PLAYED.match(simplified(head)) and (text in _NO or text == "不"):
            return True
        if says_count(cell, is_note=is_note(head)):
            return True
        return says_part(cell) or bool(_SAYS_MORE.search(text)) or (counted is not None and not text.isdigit())

    def _is_card(self, at: int, cell: str, meaning: Meaning) -> bool:
        """Whether a cell that no head explains is the number or the name of another card."""
        head = self._head(at)
        if not cell or not (is_note(head) or head_words(head) == UNNAMED) or (cell.isdigit() and head):
            return False
        if cell.isdigit() and len(cell) < MIN_DIGITS:
            return False
        found = [self._grammar.read(cell) if not head or is_note(head) else None]
        if self._grammar.is_number(cell):
            found.append(self._grammar.read_new(cell))
        return any(self._differs(one, meaning) for one in found)

    def _second(self, half: Half, row: Sequence[str], meaning: Meaning) -> str:
        """The second cell of a column that names another card than the first; else empty."""
        numbers = [cell for cell in half.table.every(row, "number") if cell and self._grammar.is_number(cell)]
        kinds = {cell.isdigit() for cell in numbers}
        for cell in numbers[1:] if len(kinds) == 1 else ():
            if self._differs(self._grammar.read(cell) or self._grammar.read_new(cell), meaning):
                return cell
        names = [cell for cell in half.table.every(row, "name") if cell]
        for cell in names[1:]:
            if self._differs(self._grammar.read(cell), meaning, known=True):
                return cell
        return ""

    def _differs(self, other: Meaning, meaning: Meaning, *, known: bool = False) -> bool:
        if not isinstance(other, Take) or not isinstance(meaning, Take) or other.is_name_alone or other.rest:
            return False
        if known and (not other.cards or other.notice_of_new):
            return False
        own = {card.number for card in meaning.cards} | {meaning.number}
        return own.isdisjoint({card.number for card in other.cards} | {other.number})

    def _head(self, at: int) -> str:
        return self._heads[at] if at < len(self._heads) else ""

    def _half(self, table: TableForm, first: int, last: int | None) -> Half:
        width = max(len(self._heads), first) if last is None else last
        within = {kind: tuple(at for at in places if first <= at < width) for kind, places in table.places.items()}
        within = {kind: places for kind, places in within.items() if places}
        heads = enumerate(self._heads[first:width], start=first)
        of = {at: head_section(head, self._headers.section) for at, head in heads}
        section = next((of[at] for kind in _WHICH for at in within.get(kind, ()) if of[at]), None)
        counts = [(at, of[at]) for at in within.get("count", ())]
        sectioned = tuple((at, said) for at, said in counts if said)
        kinds = (*_KINDS, "set") if self._tags is not None else (*_KINDS, "set", "section")
        read = {at for kind in kinds for at in within.get(kind, ())}
        others = [at for at in range(first, width) if at not in read]
        flags = tuple((at, said) for at in others if (said := of[at]) and not self._is_of_sections(at))
        if sectioned and len(sectioned) < len(counts):
            flags, within["count"] = (*sectioned, *flags), tuple(at for at, said in counts if not said)
            sectioned = ()
        elif not counts and flags:
            sectioned, flags = flags, ()
            within["count"] = tuple(at for at, _ in sectioned)
        asides = tuple(at for at in others if at not in {at for at, _ in (*flags, *sectioned)})
        beyond = tuple(range(width, MAX_CELLS)) if last is None else ()
        own = replace(table, places=within)
        return Half(own, first, last, section, sectioned, flags, (*asides, *beyond))


def head_section(head: str, section: Callable[[str], str | None]) -> str | None:
    """The section that a heading names, alone or beside the word for its column: `备牌`, `备牌编号`, `是否备牌`."""
    return next((found for word in without_stems(head) if word and (found := section(word))), None)


def _spans(table: TableForm) -> list[tuple[int, int | None]]:
    """Where the cards of a row stand: a head that repeats which card and how many has several."""
    known = sorted((at, kind) for kind in _KINDS for at in table.places.get(kind, ()))
    groups: list[dict[str, int]] = []
    for at, kind in known:
        if not groups or (kind in groups[-1] and "count" in groups[-1] and not groups[-1].keys().isdisjoint(_WHICH)):
            groups.append({})
        groups[-1].setdefault(kind, at)
    shared = set(_KINDS).intersection(*groups) if groups else set()
    if len(groups) < 2 or "count" not in shared or shared.isdisjoint(_WHICH):
        return [(0, None)]
    firsts, lasts = [min(group.values()) for group in groups], [max(group.values()) for group in groups]
    before = firsts[0]
    starts = [0, *(max(last + 1, first - before) for last, first in zip(lasts, firsts[1:], strict=False))]
    return list(zip(starts, [*starts[1:], None], strict=True))


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""
