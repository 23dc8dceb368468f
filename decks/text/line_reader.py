"""Reading a list line by line, as people type it and as other programs write it.

Nothing is dropped in silence: a line is blank, a comment, a header, an entry, or an error with its number and the
closest cards.

Counts stand before or after the card (`3 X`, `3x X`, `X ×3`, `X*3`, `X（3）`, `三张 X`); a line without one is a single
copy, a count sign without a number an error.
Comments begin with `#`, `//` or `;`; a comment that is nothing but a section word heads that section.
"""

import re
from dataclasses import dataclass

from decks.text.card_words import CardReader, Certainty, Meaning, strip_brackets
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.counts import cards_beside_lone_sign, count_readings, counted_twice, whole_count
from decks.text.headers import WHOLE_LIST, Header, HeaderReader
from decks.text.listing import (
    LONGEST_LINE,
    MOST_COPIES,
    LineKind,
    ListEntry,
    ListForm,
    ListFormat,
    ReadingError,
    ReadingErrorCode,
    ReadingNotice,
    ReadingNoticeCode,
    ReadLine,
    ReadList,
)
from decks.text.ptcg import without_energy_number
from decks.text.spelling import exact_key, plain_line

MOST_SUGGESTED_LINES = 50
_COMMENT = re.compile(r"(#|//|;)")
_RULER = re.compile(r"[-=_*~+.·•—–─#,|]{2,}")
_BULLET = re.compile(r"^[-*•·▪●○◦–—] (?=.)")
_TITLE_EDGES = " *#=-"
_LAST_SIGNS = " ;,.。、"
_TRAILING_COMMENT = re.compile(r" (?:#|//|;).*$")


@dataclass
class _Run:
    """The cards counted since a header that stated a total."""

    line: int
    section: str
    stated: int
    word: str = ""
    actual: int = 0
    rows: int = 0

    def agrees(self, total: int, *, may_count_rows: bool) -> bool:
        """Whether what is stated is what there is. PTCG Live states rows where PTCG Online stated cards."""
        if self.section == WHOLE_LIST:
            return self.stated == total
        return self.stated == self.actual or (may_count_rows and self.stated == self.rows)


@dataclass(frozen=True)
class _Outcome:
    """A line read as an entry, or the error it is."""

    number: str = ""
    name: str = ""
    count: int = 0
    notice: ReadingNotice | None = None
    error: ReadingError | None = None
    is_printing: bool = False


class LineReader:
    """Takes the lines of one list in order; `finish` gives the list."""

    format = ListFormat.TEXT

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self._form = form
        self._parts = {exact_key(group.word) for group in form.formats.ptcg.groups} if form.formats.ptcg else set()
        self._titles = tuple(map(exact_key, form.formats.ptcg.titles)) if form.formats.ptcg else ()
        self._headers = HeaderReader(form)
        self._cards = CardReader(form, catalogue)
        self._catalogue = catalogue
        self._section = form.sections[0].key
        self._lines: list[ReadLine] = []
        self._errors: list[ReadingError] = []
        self._notices: list[ReadingNotice] = []
        self._runs: list[_Run] = []
        self._open_run: _Run | None = None
        self._printings = 0

    def take(self, line: int, raw: str) -> None:
        """Read one line."""
        plain = plain_line(raw)
        if not plain:
            self._add(ReadLine(line, raw, LineKind.BLANK))
        elif len(raw) > LONGEST_LINE:
            error = ReadingError(
                ReadingErrorCode.LINE_TOO_LONG, line, raw[:40], found=str(len(raw)), limit=LONGEST_LINE
            )
            self._fail(error, raw)
        elif header := self._headers.read(plain):
            self._head(line, raw, header)
        elif _COMMENT.match(plain) or _RULER.fullmatch(plain) or self._is_title(plain):
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            self._entry(line, raw, plain)

    def finish(self) -> ReadList:
        """The whole list."""
        entries = self._merged()
        total = sum(entry.count for entry in entries)
        for run in self._runs:
            if not run.agrees(total, may_count_rows=bool(self._parts)):
                actual = total if run.section == WHOLE_LIST else run.actual
                code = ReadingNoticeCode.TOTAL_DIFFERS
                self._notices.append(ReadingNotice(code, run.line, run.section, run.stated, actual, run.word))
        if not entries and not self._errors:
            self._errors.append(ReadingError(ReadingErrorCode.EMPTY))
        notices = sorted(self._notices, key=lambda notice: notice.line)
        printed = sum(line.kind is LineKind.ENTRY for line in self._lines) // 2 < self._printings
        found = ListFormat.PTCG if printed and self.format is ListFormat.TEXT else self.format
        return ReadList(entries, tuple(self._lines), tuple(self._errors), tuple(notices), found)

    def _is_title(self, plain: str) -> bool:
        """Whether a line is one that a program writes above every list."""
        return bool(self._titles) and exact_key(plain.strip(_TITLE_EDGES)).startswith(self._titles)

    def _add(self, line: ReadLine) -> None:
        self._lines.append(line)

    def _fail(self, error: ReadingError, raw: str) -> None:
        self._errors.append(error)
        self._add(ReadLine(error.line, raw, LineKind.ERROR, self._section))

    def _head(self, line: int, raw: str, header: Header) -> None:
        if header.section != WHOLE_LIST:
            self._section = header.section
            self._open_run = None
        if header.rest:
            self._entry(line, raw, header.rest)
            return
        if header.stated is not None:
            word = header.word if any(map(exact_key(header.word).startswith, self._parts)) else ""
            run = _Run(line, header.section, header.stated, word)
            self._runs.append(run)
            if header.section != WHOLE_LIST:
                self._open_run = run
        self._add(ReadLine(line, raw, LineKind.HEADER, header.section))

    def _entry(self, line: int, raw: str, plain: str) -> None:
        words = _BULLET.sub("", plain, count=1).rstrip(_LAST_SIGNS)
        outcome = self._read_entry(line, words)
        shorter = _TRAILING_COMMENT.sub("", words).rstrip(_LAST_SIGNS)
        if shorter not in ("", words) and (outcome.error or outcome.notice):
            again = self._read_entry(line, shorter)
            outcome = outcome if again.error else again
        if outcome.error and self._parts and (row := without_energy_number(words)):
            again = self._read_entry(line, row)
            outcome = outcome if again.error else again
        self._take_outcome(line, raw, outcome)

    def _take_outcome(self, line: int, raw: str, outcome: _Outcome) -> None:
        if outcome.error:
            self._fail(outcome.error, raw)
            return
        if outcome.notice:
            self._notices.append(outcome.notice)
        if self._open_run:
            self._open_run.actual += outcome.count
            self._open_run.rows += 1
        self._printings += outcome.is_printing
        self._add(ReadLine(line, raw, LineKind.ENTRY, self._section, outcome.number, outcome.name, outcome.count))

    def _read_entry(self, line: int, words: str) -> _Outcome:
        readings = [(reading, self._cards.read(reading.card)) for reading in count_readings(words)]
        best = max(meaning.certainty for _, meaning in readings)
        held = [(reading, meaning) for reading, meaning in readings if meaning.certainty is best]
        reading, meaning = held[0]
        is_loose = best < Certainty.NAME or (reading.count is None and meaning.words)
        if is_loose and (meant := self._beside_lone_sign(words)):
            return _Outcome(error=ReadingError(ReadingErrorCode.COUNT_MISSING, line, words, meant.cards))
        different = {(whole_count(other.count), said.number) for other, said in held}
        if meaning.is_one_card and best >= Certainty.NAME and len(different) > 1:
            return _Outcome(error=ReadingError(ReadingErrorCode.COUNT_UNCLEAR, line, words, meaning.cards))
        return self._settled(line, words, reading.count, meaning)

    def _settled(self, line: int, words: str, typed: str | None, meaning: Meaning) -> _Outcome:
        """The entry that a count and a meaning make, or the error they are."""
        if meaning.certainty is Certainty.NONE:
            return _Outcome(error=self._unreadable(line, words))
        if not meaning.is_one_card:
            return _Outcome(error=_undecided(line, words, meaning))
        count = whole_count(typed)
        if count is None or not 1 <= count <= MOST_COPIES:
            code, found = ReadingErrorCode.COUNT_OUT_OF_RANGE, (typed or "")[:20]
            return _Outcome(error=ReadingError(code, line, words, meaning.cards, found=found, limit=MOST_COPIES))
        notice = None
        if meaning.certainty is Certainty.NUMBER_WITH_OTHER_WORDS:
            notice = ReadingNotice(
                ReadingNoticeCode.NAME_DIFFERS, line, self._section, text=meaning.words, card=meaning.cards[0]
            )
        name = meaning.cards[0].name if meaning.cards else meaning.words
        return _Outcome(meaning.number, name, count, notice, is_printing=meaning.is_printing)

    def _beside_lone_sign(self, words: str) -> Meaning | None:
        """The card beside a count sign that states no count; None where there is no such sign or no card."""
        meant = (self._cards.read(card) for card in cards_beside_lone_sign(words))
        return next((meaning for meaning in meant if meaning.certainty is not Certainty.NONE), None)

    def _unreadable(self, line: int, words: str) -> ReadingError:
        twice = [self._cards.read(reading.card) for reading in counted_twice(words)]
        if meant := [meaning for meaning in twice if meaning.certainty is not Certainty.NONE]:
            return ReadingError(ReadingErrorCode.COUNT_UNCLEAR, line, words, meant[0].cards)
        suggestions: tuple[ListedCard, ...] = ()
        if len(self._errors) < MOST_SUGGESTED_LINES:
            texts = dict.fromkeys(strip_brackets(reading.card) for reading in count_readings(words))
            suggestions = self._catalogue.closest(texts)
        return ReadingError(ReadingErrorCode.UNREADABLE, line, words, suggestions)

    def _merged(self) -> tuple[ListEntry, ...]:
        merged: dict[tuple[str, str], ListEntry] = {}
        for line in self._lines:
            if line.kind is LineKind.ENTRY:
                key = (line.section, line.number)
                known = merged.get(key, ListEntry(line.section, line.number, line.name, 0, ()))
                merged[key] = ListEntry(
                    known.section,
                    known.number,
                    known.name or line.name,
                    known.count + line.count,
                    (*known.lines, line.line),
                )
        return tuple(merged.values())


def _undecided(line: int, words: str, meaning: Meaning) -> ReadingError:
    if meaning.several_numbers:
        return ReadingError(ReadingErrorCode.SEVERAL_CARDS, line, words, meaning.cards)
    if meaning.words_name_another:
        return ReadingError(ReadingErrorCode.NAME_AND_NUMBER_DIFFER, line, words, meaning.cards, found=meaning.number)
    if meaning.is_shared_code:
        return ReadingError(ReadingErrorCode.AMBIGUOUS_NUMBER, line, words, meaning.cards)
    return ReadingError(ReadingErrorCode.AMBIGUOUS_NAME, line, words, meaning.cards)
