"""Reading a list line by line, as people type it and as other programs write it.

Nothing is dropped silently: a line is blank, a comment, a header, an entry, a question with the readings it could have,
an ignored line (neither a card nor a heading), or an error.

`line_grammar` says what a card line is. Comments begin with `#`, `//` or `;`; a comment that is nothing but a section
word heads that section. A line with several cards is read only if each of them states its count.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from decks.text.catalogue import Catalogue
from decks.text.guesses import Guesses
from decks.text.headers import COMMENTS, OUTSIDE, WHOLE_LIST, Header
from decks.text.inner_tables import InnerTable, inner_table
from decks.text.line_fronts import dashes_are_bullets, without_bullet, without_stamp
from decks.text.line_parts import line_of
from decks.text.line_words import UNREAD
from decks.text.list_record import ListRecord
from decks.text.listing import (
    MAX_COPIES,
    MAX_LINE_LENGTH,
    LineKind,
    ListForm,
    Question,
    QuestionCode,
    Reading,
    ReadingError,
    ReadingErrorCode,
    ReadLine,
)
from decks.text.meanings import BadCount, Doubt, Meaning, Take, readings_of
from decks.text.no_cards import (
    CHAT_QUOTE,
    QUOTE,
    NoCard,
    Parting,
    crossed_out,
    is_sum,
    is_talk,
    no_card_kind,
    without_breakdown,
)
from decks.text.says_more import says_for_all
from decks.text.section_counts import shared_out
from decks.text.similar_spellings import CLOSE_ENOUGH, NEAR
from decks.text.single_lines import SingleLines, without_comment
from decks.text.spelling import loose_key, plain_line
from decks.text.table_rows import RowCard
from decks.text.tokens import Part
from decks.text.totals import Run

MAX_TITLE_LINES = 3
_RULER = re.compile(r"(?:[-=_*~+.·•—–─#,|:`' ]){2,}")
_ALIGNED = re.compile("[\t\u3000]|  ")
"""What parts columns, of which nothing is left in a plain line."""
_ONE_AND_ONE = re.compile("^[^&]*& ?[^0-9&]+(?:[0-9]+[^0-9&]*)?$")
_UNREAD = f"{UNREAD}:"
_CARDS = (LineKind.ENTRY, LineKind.QUESTION, LineKind.ERROR)


class LineReader(ListRecord):
    """Takes the lines of one list in order; `finish` gives the list."""

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        super().__init__(form, catalogue)
        self._titles = tuple(map(loose_key, form.formats.ptcg.titles)) if form.formats.ptcg else ()
        self._single = SingleLines(self._grammar)
        self._leading = frozenset(section.key for section in form.sections[1:] if section.at_most == 1)
        self._others = frozenset(section.key for section in form.sections[1:])
        self._table_within: InnerTable | None = None
        self._dashes_are_bullets = False
        self._guesses = Guesses(self._grammar, catalogue)

    def expect(self, lines: Iterable[str]) -> None:
        """Take in what only all lines of the list together say of each."""
        self._dashes_are_bullets = dashes_are_bullets(lines, self._heads_only)

    def _heads_only(self, plain: str) -> bool:
        """Whether a plain line is a heading, or states sizes of sections, and holds no card."""
        header = self._headers.read(plain)
        return bool(self._headers.sizes(plain)) or (header is not None and not header.rest)

    def suggest_nothing(self) -> None:
        """Search for no cards that are similar to unknown lines, which takes most of the time."""
        self._guesses.is_silent = True

    def take(self, line: int, raw: str) -> None:
        """Read one line."""
        if len(raw) > MAX_LINE_LENGTH:
            self._too_long(line, raw)
            return
        plain = without_stamp(plain_line(raw), self._headers.section)
        header = self._headers.read(plain) if plain else None
        if not plain:
            if self._section in self._leading and self._is_full(self._section):
                self._section, self._open_run = self._form.sections[0].key, None
            self._add(ReadLine(line, raw, LineKind.BLANK))
        elif (header is None or header.rest) and (sizes := self._headers.sizes(plain)):
            self._sizes += [(line, size.section, size.stated) for size in sizes]
            self._may_part[line] = Parting.POSSIBLE
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        elif header:
            self._head(line, raw, header)
        elif words := self._headers.side_by_side(raw):
            self._fail(ReadingError(ReadingErrorCode.SECTIONS_SIDE_BY_SIDE, line, plain, found=words), raw)
        elif self._single.is_comment(plain) or _RULER.fullmatch(plain) or self._is_title(plain):
            if hidden := self._single.hidden(plain):
                self._not_taken(line, raw, plain, hidden)
                return
            table = inner_table(raw, plain)
            if table and (table.form.delimiter or not plain.startswith(COMMENTS)):  # `# no card` is none.
                self._table_within = table
            if not plain.startswith(COMMENTS) and _RULER.fullmatch(plain):
                self._may_part[line] = Parting.POSSIBLE
            self._add(ReadLine(line, raw, LineKind.COMMENT))
        else:
            self._card_line(line, raw, plain)

    def _is_title(self, plain: str) -> bool:
        """Whether a line is one that a program writes above every list."""
        return bool(self._titles) and loose_key(plain).startswith(self._titles)

    def _head(self, line: int, raw: str, header: Header) -> None:
        before = self._section, self._open_run
        self._translated.see_heading(header.word)
        if header.section == OUTSIDE:
            self._open_part(line, header.word)
        elif header.section != WHOLE_LIST:
            self._section, self._open_run = header.section, None
        if header.rest:
            if self._section:  # The size that a heading above states is still that of the section.
                stated = (run for run in reversed(self._runs) if run.section == self._section and not run.word)
                self._open_run = next(stated, None)
            self._card_line(line, raw, header.rest)
            if header.section in self._others and self._lines[-1].kind is LineKind.IGNORED:
                self._ignored[-1] = replace(self._ignored[-1], is_clear=False)  # It may be a card of that part.
            if header.section in self._leading and self._is_full(header.section):
                is_part = before[0] not in ("", header.section)
                self._section, self._open_run = before if is_part else (self._form.sections[0].key, None)
            return
        if header.stated is not None and header.section != OUTSIDE:
            word = header.word if any(map(loose_key(header.word).startswith, self._parts)) else ""
            run = Run(line, header.section, header.stated, word)
            self._runs.append(run)
            if header.section != WHOLE_LIST:
                self._open_run = run
        self._add(ReadLine(line, raw, LineKind.HEADER, self._section if header.section != WHOLE_LIST else ""))

    def _is_full(self, section: str) -> bool:
        """Whether a section holds as many cards as it may, so that what follows one of a single card on another line
        (`指挥官：X`), or below an empty one, is not in it."""
        most = next((one.at_most for one in self._form.sections if one.key == section), 0)
        held = (line for line in self._lines[:-1] if line.section == section and line.kind in _CARDS)
        last = (line for line in self._lines[-1:] if line.section == section and line.kind is not LineKind.HEADER)
        return 0 < most <= sum(line.count or 1 for line in (*held, *last))

    def _card_line(self, line: int, raw: str, plain: str) -> None:
        unquoted = QUOTE.sub("", plain, count=1) if plain.startswith(">") else plain
        words = without_bullet(unquoted, dashes=self._dashes_are_bullets)
        if quoted := CHAT_QUOTE.fullmatch(words):
            words = quoted["rest"]
        if not words or words.startswith(_UNREAD):
            self._ignore(line, raw, is_clear=not words, is_of_below=bool(words))
            return
        if table := inner_table(raw, plain):
            self._table_within = table
            self._ignore(line, raw, is_clear=True)
            return
        words = words.removesuffix("」") if words.count("」") > words.count("「") else words
        if self._table_within and (cards := self._table_within.cards(self._grammar, self._headers, raw)):
            self._take_row(line, raw, cards)
            return
        row = self._table_within.meaning(self._grammar, raw) if self._table_within else None
        if row and isinstance(row[1], BadCount) and row[1].is_none:
            self._have_none(line, raw)
            return
        words = without_breakdown(words)
        if not row and self._series.heads(line, words):
            self._ignore(line, raw, is_clear=False)
            return
        words = self._series.completed(words)
        sharing = None if row else self._joined.sharing(words)
        if sharing is not None:
            if sharing:
                self._take_cards(line, raw, sharing)
            else:
                splits = self._joined.splits(raw, words)
                self._ask(Question(QuestionCode.SEVERAL_CARDS, line, words, splits=splits), raw)
            return
        said, meaning = row or (words, self._single.meaning(words))
        if self._table_within:
            meaning = self._table_within.counted(words, meaning)
        crossed = crossed_out(without_comment(words))
        if crossed and not (isinstance(meaning, Take) and crossed in meaning.name):
            readings = readings_of([meaning]) if isinstance(meaning, Take) else ()
            doubt = Doubt(QuestionCode.WORDS_LEFT, readings, crossed)
            self._not_taken(line, raw, words, doubt if readings else meaning)
        elif isinstance(meaning, Take):
            self._take_cards(line, raw, ((words, meaning),))
        elif not row and (parts := self._several(raw, words)):
            self._take_cards(line, raw, parts)
        else:
            self._not_taken(line, raw, said, meaning)

    def _several(self, raw: str, words: str) -> tuple[tuple[str, Take], ...]:
        """The cards of a line that holds several, each with its count."""
        shorter = self._single.cut(words)
        is_whole = shorter == words and _ALIGNED.search(raw) is not None
        return self._joined.read(raw if is_whole else shorter, shorter) if shorter else ()

    def _take_row(self, line: int, raw: str, found: Sequence[RowCard], *, is_whole: bool = True) -> None:
        """Take the cards of a row, each in its section; the whole row asks where one of them does, or two are the same
        card of one section. A row that is not `is_whole` heads a part as well, and asks."""
        none = [one for one in found if isinstance(one.meaning, BadCount) and one.meaning.is_none]
        if is_whole and none and len(none) == len(found):
            self._have_none(line, raw)
            return
        found = [one for one in found if one not in none] if is_whole else found
        takes = [one.meaning for one in found if isinstance(one.meaning, Take)]
        named = ((one.section, one.meaning) for one in found)
        places = {(section, take.number or take.name) for section, take in named if isinstance(take, Take)}
        run = self._section, self._open_run
        if len(found) == 1 and is_whole:
            self._enter(line, found[0].section)
            if takes:
                self._take_cards(line, raw, ((found[0].words, takes[0]),))
            else:
                self._not_taken(line, raw, found[0].words or raw, found[0].meaning)
        elif is_whole and len(takes) == len(found) and len(places) == len(found):
            for one, take in zip(found, takes, strict=True):
                self._section, self._open_run = run
                self._enter(line, one.section)
                self._take_cards(line, raw, ((one.words, take),))
        else:
            said = " / ".join(f"{one.words} ({self._headers.title(one.section or run[0])})" for one in found)
            self._questions.append(Question(QuestionCode.SEVERAL_CARDS, line, said))
            self._add(ReadLine(line, raw, LineKind.QUESTION, run[0]))
        self._section, self._open_run = run

    def _not_taken(self, line: int, raw: str, words: str, meaning: Meaning) -> None:
        if meaning is None and is_sum(words):
            self._ignore(line, raw, is_clear=False)
        elif (
            meaning is None and says_for_all(words) and not any(one.part is Part.PRICE for one in line_of(words).tokens)
        ):
            self._ignore(line, raw, is_clear=False, is_of_below=True)
        elif isinstance(meaning, Doubt) and (ways := self._shared_out(words, meaning)):
            self._ask(Question(QuestionCode.COUNT_UNCLEAR, line, words, splits=ways), raw)
        elif isinstance(meaning, Doubt) and _is_of_two_names(meaning, words):
            self._ask(Question(meaning.code, line, words, meaning.readings, meaning.found), raw)
        elif not isinstance(meaning, BadCount) and self._joined.holds_several(raw, words):
            # A choice of one of them would lose the others.
            left = meaning.found if isinstance(meaning, Doubt) and meaning.code is QuestionCode.WORDS_LEFT else ""
            why = QuestionCode.WORDS_LEFT if left else QuestionCode.SEVERAL_CARDS
            self._ask(Question(why, line, words, found=left, splits=self._joined.splits(raw, words)), raw)
        elif not isinstance(meaning, BadCount) and (splits := self._joined.uncounted(raw, words)):
            self._ask(Question(QuestionCode.SEVERAL_CARDS, line, words, splits=splits), raw)
        elif isinstance(meaning, Doubt):
            readings = meaning.readings
            if meaning.code in (QuestionCode.NUMBER_UNCLEAR, QuestionCode.NO_SUCH_CARD) and readings:
                readings = self._guesses.with_closest(meaning, words)
            self._ask(Question(meaning.code, line, words, readings, meaning.found), raw)
        elif isinstance(meaning, BadCount):
            code = ReadingErrorCode.COUNT_OUT_OF_RANGE
            found = meaning.typed[:20]
            self._fail(ReadingError(code, line, words, meaning.cards[:3], found=found, limit=MAX_COPIES), raw)
        elif (kind := no_card_kind(words)) is NoCard.LABELLED and (readings := self._guesses.behind_label(words)):
            self._ask(Question(QuestionCode.WORDS_LEFT, line, words, readings, words.partition(":")[0]), raw)
        elif kind and (beside := self._guesses.beside_asides(words, is_title=kind is NoCard.LABELLED)):
            self._ask(Question(QuestionCode.WORDS_LEFT, line, words, *beside), raw)
        elif kind and (kind is not NoCard.MENTIONED or not self._guesses.may_be_card(words)):
            self._ignore(line, raw, is_clear=True)
        else:
            self._nothing_known(line, raw, words, is_card=kind is None)

    def _shared_out(self, words: str, meaning: Doubt) -> tuple[tuple[str, ...], ...]:
        return shared_out(words, meaning.readings, self._form, self._headers, self._section, self._single.is_card)

    def _nothing_known(self, line: int, raw: str, words: str, *, is_card: bool) -> None:
        """A line that names no card: it asks if a card is similar, is an error if it is meant as a card and states a
        count, and is otherwise ignored, to be confirmed."""
        parted = line_of(words)
        first, last = parted.core(0, len(parted.tokens))
        stated = parted.count([*range(first), *range(last, len(parted.tokens))])
        alone = self._grammar.read_name(words) if is_card else None
        is_name = isinstance(alone, Take) and self._names.is_clear(alone, words)
        close = self._guesses.closest(parted, at_least=NEAR if is_name else CLOSE_ENOUGH)
        if readings := self._guesses.behind_label(words):
            found = words.partition(":")[0]
            self._ask(Question(QuestionCode.WORDS_LEFT, line, words, readings, found), raw)
        elif close and self._joined.holds_several(raw, words, known=0):
            splits = self._joined.splits(raw, words)
            self._ask(Question(QuestionCode.SEVERAL_CARDS, line, words, splits=splits), raw)
        elif close:
            copies = stated.copies or next(iter(stated.options), 1)
            own = alone.readings if isinstance(alone, Doubt) else readings_of([alone] if alone else [])
            own = tuple(one for one in own if not self._finder.named(one.name))
            readings = (*(Reading(card.number, card.name, copies) for card in close), *own)
            self._ask(Question(QuestionCode.NO_SUCH_CARD, line, words, readings), raw)
        elif isinstance(alone, Doubt):
            self._ask(Question(alone.code, line, words, alone.readings, alone.found), raw)
        elif is_card and parted.states_count() and not is_talk(words):
            if isinstance(alone, Take) and self._section and is_name:
                self._names.hold(line, alone, words, self._open_run)
            elif isinstance(alone, Take):
                self._ask(Question(QuestionCode.NO_SUCH_CARD, line, words, readings_of([alone])), raw)
                return
            self._fail(ReadingError(ReadingErrorCode.UNREADABLE, line, words), raw)
        else:
            kinds = {one.kind for one in self._lines} - {LineKind.BLANK, LineKind.COMMENT, LineKind.IGNORED}
            is_title = not kinds and len(self._ignored) < MAX_TITLE_LINES and not parted.states_count()
            self._ignore(line, raw, is_clear=is_title)


def _is_of_two_names(meaning: Doubt, words: str) -> bool:
    """Whether a line is like the name of one card of two: `Pikachu & Zekrom TAG TEAM-GX`."""
    return bool(meaning.readings) and "&" in meaning.readings[0].name and _ONE_AND_ONE.search(words) is not None
