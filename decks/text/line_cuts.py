"""The ways to cut a line into pieces, whatever the cards: at commas, columns or counts, or a series written once."""

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from itertools import pairwise

from decks.text.line_parts import Line, line_of
from decks.text.spelling import plain_line
from decks.text.tokens import Part

MAX_PARTS = 40
WIDE = str.maketrans("，；｜／＋＆", ",;|/+&")
"""Full-width characters that stand between cards, and the others for them."""
_SLASH = r"(?<![0-9])/|/(?![0-9]{2})"
"""A slash, but not the one between a card's number and the size of its set: `54/91`."""
_CHARACTERS = re.compile(rf"[,;、|+&\t]|{_SLASH}")
_BARS = re.compile(rf"[|+&\t]|{_SLASH}")
_GAPS = re.compile(r"\u3000| {2,}")
_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z0-9-]{1,15}) ?: ?(?P<rest>.+)")
_NEXT_SERIES = re.compile(r"[ ,;、]+(?=[A-Za-z][A-Za-z0-9-]{1,15} ?:)")
_GLUED = re.compile(r"[^0-9]+[\u4e00-\u9fff][0-9]{1,2}")
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)
_COLUMNS = (2, 3, 4)


class Between(IntEnum):
    """What stands between the parts of a line."""

    COMMAS = 0
    COLUMNS = 1
    SPACES = 2


def cuts(raw: str, plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[Between, tuple[str, ...]]]:
    """The ways in which a line may hold several cards, each a tuple of at least two plain lines."""
    yield from ((Between.COMMAS, pieces) for pieces in _series(plain, is_number))
    yield from ((Between.COLUMNS, pieces) for pieces in _columns(raw))
    text = raw.translate(WIDE)
    by_characters, by_gaps = (
        tuple(filter(None, map(plain_line, parting.split(text)))) for parting in (_CHARACTERS, _GAPS)
    )
    if 1 < len(by_characters) <= MAX_PARTS:
        yield Between.COLUMNS if _BARS.search(text) else Between.COMMAS, by_characters
    # Where nothing but space parts them, a count with a remark behind it is not a card of its own.
    by_space = ((Between.SPACES, pieces) for pieces in _by_counts(plain))
    for between, pieces in ((Between.COLUMNS, by_gaps), (Between.COLUMNS, _glued(plain)), *by_space):
        if 1 < len(pieces) <= MAX_PARTS and all(line_of(piece).has_words for piece in pieces):
            yield between, pieces


def _series(plain: str, is_number: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """A series once, then the ends of its numbers, and so on: `HBU01: A07×3 A10×3; HBU02: A02×2`."""
    pieces = []
    for part in _NEXT_SERIES.split(plain):
        found = _SERIES.fullmatch(part)
        if found is None:
            return
        for piece in re.split(r"[ ,;、]+", found["rest"].strip(" ,;、"))[: MAX_PARTS + 1]:
            end = re.match(r"[A-Za-z]{0,3}?[0-9]{0,4}(?=[^A-Za-z0-9]|[xX][0-9]|$)", piece)
            if end is None or not end[0] or not is_number(f"{found['series']}-{end[0]}"):
                return
            pieces.append(f"{found['series']}-{end[0]} {piece[end.end() :]}")
    if 1 <= len(pieces) <= MAX_PARTS:
        yield tuple(pieces)


def _columns(raw: str) -> Iterator[tuple[str, ...]]:
    """Cells side by side, as pasted from columns of a sheet: the same number for each card."""
    cells = [cell for cell in map(plain_line, raw.split("\t")) if cell]
    for number in _COLUMNS:
        width = len(cells) // number
        if width > 1 and width * number == len(cells):
            yield tuple(" ".join(cells[at : at + width]) for at in range(0, len(cells), width))


def _by_counts(plain: str) -> Iterator[tuple[str, ...]]:
    """Cards one after the other, each before its count, or each after it."""
    line = line_of(plain)
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
    """Whether a count is on its own before a word, not the number after a set's code."""
    tokens = line.tokens
    after = place + 1 < len(tokens) and tokens[place + 1].part is Part.WORD
    return place == 0 or (after and int(tokens[place].value) < 10 if tokens[place].value.isdigit() else after)


def _glued(plain: str) -> tuple[str, ...]:
    """The words of a line of Chinese names with their counts right behind them: `融合3 火焰融合2`; else none."""
    pieces = tuple(plain.split(" "))
    return pieces if all(map(_GLUED.fullmatch, pieces)) else ()


def by_any_counts(plain: str) -> Iterator[tuple[str, ...]]:
    """The line cut behind each count, or before each."""
    line = line_of(plain)
    stating = [place for place, token in enumerate(line.tokens) if token.part in _STATING]
    if not 1 < len(stating) <= MAX_PARTS:
        return
    if stating[-1] == len(line.tokens) - 1:
        yield tuple(line.words(*span) for span in pairwise([0, *(place + 1 for place in stating)]))
    if stating[0] == 0:
        yield tuple(line.words(*span) for span in pairwise([*stating, len(line.tokens)]))


def looks_counted(piece: str) -> bool:
    """Whether a part has words, and before or behind them a count."""
    line = line_of(piece)
    first, last = line.core(0, len(line.tokens))
    counted = any(token.part in _STATING for token in (*line.tokens[:first], *line.tokens[last:]))
    return first < last and counted
