"""Numbers that a game may have, known or not: found in lines, and distinguished from what looks like them."""

import re
from collections.abc import Iterator

from decks.text.card_finder import COUNTING, Anchor, CardFinder
from decks.text.line_parts import Line
from decks.text.line_words import NO_SETS
from decks.text.ptcg import full_promo, gallery_numbers, promo_number
from decks.text.spelling import bare_code, code_key, folded_code
from decks.text.tokens import Part

MAX_POSSIBLE = 2
_WORD_AND_DIGITS = re.compile("[A-Za-z][a-z]{2,} [0-9]")
_NO_NUMBER = "|"


class GameNumbers:
    """Finds what has the shape of one game's numbers."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder
        self._form, self._catalogue, self._ptcg = finder.form, finder.catalogue, finder.ptcg

    def new_anchors(self, line: Line) -> tuple[Anchor, ...]:
        """Everything in a line that looks like a number of the game, known or not."""
        starts = {token.start: place for place, token in enumerate(line.tokens)}
        ends = {token.end: place + 1 for place, token in enumerate(line.tokens)}
        found: list[Anchor] = []
        text = _without_counts(line)
        for place in self._form.find_numbers(text):
            if place.start in starts and place.end in ends:
                typed = line.text[place.start : place.end]
                first, last = starts[place.start], ends[place.end]
                if (found and first < found[-1].last) or line.tokens[first].part in COUNTING:
                    continue
                number = self.as_sets_count(typed, place.number)
                parted = code_key(typed) == code_key(place.number)
                is_clear = parted and (place.is_plain or typed == typed.upper()) and not self.may_be_no_set(number)
                found.append(Anchor(first, self._finder.behind_size(line, last), number, (), is_clear=is_clear))
        promos = tuple(self._promos(line))
        return promos if promos and not any(one.is_clear for one in found) else tuple(found)

    def may_be_no_set(self, number: str) -> bool:
        """Whether a number begins with an abbreviation that stands before other numbers as well (`PSA 10`), and with
        no set that is known."""
        set_code = number.partition("-")[0]
        return set_code in NO_SETS and not self._catalogue.is_set_code(set_code)

    def possible_numbers(self, typed: str, number: str) -> tuple[str, ...]:
        """The numbers that a text without a separator may be (`number` is one): those of sets that number cards so
        (`TG03`), else split where letters or digits end; none if only a word could be split (`Comfey4`, `Flames 125`).
        """
        if _WORD_AND_DIGITS.match(typed) and code_key(typed) != code_key(number):
            return ()
        bare, normalise = bare_code(typed), self._form.normalise_number
        gallery = gallery_numbers(typed, self._ptcg) if self._ptcg else ()
        if gallery and not self._catalogue.is_set_code(bare.rstrip("0123456789")):
            return tuple(number for number in gallery if normalise(number) == number)
        parted = {place: f"{bare[:place]}-{bare[place:]}" for place in range(1, len(bare))}
        fitting = [place for place, code in parted.items() if code_key(normalise(code) or "") == code]
        ends = [place for place in fitting if bare[place - 1].isalpha() and bare[place].isdigit()]
        if not fitting:
            return (number,)
        changes = [place for place in fitting if bare[place - 1].isdigit() != bare[place].isdigit()]
        return tuple(parted[place] for place in (ends or changes)[:MAX_POSSIBLE])

    def _promos(self, line: Line) -> Iterator[Anchor]:
        """A promo's number, whose letters say which set it is in: `SWSH242`, `PR SWSH242`."""
        if self._ptcg is None:
            return
        for place, token in enumerate(line.tokens):
            number = promo_number(token.value, self._ptcg) if token.part is Part.WORD else ""
            if number and self._form.normalise_number(number) == number:
                first = place - 1 if place and line.tokens[place - 1].value == "PR" else place
                yield Anchor(first, self._finder.behind_size(line, place + 1), number, ())

    def as_sets_count(self, typed: str, number: str) -> str:
        """The number of a printing the pool does not know, without zeros before a plain number, as the sets themselves
        number cards. Zeros after letters stay (`TG03`), as do numbers typed exactly as they are stored."""
        if self._ptcg is None or typed == number:
            return number
        set_code, _, counted = number.rpartition("-")
        if (promo := promo_number(counted, self._ptcg)) and set_code.startswith("PR"):
            return promo
        if promo := full_promo(number, self._ptcg):
            return promo
        folded = folded_code(number)
        return folded if counted.isdigit() and self._form.normalise_number(folded) == folded else number


def _without_counts(line: Line) -> str:
    """The text of a line with what no number has in it in the place of counts with a small x of their own, as in
    `HBU01-CRx3`, `SV3 x3` and `3xHBU01-A07`. Behind small letters or a hyphen it may be one of them (`vmx1`)."""
    text = line.text
    for token in line.tokens:
        before = text[token.start - 1 : token.start]
        is_x = token.part is Part.COUNT and text[token.start] == "x"
        is_glued = (
            token.part is Part.COUNT and text[token.end - 1] in "xX" and text[token.end : token.end + 1].isalnum()
        )
        if is_glued or (is_x and (before == " " or before.isupper() or before.isdigit())):
            text = f"{text[: token.start]}{_NO_NUMBER * (token.end - token.start)}{text[token.end :]}"
    return text
