"""What the tokens on both sides of a card's number or name are: sets, remarks that are clear beside a number, numbers
in the place of a set."""

from decks.text.card_finder import Anchor, CardFinder
from decks.text.line_parts import Line
from decks.text.tokens import Part

_NAMING = (Part.WORD, Part.SHORT_REMARK, Part.REMARK)
_STATING = (Part.NUMERAL, Part.COUNT, Part.CIRCLED)


def is_set(finder: CardFinder, line: Line, place: int) -> bool:
    """Whether a token is a set's code, in capitals as sets write it."""
    token = line.tokens[place]
    if token.part not in _NAMING or not token.value.isascii():
        return False
    return token.value == token.value.upper() and finder.catalogue.is_set_code(token.value)


def loose_beside(finder: CardFinder, line: Line, anchor: Anchor) -> frozenset[int]:
    """The tokens beside a number that are remarks: rarities of one letter, and the set it belongs to."""
    loose = set()
    code = anchor.number.upper()
    for place, token in enumerate(line.tokens):
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
        and sum(line.tokens[place].part in _STATING for place in outside) > 1
    ):
        return outside[:-1]
    return outside
