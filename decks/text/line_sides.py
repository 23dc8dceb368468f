"""What the tokens on both sides of a card's number or name are: sets, remarks that are clear beside a number, numbers
in the place of a set."""

from decks.text.card_finder import Anchor, CardFinder
from decks.text.line_parts import Line
from decks.text.tokens import Part, Token

_NAMING = (Part.WORD, Part.SHORT_REMARK, Part.REMARK)
_COMMAS = frozenset(",;、")
STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)


def is_set(finder: CardFinder, line: Line, place: int) -> bool:
    """Whether a token is a set's code, in capitals as sets write it."""
    token = line.tokens[place]
    if token.part not in _NAMING or not token.value.isascii():
        return False
    return token.value == token.value.upper() and finder.catalogue.is_set_code(token.value)


def mark_behind(finder: CardFinder, line: Line, anchor: Anchor) -> int | None:
    """The place of the regulation mark behind a number, which nothing but punctuation parts from it: `SVI 85 G`."""
    place = anchor.last
    while place < len(line.tokens) and line.tokens[place].part is Part.PUNCTUATION:
        place += 1
    is_mark = finder.ptcg and place < len(line.tokens) and line.tokens[place].value in finder.ptcg.marks
    return place if is_mark and line.tokens[place].start > line.tokens[anchor.last - 1].end else None


def loose_beside(finder: CardFinder, line: Line, anchor: Anchor) -> frozenset[int]:
    """The tokens beside a number that are remarks: rarities of one letter, the set it belongs to, a regulation mark."""
    mark = mark_behind(finder, line, anchor)
    loose = set() if mark is None else {mark}
    code = anchor.number.upper()
    for place in (*range(anchor.first), *range(anchor.last, len(line.tokens))):
        token = line.tokens[place]
        if token.part is Part.SHORT_REMARK or (
            token.part is Part.WORD and code.startswith(token.value.upper()) and is_set(finder, line, place)
        ):
            loose.add(place)
    return frozenset(loose)


def without_energy_number(finder: CardFinder, line: Line, outside: list[int]) -> list[int]:
    """The tokens without the number after a basic Energy, where other cards have their set."""
    if not finder.ptcg or not outside:
        return outside
    last = outside[-1]
    token = line.tokens[last]
    if (
        token.part is Part.NUMERAL
        and line.text[: token.start].rstrip().casefold().endswith("energy")
        and sum(line.tokens[place].part in STATING for place in outside) > 1
    ):
        return outside[:-1]
    return outside


def letter_in_front(line: Line, anchor: Anchor) -> str:
    """The single capital letter between the count and a number, which may be the card's name: `4 N XYZ 9`."""
    before = [token for token in line.tokens[: anchor.first] if token.part is not Part.PUNCTUATION]
    is_letter = len(before) == 2 and before[1].part is Part.SHORT_REMARK and before[1].value.isupper()
    return before[1].value if is_letter and before[0].part in STATING else ""


def behind_letters(line: Line, front: int, start: int) -> int:
    """Where a name begins after single letters in front of Chinese: they are rarities."""
    while front < start and line.tokens[front].part is Part.SHORT_REMARK and not line.tokens[start].value.isascii():
        front += 1
    return front


def before_letters(line: Line, end: int, back: int) -> int:
    """Where a name ends before single letters after Chinese, which say nothing if the number says which card it is."""
    while back > end and line.tokens[back - 1].part is Part.SHORT_REMARK and not line.tokens[end - 1].value.isascii():
        back -= 1
    return back


def has_own_words(line: Line, anchors: tuple[Anchor, ...]) -> bool:
    """Whether a line has words in front of everything in it that looks like a number."""
    return any(token.part is Part.WORD for token in line.tokens[: anchors[0].first])


def are_parted(line: Line, anchors: tuple[Anchor, ...]) -> bool:
    """Whether what looks like the first number and the last of a line are of two cards: words or a comma stand between
    the last number and another that is written as numbers are."""
    last = anchors[-1].first
    return any(one.is_clear and any(map(_parts, line.tokens[one.last : last])) for one in anchors)


def _parts(token: Token) -> bool:
    return token.part in _NAMING or not _COMMAS.isdisjoint(token.value)
