"""The grammar of a card line: parts that together cover the whole line, or the line asks.

A line names a card by its number, its name, or both, in any order. Everything else in it has to be a count, a running
number, a price, a rarity or remark, a set, or mere punctuation. If more than one reading covers the line and they
differ, or none does, the result is a doubt with the possible readings: no character is left out to make a line fit.

A line takes time linear in its length, because only a fixed number of anchors and spans are tried (`MAX_ANCHORS`,
`line_parts.MAX_PEELED`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from decks.text.card_finder import Anchor, CardFinder
from decks.text.catalogue import ListedCard
from decks.text.known_names import KnownNames
from decks.text.line_parts import MIN_CODE_DIGITS, CountTrouble, Line, StatedCount, line_of
from decks.text.line_sides import STATING, loose_beside, without_energy_number
from decks.text.listing import QuestionCode, Reading, ReadingNoticeCode
from decks.text.meanings import MAX_READINGS, Doubt, Meaning, Take, readings_of, settled, settled_by_name
from decks.text.new_card_doubts import left_over, or_longer_number
from decks.text.new_cards import MAX_ANCHORS, NewCards
from decks.text.no_cards import says_otherwise
from decks.text.ptcg import numbered_energies, without_set_name
from decks.text.remarks import SURE, in_front_of_known
from decks.text.says_more import says_part
from decks.text.spelling import code_key, folded_code
from decks.text.tokens import Part

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_COUNTED = (*STATING, Part.PUNCTUATION)
_NO_NAME = re.compile(r"[,;!?。，；！？…+|/]| x |@")
"""What no name in another language has in it."""
_CELL_EDGES = "'\"`=# "
_UNIT_OR_WORD = re.compile("[张枚份只片个枝套][\u4e00-\u9fff]")


class LineGrammar:
    """Reads single lines of one game's lists."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._form = finder.form
        self._new_cards = NewCards(finder)
        self._like = self._new_cards.like
        self._by_name = KnownNames(finder, self._like)
        self.counts_by_name = finder.form.by_name

    def read(self, plain: str) -> Meaning:
        """What a plain line means by the cards that are known; None where it names none of them."""
        plain = self._finder.without_language(plain)
        if self._finder.ptcg and (energies := numbered_energies(plain, self._finder.ptcg)):
            takes = [take for take in map(self.read, energies) if isinstance(take, Take)]
            return Doubt(QuestionCode.AMBIGUOUS_NUMBER, readings_of(takes)) if takes else None
        meaning = self._known(line_of(plain))
        if meaning is None and self._finder.ptcg and (shorter := without_set_name(plain)):
            take = self.read(shorter[0])
            return Doubt(QuestionCode.WORDS_LEFT, readings_of([take]), shorter[1]) if isinstance(take, Take) else take
        if not isinstance(meaning, Take) and _UNIT_OR_WORD.search(plain):
            other = self._known(line_of(plain, with_units=False))
            return other if isinstance(other, Take) or meaning is None else meaning
        return meaning

    def _known(self, line: Line) -> Meaning:
        anchors = self._finder.anchors(line)[:MAX_ANCHORS]
        takes = [take for anchor in anchors for take in self._anchored(line, anchor)]
        covering = [take for take in takes if not take.rest and not take.code]
        if not covering:
            named = list(self._by_name.takes(line))
            if takes and not any(take.count.trouble is None and not take.rest for take in named):
                new = self.read_new(line.text) if all(anchor.is_short for anchor in anchors) else None
                return new if _says_number(new) else self._doubted(line, anchors, takes)
            if line.begins_with_count and not all(take.count.is_stated for take in named):
                new = self.read_new(line.text)
                if _is_count_and_number(new):
                    return new
            covering = [self._or_number(take) for take in named if not self._is_number(take.words) and not take.rest]
            if named and not covering and all(take.rest for take in named):
                two = any(take.count.trouble is CountTrouble.TWO for take in named)
                return (self.read_new(line.text) if two else None) or left_over(self._finder, named[0])
            if covering and all(take.count.trouble is CountTrouble.TWO for take in covering):
                new = self.read_new(line.text)
                return new if _says_number(new) else settled(covering)
            if not line.begins_with_count:
                return settled_by_name(covering)
        return or_longer_number(self._finder, line, anchors, settled(covering))

    def read_new(self, plain: str) -> Meaning:
        """What a plain line means that names no known card: a number the game may have, with any name beside it."""
        return self._new_cards.read(line_of(self._finder.without_language(plain)))

    def read_name(self, plain: str) -> Take | Doubt | None:
        """What a plain line means by a name that no card has, alone with its count, where cards count by name."""
        return self._new_cards.alone(line_of(self._finder.without_language(plain)))

    def is_number(self, typed: str) -> bool:
        """Whether this is how a number of the game is typed."""
        return self._form.normalise_number(typed) is not None

    def agree(self, code: str, name: str, count: StatedCount) -> Meaning:
        """What a code and a name that are separate mean, as in the cells of a table."""
        if not code:
            found = [take for take in self._by_name.takes(line_of(name)) if not take.count.is_stated]
            clear = [replace(take, count=count) for take in found[:1] if not take.rest]
            if not found and (numbered := self._number_in_cell(name, count)):
                return numbered
            if not found and self._form.by_name:
                return self._new_cards.in_cell(name, count)
            return settled(clear) if clear or not found else left_over(self._finder, replace(found[0], count=count))
        for one in dict.fromkeys((f"{code} {name}".strip(), f"{name} {code}".strip())):
            line = line_of(one)
            anchors = self._finder.anchors(line)
            takes = [take for anchor in anchors for take in self._anchored(line, anchor)]
            fitting = [replace(take, count=count) for take in takes if not take.rest and not take.count.is_stated]
            if fitting:
                return settled(fitting)
            if any(not anchor.is_short for anchor in anchors):
                return left_over(self._finder, replace(takes[0], count=count))
        code = code.strip(_CELL_EDGES)
        number = self._form.normalise_number(code)
        if number is None:
            return None
        if code_key(code) != code_key(number):
            reading = Reading(number, name, count.copies or 1)
            return Doubt(QuestionCode.NUMBER_UNCLEAR, (reading,), code)
        number = self._finder.as_sets_count(code, number)
        is_sure = name.startswith(SURE[0])
        name = self._new_cards.cell_name(name)
        named = self._finder.named(name) if name else ()
        return settled([self._new_cards.named(number, name, count, named, is_sure=is_sure)])

    def _number_in_cell(self, cell: str, count: StatedCount) -> Meaning:
        """What the cell of a name means that has a card's number in it: `HBU01-A07 赛罗奥特曼`."""
        line = line_of(self._finder.without_language(cell))
        anchors = tuple(one for one in self._finder.anchors(line) if not one.is_short)
        takes = [take for anchor in anchors for take in self._anchored(line, anchor)]
        fitting = [replace(take, count=count) for take in takes if not take.rest and not take.count.is_stated]
        if fitting or takes:
            return settled(fitting) if fitting else left_over(self._finder, replace(takes[0], count=count))
        new = self._new_cards.read(line)
        if not isinstance(new, Take) or new.count.is_stated:
            return None
        return settled([replace(new, count=count)])

    def _anchored(self, line: Line, anchor: Anchor) -> Iterator[Take]:
        """The readings by a known number; with `rest` if words beside it are not one of its names.

        A count that is also the card's name (`(2)`) is taken for either, on one side of the number.
        """
        sides = ((0, anchor.first), (anchor.last, len(line.tokens)))
        loose = loose_beside(self._finder, line, anchor)
        yield self._beside_known(line, anchor, sides, loose, None)
        for side in sides:
            for span in line.counts_between(*side, loose):
                if fit := self._finder.named_just(anchor.cards, line.words(*span)):
                    yield self._beside_known(line, anchor, sides, loose, (fit, *span))

    def _beside_known(
        self,
        line: Line,
        anchor: Anchor,
        sides: tuple[tuple[int, int], ...],
        loose: frozenset[int],
        named: tuple[tuple[ListedCard, ...], int, int] | None,
    ) -> Take:
        """The reading by a known number; `named` are the cards that a count beside it names, and its place."""
        cards, said, left, outside, notice = self._words_beside(line, anchor, sides, loose, named)
        left += self._other_names(line, outside, cards)
        left += self._other_codes(line, outside)
        if anchor.is_short and not said:
            left.append(line.words(anchor.first, anchor.last))
        count = line.count(without_energy_number(self._finder, line, outside))
        same = _with_number(cards, anchor.number) if said and len(cards) > 1 else None
        others = self._meant_as_well(line, anchor, said) if not left else ()
        if other := tuple(card for card in others if card not in cards):
            cards, same = (*cards, *other), None
        one = same or self._finder.one_of(cards, said)
        if not said and not left and self._is_name_and_digits(line, anchor):
            return Take("", cards, count, said, line.words(anchor.first, anchor.last - 1))
        return Take(
            one.number if one else "",
            (one,) if one else cards,
            count,
            said,
            " ".join(left),
            len(said),
            notice if one else None,
            bool(self._finder.ptcg) and bool(said) and anchor.first > 0,
            None if one else QuestionCode.AMBIGUOUS_NUMBER,
        )

    def _words_beside(
        self,
        line: Line,
        anchor: Anchor,
        sides: tuple[tuple[int, int], ...],
        loose: frozenset[int],
        named: tuple[tuple[ListedCard, ...], int, int] | None,
    ) -> tuple[tuple[ListedCard, ...], str, list[str], list[int], ReadingNoticeCode | None]:
        """What stands on both sides of a known number: the cards that the names there leave, the names, the words that
        are none of them, the tokens outside of names, and the notice about a name that is not the card's own."""
        cards, words = anchor.cards, []
        notice: ReadingNoticeCode | None = None
        left: list[str] = []
        outside: list[int] = []
        for first, last in sides:
            if first == last:
                continue
            if named and first <= named[1] < last:
                fit, start, end = named
            else:
                fit, start, end = self._own(line, cards, first, last, loose)
            text = line.words(start, end)
            if not fit:
                short = self._finder.shortened(cards, text)
                if short and not self._finder.catalogue.by_name(text):
                    fit, notice = short, ReadingNoticeCode.NAME_SHORTENED
                elif last == anchor.first and self._is_translation(line, anchor, text):
                    fit, notice = cards, ReadingNoticeCode.NAME_NOT_KNOWN
                else:
                    left.append(text)
            elif (starred := self._by_name.starred(line, start, end)) and self._like.marked_otherwise(starred):
                left.append(starred[-1])
            own = in_front_of_known(line, first, start) if start < end else start
            left += [line.words(own, start)] if own < start else []
            cards = fit or cards
            words.append(text)
            outside += [*range(first, start), *range(end, last)]
        return cards, " ".join(filter(None, words)), left, outside, notice

    def _is_translation(self, line: Line, anchor: Anchor, text: str) -> bool:
        """Whether a line is written as other programs write a card (count, name, number), with the name in a language
        that the pool does not know."""
        typed = line.words(anchor.first, anchor.last)
        if anchor.is_short or typed != typed.upper() or not line.begins_with_count or any(map(str.isdigit, text)):
            return False
        if _NO_NAME.search(text) or says_part(text) or says_otherwise(text):
            return False
        return self._like.is_translation(text, anchor.cards)

    def _meant_as_well(self, line: Line, anchor: Anchor, said: str) -> tuple[ListedCard, ...]:
        """The cards whose number is in the place of the name; if there is no name, the cards named exactly as the
        number is typed (`MEW 150`), unless the game prints it like that."""
        if said:
            is_code = said.isascii() and any(map(str.isdigit, said))
            return self._finder.catalogue.by_typed_code(said, fold=self._form.folds_zeros) if is_code else ()
        typed = line.words(anchor.first, anchor.last)
        return () if self._is_number(typed) else self._finder.catalogue.by_name(typed)

    def _other_names(self, line: Line, outside: Iterable[int], cards: tuple[ListedCard, ...]) -> Iterator[str]:
        """The remarks beside a card that are exactly another card's name, such as `N`."""
        for place in outside:
            token = line.tokens[place]
            if token.part in (Part.REMARK, Part.SHORT_REMARK):
                named = self._finder.catalogue.by_name(token.value)
                if named and not any(card in named for card in cards):
                    yield token.value

    def _other_codes(self, line: Line, outside: Iterable[int]) -> Iterator[str]:
        """The numerals beside a card that are codes of known cards, such as a second passcode, not counts."""
        for place in outside:
            token = line.tokens[place]
            is_code = token.part is Part.NUMERAL and len(token.value) >= MIN_CODE_DIGITS
            if is_code and self._finder.catalogue.by_typed_code(token.value, fold=self._form.folds_zeros):
                yield token.value

    def _own(
        self, line: Line, cards: tuple[ListedCard, ...], first: int, last: int, loose: frozenset[int]
    ) -> tuple[tuple[ListedCard, ...], int, int]:
        """The cards named by the words between two tokens, and the place of those words; all of them if there are no
        words, none if the words are not a name of theirs."""
        if last - first == 1 and line.tokens[first].part in STATING:
            return cards, first, first  # A count alone is not a name.
        start, end = line.core(first, last, loose)
        if start < end and self._is_plain_name(line, cards, (first, start, end, last)):
            return cards, start, end
        for one, other in line.spans(first, last, loose):
            text = line.words(one, other)
            if not text:
                continue
            if not line.is_count(one, other):
                fit = self._finder.going_by(cards, text)
            else:
                # A text with several numerals states no count, and may be a name exactly as it is: `=1+1`.
                fit = self._finder.named_just(cards, text) if line.numerals(one, other) > 1 else ()
            if fit:
                return fit, one, other
        return (cards, first, first) if start == end else ((), start, end)

    def _is_plain_name(self, line: Line, cards: tuple[ListedCard, ...], places: tuple[int, int, int, int]) -> bool:
        """Whether words are exactly the only name of a card, and nothing stands beside them but a count and
        punctuation: no longer text there is its name."""
        first, start, end, last = places
        if len(cards) != 1 or cards[0].other_names or line.words(start, end) != cards[0].name:
            return False
        beside = (*line.tokens[first:start], *line.tokens[end:last])
        return all(token.part in _COUNTED for token in beside)

    def _doubted(self, line: Line, anchors: tuple[Anchor, ...], takes: list[Take]) -> Meaning:
        """Why a line with a known number is not covered."""
        numbers = {card.number for take in takes for card in take.cards}
        if len(anchors) > 1 and len({take.number for take in takes}) > 1 and len(numbers) > 1:
            return Doubt(QuestionCode.SEVERAL_CARDS, readings_of(takes))
        if takes[0].code and not takes[0].rest:
            return settled(takes[:1])
        if all(anchor.is_short for anchor in anchors):
            return Doubt(QuestionCode.NO_SUCH_CARD, readings_of(takes)[:MAX_READINGS])
        return left_over(self._finder, takes[0])

    def _is_number(self, words: str) -> bool:
        """Whether words are a number exactly as the game prints them; some card may still have that name."""
        bare = _EDGES.sub("", words)
        return self._form.normalise_number(bare) == bare

    def _or_number(self, take: Take) -> Take:
        """The reading by a name; a doubt if it may also be a number of the game, split differently: `SVI 1`."""
        bare = _EDGES.sub("", take.words)
        number = self._form.normalise_number(bare) if bare == bare.upper() and any(map(str.isdigit, bare)) else None
        if number is None or code_key(number) != code_key(bare):
            return take
        cards = (*take.cards, self._finder.catalogue.by_number(number) or ListedCard(number, ""))
        return replace(take, number="", cards=cards, code=QuestionCode.AMBIGUOUS_NUMBER)

    def _is_name_and_digits(self, line: Line, anchor: Anchor) -> bool:
        """Whether a code with no name beside it is also another card's name with a number: `Mew 150`."""
        typed = line.words(anchor.first, anchor.last)
        if typed == typed.upper() or " " not in typed:
            return False
        named = self._finder.catalogue.by_name(typed.rpartition(" ")[0])
        return bool(named) and not any(card in named for card in anchor.cards)


def _with_number(cards: Iterable[ListedCard], typed: str) -> ListedCard | None:
    """The first of the cards that has a number exactly as typed, leading zeros ignored."""
    number = folded_code(typed)
    return next((card for card in cards if folded_code(card.number) == number), None)


def _is_count_and_number(meaning: Meaning) -> bool:
    """Whether a line is a count and a number, as lists are written, even where some card is named like the line."""
    return isinstance(meaning, Take) and meaning.count.is_stated and not meaning.words and not meaning.rest


def _says_number(meaning: Meaning) -> bool:
    """Whether it is clear which number a line means, though perhaps not how many, or that it is meant so."""
    if not isinstance(meaning, Doubt):
        return isinstance(meaning, Take)
    as_typed = any(code_key(one.number) == code_key(meaning.found) for one in meaning.readings)
    return meaning.code is QuestionCode.COUNT_UNCLEAR or (as_typed and meaning.code is QuestionCode.NUMBER_UNCLEAR)
