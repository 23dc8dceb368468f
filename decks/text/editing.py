"""Changing a typed list card by card: everything else in the text stays as it was typed.

A table or a link, in which nobody could read the change, is converted to DuelDesk's own text.

A change that cannot be made (no such line, no copy left, too many copies) returns the text as it is.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from decks.text.catalogue import Catalogue
from decks.text.converting import EDITED_AS_TEXT, IGNORED, as_own_text
from decks.text.formatting import format_line, surely_named
from decks.text.headers import GOES_ON, HeaderReader
from decks.text.line_parts import Line
from decks.text.listing import (
    MAX_COPIES,
    LineKind,
    ListEntry,
    ListForm,
    QuestionCode,
    ReadingNoticeCode,
    ReadLine,
    ReadList,
)
from decks.text.numerals import CHINESE, whole_number
from decks.text.reading import LINE_ENDS, read_list
from decks.text.recognising import recognise
from decks.text.remark_words import MEANT_SO
from decks.text.spelling import plain_line

_COMMENT = re.compile(r"\s(?:#|//|;).*$")
_COLON = re.compile("[:：]")
_NUMERAL = re.compile(r"\d+")
_COUNT = re.compile(rf"\d+|{CHINESE}")


class ListEditor:
    """Edits lists of one form. `titles` are the headings written for sections that the text does not head yet."""

    def __init__(self, form: ListForm, catalogue: Catalogue, titles: Mapping[str, str] | None = None) -> None:
        self._form = form
        self._catalogue = catalogue
        self._titles = titles or {section.key: section.title for section in form.sections}
        sections = (replace(section, title=self._titles[section.key]) for section in form.sections)
        self._titled = replace(form, sections=tuple(sections))
        self._headers = HeaderReader(form)

    def add(self, text: str, section: str, number: str, name: str = "") -> str:
        """One more copy: in the last line of the section that names the card, else on a line at the section's end.

        `name` is used if neither the catalogue nor the list has one.
        """

        def change(read: ReadList, lines: list[str]) -> None:
            held = _naming(read, section, number)
            if held and len(held[-1].cards) > 1:
                lines[held[-1].line - 1] = self._parted(held[-1], number, 1)
            elif not held:
                self._insert(read, lines, section, self._print(section, number, 1, _name_in(read, number) or name))
            elif held[-1].count < MAX_COPIES:
                lines[held[-1].line - 1] = self._recounted(held[-1], held[-1].count + 1)

        return self._changed(text, change)

    def take(self, text: str, section: str, number: str) -> str:
        """One copy fewer, from the last line of the section that names the card; the line goes with its last copy."""

        def change(read: ReadList, lines: list[str]) -> None:
            held = _naming(read, section, number)
            if held and len(held[-1].cards) > 1:
                lines[held[-1].line - 1] = self._parted(held[-1], number, -1)
            elif held and held[-1].count > 1:
                lines[held[-1].line - 1] = self._recounted(held[-1], held[-1].count - 1)
            elif held:
                heading = self._heading(held[-1].text)
                lines[held[-1].line - 1 : held[-1].line] = [heading] if heading else []

        return self._changed(text, change)

    def move(self, text: str, source: str, target: str, number: str) -> str:
        """Move one copy from a section to another."""
        taken = self.take(text, source, number)
        return text if taken == text else self.add(taken, target, number, _name_in(self._read(text), number))

    def set_card(self, text: str, line: int, number: str, count: int | None = None, name: str = "") -> str:
        """Make a line name this card, with the count it seems to state unless one is given; its comment stays. `name`
        is used if the card is not known."""

        def change(read: ReadList, lines: list[str]) -> None:
            if 1 <= line <= len(lines):
                raw = lines[line - 1]
                heading, comment = self._heading(raw), _COMMENT.search(raw)
                copies = count or self._stated(raw)
                words = self._print(read.lines[line - 1].section, number, copies, name)
                lines[line - 1] = f"{heading} {words}".strip()
                if self._asks(lines, line, QuestionCode.NUMBER_UNCLEAR):
                    lines[line - 1] += f" ({MEANT_SO})"
                elif name and self._asks(lines, line, QuestionCode.NAME_UNCLEAR):
                    lines[line - 1] = f"{heading} {surely_named(copies, number, name)}".strip()
                if comment:
                    answered, said = lines[line - 1], comment.group()
                    lines[line - 1] += said
                    if self._asks(lines, line, QuestionCode.WORDS_LEFT):
                        lines[line - 1] = f"{answered}\n#{said}"

        return self._changed(text, change)

    def comment_out(self, text: str, line: int) -> str:
        """Make a line a comment, so that it is kept but not read."""

        def change(read: ReadList, lines: list[str]) -> None:
            if 1 <= line <= len(lines):
                lines[line - 1] = self._commented(lines[line - 1])

        return self._changed(text, change)

    def comment_ignored(self, text: str) -> str:
        """Make comments of the lines that are neither a card nor a heading, which confirms that they are not cards."""

        def change(read: ReadList, lines: list[str]) -> None:
            for one in read.unconfirmed:
                if not one.may_part:
                    lines[one.line - 1] = self._commented(lines[one.line - 1])

        # A line similar to a card asks which one, and is not confirmed as not a card.
        return self._changed(text, change, suggests=True)

    def part(self, text: str, line: int, way: int = 0) -> str:
        """Put the cards of a line that asks on lines of their own, in one of the ways it offers."""

        def change(read: ReadList, lines: list[str]) -> None:
            splits = next((question.splits for question in read.questions if question.line == line), ())
            if 0 <= way < len(splits):
                first, *others = splits[way]
                if not self._heading(first):
                    first = f"{self._heading(lines[line - 1])} {first}".strip()
                lines[line - 1] = "\n".join([first, *others])

        return self._changed(text, change, suggests=True)

    def without_senders(self, text: str) -> str:
        """Read the cards behind the names of those who sent them."""

        def change(read: ReadList, lines: list[str]) -> None:
            for question in read.questions:
                if question.has_sender and (colon := _COLON.search(lines[question.line - 1])):
                    lines[question.line - 1] = lines[question.line - 1][colon.end() :].strip()

        return self._changed(text, change, suggests=True)

    def go_on(self, text: str, line: int) -> str:
        """Say that the same deck goes on below a line where another one may begin."""

        def change(read: ReadList, lines: list[str]) -> None:
            if 1 <= line <= len(lines):
                is_heading = self._headers.read(plain_line(lines[line - 1])) is not None
                lines[line - 1] = f"{GOES_ON if is_heading else '#'} {lines[line - 1].strip()}".strip()

        return self._changed(text, change)

    def end_at(self, text: str, line: int) -> str:
        """Make comments of a line and everything below it."""

        def change(read: ReadList, lines: list[str]) -> None:
            if 1 <= line <= len(lines):
                lines[line - 1 :] = [self._commented(one) if one.strip() else one for one in lines[line - 1 :]]

        return self._changed(text, change)

    def _asks(self, lines: list[str], line: int, code: QuestionCode) -> bool:
        """Whether a line asks this among the others."""
        return any(one.line == line and one.code is code for one in self._read("\n".join(lines)).questions)

    def _commented(self, raw: str) -> str:
        """A line as a comment; a heading, which would head as a comment too, behind a word."""
        written = f"# {raw.strip()}"
        is_heading = self._headers.read(plain_line(written)) is not None
        return f"# {IGNORED}: {raw.strip()}" if is_heading else written

    def _changed(self, text: str, change: Callable[[ReadList, list[str]], None], *, suggests: bool = False) -> str:
        is_converted = recognise(text, LINE_ENDS.split(text.removeprefix("\ufeff")), self._form) in EDITED_AS_TEXT
        own = as_own_text(text, form=self._titled, catalogue=self._catalogue) if is_converted else text
        read = self._read(own, suggests=suggests and not is_converted)
        if not read.lines or read.format in EDITED_AS_TEXT:
            return text
        lines = [line.text for line in read.lines]
        before = list(lines)
        change(read, lines)
        if lines == before:
            return text
        return "\n".join(lines if _wrong_totals(read) else self._totalled(lines))

    def _totalled(self, lines: list[str]) -> list[str]:
        """The headings' totals brought up to date, for a list where every one was right before."""
        if not any(_NUMERAL.search(line) and self._headers.read(plain_line(line)) for line in lines):
            return lines
        corrected = list(lines)
        for line, stated, actual in _wrong_totals(self._read("\n".join(lines))):
            for numeral in _NUMERAL.finditer(lines[line - 1]):
                if int(numeral.group()) == stated:
                    corrected[line - 1] = _spliced(lines[line - 1], numeral, actual)
                    break
        return corrected

    def _insert(self, read: ReadList, lines: list[str], section: str, card: str) -> None:
        filled = [line.line for line in read.lines if line.section == section and line.kind is not LineKind.HEADER]
        headed = [line.line for line in read.lines if line.section == section and line.kind is LineKind.HEADER]
        others = [line.line for line in read.lines if line.kind is LineKind.HEADER and line.section != section]
        if filled or headed:
            at = max(filled or headed)
            lines[at:at] = [card]
        elif section == self._form.sections[0].key and others:
            at = others[0] - 1
            lines[at:at] = [self._titles[section], card, ""]
        else:
            while lines and not lines[-1].strip():
                lines.pop()
            lines.extend([*([""] if lines else []), self._titles[section], card, ""])

    def _recounted(self, line: ReadLine, count: int) -> str:
        """The line with another count, changed as little as possible so that it is still read as that."""
        for numeral in _COUNT.finditer(line.text):
            if whole_number(plain_line(numeral.group())) == line.count:
                tried = _spliced(line.text, numeral, count)
                if self._reads_as(tried, line.number, count):
                    return tried
        tried = f"{count} {line.text.strip()}"
        if line.count == 1 and self._reads_as(tried, line.number, count):
            return tried
        heading = self._heading(line.text)
        return f"{heading} {self._print(line.section, line.number, count, line.name)}".strip()

    def _reads_as(self, raw: str, number: str, count: int) -> bool:
        read = self._read(raw)
        return read.is_settled and [(entry.number, entry.count) for entry in read.entries] == [(number, count)]

    def _parted(self, line: ReadLine, number: str, by: int) -> str:
        """A line of several cards as one line for each, with that many copies of one of them more or fewer."""
        heading, parts, left = self._heading(line.text), [], by
        for card in line.cards:
            copies = card.count
            if card.number == number and 0 <= copies + left <= MAX_COPIES:
                copies, left = copies + left, 0
            if copies:
                written = self._print(line.section, card.number, copies, card.name)
                parts.append(card.text if copies == card.count else written)
        if not parts:
            return heading
        comment = _COMMENT.search(line.text)
        parts[0] = f"{heading} {parts[0]}".strip() + (comment.group() if comment else "")
        return "\n".join(parts)

    def _stated(self, raw: str) -> int:
        """The count that a line seems to state, 1 if it states none."""
        line = Line(plain_line(_COMMENT.sub("", raw)[len(self._heading(raw)) :]))
        first, last = line.core(0, len(line.tokens))
        count = line.count([*range(first), *range(last, len(line.tokens))])
        return count.copies or next(iter(count.options), 1)

    def _heading(self, raw: str) -> str:
        """The section word in front of a card on the same line, with its colon; usually none."""
        colon = _COLON.search(raw)
        header = self._headers.read(plain_line(raw)) if colon else None
        return raw[: colon.end()] if colon and header and header.rest else ""

    def _print(self, section: str, number: str, count: int, name: str = "") -> str:
        return format_line(ListEntry(section, number, name, count, ()), form=self._form, catalogue=self._catalogue)

    def _read(self, text: str, *, suggests: bool = False) -> ReadList:
        return read_list(text, form=self._titled, catalogue=self._catalogue, suggests=suggests)


def _naming(read: ReadList, section: str, number: str) -> list[ReadLine]:
    """The lines of a section that name a card."""
    return [
        line for line in read.lines if line.kind is LineKind.ENTRY and line.section == section and line.names(number)
    ]


def _name_in(read: ReadList, number: str) -> str:
    """The name of a card in a list; empty if the list does not name it."""
    return next((entry.name for entry in read.entries if entry.number == number), "")


def _wrong_totals(read: ReadList) -> list[tuple[int, int, int]]:
    """Lines that state a wrong total: (line, stated, actual)."""
    code = ReadingNoticeCode.TOTAL_DIFFERS
    return [(one.line, one.stated or 0, one.actual or 0) for one in read.notices if one.code is code]


def _spliced(text: str, numeral: re.Match[str], count: int) -> str:
    return f"{text[: numeral.start()]}{count}{text[numeral.end() :]}"
