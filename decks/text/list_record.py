"""What the lines of one list were read as so far, and the whole list that they make."""

from collections.abc import Sequence

from decks.text.card_finder import CardFinder
from decks.text.catalogue import Catalogue
from decks.text.headers import OUTSIDE, HeaderReader
from decks.text.joined import JoinedCards
from decks.text.line_grammar import LineGrammar
from decks.text.listing import (
    MAX_LINE_LENGTH,
    IgnoredLine,
    LineCard,
    LineKind,
    ListForm,
    ListFormat,
    Question,
    ReadingError,
    ReadingErrorCode,
    ReadingNotice,
    ReadingNoticeCode,
    ReadLine,
    ReadList,
)
from decks.text.meanings import Take
from decks.text.names_alone import NamesAlone
from decks.text.no_cards import Parting
from decks.text.partings import headed_again, with_partings_open
from decks.text.section_words import OUTSIDE_SECTIONS
from decks.text.series_rows import SeriesRows
from decks.text.spelling import loose_key, plain_line
from decks.text.totals import Apart, Run, merged, parts_outside, sizes_that_differ, totals_that_differ
from decks.text.translated_names import TranslatedNames
from decks.text.unknown_headings import with_headings_open
from decks.text.unknown_names import with_names_asked
from decks.text.unknown_numbers import UnknownNumbers


class ListRecord:
    """Takes note of lines, cards, questions and headings in the section that is open; `finish` gives the list."""

    format = ListFormat.TEXT
    compares_numbers = True
    """Whether numbers that nobody knows are compared with one another, as people mistype them."""

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self._form = form
        groups = form.formats.ptcg.groups if form.formats.ptcg else ()
        self._parts = {loose_key(word) for group in groups for word in (group.word, *group.words)}
        self._headers = HeaderReader(form)
        self._finder = CardFinder(form, catalogue)
        self._grammar = LineGrammar(self._finder)
        self._names = NamesAlone(form, self._headers)
        self._joined = JoinedCards(self._finder, self._grammar)
        self._unknown = UnknownNumbers(form, catalogue)
        self._translated = TranslatedNames(form)
        self._section = form.sections[0].key
        self._lines: list[ReadLine] = []
        self._errors: list[ReadingError] = []
        self._questions: list[Question] = []
        self._ignored: list[IgnoredLine] = []
        self._may_head: set[int] = set()
        self._may_part: dict[int, Parting] = {}
        self._series = SeriesRows(self._grammar.is_number)
        self._notices: list[ReadingNotice] = []
        self._runs: list[Run] = []
        self._sizes: list[tuple[int, str, int | None]] = []
        self._open_run: Run | None = None
        self._aparts: list[Apart] = []
        self._printings = 0
        self._named = 0
        self._none: list[int] = []

    @property
    def named(self) -> int:
        """How many cards the lines so far name."""
        return self._named

    def finish(self) -> ReadList:
        """The whole list."""
        main, complete = self._form.sections[0].key, self._form.complete
        self._lines, self._errors = self._names.settled(self._lines, self._errors, self._ignored)
        self._lines, alike = with_names_asked(self._lines, self._form, self._finder.catalogue)
        self._questions += alike
        self._lines, unlike_names, self._notices = self._translated.asked(self._lines, self._notices)
        self._questions += unlike_names
        lines = self._series.without_headings(self._lines)
        self._may_part |= headed_again(lines, self._runs, main=main, groups=self._parts)
        unlike = [one for one in self._ignored if one.line not in self._series.headings]
        ignored = with_headings_open(unlike, lines, self._may_head, main)
        parted = with_partings_open(lines, ignored, self._may_part, main=main, complete=complete)
        entries = merged(lines, LineKind.ENTRY)
        apart = merged(lines, LineKind.APART)
        runs = [run for run in self._runs if run.line not in parted.parting]
        self._notices += sizes_that_differ(self._sizes, entries)
        self._notices += totals_that_differ(runs, entries, may_count_rows=bool(self._parts))
        self._notices += parts_outside(self._aparts)
        if self._none:
            self._notices.append(ReadingNotice(ReadingNoticeCode.NONE_OF_IT, self._none[0], actual=len(self._none)))
        if not (entries or apart or self._errors or self._questions):
            self._errors.append(ReadingError(ReadingErrorCode.EMPTY))
        printed = sum(line.kind is LineKind.ENTRY for line in self._lines) // 2 < self._printings
        return ReadList(
            entries,
            parted.lines,
            tuple(self._errors),
            tuple(sorted(self._notices, key=lambda notice: notice.line)),
            ListFormat.PTCG if printed and self.format is ListFormat.TEXT else self.format,
            tuple(self._questions),
            parted.ignored,
            apart,
            self._finder.tried,
        )

    def _add(self, line: ReadLine) -> None:
        self._lines.append(line)

    def _too_long(self, line: int, raw: str) -> None:
        code = ReadingErrorCode.LINE_TOO_LONG
        self._fail(ReadingError(code, line, raw[:40], found=str(len(raw)), limit=MAX_LINE_LENGTH), raw)

    def _fail(self, error: ReadingError, raw: str) -> None:
        self._errors.append(error)
        self._add(ReadLine(error.line, raw, LineKind.ERROR, self._section))

    def _ask(self, question: Question, raw: str) -> None:
        self._questions.append(self._joined.complete(question))
        self._add(ReadLine(question.line, raw, LineKind.QUESTION, self._section))

    def _ignore(self, line: int, raw: str, *, is_clear: bool, is_of_below: bool = False) -> None:
        """A line that is neither a card nor a heading; `is_of_below`: it matters wherever it stands, such as one that
        says how many there are of what follows."""
        plain = plain_line(raw)
        names_leader = self._headers.names_leader(plain)
        self._ignored.append(IgnoredLine(line, raw.strip(), is_clear and not names_leader))
        if not (names_leader or is_of_below) and self._headers.may_head(plain):
            self._may_head.add(line)
        self._add(ReadLine(line, raw, LineKind.IGNORED, self._section))

    def _open_part(self, line: int, word: str) -> None:
        """What follows is not part of the deck."""
        self._section, self._open_run = "", None
        self._aparts.append(Apart(line, word))

    def _take_cards(self, line: int, raw: str, found: Sequence[tuple[str, Take]]) -> None:
        if self.compares_numbers and (slip := self._unknown.slip(line, found)):
            self._ask(slip, raw)
            return
        cards = tuple(
            LineCard(take.number or take.words, take.name, take.count.copies or 1, text) for text, take in found
        )
        self._translated.see_cards(line, (take for _, take in found))
        for _, take in found:
            self._note(line, take)
            self._printings += take.is_printing
        self._named += len(cards)
        copies = sum(card.count for card in cards)
        if not self._section:
            self._aparts[-1].cards += copies
            self._add(ReadLine(line, raw, LineKind.APART, "", cards))
            return
        if self._open_run:
            self._open_run.actual += copies
            self._open_run.rows += len(cards)
        self._add(ReadLine(line, raw, LineKind.ENTRY, self._section, cards))

    def _note(self, line: int, take: Take) -> None:
        if take.notice is None:
            return
        new = take.notice is ReadingNoticeCode.NUMBER_NOT_KNOWN
        number, text = (take.words, "") if new else (take.number, take.words)
        notice = ReadingNotice(take.notice, line, self._section, text=text, card=take.cards[0], number=number)
        self._notices.append(notice)

    def _have_none(self, line: int, raw: str) -> None:
        """A row that says that there is no copy of its card."""
        self._none.append(line)
        self._add(ReadLine(line, raw, LineKind.COMMENT))

    def _enter(self, line: int, section: str | None) -> None:
        """Go to the section that a row says; None stays in the one it stands in."""
        if section == OUTSIDE:
            if not (self._aparts and self._aparts[-1].word == OUTSIDE_SECTIONS[-1]):
                self._open_part(line, OUTSIDE_SECTIONS[-1])
            self._section, self._open_run = "", None
        elif section is not None and section != self._section:
            self._section, self._open_run = section, None
