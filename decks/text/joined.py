"""Lines with several cards: joined by commas, side by side as columns, or a series written once.

A line is parted only where every part is a card line of its own; otherwise nothing is parted. Between commas any cards
stand; in columns none of which one has a name only and the next a number only, for these may be one card's; with mere
spaces between only cards that are known.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from decks.text.card_finder import CardFinder
from decks.text.line_cuts import WIDE, Between, by_any_counts, cuts, looks_counted
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import line_of
from decks.text.listing import Question, QuestionCode
from decks.text.meanings import Doubt, Meaning, Take, readings_in
from decks.text.several_numbers import apart, numbers_on
from decks.text.shared_counts import ranges, sharing_cards

MAX_EACH = 3
"""Copies of each card of a range that states no count, up to which choices are offered."""
_SEVERAL = re.compile("[;、+&]")
"""Characters that stand between cards, and not between the number and the name of one."""
_EXCHANGE = re.compile("→|⇒|[-=]>|换成|改成|替换成")
"""What says that of two cards one stands in place of the other."""
_RUNNING = re.compile(r"(?:#[0-9]{1,3}|[(\[【]?[0-9]{1,3}[.、:)\]】]) *(?=.)")
_HOW_MANY = (QuestionCode.COUNT_UNCLEAR, QuestionCode.COUNT_MISSING)


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
        if len(lines) - len(named) < numbers or ":" in "".join(lines) or not all(map(looks_counted, named)):
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
        by_any = ((Between.SPACES, pieces) for pieces in by_any_counts(plain))
        return any(
            self._may_be_several(between, pieces, known) and not self._are_of_one(raw, pieces)
            for between, pieces in (*self._partings(raw, plain), *by_any)
        )

    def _partings(self, raw: str, plain: str) -> tuple[tuple[Between, tuple[str, ...]], ...]:
        """The partings of a line, remembered for the one that is asked about."""
        if self._parted[0] != (raw, plain):
            self._parted = (raw, plain), tuple(cuts(raw, plain, self._is_number))
        return self._parted[1]

    def splits(self, raw: str, plain: str) -> tuple[tuple[str, ...], ...]:
        """The ways to write a line as a line for each of its cards: its parts that have words and a count, else the
        numbers of a range, else cards of which only some state a count. None where that is unknown."""
        for _, pieces in self._partings(raw, plain):
            if len(pieces) > 1 and all(map(looks_counted, pieces)) and not self._are_of_one(raw, pieces):
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
        if len(pieces) < 2 or not all(map(looks_counted, pieces)):
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
        if _SEVERAL.search(raw.translate(WIDE)):
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
