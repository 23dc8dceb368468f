"""A judged list as the deck pages show it: verdict, problems with their one-tap answers, sections, marked lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.languages import language_key
from cardpool.legality.violations import OpenQuestion, Verdict, Violation
from cardpool.wording.sections import say_section
from decks.findings import ignored_facts
from decks.judging import JudgedLine, JudgedList, SectionTotal
from decks.list_words import say_format
from decks.notice_words import say_notice
from decks.reading_words import MIN_GROUPED, Splits, say_error, say_splits, say_unknown
from decks.settled_words import say_all_settled
from decks.text.catalogue import Catalogue
from decks.text.listing import IgnoredLine, LineKind, ListFormat
from decks.views.deck_page import group_cards
from decks.views.saved import cards_to_settle
from decks.views.typed import Terms, TypedList, line_mark
from decks.wording import say_basis, say_question, say_remedies, say_violation

STATES = {Verdict.LEGAL: "legal", Verdict.NOT_LEGAL: "illegal", Verdict.UNDECIDED: "undecided"}
WHICH = ("ambiguous_name", "ambiguous_number", "name_and_number_differ", "several_cards", "name_unclear")
HOW_MANY = ("count_unclear", "count_missing")
COMMENTED = ("unreadable", "line_too_long", "no_such_section")
"""Errors of lines that may not be cards."""


@dataclass(frozen=True)
class Choice:
    """One answer to a line that asks: the tap that gives it, and the card in words."""

    edit: str
    number: str
    name: str
    count: int | None = None


@dataclass(frozen=True)
class IgnoredText:
    """A line that was ignored."""

    line: int
    text: str


@dataclass(frozen=True)
class Problem:
    """Something wrong with the list, or an open question about it, with what would settle it (`remedies`). `line` is 0
    for what concerns no single line.

    `is_question` says that a line asks; `quoted` are lines it is about, and `confirm_edit` the tap that says that they
    are not cards.
    """

    number: int
    sentence: str
    clause: str = ""
    line: int = 0
    question: str = ""
    choices: tuple[Choice, ...] = ()
    comment_edit: str = ""
    remedies: str = ""
    is_question: bool = False
    quoted: tuple[IgnoredText, ...] = ()
    confirm_edit: str = ""


@dataclass(frozen=True)
class Size:
    """A section's size in words: `40/40`, or `38 (30–40)` if a range is allowed."""

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
    """Rows of a section that belong together; `name` is empty if the section is one group."""

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
    """A line number beside the text: `kind` is bad (unreadable), ask (open), need (breaks a rule), head, or empty."""

    number: int
    kind: str


@dataclass(frozen=True)
class ShownList:
    """Everything about a list that a page shows. `state` is empty, legal, illegal, undecided or unreadable.

    `read_as` names the format of another program, or the table or link, that the list was recognised as; `ignored` are
    ignored lines that nobody has to confirm, `apart` cards that are not part of the deck, `settled` what judges of the
    event decided about its cards, `to_settle` the cards that they could decide about.
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
    ignored: tuple[IgnoredText, ...] = ()
    apart: tuple[Mapping[str, Any], ...] = ()
    settled: tuple[str, ...] = ()
    to_settle: tuple[Mapping[str, Any], ...] = ()

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
    is_empty = judged.read.is_empty and not judged.read.unconfirmed
    problems = () if is_empty else tuple(_problems(judged, terms))
    unread = max(0, len(problems) - len(judged.report["violations"]) - len(judged.report["questions"]))
    named = _naming(judged, offset=unread)
    return ShownList(
        state=_state(judged, is_empty=is_empty),
        sizes=tuple(_size(total, judged) for total in judged.totals),
        problems=problems,
        notices=()
        if is_empty
        else tuple(say_notice(notice, pack=judged.book.pack) for notice in judged.report["notices"]),
        sections=tuple(_sections(judged, named, typed.touched)),
        lines=tuple(_line(line) for line in judged.lines) or (ShownLine(1, ""),),
        unreadable=unread,
        basis=say_basis(judged.report, day=terms.as_of, game=judged.book.pack.names.in_language(language_key())),
        read_as=_read_as(judged.read.format),
        ignored=tuple(IgnoredText(one.line, one.text) for one in judged.read.ignored if one.is_clear),
        apart=tuple(judged.report["apart"]),
        settled=say_all_settled(judged.report, judged.book.pack, terms.deciders),
        to_settle=cards_to_settle(judged.report),
    )


def _state(judged: JudgedList, *, is_empty: bool) -> str:
    if is_empty:
        return "empty"
    return STATES[judged.verdict] if judged.readable else "unreadable"


def _read_as(found: ListFormat) -> str:
    """The name of the format; empty for DuelDesk's own text, which needs no mention."""
    if found is ListFormat.TEXT:
        return ""
    return say_format("table" if found is ListFormat.TABLE else found)


def _problems(judged: JudgedList, terms: Terms) -> Iterable[Problem]:
    """What is open or wrong: first the lines, in order, then what has to be confirmed, then broken rules."""
    pack, report = judged.book.pack, judged.report
    texts = {line.line: line.text for line in judged.read.lines}
    lines = sorted([*report["errors"], *report["asks"]], key=lambda found: found["line"] or 0)
    unknown = [found for found in lines if found["code"] == "unreadable"]
    sent = {question.line for question in judged.read.questions if question.has_sender}
    grouped = {found["line"] for found in unknown} if len(unknown) >= MIN_GROUPED else set()
    grouped |= sent if len(sent) > 1 else set()
    splits = {question.line: question.splits for question in judged.read.questions}
    problems = [
        _line_problem(found, texts.get(found["line"] or 0, ""), judged.book.catalogue, splits.get(found["line"], ()))
        for found in lines
        if found["line"] not in grouped
    ]
    if len(unknown) >= MIN_GROUPED:
        problems.append(Problem(0, say_unknown(unknown), quoted=_quoted(unknown)))
    if len(sent) > 1:
        problems.append(_senders([found for found in lines if found["line"] in sent]))
    problems += [_parting(one, texts[one.line]) for one in judged.read.unconfirmed if one.may_part]
    if strange := tuple(one for one in judged.read.unconfirmed if not one.may_part):
        problems.append(_confirmation(strange))
    for found in report["violations"]:
        sentence = say_violation(found, pack=pack, best_of=terms.best_of)
        problems.append(Problem(0, sentence, found["clause"]))
    for found in report["questions"]:
        sentence = say_question(found, pack=pack, best_of=terms.best_of)
        problems.append(Problem(0, sentence, found["clause"], remedies=say_remedies(found)))
    return (replace(problem, number=number) for number, problem in enumerate(problems, start=1))


def _line_problem(found: Mapping[str, Any], raw: str, catalogue: Catalogue, splits: Splits = ()) -> Problem:
    """A line that could not be read or asks, with the taps that answer it."""
    line, mark, code = found["line"] or 0, line_mark(raw), found["code"]
    readings = found.get("readings", [])
    choices = tuple(
        Choice(_answer(line, mark, one, catalogue), one["number"], one["name"], one["count"]) for one in readings
    )
    choices += tuple(Choice(f"part:{line}:{mark}:{way}", "", words) for way, words in enumerate(say_splits(splits)))
    question = _("How many copies?") if code in HOW_MANY else _("Which one is meant?")
    if code not in (*HOW_MANY, *WHICH) or splits:
        question = _("Did you mean")
    may_be_none = bool(line) and (code in COMMENTED or (bool(readings) and code not in HOW_MANY))
    return Problem(
        0,
        say_error(found),
        line=line,
        question=question if readings or len(splits) > 1 else "",
        choices=choices,
        comment_edit=f"comment:{line}:{mark}" if may_be_none else "",
        is_question="readings" in found,
    )


def _answer(line: int, mark: str, reading: Mapping[str, Any], catalogue: Catalogue) -> str:
    """The tap that writes a reading in place of a line; with the name of an unknown card."""
    edit = f"line:{line}:{mark}:{reading['number']}:{reading['count']}"
    return edit if catalogue.by_number(reading["number"]) or not reading["name"] else f"{edit}:{reading['name']}"


def _quoted(lines: Iterable[Mapping[str, Any]]) -> tuple[IgnoredText, ...]:
    return tuple(IgnoredText(found["line"], found["text"]) for found in lines)


def _senders(lines: Sequence[Mapping[str, Any]]) -> Problem:
    """The one question about all lines with a name before a card."""
    sentence = _("A name and a colon stand before cards. Are they those who sent them?")
    choice = Choice("senders", "", _("Yes, read the cards behind the names"))
    return Problem(0, sentence, choices=(choice,), is_question=True, quoted=_quoted(lines))


def _parting(one: IgnoredLine, raw: str) -> Problem:
    """The question whether the deck goes on below a line."""
    mark = line_mark(raw)
    goes_on = Choice(f"goes-on:{one.line}:{mark}", "", _("It is one deck"))
    ends = Choice(f"ends:{one.line}:{mark}", "", _("Leave out everything below"))
    return Problem(0, say_error(ignored_facts(one)), line=one.line, choices=(goes_on, ends), is_question=True)


def _confirmation(lines: tuple[IgnoredLine, ...]) -> Problem:
    """The one question about all lines that do not look like cards."""
    sentence = ngettext(
        "%(count)s line looks like neither a card nor a heading, so it was not read.",
        "%(count)s lines look like neither cards nor headings, so they were not read.",
        len(lines),
    ) % {"count": len(lines)}
    quoted = tuple(IgnoredText(one.line, one.text) for one in lines)
    return Problem(0, sentence, is_question=True, quoted=quoted, confirm_edit="ignored")


def _naming(judged: JudgedList, *, offset: int) -> dict[tuple[str, str], tuple[int, ...]]:
    """For every card of a section the numbers of the problems that name it there."""
    named: dict[tuple[str, str], tuple[int, ...]] = {}
    findings: tuple[Violation | OpenQuestion, ...] = (*judged.legality.violations, *judged.legality.questions)
    for number, found in enumerate(findings, start=offset + 1):
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
        return ShownLine(line.read.line, "bad" if line.read.kind is LineKind.ERROR else "ask")
    if line.findings:
        return ShownLine(line.read.line, "need")
    return ShownLine(line.read.line, "head" if line.read.kind is LineKind.HEADER else "")
