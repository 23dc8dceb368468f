"""Lines that hold several cards: joined by commas, side by side as columns, or a series written once.

A line is parted only where every part is a card line of its own; otherwise nothing is parted.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from decks.text.line_parts import Line
from decks.text.spelling import plain_line
from decks.text.tokens import Part

MAX_PARTS = 40
_SIGNS = re.compile(r"[,;、|/+\t]")
_GAPS = re.compile(r"\u3000| {2,}")
_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z0-9-]{1,15}) ?: ?(?P<rest>.+)")
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)
_COLUMNS = (2, 3, 4)


def partings(raw: str, plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """The ways in which a line may hold several cards, each a tuple of at least two plain lines."""
    yield from _series(plain, is_number)
    yield from _columns(raw)
    text = raw.translate(_WIDE)
    by_signs, by_gaps = (tuple(filter(None, map(plain_line, parting.split(text)))) for parting in (_SIGNS, _GAPS))
    if 1 < len(by_signs) <= MAX_PARTS:
        yield by_signs
    # Where nothing but space parts them, a count with a remark behind it is not a card of its own.
    for pieces in (by_gaps, *_by_counts(plain)):
        if 1 < len(pieces) <= MAX_PARTS and all(Line(piece).has_words for piece in pieces):
            yield pieces


_WIDE = str.maketrans("，；｜／＋", ",;|/+")


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
