"""A judged list as the deck pages show it: verdict, problems with their one-tap answers, sections, marked lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from decks.judging import JudgedLine, JudgedList, SectionTotal
from decks.list_words import say_format
from decks.text.editing import ListEditor
from decks.text.listing import LineKind, ListFormat
from decks.views.deck_page import group_cards
from decks.views.typed import Terms, TypedList, line_mark
from decks.wording import say_basis, say_error, say_notice, say_section, say_violation

USUAL_COUNTS = (1, 2, 3)
REPLACEABLE = ("unreadable", "ambiguous_name", "ambiguous_number", "name_and_number_differ")


@dataclass(frozen=True)
class Choice:
    """One answer to a line that could not be read: the tap that gives it, and the card in words."""

    edit: str
    number: str
    name: str
    count: int | None = None


@dataclass(frozen=True)
class Problem:
    """Something wrong with the list. `line` is 0 for what concerns no single line."""

    number: int
    sentence: str
    clause: str = ""
    line: int = 0
    question: str = ""
    choices: tuple[Choice, ...] = ()
    comment_edit: str = ""


@dataclass(frozen=True)
class Size:
    """A section's size in words: `40/40`, or `38 (30–40)` where a range is allowed."""

    name: str
    text: str
    fits: bool


@dataclass(frozen=True)
class ShownRow:
    """A card in a section. `problems` are the numbers of the problems that name it; `moves` the other sections."""

    section: str
    number: str
    name: str
    count: int
    problems: tuple[int, ...]
    moves: tuple[tuple[str, str], ...]
    is_known: bool
    is_touched: bool


@dataclass(frozen=True)
class RowGroup:
    """Rows of a section that belong together; `name` is empty where the section is one group."""

    name: str
    rows: tuple[ShownRow, ...]

    @property
    def total(self) -> int:
        """Cards of the group."""
        return sum(row.count for row in self.rows)


@dataclass(frozen=True)
class ShownSection:
    """A section with its cards by groups, in each in the order of the list."""

    key: str
    size: Size
    groups: tuple[RowGroup, ...]


@dataclass(frozen=True)
class ShownLine:
    """A line number beside the text: `kind` is bad (unreadable), need (breaks a rule), head, or empty."""

    number: int
    kind: str


@dataclass(frozen=True)
class ShownList:
    """Everything about a list that a page shows. `state` is empty, legal, illegal or unreadable.

    `read_as` names the format of another program, or the table or link, that the list was recognised as.
    """

    state: str
    sizes: tuple[Size, ...]
    problems: tuple[Problem, ...]
    notices: tuple[str, ...]
    sections: tuple[ShownSection, ...]
    lines: tuple[ShownLine, ...]
    unreadable: int
    basis: str
    read_as: str

    @property
    def first(self) -> Problem | None:
        return self.problems[0] if self.problems else None

    @property
    def more(self) -> int:
        """Problems besides the first."""
        return max(0, len(self.problems) - 1)

    @property
    def rows(self) -> int:
        """How many lines the text box shows."""
        return max(12, len(self.lines) + 2)


def show_list(typed: TypedList, judged: JudgedList, terms: Terms) -> ShownList:
    """Put a verdict into words and places. A text without any card is empty, not wrong."""
    is_empty = not judged.read.entries and all(error.code.value == "empty" for error in judged.read.errors)
    problems = () if is_empty else tuple(_problems(judged, terms))
    errors = 0 if is_empty else len(judged.read.errors)
    state = "empty" if is_empty else "unreadable" if errors else "legal" if judged.legal else "illegal"
    named = _naming(judged, offset=errors)
    return ShownList(
        state=state,
        sizes=tuple(_size(total, judged) for total in judged.totals),
        problems=problems,
        notices=()
        if is_empty
        else tuple(say_notice(notice, pack=judged.book.pack) for notice in judged.report["notices"]),
        sections=tuple(_sections(judged, named, typed.touched)),
        lines=tuple(_line(line) for line in judged.lines) or (ShownLine(1, ""),),
        unreadable=errors,
        basis=say_basis(judged.report, day=terms.as_of),
        read_as=_read_as(judged.read.format),
    )


def _read_as(found: ListFormat) -> str:
    """What the format is called; nothing for DuelDesk's own text, which nobody wonders about."""
    if found is ListFormat.TEXT:
        return ""
    return say_format("table" if found is ListFormat.TABLE else found)


def _problems(judged: JudgedList, terms: Terms) -> Iterable[Problem]:
    pack, report = judged.book.pack, judged.report
    editor = ListEditor(judged.book.form, judged.book.catalogue)
    texts = {line.line: line.text for line in judged.read.lines}
    for number, error in enumerate(report["errors"], start=1):
        yield _unreadable(number, error, texts.get(error["line"] or 0, ""), editor)
    for number, found in enumerate(report["violations"], start=len(report["errors"]) + 1):
        sentence = say_violation(found, pack=pack, best_of=terms.best_of)
        yield Problem(number, sentence, found["clause"])


def _unreadable(number: int, error: Mapping[str, Any], raw: str, editor: ListEditor) -> Problem:
    """A line that could not be read, with the taps that answer it."""
    line = error["line"] or 0
    mark, code = line_mark(raw), error["code"]
    choices: list[Choice] = []
    question = ""
    if code in REPLACEABLE:
        for card in error["suggestions"]:
            choices.append(Choice(f"line:{line}:{mark}:{card['number']}", card["number"], card["name"]))
        question = _("Which one is meant?") if code.startswith("ambiguous") else _("Did you mean")
    elif code == "count_unclear":
        for card in error["suggestions"][:1]:
            for count in editor.possible_counts(raw):
                edit = f"line:{line}:{mark}:{card['number']}:{count}"
                choices.append(Choice(edit, card["number"], card["name"], count))
        question = _("How many copies?")
    elif code == "count_missing":
        for card in error["suggestions"][:1]:
            for count in USUAL_COUNTS:
                edit = f"line:{line}:{mark}:{card['number']}:{count}"
                choices.append(Choice(edit, card["number"], card["name"], count))
        question = _("How many copies?")
    is_unread_line = bool(line) and code in (*REPLACEABLE, "line_too_long", "no_such_section")
    return Problem(
        number,
        say_error(error),
        line=line,
        question=question if choices else "",
        choices=tuple(choices),
        comment_edit=f"comment:{line}:{mark}" if is_unread_line else "",
    )


def _naming(judged: JudgedList, *, offset: int) -> dict[tuple[str, str], tuple[int, ...]]:
    """For every card of a section the numbers of the problems that name it there."""
    named: dict[tuple[str, str], tuple[int, ...]] = {}
    for number, found in enumerate(judged.verdict.violations, start=offset + 1):
        cards = {card.number for card in found.cards}
        for entry in judged.read.entries:
            if entry.number in cards and (not found.section or entry.section in found.sections):
                key = (entry.section, entry.number)
                named[key] = (*named.get(key, ()), number)
    return named


def _size(total: SectionTotal, judged: JudgedList) -> Size:
    name = say_section(total.section, pack=judged.book.pack)
    if total.at_most == total.at_least:
        text = f"{total.count}/{total.at_least}"
    elif total.at_most is not None:
        text = f"{total.count} ({total.at_least}–{total.at_most})"
    else:
        text = f"{total.count} (≥{total.at_least})" if total.at_least else str(total.count)
    return Size(name, text, total.fits)


def _sections(
    judged: JudgedList, named: Mapping[tuple[str, str], tuple[int, ...]], touched: frozenset[str]
) -> Iterable[ShownSection]:
    pack = judged.book.pack
    names = {total.section: say_section(total.section, pack=pack) for total in judged.totals}
    for total in judged.totals:
        moves = tuple((key, name) for key, name in names.items() if key != total.section)
        rows = (
            ShownRow(
                section=entry.section,
                number=entry.number,
                name=entry.name,
                count=entry.count,
                problems=named.get((entry.section, entry.number), ()),
                moves=moves,
                is_known=entry.number in judged.book.cards,
                is_touched=entry.number in touched,
            )
            for entry in judged.read.entries
            if entry.section == total.section
        )
        groups = group_cards(rows, lambda row: row.number, judged.book, section=names[total.section])
        yield ShownSection(total.section, _size(total, judged), tuple(RowGroup(name, part) for name, part in groups))


def _line(line: JudgedLine) -> ShownLine:
    if line.error:
        return ShownLine(line.read.line, "bad")
    if line.violations:
        return ShownLine(line.read.line, "need")
    return ShownLine(line.read.line, "head" if line.read.kind is LineKind.HEADER else "")
