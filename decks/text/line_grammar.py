"""The grammar of a card line: parts that together cover the whole line, or the line asks.

A line names a card by its number, its name, or both, in any order. Everything else in it has to be a count, a running
number, a price, a rarity or remark, a set, or mere punctuation. If more than one reading covers the line and they
differ, or none does, the result is a doubt with the possible readings: no character is left out to make a line fit.

A line takes time linear in its length, because only a fixed number of anchors and spans are tried (`MAX_ANCHORS`,
`line_parts.MAX_PEELED`).
"""

import re
from dataclasses import replace

from decks.text.card_finder import Anchor, CardFinder
from decks.text.known_names import KnownNames
from decks.text.known_numbers import KnownNumbers
from decks.text.line_parts import CountTrouble, Line, StatedCount, line_of
from decks.text.listing import QuestionCode, Reading
from decks.text.meanings import MAX_READINGS, Doubt, Meaning, Take, readings_of, settled, settled_by_name
from decks.text.new_card_doubts import left_over, or_longer_number
from decks.text.new_cards import MAX_ANCHORS, NewCards
from decks.text.ptcg import numbered_energies, without_set_name
from decks.text.remarks import SURE
from decks.text.spelling import code_key

_CELL_EDGES = "'\"`=# "
_UNIT_OR_WORD = re.compile("[张枚份只片个枝套][\u4e00-\u9fff]")


class LineGrammar:
    """Reads single lines of one game's lists."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._form = finder.form
        self._new_cards = NewCards(finder)
        self._by_name = KnownNames(finder, self._new_cards.like)
        self._by_number = KnownNumbers(finder, self._new_cards.like, self._by_name)
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
        takes = [take for anchor in anchors for take in self._by_number.takes(line, anchor)]
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
            covering = [
                self._by_number.or_number(take)
                for take in named
                if not self._by_number.is_printed(take.words) and not take.rest
            ]
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
            takes = [take for anchor in anchors for take in self._by_number.takes(line, anchor)]
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
        number = self._new_cards.numbers.as_sets_count(code, number)
        is_sure = name.startswith(SURE[0])
        name = self._new_cards.cell_name(name)
        named = self._finder.named(name) if name else ()
        return settled([self._new_cards.named(number, name, count, named, is_sure=is_sure)])

    def _number_in_cell(self, cell: str, count: StatedCount) -> Meaning:
        """What the cell of a name means that has a card's number in it: `HBU01-A07 赛罗奥特曼`."""
        line = line_of(self._finder.without_language(cell))
        anchors = tuple(one for one in self._finder.anchors(line) if not one.is_short)
        takes = [take for anchor in anchors for take in self._by_number.takes(line, anchor)]
        fitting = [replace(take, count=count) for take in takes if not take.rest and not take.count.is_stated]
        if fitting or takes:
            return settled(fitting) if fitting else left_over(self._finder, replace(takes[0], count=count))
        new = self._new_cards.read(line)
        if not isinstance(new, Take) or new.count.is_stated:
            return None
        return settled([replace(new, count=count)])

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


def _is_count_and_number(meaning: Meaning) -> bool:
    """Whether a line is a count and a number, as lists are written, even where some card is named like the line."""
    return isinstance(meaning, Take) and meaning.count.is_stated and not meaning.words and not meaning.rest


def _says_number(meaning: Meaning) -> bool:
    """Whether it is clear which number a line means, though perhaps not how many, or that it is meant so."""
    if not isinstance(meaning, Doubt):
        return isinstance(meaning, Take)
    as_typed = any(code_key(one.number) == code_key(meaning.found) for one in meaning.readings)
    return meaning.code is QuestionCode.COUNT_UNCLEAR or (as_typed and meaning.code is QuestionCode.NUMBER_UNCLEAR)
