"""Lines that name no known card: a number the game may have, with the words beside it as its name.

Nothing says where the name of an unknown card ends. Words in front of it belong to it; a bracket, a column or the
number separates remarks from it; if a remark after it may be its last word (`Charizard Gold`) and cards count by name,
the line asks. Words in quotation marks are the name, whatever they look like.
"""

import re
from dataclasses import dataclass, replace

from decks.text.card_finder import Anchor, CardFinder
from decks.text.catalogue import ListedCard
from decks.text.like_names import LikeNames
from decks.text.line_parts import CountTrouble, Line, StatedCount, line_of
from decks.text.line_sides import (
    STATING,
    are_parted,
    before_letters,
    behind_letters,
    has_own_words,
    letter_in_front,
    loose_beside,
    without_energy_number,
)
from decks.text.listing import QuestionCode, Reading, ReadingNoticeCode
from decks.text.meanings import MAX_READINGS, Doubt, Meaning, Take, readings_of, settled
from decks.text.names_alone import MAX_ALONE, may_be_talk
from decks.text.ptcg import is_lettered
from decks.text.remark_words import MEANT_SO
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
from decks.text.says_more import says_for_all, says_part
from decks.text.several_numbers import is_end_of
from decks.text.spelling import loose_key
from decks.text.tokens import Part

MAX_ANCHORS = 4
_GLUED = re.compile(r"(?P<name>[^\W\d_]{2,})(?P<count>[1-9][0-9]?)")
_SPACED = re.compile(r"(?P<name>.*[^\W\d_]) (?P<count>[1-9][0-9]?)")
_LATIN = re.compile(r"[A-Za-z0-9-]+")
_SIC = re.compile(rf"(?<![A-Za-z]){MEANT_SO}(?![A-Za-z])", re.IGNORECASE)
_TIMES = re.compile(r"(?P<number>.+[A-Z])X(?P<count>[1-9][0-9]?)")
_ONE_MORE = re.compile(r"(?P<series>.+-)(?P<letters>[A-Z]+)(?P<digits>[0-9]+)(?P<more>[1-9])")
_HIDDEN = (Part.COUNT, Part.CIRCLED, Part.PRICE, Part.LONE_CHARACTER)


@dataclass(frozen=True)
class _Name:
    """The words on one side of a number: their tokens, and what they may be without the words at an end that may be
    remarks (empty if that is certain). `is_sure` says that somebody has confirmed the name."""

    start: int
    end: int
    text: str = ""
    shorter: str = ""
    is_quoted: bool = False
    is_sure: bool = False


class NewCards:
    """Reads the numbers of one game that no known card has."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._form = finder.form
        self.like = LikeNames(finder)

    def read(self, line: Line) -> Meaning:
        """What a line means by a number the game may have, with any name beside it; None if it has no number."""
        if SURE[0] in line.text and (named := self._surely_named(line)):
            return named
        anchors = self._finder.new_anchors(line)[-MAX_ANCHORS:]
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
            return self._number_unclear(line, anchor, names, take)
        if take.rest:
            return left_over(self._finder, take)
        if doubt := self._says_more(anchor, names, take) or self._times(line, anchor, take):
            return doubt
        if doubt := self._glued(line, anchor, take):
            return doubt
        if slip := self._slip(line, anchor, take):
            return slip
        if doubt := self._ends_in_numeral(line, anchor, names[0], take):
            return doubt
        return self._name_open(line, anchor, names, take) or settled([take])

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
        return Doubt(QuestionCode.NAME_UNCLEAR, readings, _beyond(name.text, name.shorter))

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
        take = self._alone(line, _Name(*found, is_quoted=True, is_sure=True))
        return settled([take]) if take else None

    def _alone(self, line: Line, name: _Name) -> Take | None:
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
        return typed not in (marked[2] if marked else "") and bool(self._finder.possible_numbers(typed, anchor.number))

    def _names(self, line: Line, anchor: Anchor) -> tuple[_Name, _Name]:
        """The words before and after a number."""
        loose = loose_beside(self._finder, line, anchor)
        front, behind = (0, anchor.first), (anchor.last, len(line.tokens))
        return self._name(line, *front, loose), self._name(line, *behind, loose)

    def _name(self, line: Line, first: int, last: int, loose: frozenset[int]) -> _Name:
        start, end = line.core(first, last, loose)
        if found := quoted(line, first, last):
            opens, closes, text = found
            if text and (start == end or (opens <= start and end <= closes)):
                is_sure = line.tokens[opens].value.endswith(SURE[0])
                return _Name(opens, closes, text, is_quoted=True, is_sure=is_sure)
        if start == end:
            return self._letter(line, first, last) or _Name(start, end)
        end = bracket_end(line, start, end, last)
        bare = line.words(start, end)
        front, back = words_in_front(line, first, start), may_end(line, end, last)
        front = behind_letters(line, front, start)
        back = back if self._form.by_name else before_letters(line, end, back)
        whole = self._known_span(line, (first, last), (front, back), loose) or _Name(
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
            return _Name(start, end, text)
        return replace(whole, shorter=text if self._form.by_name and text != whole.text else "")

    def _whole(self, line: Line, name: tuple[int, int], side: tuple[int, int]) -> str:
        return whole_name(line, *name, *side, with_stars=self._form.by_name)

    def _letter(self, line: Line, first: int, last: int) -> _Name | None:
        """The name of a known card that is a letter, where nothing else beside a number is one: `N`."""
        for place in range(first, last if self._form.by_name else first):
            token = line.tokens[place]
            if token.part is Part.SHORT_REMARK and token.value.isupper() and self._finder.named(token.value):
                return _Name(place, place + 1, token.value)
        return None

    def _known_span(
        self, line: Line, side: tuple[int, int], name: tuple[int, int], loose: frozenset[int]
    ) -> _Name | None:
        """The name of a known card that goes on around a name with characters between: `Basic {R} Energy`."""
        key, best = loose_key(line.words(*name)), None
        for first, last in line.spans(*side, loose):
            added = (*line.tokens[first : name[0]], *line.tokens[name[1] : last])
            if first > name[0] or last < name[1] or any(token.part in (*STATING, Part.PRICE) for token in added):
                continue
            text = line.words(first, last)
            if best is None and loose_key(text) != key and self._finder.named(text):
                best = _Name(first, last, text)
            elif best is not None and loose_key(text) == loose_key(best.text):
                best = _Name(first, last, text)  # without the characters at its ends
        return best

    def _beside(self, line: Line, anchor: Anchor, names: tuple[_Name, _Name]) -> Take:
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

    def _says_more(self, anchor: Anchor, names: tuple[_Name, _Name], take: Take) -> Doubt | None:
        """The doubt about a name that says more than what the card is called: the end of another number, a section, how
        many there are of each."""
        if not take.words or take.cards or take.code or any(one.is_quoted for one in names):
            return None
        readings = tuple(Reading(take.number, name, take.count.copies or 1) for name in ("", take.words))
        if any(is_end_of(word, anchor.number, self._form) for word in _LATIN.findall(take.words)):
            own_words = self._finder.ptcg is not None
            return Doubt(QuestionCode.WORDS_LEFT if own_words else QuestionCode.SEVERAL_CARDS, readings, take.words)
        says = says_part(take.words) or (says_for_all(take.words) and not take.words.isascii())
        return Doubt(QuestionCode.WORDS_LEFT, readings, take.words) if says else None

    def _times(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
        """The doubt about a number in capitals that may end with its count: `HBU01-CRX3`."""
        found = _TIMES.fullmatch(take.number)
        shorter = found["number"] if found else ""
        if found is None or self._form.normalise_number(shorter) != shorter or is_meant_so(line.text):
            return None
        if self._finder.is_known(take.number) or (take.count.is_stated and not self._finder.is_known(shorter)):
            return None
        known = self._finder.catalogue.by_number(shorter)
        readings = (
            Reading(shorter, known.name if known else take.words, int(found["count"])),
            Reading(take.number, take.words, take.count.copies or 1),
        )
        return Doubt(QuestionCode.NUMBER_UNCLEAR, readings, line.words(anchor.first, anchor.last))

    def _glued(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
        """The doubt about a number one digit longer than the game's that begin so, which may be the count: `A073`."""
        found = _ONE_MORE.fullmatch(take.number)
        if found is None or take.count.is_stated or is_meant_so(line.text) or self._finder.is_known(take.number):
            return None
        lengths = self._finder.catalogue.ends_with(found["letters"])
        if len(found["digits"]) + 1 in lengths or len(found["digits"]) not in lengths:
            return None
        shorter = f"{found['series']}{found['letters']}{found['digits']}"
        readings = (Reading(shorter, take.words, int(found["more"])), Reading(take.number, take.words, 1))
        return Doubt(QuestionCode.NUMBER_UNCLEAR, readings, line.words(anchor.first, anchor.last))

    def _slip(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
        """The doubt about a number that may be a typing error for a known card's, where the number says which card it
        is and nothing says that it is meant so."""
        if take.count.trouble is not None or (self._form.by_name and take.words):
            return None
        if is_meant_so(line.text):
            return None
        known = self._finder.catalogue.by_number(take.number)
        cards = () if known else self._finder.catalogue.mistaken_for(take.number)
        copies = take.count.copies or 1
        readings = (
            *(Reading(card.number, card.name, copies) for card in cards),
            Reading(take.number, take.words, copies),
        )
        typed = line.words(anchor.first, anchor.last)
        return Doubt(QuestionCode.NUMBER_UNCLEAR, tuple(readings), typed) if cards else None

    def _number_unclear(self, line: Line, anchor: Anchor, names: tuple[_Name, _Name], take: Take) -> Meaning:
        """The doubt about what is not written as a number: the numbers it may be; in lower case also a part of the
        name, or a name with its count (`Comfey4`). In quotation marks it is a name."""
        if any(one.is_quoted for one in names) or quoted(line, 0, len(line.tokens)):
            return None
        typed, copies = line.words(anchor.first, anchor.last), take.count.copies or 1
        numbers = self._finder.possible_numbers(typed, anchor.number)
        readings = [Reading(number, take.words, copies) for number in numbers]
        if typed != typed.upper() or not readings or self._finder.may_be_no_set(anchor.number):
            front, behind = names
            first, last = front.start if front.text else anchor.first, behind.end if behind.text else anchor.last
            glued = _GLUED.fullmatch(typed)
            if glued and not take.words and copies in (1, int(glued["count"])):
                readings.append(Reading("", glued["name"], int(glued["count"])))
            elif (spaced := _SPACED.fullmatch(line.words(first, last))) and not take.count.is_stated:
                readings.append(Reading("", spaced["name"], int(spaced["count"])))
            said = line.words(first, last)
            readings.append(Reading("", said + ")" * (said.count("(") - said.count(")")), copies))
        return Doubt(QuestionCode.NUMBER_UNCLEAR, tuple(readings), typed)

    def _letter_behind(self, line: Line, anchor: Anchor, name: _Name) -> str:
        """The name of a card that letters tell apart, with the letter behind its number, which is no mark or rarity
        there: `1 Unown XYZ 9 F`. Empty for any other."""
        if self._finder.ptcg is None or name.is_quoted or not is_lettered(name.text):
            return ""
        behind = (token.value for token in line.tokens[anchor.last :] if token.part is not Part.PUNCTUATION)
        letter = next((value for value in behind if value.isalpha()), "")
        return f"{name.text} {letter}" if len(letter) == 1 and letter.isascii() and letter.isupper() else ""

    def _ends_in_numeral(self, line: Line, anchor: Anchor, name: _Name, take: Take) -> Doubt | None:
        """The doubt about two counts of which the second may end a known name: `1 Porygon 2 XYZ 9`."""
        stating = [place for place in range(anchor.first) if line.tokens[place].part in STATING]
        if take.count.trouble is not CountTrouble.TWO or not name.text or len(stating) != 2:
            return None
        first, last = stating
        if first > name.start or last != name.end or line.tokens[last].start > line.tokens[last - 1].end + 1:
            return None
        longer = line.words(name.start, last + 1)
        if not self._finder.named(longer):
            return None
        own = Reading(take.number, self.like.as_known(longer)[0], line.count([first]).copies or 1)
        return Doubt(QuestionCode.COUNT_UNCLEAR, (own, *readings_of([take])))

    def _name_open(self, line: Line, anchor: Anchor, names: tuple[_Name, _Name], take: Take) -> Doubt | None:
        """The doubt about where a name ends: at a remark that may be its last word, or at a numeral beside it."""
        name = next((one for one in names if one.text), None)
        if name is not None and (letter := self._letter_behind(line, anchor, name)):
            found = tuple(Reading(take.number, text, take.count.copies or 1) for text in (letter, name.text))
            return Doubt(QuestionCode.NAME_UNCLEAR, found, letter[-1]) if take.count.trouble is None else None
        if name is None and self._form.by_name and (letter := letter_in_front(line, anchor)):
            found = tuple(Reading(take.number, text, take.count.copies or 1) for text in (letter, ""))
            return Doubt(QuestionCode.NAME_UNCLEAR, found, letter) if take.count.trouble is None else None
        if name is None or name.is_quoted or take.cards or take.count.trouble is not None:
            return None
        copies = take.count.copies or 1
        if name.shorter:
            readings = (Reading(take.number, name.text, copies), Reading(take.number, name.shorter, copies))
            return Doubt(QuestionCode.NAME_UNCLEAR, readings, _beyond(name.text, name.shorter))
        if longer := _with_numeral(line, anchor, name):
            readings = (Reading(take.number, name.text, copies), Reading(take.number, longer, 1))
            return Doubt(QuestionCode.COUNT_UNCLEAR, readings)
        return None


def is_meant_so(plain: str) -> bool:
    """Whether somebody has confirmed what stands in a line, however much it looks like a typing error."""
    return (MEANT_SO in plain.lower() and _SIC.search(plain) is not None) or SURE[0] in plain


def left_over(finder: CardFinder, take: Take) -> Meaning:
    """The doubt about words beside a card that are not its name: another card's, or nothing known."""
    named = finder.named(take.rest) or finder.named(take.words)
    others = tuple(card for card in named if card not in take.cards)
    if others and take.rest:
        both = Take(take.number, (*take.cards, *others), take.count, take.words)
        return Doubt(QuestionCode.NAME_AND_NUMBER_DIFFER, readings_of([both]), take.rest)
    readings = readings_of([take]) if take.cards else (Reading(take.number, take.words, take.count.copies or 1),)
    return Doubt(QuestionCode.WORDS_LEFT, readings, take.rest)


def _beyond(name: str, shorter: str) -> str:
    """The words of a name that the shorter one leaves out."""
    return (name.removeprefix(shorter) if name.startswith(shorter) else name.removesuffix(shorter)).strip()


def _with_numeral(line: Line, anchor: Anchor, name: _Name) -> str:
    """The name with the only count in the line that may be a word of it: `Porygon 2 XYZ 9`, `Three Sisters XYZ 9`."""
    if not name.text.isascii() or name.end > anchor.first:
        return ""
    stating = [place for place in range(anchor.first) if line.tokens[place].part in STATING]
    if stating == [name.start - 1] and line.tokens[stating[0]].value.isalpha():
        return line.words(stating[0], name.end)
    token = line.tokens[name.end]
    if stating == [name.end] and token.part is Part.NUMERAL and token.start <= line.tokens[name.end - 1].end + 1:
        return line.words(name.start, name.end + 1)
    return ""
