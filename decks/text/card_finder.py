"""Finding the known cards that a line may mean: by the codes in it, by names, or by both together."""

import re
from dataclasses import dataclass

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.line_parts import Line
from decks.text.line_words import NO_SETS
from decks.text.listing import ListForm
from decks.text.ptcg import (
    full_promo,
    is_basic_energy,
    mark_of,
    set_in_front,
    spellings,
    without_cells,
    without_language,
    written_out,
)
from decks.text.remark_words import LATIN_REMARKS
from decks.text.spelling import bare_code, code_key, exact_key, loose_key
from decks.text.tokens import Part

MAX_CODE_WORDS = 3
MAX_COMPARED = 8
"""Up to this many cards with one code have all their names compared; for more, only the index is used."""
MAX_PASSCODE_LENGTH = 10
_JOINTS = frozenset("-_./·~:])")
_MIN_DIGITS = 3
_DIGITS = frozenset("0123456789")
_PARTED_DIGITS = re.compile("[0-9] [0-9]")
COUNTING = (Part.COUNT, Part.CIRCLED, Part.PRICE)
"""Parts of a line that are never parts of a number."""


@dataclass(frozen=True)
class Anchor:
    """A card number in a line: the tokens it consists of, and the cards that have it (none if it is not known).

    `is_short`: it is only the end of a code, which needs the name beside it. `is_clear`: it is written as the game
    prints numbers.
    """

    first: int
    last: int
    number: str
    cards: tuple[ListedCard, ...]
    is_short: bool = False
    is_clear: bool = True


class CardFinder:
    """Finds a game's cards by codes and names, as its lists write them.

    `tried` counts the texts looked for among the cards' names: the work that differs most between lines.
    """

    def __init__(self, form: ListForm, catalogue: Catalogue) -> None:
        self.tried = 0
        self.form = form
        self.catalogue = catalogue
        self.ptcg = form.formats.ptcg
        self._fold = form.folds_zeros
        self._promo_sets = frozenset(map(bare_code, self.ptcg.promos.values())) if self.ptcg else frozenset()

    def without_language(self, plain: str) -> str:
        """A plain line without the language that cards print before their number, with symbols written out, and set and
        number side by side."""
        if self.ptcg is None:
            return plain
        plain = set_in_front(written_out(plain, self.ptcg), self._is_set_behind)
        plain = without_cells(plain, self.catalogue.is_set_code)
        return without_language(plain, self.ptcg, self.catalogue.is_set_code)

    def _is_set_behind(self, set_code: str, number: str) -> bool:
        """Whether a set's code stands behind a number of it; a rarity does so too, and may be called like a set."""
        if set_code.lower() in LATIN_REMARKS or set_code in NO_SETS:
            return False
        is_set = self.catalogue.is_set_code(set_code) or not _DIGITS.isdisjoint(set_code)
        return is_set and self.form.normalise_number(f"{set_code} {number}") is not None

    def is_known(self, number: str) -> bool:
        """Whether some card has this number."""
        return self.catalogue.by_number(number) is not None

    def named(self, name: str) -> tuple[ListedCard, ...]:
        """The cards with a name, however it is spelled."""
        self.tried += 1
        found = self.catalogue.by_name(name)
        if found and self.ptcg and mark_of(name, self.ptcg):
            return self.marked_alike(self.catalogue.by_loose_key(loose_key(name)), name) or found
        if found or self.ptcg is None:
            return found
        for one in spellings(name, self.ptcg):
            if found := self.catalogue.by_name(one):
                return found
        return ()

    def marked_alike(self, cards: tuple[ListedCard, ...], name: str) -> tuple[ListedCard, ...]:
        """Those of the cards of a name that have its last word in the same letter case, where that makes two cards of
        it; all of them for any other name."""
        mark = mark_of(name, self.ptcg) if self.ptcg else ""
        if not mark or self.ptcg is None:
            return cards
        key, lists = loose_key(name), self.ptcg
        return tuple(
            card for card in cards if any(loose_key(one) == key and mark_of(one, lists) == mark for one in card.names)
        )

    def named_just(self, cards: tuple[ListedCard, ...], name: str) -> tuple[ListedCard, ...]:
        """Those of a few cards that have exactly this name, punctuation included."""
        self.tried += 1
        if len(cards) > MAX_COMPARED:
            return ()
        if not self.catalogue.by_name(name):
            return ()
        key = exact_key(name)
        return tuple(card for card in cards if any(exact_key(one) == key for one in card.names))

    def going_by(self, cards: tuple[ListedCard, ...], name: str) -> tuple[ListedCard, ...]:
        """Those of the cards that have this name, in any spelling: `Basic {G} Energy` is `Grass Energy` in some sets.

        Two names of one card, one after the other, count as its name as well.
        """
        self.tried += 1
        if all(card.name == name for card in cards):
            return cards
        named = {card.number for card in self.catalogue.by_name(name)}
        if named and named.issuperset([card.number for card in cards]):
            return cards
        if self.ptcg:
            named |= {card.number for one in spellings(name, self.ptcg) for card in self.catalogue.by_name(one)}
        found = tuple(card for card in cards if card.number in named) if named else ()
        if found or len(cards) > MAX_COMPARED:
            return found
        key = loose_key(name)
        return tuple([card for card in cards if _is_two_names(key, card.names)])

    def shortened(self, cards: tuple[ListedCard, ...], name: str) -> tuple[ListedCard, ...]:
        """Those of a few cards with a longer name that contains the text: whole words of it, or two characters.

        Names with a number are left out: it could be taken for the count, or the count for it.
        """
        if len(cards) > MAX_COMPARED:
            return ()
        key, said = loose_key(name), set(name.casefold().split())
        found = []
        for card in cards:
            names = [other for other in card.names if not any(sign.isdigit() for sign in other)]
            whole = key.isascii() and any(said <= set(other.casefold().split()) for other in names)
            part = not key.isascii() and len(key) > 1 and any(key in loose_key(other) for other in names)
            found += [card] if whole or part else []
        return tuple(found)

    def one_of(self, cards: tuple[ListedCard, ...], name: str = "") -> ListedCard | None:
        """The card that stands for all of them if they differ only in the printing; otherwise None.

        A basic Energy is one card, whatever its printings state.
        """
        if len({card.alike or card.number for card in cards}) <= 1:
            return cards[0] if cards else None
        if self._are_basic_energy(cards, name):
            texts = [card.alike for card in cards]
            return max(cards, key=lambda card: (texts.count(card.alike), -texts.index(card.alike)))
        return None

    def _are_basic_energy(self, cards: tuple[ListedCard, ...], name: str) -> bool:
        """Whether a name is a basic Energy's, or all the cards have a basic Energy's name."""
        lists = self.ptcg
        if lists is None:
            return False
        return is_basic_energy(name, lists) or all(is_basic_energy(card.name, lists) for card in cards)

    def anchors(self, line: Line) -> tuple[Anchor, ...]:
        """Every code of a known card in a line; codes within a longer one are left out."""
        found: list[Anchor] = []
        for first in range(len(line.tokens)):
            if found and first < found[-1].last and not found[-1].is_short:
                continue
            anchor = self._from(line, first)
            if anchor is not None:
                if found and found[-1].last > anchor.first:
                    found.pop()
                found.append(anchor)
        return tuple(found)

    def _from(self, line: Line, first: int) -> Anchor | None:
        """The longest code that begins at a token."""
        tokens = line.tokens
        token = tokens[first]
        if token.part is Part.NUMERAL:
            return self._anchor(line, first, first + 1) if len(token.value) >= _MIN_DIGITS else None
        if token.part not in (Part.WORD, Part.SHORT_REMARK, Part.REMARK) or not token.value[0].isascii():
            return None
        ends, words, at = [], 0, first
        may_be_code = self.catalogue.has_wordy_codes
        while at < len(tokens) and words < MAX_CODE_WORDS:
            if tokens[at].part is Part.PUNCTUATION:
                if tokens[at].value not in _JOINTS:
                    break
            elif not tokens[at].value[0].isascii() or tokens[at].part in COUNTING:
                break
            else:
                words += 1
                may_be_code = may_be_code or not _DIGITS.isdisjoint(tokens[at].value)
                if may_be_code:
                    ends.append(at + 1)
            at += 1
        for last in reversed(ends):
            if anchor := self._anchor(line, first, last):
                return anchor
        return None

    def _anchor(self, line: Line, first: int, last: int) -> Anchor | None:
        typed = line.words(first, last)
        if _DIGITS.isdisjoint(typed):
            card = self.catalogue.by_number(code_key(typed))
            return Anchor(first, last, card.number, (card,)) if card else None
        if not self.catalogue.may_have_code(typed) and bare_code(typed).rstrip("0123456789") not in self._promo_sets:
            return None
        # Digits separated by a space are two numerals: `SVI-18 1` is one copy of SVI-18, not SVI-181.
        find = self.catalogue.by_code if _PARTED_DIGITS.search(typed) else self.catalogue.by_typed_code
        if cards := find(typed, fold=self._fold):
            return Anchor(first, self.behind_size(line, last), typed, cards)
        promo = full_promo(typed, self.ptcg) if self.ptcg else ""
        if promo and (cards := self.catalogue.by_typed_code(promo, fold=self._fold)):
            return Anchor(first, self.behind_size(line, last), promo, cards)
        if not typed.isdigit() and (cards := self.catalogue.by_short_code(typed, fold=self._fold)):
            return Anchor(first, self.behind_size(line, last), typed, cards, is_short=True)
        return None

    def behind_size(self, line: Line, last: int) -> int:
        """The token after a number and the size of its set: `128/167`, `TG03/TG30`."""
        tokens = line.tokens
        if (
            self.ptcg
            and last + 1 < len(tokens)
            and tokens[last].value == "/"
            and tokens[last].start == tokens[last - 1].end
        ):
            size = tokens[last + 1]
            if size.start == tokens[last].end and any(sign.isdigit() for sign in size.value) and size.value.isascii():
                return last + 2
        return last

    def of_passcode(self, code: str) -> tuple[str, tuple[ListedCard, ...]]:
        """The number and the card of a passcode; without a number, the cards it may be, none if it is not a passcode.

        Files leave out leading zeros, or keep them; a card's number may have them.
        """
        bare = code.lstrip("0")
        if not bare:
            return "", ()
        if cards := self.catalogue.by_code(bare, fold=True):
            one = next((card for card in cards if card.number == bare), None) or self.one_of(cards)
            return (one.number, (one,)) if one else ("", cards)
        widths = range(len(bare), MAX_PASSCODE_LENGTH + 1)
        normalise = self.form.normalise_number
        return next(filter(None, (normalise(bare.zfill(width)) for width in widths)), ""), ()


def _is_two_names(key: str, names: tuple[str, ...]) -> bool:
    """Whether a name is two of a card's names, one after the other."""
    begins = [one for one in map(loose_key, filter(None, names)) if key.startswith(one)]
    return bool(begins) and any(key[len(one) :] == loose_key(name) for one in begins for name in names if name)
