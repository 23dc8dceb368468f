"""Lines with several cards: joined by commas, side by side as columns, or a series written once.

A line is parted only where every part is a card line of its own; otherwise nothing is parted. Between commas any cards
stand; in columns none of which one has a name only and the next a number only, for these may be one card's; with mere
spaces between only cards that are known.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from itertools import pairwise

from decks.text.card_finder import CardFinder
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import Line, line_of
from decks.text.listing import Question, QuestionCode
from decks.text.meanings import Doubt, Meaning, Take, readings_in
from decks.text.several_numbers import apart, numbers_on
from decks.text.shared_counts import ranges, sharing_cards
from decks.text.spelling import plain_line
from decks.text.tokens import Part

MAX_PARTS = 40
MAX_EACH = 3
"""Copies of each card of a range that states no count, up to which choices are offered."""
_SLASH = r"(?<![0-9])/|/(?![0-9]{2})"
"""A slash, but not the one between a card's number and the size of its set: `54/91`."""
_CHARACTERS = re.compile(rf"[,;、|+&\t]|{_SLASH}")
_BARS = re.compile(rf"[|+&\t]|{_SLASH}")
_SEVERAL = re.compile("[;、+&]")
"""Signs that stand between cards, and not between the number and the name of one."""
_EXCHANGE = re.compile("→|⇒|[-=]>|换成|改成|替换成")
"""What says that of two cards one stands in place of the other."""
_RUNNING = re.compile(r"(?:#[0-9]{1,3}|[(\[【]?[0-9]{1,3}[.、:)\]】]) *(?=.)")
_GAPS = re.compile(r"\u3000| {2,}")
_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z0-9-]{1,15}) ?: ?(?P<rest>.+)")
_NEXT_SERIES = re.compile(r"[ ,;、]+(?=[A-Za-z][A-Za-z0-9-]{1,15} ?:)")
_GLUED = re.compile(r"[^0-9]+[\u4e00-\u9fff][0-9]{1,2}")
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)
_HOW_MANY = (QuestionCode.COUNT_UNCLEAR, QuestionCode.COUNT_MISSING)
_COLUMNS = (2, 3, 4)
_WIDE = str.maketrans("，；｜／＋＆", ",;|/+&")


class Between(IntEnum):
    """What stands between the parts of a line."""

    COMMAS = 0
    COLUMNS = 1
    SPACES = 2


class JoinedCards:
    """Reads the lines of one game's lists that hold several cards."""

    def __init__(self, finder: CardFinder, grammar: LineGrammar) -> None:
        self._finder = finder
        self._grammar = grammar
        self._parted: tuple[tuple[str, str], tuple[tuple[Between, tuple[str, ...]], ...]] = (("", ""), ())

    def read(self, raw: str, plain: str) -> tuple[tuple[str, Take], ...]:
        """The cards of a line, each with its part of it and its count; none where a part of it reads otherwise, or two
        are of one card, by its number or by a name that is a number: that is a line with two counts."""
        if _EXCHANGE.search(plain):
            return ()
        for between, pieces in self._partings(raw, plain):
            found = tuple(self._cards(pieces))
            if len(found) < len(pieces) or not self._are_different(take for _, take in found):
                continue
            if between is not Between.COMMAS and self._may_be_one(found):
                continue
            if "&" in plain and len({line_of(piece).begins_with_count for piece in pieces}) > 1:
                continue  # `1 Nobody & Candy 4` may be one card as well.
            if between is not Between.SPACES or all(self._is_known(take) for _, take in found):
                return found
        return ()

    def sharing(self, plain: str) -> tuple[tuple[str, Take], ...] | None:
        """The cards of a line that states one count for all of them; empty where it does and cannot be read, or where
        it states a range of numbers and not what its count is of; None for any other line."""
        pieces = sharing_cards(plain, self._is_number)
        if not pieces:
            return () if ranges(plain, self._is_number) else None
        found = tuple(self._cards(pieces))
        if len(found) == len(pieces) and self._are_different(take for _, take in found):
            return found
        return () if any(self._has_number(*card) for card in found) else None

    def complete(self, question: Question) -> Question:
        """A question with nothing but complete choices: of a line with several numbers no reading says one of them
        only, and where nothing would be lost they are its parts."""
        if self._finder.ptcg:
            return question
        numbers = numbers_on(question.text, self._finder.form, self._finder.is_known)
        if len(numbers) < 2 or self._are_codes_of_one([one.number for one in numbers]):
            return question
        own = apart(question.text, numbers)
        ways = (tuple(part.strip(" #") for part in way) for way in question.splits)
        kept = tuple(way for way in ways if self._is_line_for_each(way, len(numbers)))
        splits = kept if len(kept) > 1 or not own else (own,)
        return replace(question, code=QuestionCode.SEVERAL_CARDS, readings=(), found="", splits=splits)

    def _is_line_for_each(self, lines: Sequence[str], numbers: int) -> bool:
        """Whether each line is a card with one whole number, for as many numbers or (of a range) more, or a count with
        words alone, which asks for itself."""
        named = [line for line in lines if not numbers_on(line, self._finder.form)]
        if len(lines) - len(named) < numbers or ":" in "".join(lines) or not all(map(_looks_counted, named)):
            return False
        return all(
            len(numbers_on(line, self._finder.form)) == 1 and isinstance(self._read(line), Take)
            for line in lines
            if line not in named
        )

    def _are_codes_of_one(self, numbers: Sequence[str]) -> bool:
        """Whether two different numbers are, or may be, a passcode and a printed number of one card."""
        if len(set(numbers)) != 2 or len(numbers) != 2:
            return False
        cards = [self._finder.catalogue.by_code(number) for number in numbers]
        return numbers[0].isdigit() != numbers[1].isdigit() or any(card in cards[1] for card in cards[0])

    def holds_several(self, raw: str, plain: str, *, known: int = 1) -> bool:
        """Whether a line that is not read holds several cards all the same, so that one alone is not its reading: at
        least as many that are read, the rest with a count like them."""
        by_any = ((Between.SPACES, pieces) for pieces in _by_any_counts(plain))
        return any(
            self._may_be_several(between, pieces, known) and not self._are_of_one(raw, pieces)
            for between, pieces in (*self._partings(raw, plain), *by_any)
        )

    def _partings(self, raw: str, plain: str) -> tuple[tuple[Between, tuple[str, ...]], ...]:
        """The partings of a line, remembered for the one that is asked about."""
        if self._parted[0] != (raw, plain):
            self._parted = (raw, plain), tuple(partings(raw, plain, self._is_number))
        return self._parted[1]

    def splits(self, raw: str, plain: str) -> tuple[tuple[str, ...], ...]:
        """The ways to write a line as a line for each of its cards: its parts that have words and a count, else the
        numbers of a range, else cards of which only some state a count. None where that is unknown."""
        for _, pieces in self._partings(raw, plain):
            if len(pieces) > 1 and all(map(_looks_counted, pieces)) and not self._are_of_one(raw, pieces):
                return (pieces,)
        return self._ranged(plain) or self.uncounted(raw, plain)

    def _ranged(self, plain: str) -> tuple[tuple[str, ...], ...]:
        """The ways to write a line of one range: its count is of each card, or of all together; without a count, up to
        `MAX_EACH` of each."""
        found = ranges(plain, self._is_number)
        if len(found) != 1:
            return ()
        (one,) = found
        each = tuple(f"{one.before}{number}{one.behind}" for number in one.numbers)
        meaning = self._read(each[0])
        if not isinstance(meaning, Take):
            return ()
        if not meaning.count.is_stated:
            more = (tuple(f"{count} {number}" for number in one.numbers) for count in range(2, MAX_EACH + 1))
            return (each, *more)
        copies, rest = divmod(meaning.count.copies or 0, len(each))
        together = tuple(f"{copies} {number}" for number in one.numbers)
        return (each, together) if copies and not rest else (each,)

    def uncounted(self, raw: str, plain: str) -> tuple[tuple[str, ...], ...]:
        """The ways to write a line of several cards of which some state no count: one copy of each of those, or as many
        as the only count says. Where nothing but a comma or a column parts them, they may be one card's number and
        name."""
        for between, pieces in self._partings(raw, plain):
            read = self._with_series(pieces) if between is not Between.SPACES else ()
            lines, takes = tuple(line for line, _ in read), [take for _, take in read if isinstance(take, Take)]
            if (
                len(takes) < len(pieces)
                or not self._are_different(takes)
                or all(take.count.is_stated for take in takes)
            ):
                continue
            cards = tuple(zip(lines, takes, strict=True))
            alike = all(map(self._is_known, takes)) or all(self._has_number(*card) for card in cards)
            if not _SEVERAL.search(plain) and (self._may_be_one(cards) or not alike):
                continue
            counts = {take.count.copies or 1 for take in takes if take.count.is_stated}
            shared = (line if take.count.is_stated else f"{max(counts)} {line}" for line, take in cards if counts)
            return (lines, tuple(shared)) if len(counts) == 1 and counts != {1} else (lines,)
        return ()

    def _with_series(self, pieces: Iterable[str]) -> tuple[tuple[str, Meaning], ...]:
        """Parts of a line and what each means, with the series of the number before it where only the end of its own
        stands there: `HBU01-A07/A10`."""
        found: list[tuple[str, Meaning]] = []
        series = ""
        for piece in pieces:
            meaning = self._read(piece)
            if not isinstance(meaning, Take) and series and self._is_number(f"{series}-{piece}"):
                piece = f"{series}-{piece}"
                meaning = self._read(piece)
            found.append((piece, meaning))
            series = meaning.number.rpartition("-")[0] if isinstance(meaning, Take) else series
        return tuple(found)

    def _read(self, piece: str) -> Meaning:
        return self._grammar.read(piece) or self._grammar.read_new(piece)

    def _may_be_several(self, between: Between, pieces: tuple[str, ...], known: int) -> bool:
        """Whether every part is a card with a count or looks like one; with mere spaces between all have to be one,
        all known or all with their numbers (`1 Pikachu 1st Edition XYZ 9` is one card)."""
        if len(pieces) < 2 or not all(map(_looks_counted, pieces)):
            return False
        found = [card for piece in pieces for card in self._cards([piece])]
        if not self._are_different(take for _, take in found) or self._may_be_one(found):
            return False
        if between is Between.SPACES:
            rest = len(pieces) - len(found)
            if not (all(self._is_known(take) for _, take in found) or all(self._has_number(*card) for card in found)):
                return False
            return rest == 0 or rest == sum(map(self._is_name_of_many, pieces))
        return len(found) >= known

    def _are_of_one(self, raw: str, pieces: Sequence[str]) -> bool:
        """Whether all parts may be about one card, its count in doubt at most: `02 赛罗奥特曼` and `HBU01-A07 3`. A row
        of cells with a running number in front and the count behind may name it beside a new number."""
        if _SEVERAL.search(raw.translate(_WIDE)):
            return False
        called: list[set[str]] = []
        named, new = 0, False
        for piece in pieces:
            meaning = self._read(piece)
            if isinstance(meaning, Doubt) and meaning.code not in _HOW_MANY:
                return False
            numbers = {one.number for one in readings_in(meaning)}
            if is_named := not numbers_on(piece, self._finder.form) and not self._finder.anchors(line_of(piece)):
                numbers |= {card.number for one in readings_in(meaning) for card in self._finder.named(one.name)}
            new = new or (isinstance(meaning, Take) and not (is_named or meaning.words or meaning.cards))
            named += is_named
            called.append(numbers - {""})
        at_ends = [line_of(piece).begins_with_count for piece in pieces] == [True, False]
        return (new and named == 1 and at_ends and "\t" in raw) or bool(set.intersection(*called))

    def _is_name_of_many(self, piece: str) -> bool:
        meaning = self._grammar.read(piece)
        return isinstance(meaning, Doubt) and meaning.code is QuestionCode.AMBIGUOUS_NAME

    def _cards(self, pieces: Iterable[str]) -> Iterator[tuple[str, Take]]:
        """The card of each part, up to one that states none with its count."""
        for piece in pieces:
            meaning = self._read(piece)
            if not isinstance(meaning, Take) or not meaning.count.is_stated or self._is_numbered(piece):
                return
            yield piece, meaning

    def _is_numbered(self, piece: str) -> bool:
        """Whether the only count of a part may be the running number of its line."""
        found = _RUNNING.match(piece)
        meaning = self._read(piece[found.end() :]) if found else None
        return isinstance(meaning, Take) and not meaning.count.is_stated

    def _are_different(self, takes: Iterable[Take]) -> bool:
        numbers = [take.number for take in takes]
        called = {card.number for number in numbers for card in self._finder.catalogue.by_name(number)}
        return len(set(numbers)) == len(numbers) and called.isdisjoint(numbers)

    def _may_be_one(self, found: Iterable[tuple[str, Take]]) -> bool:
        """Whether a part with a name only stands beside one with a number only: `4 Iono 2 PAL 999`."""
        sides = [(bool(take.words), self._has_number(piece, take)) for piece, take in found]
        return any(sorted(pair) == [(False, True), (True, False)] for pair in pairwise(sides))

    def _has_number(self, piece: str, take: Take) -> bool:
        return not self._is_known(take) or bool(self._finder.anchors(line_of(piece)))

    def _is_known(self, take: Take) -> bool:
        return bool(take.cards) and not take.notice_of_new

    def _is_number(self, typed: str) -> bool:
        return self._finder.form.normalise_number(typed) is not None


def partings(raw: str, plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[Between, tuple[str, ...]]]:
    """The ways in which a line may hold several cards, each a tuple of at least two plain lines."""
    yield from ((Between.COMMAS, pieces) for pieces in _series(plain, is_number))
    yield from ((Between.COLUMNS, pieces) for pieces in _columns(raw))
    text = raw.translate(_WIDE)
    by_characters, by_gaps = (
        tuple(filter(None, map(plain_line, parting.split(text)))) for parting in (_CHARACTERS, _GAPS)
    )
    if 1 < len(by_characters) <= MAX_PARTS:
        yield Between.COLUMNS if _BARS.search(text) else Between.COMMAS, by_characters
    # Where nothing but space parts them, a count with a remark behind it is not a card of its own.
    by_space = ((Between.SPACES, pieces) for pieces in _by_counts(plain))
    for between, pieces in ((Between.COLUMNS, by_gaps), (Between.COLUMNS, _glued(plain)), *by_space):
        if 1 < len(pieces) <= MAX_PARTS and all(line_of(piece).has_words for piece in pieces):
            yield between, pieces


def _series(plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """A series once, then the ends of its numbers, and so on: `HBU01: A07×3 A10×3; HBU02: A02×2`."""
    pieces = []
    for part in _NEXT_SERIES.split(plain):
        found = _SERIES.fullmatch(part)
        if found is None:
            return
        for piece in re.split(r"[ ,;、]+", found["rest"].strip(" ,;、"))[: MAX_PARTS + 1]:
            end = re.match(r"[A-Za-z]{0,3}?[0-9]{0,4}(?=[^A-Za-z0-9]|[xX][0-9]|$)", piece)
            if end is None or not end[0] or not is_number(f"{found['series']}-{end[0]}"):
                return
            pieces.append(f"{found['series']}-{end[0]} {piece[end.end() :]}")
    if 1 <= len(pieces) <= MAX_PARTS:
        yield tuple(pieces)


def _columns(raw: str) -> Iterator[tuple[str, ...]]:
    """Cells side by side, as pasted from columns of a sheet: the same number for each card."""
    cells = [cell for cell in map(plain_line, raw.split("\t")) if cell]
    for number in _COLUMNS:
        width = len(cells) // number
        if width > 1 and width * number == len(cells):
            yield tuple(" ".join(cells[at : at + width]) for at in range(0, len(cells), width))


def _by_counts(plain: str) -> Iterator[tuple[str, ...]]:
    """Cards one after the other, each before its count, or each after it."""
    line = line_of(plain)
    stating = [place for place, token in enumerate(line.tokens) if token.part in _STATING]
    if not 1 < len(stating) <= MAX_PARTS:
        return
    ends = [place for place in stating if line.tokens[place].part is not Part.NUMERAL]
    if len(ends) > 1 and ends[-1] == len(line.tokens) - 1:
        cuts = [0, *(place + 1 for place in ends)]
        yield tuple(line.words(first, last) for first, last in pairwise(cuts))
    if stating[0] == 0:
        starts = [place for place in stating if _begins_card(line, place)]
        cuts = [*starts, len(line.tokens)]
        if len(starts) > 1:
            yield tuple(line.words(first, last) for first, last in pairwise(cuts))


def _begins_card(line: Line, place: int) -> bool:
    """Whether a count is on its own before a word, not the number after a set's code."""
    tokens = line.tokens
    after = place + 1 < len(tokens) and tokens[place + 1].part is Part.WORD
    return place == 0 or (after and int(tokens[place].value) < 10 if tokens[place].value.isdigit() else after)


def _glued(plain: str) -> tuple[str, ...]:
    """The words of a line of Chinese names with their counts right behind them: `融合3 火焰融合2`; else none."""
    pieces = tuple(plain.split(" "))
    return pieces if all(map(_GLUED.fullmatch, pieces)) else ()


def _by_any_counts(plain: str) -> Iterator[tuple[str, ...]]:
    """The line cut behind each count, or before each."""
    line = line_of(plain)
    stating = [place for place, token in enumerate(line.tokens) if token.part in _STATING]
    if not 1 < len(stating) <= MAX_PARTS:
        return
    if stating[-1] == len(line.tokens) - 1:
        yield tuple(line.words(*span) for span in pairwise([0, *(place + 1 for place in stating)]))
    if stating[0] == 0:
        yield tuple(line.words(*span) for span in pairwise([*stating, len(line.tokens)]))


def _looks_counted(piece: str) -> bool:
    """Whether a part has words, and before or behind them a count."""
    line = line_of(piece)
    first, last = line.core(0, len(line.tokens))
    counted = any(token.part in _STATING for token in (*line.tokens[:first], *line.tokens[last:]))
    return first < last and counted
