"""The doubts that a line leaves which names no known card: what else its number, its name or its count may be."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from decks.text.card_finder import Anchor, CardFinder
from decks.text.game_numbers import GameNumbers
from decks.text.like_names import LikeNames
from decks.text.line_parts import CountTrouble, Line
from decks.text.line_sides import (
    STATING,
    letter_in_front,
)
from decks.text.listing import QuestionCode, Reading
from decks.text.meanings import Doubt, Meaning, Take, readings_in, readings_of
from decks.text.ptcg import is_lettered
from decks.text.remark_words import MEANT_SO
from decks.text.remarks import (
    SURE,
    quoted,
)
from decks.text.says_more import says_for_all, says_part
from decks.text.several_numbers import is_end_of
from decks.text.tokens import Part

_GLUED = re.compile(r"(?P<name>[^\W\d_]{2,})(?P<count>[1-9][0-9]?)")
_SPACED = re.compile(r"(?P<name>.*[^\W\d_]) (?P<count>[1-9][0-9]?)")
_LATIN = re.compile(r"[A-Za-z0-9-]+")
_SIC = re.compile(rf"(?<![A-Za-z]){MEANT_SO}(?![A-Za-z])", re.IGNORECASE)
_TIMES = re.compile(r"(?P<number>.+[A-Z])X(?P<count>[1-9][0-9]?)")
_ONE_MORE = re.compile(r"(?P<series>.+-)(?P<letters>[A-Z]+)(?P<digits>[0-9]+)(?P<more>[1-9])")


@dataclass(frozen=True)
class TypedName:
    """The words on one side of a number: their tokens, and what they may be without the words at an end that may be
    remarks (empty if that is certain). `is_sure` says that somebody has confirmed the name."""

    start: int
    end: int
    text: str = ""
    shorter: str = ""
    is_quoted: bool = False
    is_sure: bool = False


class NewCardDoubts:
    """Doubts about the readings of one game's lines by numbers that no known card has."""

    def __init__(self, finder: CardFinder, like: LikeNames, numbers: GameNumbers) -> None:
        self._finder = finder
        self._like = like
        self._numbers = numbers
        self._form = finder.form

    def says_more(self, anchor: Anchor, names: tuple[TypedName, TypedName], take: Take) -> Doubt | None:
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

    def times(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
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

    def glued(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
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

    def slip(self, line: Line, anchor: Anchor, take: Take) -> Doubt | None:
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

    def number_unclear(self, line: Line, anchor: Anchor, names: tuple[TypedName, TypedName], take: Take) -> Meaning:
        """The doubt about what is not written as a number: the numbers it may be; in lower case also a part of the
        name, or a name with its count (`Comfey4`). In quotation marks it is a name."""
        if any(one.is_quoted for one in names) or quoted(line, 0, len(line.tokens)):
            return None
        typed, copies = line.words(anchor.first, anchor.last), take.count.copies or 1
        numbers = self._numbers.possible_numbers(typed, anchor.number)
        readings = [Reading(number, take.words, copies) for number in numbers]
        if typed != typed.upper() or not readings or self._numbers.may_be_no_set(anchor.number):
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

    def _letter_behind(self, line: Line, anchor: Anchor, name: TypedName) -> str:
        """The name of a card that letters tell apart, with the letter behind its number, which is no mark or rarity
        there: `1 Unown XYZ 9 F`. Empty for any other."""
        if self._finder.ptcg is None or name.is_quoted or not is_lettered(name.text):
            return ""
        behind = (token.value for token in line.tokens[anchor.last :] if token.part is not Part.PUNCTUATION)
        letter = next((value for value in behind if value.isalpha()), "")
        return f"{name.text} {letter}" if len(letter) == 1 and letter.isascii() and letter.isupper() else ""

    def ends_in_numeral(self, line: Line, anchor: Anchor, name: TypedName, take: Take) -> Doubt | None:
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
        own = Reading(take.number, self._like.as_known(longer)[0], line.count([first]).copies or 1)
        return Doubt(QuestionCode.COUNT_UNCLEAR, (own, *readings_of([take])))

    def name_open(self, line: Line, anchor: Anchor, names: tuple[TypedName, TypedName], take: Take) -> Doubt | None:
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
            return Doubt(QuestionCode.NAME_UNCLEAR, readings, beyond(name.text, name.shorter))
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


def or_longer_number(finder: CardFinder, line: Line, anchors: Iterable[Anchor], meaning: Meaning) -> Meaning:
    """A reading by a number that ends in letters; a doubt where digits with a zero in front stand behind it, which may
    be the end of the number instead of a count: `HBU01-CR 07`."""
    is_of_count = isinstance(meaning, Doubt) and meaning.code is QuestionCode.COUNT_UNCLEAR
    if finder.ptcg or not (is_of_count or isinstance(meaning, Take)):
        return meaning
    for anchor in anchors:
        behind = line.tokens[anchor.last] if anchor.last < len(line.tokens) else None
        if behind is None or behind.part is not Part.NUMERAL or not behind.value.startswith("0"):
            continue
        number = finder.form.normalise_number(line.words(anchor.first, anchor.last)) or ""
        longer = f"{number}{behind.value}"
        if number[-1:].isalpha() and finder.form.normalise_number(longer) == longer:
            count = line.count(at for at in range(len(line.tokens)) if not anchor.first <= at <= anchor.last)
            own = readings_in(meaning)
            name = "" if finder.is_known(number) else own[0].name
            return Doubt(QuestionCode.COUNT_UNCLEAR, (*own, Reading(longer, name, count.copies or 1)))
    return meaning


def beyond(name: str, shorter: str) -> str:
    """The words of a name that the shorter one leaves out."""
    return (name.removeprefix(shorter) if name.startswith(shorter) else name.removesuffix(shorter)).strip()


def _with_numeral(line: Line, anchor: Anchor, name: TypedName) -> str:
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
