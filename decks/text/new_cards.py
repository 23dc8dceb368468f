"""Lines that name no known card: a number the game may have, with the words beside it as its name.

Nothing says where the name of an unknown card ends. Words in front of it belong to it; a bracket, a column or the
number separates remarks from it; if a remark after it may be its last word (`Charizard Gold`) and cards count by name,
the line asks. Words in quotation marks are the name, whatever they look like.
"""

from dataclasses import replace

from decks.text.card_finder import Anchor, CardFinder
from decks.text.catalogue import ListedCard
from decks.text.game_numbers import GameNumbers
from decks.text.like_names import LikeNames
from decks.text.line_parts import Line, StatedCount, line_of
from decks.text.line_sides import (
    STATING,
    are_parted,
    before_letters,
    behind_letters,
    has_own_words,
    loose_beside,
    without_energy_number,
)
from decks.text.listing import QuestionCode, Reading, ReadingNoticeCode
from decks.text.meanings import MAX_READINGS, Doubt, Meaning, Take, readings_of, settled
from decks.text.names_alone import MAX_ALONE, may_be_talk
from decks.text.new_card_doubts import NewCardDoubts, TypedName, beyond, left_over, or_longer_number
from decks.text.remarks import (
    SURE,
    bracket_end,
    in_front_of_known,
    may_end,
    quoted,
    reads_as_column,
    whole_name,
    words_in_front,
)
from decks.text.spelling import loose_key
from decks.text.tokens import Part

MAX_ANCHORS = 4
_HIDDEN = (Part.COUNT, Part.CIRCLED, Part.PRICE, Part.LONE_CHARACTER)


class NewCards:
    """Reads the numbers of one game that no known card has."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._form = finder.form
        self.like = LikeNames(finder)
        self.numbers = GameNumbers(finder)
        self._doubts = NewCardDoubts(finder, self.like, self.numbers)

    def read(self, line: Line) -> Meaning:
        """What a line means by a number the game may have, with any name beside it; None if it has no number."""
        if SURE[0] in line.text and (named := self._surely_named(line)):
            return named
        anchors = self.numbers.new_anchors(line)[-MAX_ANCHORS:]
        if not anchors:
            return None
        if len(anchors) > 1:
            anchors = tuple(one for one in anchors if self._may_be_number(line, one)) or anchors[-1:]
        anchor = anchors[-1]
        names = self._names(line, anchor)
        take = self._beside(line, anchor, names)
        others = {one.number for one in anchors[:-1]}
        has_words = self._finder.ptcg is not None and has_own_words(line, anchors)
        if others - {anchor.number} and has_words and are_parted(line, anchors):
            return Doubt(QuestionCode.SEVERAL_CARDS, ())
        if others - {anchor.number} and not has_words:
            readings = tuple(Reading(one.number, "", take.count.copies or 1) for one in anchors)
            return Doubt(QuestionCode.SEVERAL_CARDS, readings[:MAX_READINGS])
        if not anchor.is_clear:
            return self._doubts.number_unclear(line, anchor, names, take)
        if take.rest:
            return left_over(self._finder, take)
        if doubt := self._doubts.says_more(anchor, names, take) or self._doubts.times(line, anchor, take):
            return doubt
        if doubt := self._doubts.glued(line, anchor, take):
            return doubt
        if slip := self._doubts.slip(line, anchor, take):
            return slip
        if doubt := self._doubts.ends_in_numeral(line, anchor, names[0], take):
            return doubt
        meaning = self._doubts.name_open(line, anchor, names, take) or settled([take])
        return or_longer_number(self._finder, line, (anchor,), meaning)

    def named(
        self,
        number: str,
        name: str,
        count: StatedCount,
        named: tuple[ListedCard, ...],
        rest: str = "",
        *,
        is_sure: bool = False,
    ) -> Take:
        """A number nobody knows. Where cards count by name a known name beside it says which card is meant; where they
        count by number it is a card of its own. A printing keeps its number. `is_sure` says that all of the name is
        one."""
        one = self._finder.one_of(named, name) if named and self._form.by_name and not self._finder.ptcg else None
        if one is not None:
            return Take(one.number, (one,), count, number, rest, len(name), ReadingNoticeCode.NUMBER_NOT_KNOWN)
        if named and not self._finder.ptcg:
            notice = ReadingNoticeCode.NAME_UNDER_OTHER_NUMBERS
            return Take(number, named[:1], count, name, rest, len(name), notice)
        known = self.like.as_known(name) if self._form.by_name and name else (name,)
        take = Take(
            number, (), count, known[0], rest, len(name), is_printing=bool(self._finder.ptcg and name and number)
        )
        if len(known) > 1:
            return replace(take, names=known, code=QuestionCode.NAME_UNCLEAR)
        may_be = self.like.perhaps(known[0]) if self._form.by_name and name and not is_sure else None
        return (
            replace(take, names=may_be.names, beyond=may_be.beyond, code=QuestionCode.NAME_UNCLEAR) if may_be else take
        )

    def alone(self, line: Line) -> Take | Doubt | None:
        """What a line means by a name that no card has, alone with its count, where cards count by name."""
        if not self._form.by_name:
            return None
        name = self._name(line, 0, len(line.tokens), frozenset())
        take = self._alone(line, name)
        if take is None or not name.shorter:
            return take if take is None or not take.code else Doubt(take.code, readings_of([take]), take.beyond)
        copies = take.count.copies or 1
        readings = (Reading("", name.text, copies), Reading("", name.shorter, copies))
        return Doubt(QuestionCode.NAME_UNCLEAR, readings, beyond(name.text, name.shorter))

    def in_cell(self, cell: str, count: StatedCount) -> Meaning:
        """What the name in a cell means that no card has, where cards count by name."""
        name, is_sure = self.cell_name(cell), cell.startswith(SURE[0])
        copies = count.copies or 0
        is_card = bool(name) and (is_sure or (0 < copies <= MAX_ALONE and not may_be_talk(name)))
        return settled([self.named("", name, count, (), is_sure=is_sure)]) if is_card else None

    def _surely_named(self, line: Line) -> Meaning:
        """The reading by a name in guillemets, which somebody has confirmed."""
        found = quoted(line, 0, len(line.tokens)) if self._form.by_name else None
        if found is None or not line.tokens[found[0]].value.endswith(SURE[0]):
            return None
        take = self._alone(line, TypedName(*found, is_quoted=True, is_sure=True))
        return settled([take]) if take else None

    def _alone(self, line: Line, name: TypedName) -> Take | None:
        """The reading by a name if nothing but a count and remarks stands beside it."""
        outside = [*range(name.start), *range(name.end, len(line.tokens))]
        count = line.count(outside)
        if not name.text or count.trouble is not None or not count.is_stated:
            return None
        if any(line.tokens[place].part in (Part.WORD, Part.PRICE) for place in outside):
            return None
        return self.named("", name.text, count, (), is_sure=name.is_sure)

    def cell_name(self, cell: str) -> str:
        """The name in a cell, without remarks that are separate from it: `Potion (Reverse Holo)`."""
        line = line_of(cell)
        one = self._name(line, 0, len(line.tokens), frozenset())
        beside = (*line.tokens[: one.start], *line.tokens[one.end :])
        is_name = bool(one.text) and all(token.part in (Part.REMARK, Part.PUNCTUATION) for token in beside)
        return one.text if is_name else cell

    def _may_be_number(self, line: Line, anchor: Anchor) -> bool:
        """Whether what looks like a number can be one: no word of a name has to be split for it (`Porygon 2`), and it
        is not in quotation marks."""
        if anchor.is_clear:
            return True
        typed, marked = line.words(anchor.first, anchor.last), quoted(line, 0, len(line.tokens))
        return typed not in (marked[2] if marked else "") and bool(self.numbers.possible_numbers(typed, anchor.number))

    def _names(self, line: Line, anchor: Anchor) -> tuple[TypedName, TypedName]:
        """The words before and after a number."""
        loose = loose_beside(self._finder, line, anchor)
        front, behind = (0, anchor.first), (anchor.last, len(line.tokens))
        return self._name(line, *front, loose), self._name(line, *behind, loose)

    def _name(self, line: Line, first: int, last: int, loose: frozenset[int]) -> TypedName:
        start, end = line.core(first, last, loose)
        if found := quoted(line, first, last):
            opens, closes, text = found
            if text and (start == end or (opens <= start and end <= closes)):
                is_sure = line.tokens[opens].value.endswith(SURE[0])
                return TypedName(opens, closes, text, is_quoted=True, is_sure=is_sure)
        if start == end:
            return self._letter(line, first, last) or TypedName(start, end)
        end = bracket_end(line, start, end, last)
        bare = line.words(start, end)
        front, back = words_in_front(line, first, start), may_end(line, end, last)
        front = behind_letters(line, front, start)
        back = back if self._form.by_name else before_letters(line, end, back)
        whole = self._known_span(line, (first, last), (front, back), loose) or TypedName(
            front, back, self._whole(line, (front, back), (first, last))
        )
        if (front, back) == (start, end) or self._finder.named(whole.text):
            return whole
        if front < start and self._form.by_name and reads_as_column(line, front):
            return replace(whole, shorter=self._whole(line, (start, end), (first, last)))
        is_letter = line.tokens[front].part is Part.SHORT_REMARK
        if front < start and (is_letter or in_front_of_known(line, first, start) < start):
            # Words in front belong to the name; only those after it may not.
            start, bare = front, line.words(front, end)
        text = self._whole(line, (start, end), (first, last))
        is_x = line.tokens[back - 1].part is Part.LONE_CHARACTER
        if not is_x and (self._finder.named(text) or self._finder.named(bare)):
            return TypedName(start, end, text)
        return replace(whole, shorter=text if self._form.by_name and text != whole.text else "")

    def _whole(self, line: Line, name: tuple[int, int], side: tuple[int, int]) -> str:
        return whole_name(line, *name, *side, with_stars=self._form.by_name)

    def _letter(self, line: Line, first: int, last: int) -> TypedName | None:
        """The name of a known card that is a letter, where nothing else beside a number is one: `N`."""
        for place in range(first, last if self._form.by_name else first):
            token = line.tokens[place]
            if token.part is Part.SHORT_REMARK and token.value.isupper() and self._finder.named(token.value):
                return TypedName(place, place + 1, token.value)
        return None

    def _known_span(
        self, line: Line, side: tuple[int, int], name: tuple[int, int], loose: frozenset[int]
    ) -> TypedName | None:
        """The name of a known card that goes on around a name with characters between: `Basic {R} Energy`."""
        key, best = loose_key(line.words(*name)), None
        for first, last in line.spans(*side, loose):
            added = (*line.tokens[first : name[0]], *line.tokens[name[1] : last])
            if first > name[0] or last < name[1] or any(token.part in (*STATING, Part.PRICE) for token in added):
                continue
            text = line.words(first, last)
            if best is None and loose_key(text) != key and self._finder.named(text):
                best = TypedName(first, last, text)
            elif best is not None and loose_key(text) == loose_key(best.text):
                best = TypedName(first, last, text)  # without the characters at its ends
        return best

    def _beside(self, line: Line, anchor: Anchor, names: tuple[TypedName, TypedName]) -> Take:
        """The reading by an unknown number: the words on one side of it are its name, whatever they are."""
        inner = {place for one in names for place in range(one.start, one.end)}
        outside = [
            place for place in range(len(line.tokens)) if place not in inner and not anchor.first <= place < anchor.last
        ]
        count = line.count(without_energy_number(self._finder, line, outside))
        is_open = not count.is_stated or line.is_numbered(outside)
        hidden = any(
            line.tokens[place].part in _HIDDEN or (line.tokens[place].part is Part.NUMERAL and is_open)
            for one in names
            for place in range(one.start, one.end)
            if not one.is_quoted
        )
        front, behind = names
        name = " ".join(filter(None, (front.text, behind.text)))
        labelled = (
            bool(front.text) and not front.is_quoted and line.tokens[front.end].value.lstrip(")]").startswith(":")
        )
        rest = name if hidden or labelled or (front.text and behind.text) else ""
        named = self._finder.named(name) if name else ()
        is_sure = any(one.is_sure for one in names)
        return self.named(anchor.number, name, count, named, rest, is_sure=is_sure)
