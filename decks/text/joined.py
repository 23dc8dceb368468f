"""Lines that hold several cards: joined by commas, side by side as columns, or a series written once.

A line is parted only where every part is a card line of its own; otherwise nothing is parted. Between commas any cards
stand; in columns none of which one has a name only and the next a number only, for these may be one card's; with mere
spaces between only cards that are known.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from itertools import pairwise

from decks.text.card_finder import CardFinder
from decks.text.line_grammar import LineGrammar
from decks.text.line_parts import Line
from decks.text.meanings import Take
from decks.text.spelling import plain_line
from decks.text.tokens import Part

MAX_PARTS = 40
_SIGNS = re.compile(r"[,;、|/+\t]")
_BARS = re.compile(r"[|/+\t]")
_GAPS = re.compile(r"\u3000| {2,}")
_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z0-9-]{1,15}) ?: ?(?P<rest>.+)")
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)
_COLUMNS = (2, 3, 4)
_WIDE = str.maketrans("，；｜／＋", ",;|/+")


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

    def read(self, raw: str, plain: str) -> tuple[tuple[str, Take], ...]:
        """The cards of a line, each with its part of it and its count; none where a part of it reads otherwise, or two
        are of one card, by its number or by a name that is a number: that is a line with two counts."""
        for between, pieces in partings(raw, plain, self._is_number):
            found = tuple(self._cards(pieces))
            if len(found) < len(pieces) or not self._are_different(take for _, take in found):
                continue
            if between is not Between.COMMAS and self._may_be_one(found):
                continue
            if between is not Between.SPACES or all(self._is_known(take) for _, take in found):
                return found
        return ()

    def _cards(self, pieces: Iterable[str]) -> Iterator[tuple[str, Take]]:
        """The card of each part, up to one that states none with its count."""
        for piece in pieces:
            meaning = self._grammar.read(piece) or self._grammar.read_new(piece)
            if not isinstance(meaning, Take) or not meaning.count.is_stated:
                return
            yield piece, meaning

    def _are_different(self, takes: Iterable[Take]) -> bool:
        numbers = [take.number for take in takes]
        called = {card.number for number in numbers for card in self._finder.catalogue.by_name(number)}
        return len(set(numbers)) == len(numbers) and called.isdisjoint(numbers)

    def _may_be_one(self, found: Iterable[tuple[str, Take]]) -> bool:
        """Whether a part with a name only stands beside one with a number only: `4 Iono 2 PAL 999`."""
        sides = [(bool(take.words), self._has_number(piece, take)) for piece, take in found]
        return any(sorted(pair) == [(False, True), (True, False)] for pair in pairwise(sides))

    def _has_number(self, piece: str, take: Take) -> bool:
        return not self._is_known(take) or bool(self._finder.anchors(Line(piece)))

    def _is_known(self, take: Take) -> bool:
        return bool(take.cards) and not take.notice_of_new

    def _is_number(self, typed: str) -> bool:
        return self._finder.form.normalise_number(typed) is not None


def partings(raw: str, plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[Between, tuple[str, ...]]]:
    """The ways in which a line may hold several cards, each a tuple of at least two plain lines."""
    yield from ((Between.COMMAS, pieces) for pieces in _series(plain, is_number))
    yield from ((Between.COLUMNS, pieces) for pieces in _columns(raw))
    text = raw.translate(_WIDE)
    by_signs, by_gaps = (tuple(filter(None, map(plain_line, parting.split(text)))) for parting in (_SIGNS, _GAPS))
    if 1 < len(by_signs) <= MAX_PARTS:
        yield Between.COLUMNS if _BARS.search(text) else Between.COMMAS, by_signs
    # Where nothing but space parts them, a count with a remark behind it is not a card of its own.
    by_space = ((Between.SPACES, pieces) for pieces in _by_counts(plain))
    for between, pieces in ((Between.COLUMNS, by_gaps), *by_space):
        if 1 < len(pieces) <= MAX_PARTS and all(Line(piece).has_words for piece in pieces):
            yield between, pieces


def _series(plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """A series once, then the ends of its numbers: `HBU01: A07×3 A10×3`."""
    found = _SERIES.fullmatch(plain)
    if found is None:
        return
    pieces = []
    for piece in re.split(r"[ ,;、]+", found["rest"].strip(" ,;、"))[: MAX_PARTS + 1]:
        end = re.match(r"[A-Za-z]{0,3}?[0-9]{0,4}(?=[^A-Za-z0-9]|[xX][0-9]|$)", piece)
        if end is None or not end[0] or not is_number(f"{found['series']}-{end[0]}"):
            return
        pieces.append(f"{found['series']}-{end[0]} {piece[end.end() :]}")
    if 1 <= len(pieces) <= MAX_PARTS:
        yield tuple(pieces)


def _columns(raw: str) -> Iterator[tuple[str, ...]]:
    """Cells side by side, as two columns of a sheet are pasted: so many to a card."""
    cells = [cell for cell in map(plain_line, raw.split("\t")) if cell]
    for number in _COLUMNS:
        width = len(cells) // number
        if width > 1 and width * number == len(cells):
            yield tuple(" ".join(cells[at : at + width]) for at in range(0, len(cells), width))


def _by_counts(plain: str) -> Iterator[tuple[str, ...]]:
    """Cards one after the other, each before its count, or each behind it."""
    line = Line(plain)
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
    """Whether a count stands free before a word, not behind a set's code as its number."""
    tokens = line.tokens
    after = place + 1 < len(tokens) and tokens[place + 1].part is Part.WORD
    return place == 0 or (after and int(tokens[place].value) < 10 if tokens[place].value.isdigit() else after)
