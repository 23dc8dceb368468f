"""A line cut into tokens, with what is clear without knowing any card: where words end and counts, prices, remarks and
punctuation begin, and which count the tokens around a card state."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from decks.text.line_words import FULL, FULL_ART, MANY_COPIES, PLAYSET
from decks.text.listing import MAX_COPIES
from decks.text.numerals import whole_number
from decks.text.tokens import Part, Token, tokens_of

MAX_PEELED = 4
"""How many tokens at either end of a name may turn out to belong to it (`Porygon 2`, `Rayquaza ★`)."""
MIN_CODE_DIGITS = 5
"""With this many digits, digits alone are a code, not a count."""
MAX_COUNT_DIGITS = 2
MIN_SIZE_DIGITS = 2
"""No set with its own numbers has fewer than ten cards."""
USUAL_COUNTS = (1, 2, 3)
_ORDINAL_CHARACTER = re.compile(r"[.、)\]】．}」』〕>]")
_ORDINAL_LINKS = frozenset("→=~_/|;#·•°》›»")
"""What separates a running number from its line where it stands right behind it and nowhere else, as columns do."""
_ORDINAL_OPENINGS = frozenset("([【{「『〔<")
_TALLY = re.compile(r"(?P<mark>[^\w ])(?P<more>(?: ?(?P=mark))+)")
_TALLY_STROKES = "|+/~=、.。√"
_CLOSING = frozenset(")]】}」』〕>")
_RANGE_CHARACTERS = frozenset(":-")
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)
_LOOSE = (Part.NUMERAL, Part.COUNT, Part.CIRCLED, Part.PRICE, Part.REMARK, Part.LONE_CHARACTER, Part.PUNCTUATION)


class CountTrouble(StrEnum):
    """Why the count is not clear."""

    TWO = "two"
    MISSING = "missing"
    NO_NUMBER = "no_number"


@dataclass(frozen=True)
class StatedCount:
    """The count that tokens state: `copies` (1 if they state none) or `trouble` with the counts it may be.

    `is_stated` says that there is one; `typed` is the count as written.
    """

    copies: int | None = 1
    is_stated: bool = False
    trouble: CountTrouble | None = None
    options: tuple[int, ...] = ()
    typed: str = ""


ONE_COPY = StatedCount()
MAX_REMEMBERED_LINES = 256
"""What reads a line asks for its parts again and again, and for those of its pieces."""


@dataclass(frozen=True)
class Line:
    """A plain line."""

    text: str
    with_units: bool = True
    tokens: list[Token] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", tokens_of(self.text, with_units=self.with_units))

    def words(self, first: int, last: int) -> str:
        """The text of the tokens from `first` up to, but not including, `last`."""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end] if first < last else ""

    def core(self, first: int, last: int, loose: frozenset[int] = frozenset()) -> tuple[int, int]:
        """What remains between two tokens when everything that is not a word is removed from both ends. The tokens in
        `loose` are removed as well."""
        tokens = self.tokens
        while first < last and (tokens[first].part in _LOOSE or first in loose):
            first += 1
        while first < last and (tokens[last - 1].part in _LOOSE or last - 1 in loose):
            last -= 1
        return first, last

    @property
    def has_words(self) -> bool:
        """Whether it contains more than counts, prices, remarks and punctuation."""
        first, last = self.core(0, len(self.tokens))
        return first < last or any(len(token.value) >= MIN_CODE_DIGITS for token in self.tokens)

    def spans(self, first: int, last: int, loose: frozenset[int] = frozenset()) -> Iterator[tuple[int, int]]:
        """Every span that a name between two tokens may take with only loose parts around it, the longest first. At
        most `MAX_PEELED` tokens at each end are tried."""
        if first == last:
            return
        start, end = self.core(first, last, loose)
        if start == end:
            start, end = min(last, first + MAX_PEELED), max(first, last - MAX_PEELED)
        if start == first and end == last:
            if not self._ends_lone(end):
                yield start, end
            return
        starts = range(max(first, start - MAX_PEELED), start + 1)
        ends = range(end, min(last, end + MAX_PEELED) + 1)
        spans = [
            (one - other, one, other) for other in ends if not self._ends_lone(other) for one in starts if one < other
        ]
        spans.sort()
        for _, one, other in spans:
            yield one, other

    def is_count(self, first: int, last: int) -> bool:
        """Whether tokens are a count, with at most punctuation around it."""
        is_stated = False
        for token in self.tokens[first:last]:
            if token.part in _STATING:
                is_stated = True
            elif token.part is not Part.PUNCTUATION:
                return False
        return is_stated

    def numerals(self, first: int, last: int) -> int:
        """How many tokens between two others state a count."""
        return sum(token.part in _STATING for token in self.tokens[first:last])

    def touches_characters(self, first: int, last: int) -> bool:
        """Whether punctuation, such as brackets, is directly beside the tokens; a bracket that opens behind them or
        closes before them is not theirs."""
        tokens = self.tokens
        before = (
            first > 0 and tokens[first - 1].part is Part.PUNCTUATION and tokens[first - 1].end == tokens[first].start
        )
        behind = (
            last < len(tokens) and tokens[last].part is Part.PUNCTUATION and tokens[last].start == tokens[last - 1].end
        )
        before = before and tokens[first - 1].value[-1] not in _CLOSING
        behind = behind and tokens[last].value[0] not in _ORDINAL_OPENINGS
        return before or behind

    def counts_between(self, first: int, last: int, loose: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Every count between two tokens, alone and with punctuation beside it (`2`, `(2)`), if there are no words."""
        tokens = self.tokens
        start, end = self.core(first, last, loose)
        for place in range(first, last) if start == end else ():
            if tokens[place].part in _STATING:
                starts = (
                    (place, place - 1) if place > first and tokens[place - 1].part is Part.PUNCTUATION else (place,)
                )
                ends = (
                    (place, place + 1) if place + 1 < last and tokens[place + 1].part is Part.PUNCTUATION else (place,)
                )
                yield from ((one, other + 1) for one in starts for other in ends)

    def _ends_lone(self, last: int) -> bool:
        """Whether tokens end with a count character that would be lost in a name as mere punctuation."""
        return self.tokens[last - 1].part is Part.LONE_CHARACTER and not self.tokens[last - 1].value.isalnum()

    def ends_in_tally(self, last: int) -> bool:
        """Whether the line ends with the same stroke several times, and these tokens with it."""
        typed = self.tokens[last - 1].value
        return last == len(self.tokens) and len(typed) > 1 and len(set(typed)) == 1 and typed[0] in _TALLY_STROKES

    def count(self, outside: Iterable[int]) -> StatedCount:
        """The count that these tokens state, which are all there are beside the card."""
        tokens, outside = self.tokens, list(outside)
        places = [place for place in outside if tokens[place].part is not Part.PUNCTUATION]
        stating = [place for place in places if tokens[place].part in _STATING]
        ordinal = self._ordinal(stating)
        if ordinal and len(stating) == 2:
            stating = stating[1:]
            ordinal = False
        if not stating:
            if any(tokens[place].part is Part.LONE_CHARACTER or self._is_full(place) for place in places):
                return StatedCount(None, trouble=CountTrouble.MISSING, options=USUAL_COUNTS)
            possible = self._possible(places) or (self._tally() if len(tokens) - 1 in outside else 0)
            options = tuple(dict.fromkeys((possible, 1)))
            return StatedCount(None, True, CountTrouble.TWO, options) if possible else ONE_COPY
        if len(stating) > 1:
            return StatedCount(None, True, CountTrouble.TWO, self._options(stating))
        if self._is_printed(stating[0]) and not ordinal:
            return StatedCount(None, True, CountTrouble.MISSING, USUAL_COUNTS)
        found = _whole(tokens[stating[0]].value)
        if ordinal and found.copies != 1:
            return StatedCount(None, True, CountTrouble.TWO, tuple(dict.fromkeys((*self._options(stating), 1))))
        options = tuple(dict.fromkeys((found.copies, *self._others(stating[0])))) if found.copies else ()
        return StatedCount(None, True, CountTrouble.TWO, options) if len(options) > 1 else found

    def is_numbered(self, outside: Iterable[int]) -> bool:
        """Whether the only count that tokens state may be a running number in front of the line."""
        stating = [place for place in outside if self.tokens[place].part in _STATING]
        return len(stating) == 1 and self._ordinal(stating)

    def _is_full(self, place: int) -> bool:
        """Whether a token says that there are as many copies as may be."""
        behind = self.tokens[place + 1].value.lower() if place + 1 < len(self.tokens) else ""
        return self.tokens[place].value.lower() == FULL and behind != FULL_ART

    def _others(self, place: int) -> tuple[int, ...]:
        """The copies that a count may mean besides what it says: a playset, a letter behind it (`3N`), digits that may
        end the name in front of them (皮卡丘25), or that are the end of a number or a running one (`07`)."""
        token = self.tokens[place]
        if self.text[token.end - 1] == PLAYSET:
            return USUAL_COUNTS
        if token.part is not Part.NUMERAL:
            return ()
        if token.value.startswith("0") and len(self.tokens) > 1:
            return (1,)
        behind = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        if behind and behind.part is Part.SHORT_REMARK and behind.start == token.end:
            return (1,)
        before = self.tokens[place - 1] if place else None
        is_glued = before and before.part is Part.WORD and before.end == token.start and len(token.value) > 1
        return (1,) if before and is_glued and not before.value.lower().endswith(MANY_COPIES) else ()

    def _possible(self, places: Iterable[int]) -> int:
        """The count that a price with the letter r may be as well (`3R`: three of a rarity); 0 where there is none."""
        prices = (self.tokens[place].value for place in places if self.tokens[place].part is Part.PRICE)
        counts = (_whole(price[:-1]).copies for price in prices if price[-1] in "rR" and price[0].isdigit())
        return next(filter(None, counts), 0)

    def _tally(self) -> int:
        """How many equal marks end the line (`|||`, `✅✅✅`), which may count copies; 0 where they also begin it."""
        found = _TALLY.fullmatch(self.words(len(self.tokens) - 1, len(self.tokens)))
        start = len(self.tokens) - 1
        while found is None and start > 0 and self.tokens[start - 1].part is Part.PUNCTUATION:
            start -= 1
            found = _TALLY.fullmatch(self.words(start, len(self.tokens)))
        if found is None or self.text.startswith(found["mark"]):
            return 0
        is_stroke = found["mark"] in _TALLY_STROKES and " " not in found["more"]
        is_picture = found["mark"] == "√" or unicodedata.category(found["mark"]) == "So"
        return found[0].count(found["mark"]) if is_stroke or is_picture else 0

    def printed_number(self, first: int) -> tuple[int, int] | None:
        """Where a number with the size of its set follows a token, as printed on cards: `128/167`."""
        for place in range(first, len(self.tokens) - 2):
            number, slash, size = self.tokens[place : place + 3]
            if (
                (number.part, slash.value, size.part) == (Part.NUMERAL, "/", Part.NUMERAL)
                and number.end == slash.start
                and slash.end == size.start
                and MIN_SIZE_DIGITS <= len(size.value) < MIN_CODE_DIGITS
            ):
                return place, place + 3
        return None

    @property
    def begins_with_count(self) -> bool:
        """Whether the line begins with a count."""
        return bool(self.tokens) and self.tokens[0].part in _STATING

    def states_count(self) -> bool:
        """Whether any token states a count."""
        return any(token.part in _STATING for token in self.tokens)

    def _options(self, stating: Iterable[int]) -> tuple[int, ...]:
        counts = (_whole(self.tokens[place].value).copies for place in stating if not self._is_printed(place))
        return tuple(dict.fromkeys(count for count in counts if count is not None))

    def _is_printed(self, place: int) -> bool:
        """Whether a numeral is written as the number of a card is, not a count: `025`."""
        value = self.tokens[place].value
        return len(value) > MAX_COUNT_DIGITS and value.startswith("0") and value.isdigit()

    def _ordinal(self, stating: list[int]) -> bool:
        """Whether the first count of the line may be a running number: `1.`, `2、`, `(3)`, `①`, `4:`, `5-`, `#6`."""
        tokens = self.tokens
        if not stating or stating[0] > 1:
            return False
        token, after = tokens[stating[0]], stating[0] + 1
        if stating[0] == 1:
            if tokens[0].value == "#":
                return True
            if tokens[0].value[-1] not in _ORDINAL_OPENINGS:
                return False
        elif token.part is Part.CIRCLED:
            return True
        is_word = token.part is Part.COUNT and token.end - token.start == len(token.value) and not token.value.isascii()
        is_numeral = is_word or (token.part is Part.NUMERAL and token.value.isdigit())
        if not is_numeral or after == len(tokens) or tokens[after].part is not Part.PUNCTUATION:
            return False
        link = tokens[after]
        if link.value in _ORDINAL_LINKS and link.start == token.end and after + 1 < len(tokens):
            return _is_no_count(tokens[after + 1]) and self.text.count(link.value) == 1
        if tokens[after].value[0] in _RANGE_CHARACTERS:
            return after + 1 < len(tokens) and _is_no_count(tokens[after + 1])
        return bool(_ORDINAL_CHARACTER.match(tokens[after].value))


def _is_no_count(token: Token) -> bool:
    """Whether a token states no count, though it may be digits: a code has more of them."""
    return token.part not in _STATING or (token.value.isdigit() and len(token.value) >= MIN_CODE_DIGITS)


@lru_cache(maxsize=MAX_REMEMBERED_LINES)
def line_of(plain: str, *, with_units: bool = True) -> Line:
    """A plain line cut into its parts, once for everybody who asks."""
    return Line(plain, with_units)


@lru_cache(maxsize=MAX_REMEMBERED_LINES)
def _whole(typed: str) -> StatedCount:
    count = whole_number(typed)
    if count is None or not 1 <= count <= MAX_COPIES:
        return StatedCount(None, True, CountTrouble.NO_NUMBER, typed=typed)
    return StatedCount(count, True, typed=typed)
