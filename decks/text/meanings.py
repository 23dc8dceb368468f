"""What a line may mean: readings that cover it, the doubt they leave, and a count that no line can state."""

from collections.abc import Iterable
from dataclasses import dataclass

from decks.text.catalogue import ListedCard
from decks.text.line_parts import CountTrouble, StatedCount
from decks.text.listing import QuestionCode, Reading, ReadingNoticeCode
from decks.text.numerals import whole_number

MAX_READINGS = 3
MAX_CARDS = 12
"""The maximum number of readings of a doubt, since one name or code may be many cards'."""


@dataclass(frozen=True)
class Take:
    """A reading that covers the line: the card, or several if that is open, or a new number with its words.

    `rest` are words that no part of the grammar covers; with any, it is not a reading but shows what stands in the way.
    `names` are those that a new number may have where that is open, and `beyond` the words that only one of them has.
    """

    number: str
    cards: tuple[ListedCard, ...]
    count: StatedCount
    words: str = ""
    rest: str = ""
    covered: int = 0
    notice: ReadingNoticeCode | None = None
    is_printing: bool = False
    code: QuestionCode | None = None
    names: tuple[str, ...] = ()
    beyond: str = ""

    @property
    def name(self) -> str:
        """The card's name if it is known, else as typed."""
        return self.cards[0].name if self.cards and not self.notice_of_new else self.words

    @property
    def is_name_alone(self) -> bool:
        """Whether it is a name that no known card has, without a number."""
        return not (self.number or self.cards)

    @property
    def notice_of_new(self) -> bool:
        """Whether the number is a new one, and the cards are only those of its name."""
        return self.notice is ReadingNoticeCode.NAME_UNDER_OTHER_NUMBERS


@dataclass(frozen=True)
class Doubt:
    """Why a line cannot be used as it is, and what it may mean. `found` is what is in the way."""

    code: QuestionCode
    readings: tuple[Reading, ...]
    found: str = ""


@dataclass(frozen=True)
class BadCount:
    """A card with a count that no line can state."""

    typed: str
    cards: tuple[ListedCard, ...]

    @property
    def is_none(self) -> bool:
        """Whether it is zero, as price lists and stock lists state it."""
        return whole_number(self.typed) == 0


Meaning = Take | Doubt | BadCount | None


def settled(takes: list[Take]) -> Meaning:
    """The reading if all that cover the line agree, else the doubt they leave."""
    if not takes:
        return None
    clear = [take for take in takes if take.count.trouble is None]
    if not clear:
        return _miscounted(takes)
    counts = {take.count.copies for take in clear}
    best = max(clear, key=lambda take: take.covered)
    if len(counts) > 1 and len({(take.number, take.count.copies) for take in clear}) > 1:
        readings = readings_of(clear)
        return Doubt(QuestionCode.COUNT_UNCLEAR, readings)
    if best.code:
        return Doubt(best.code, readings_of([best]), best.beyond)
    return best


def settled_by_name(takes: list[Take]) -> Meaning:
    """The same for names with a count after them: `Ace 2 x2` is two of Ace 2, or Ace with two counts."""
    meaning = settled(takes)
    others = [take for take in takes if take.count.trouble is CountTrouble.TWO]
    if isinstance(meaning, Take) and any(take.number != meaning.number for take in others):
        return Doubt(QuestionCode.COUNT_UNCLEAR, readings_of([meaning, *others]))
    return meaning


def _miscounted(takes: list[Take]) -> Meaning:
    take = max(takes, key=lambda one: one.covered)
    if take.count.trouble is CountTrouble.NO_NUMBER:
        return BadCount(take.count.typed, take.cards)
    missing = take.count.trouble is CountTrouble.MISSING
    code = QuestionCode.COUNT_MISSING if missing else QuestionCode.COUNT_UNCLEAR
    return Doubt(code, readings_of([take]))


def readings_in(meaning: Meaning) -> tuple[Reading, ...]:
    """The readings of a line that is read or in doubt; none of any other."""
    if isinstance(meaning, Doubt):
        return meaning.readings
    return readings_of([meaning]) if isinstance(meaning, Take) else ()


def readings_of(takes: Iterable[Take]) -> tuple[Reading, ...]:
    """The likeliest readings of takes: every card with the count stated, or the only card with each count it may be."""
    found: dict[Reading, None] = {}
    for take in takes:
        counts = take.count.options if take.count.trouble is not None else (take.count.copies or 1,)
        counts = counts or (1,)
        if take.count.trouble is not None and take.cards and not take.notice_of_new:
            found |= dict.fromkeys(Reading(take.cards[0].number, take.cards[0].name, count) for count in counts)
        elif take.count.trouble is not None:
            found |= dict.fromkeys(Reading(take.number, take.words, count) for count in counts)
        elif take.cards and not take.notice_of_new:
            found |= dict.fromkeys(Reading(card.number, card.name, counts[0]) for card in take.cards)
        else:
            found |= dict.fromkeys(Reading(take.number, name, counts[0]) for name in take.names or (take.words,))
    return tuple(found)[:MAX_CARDS]
