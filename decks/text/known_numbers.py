"""Reading a line by the number of a known card, with its name, a count or other words beside it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from decks.text.card_finder import Anchor, CardFinder
from decks.text.catalogue import ListedCard
from decks.text.known_names import KnownNames
from decks.text.like_names import LikeNames
from decks.text.line_parts import MIN_CODE_DIGITS, Line
from decks.text.line_sides import STATING, loose_beside, without_energy_number
from decks.text.listing import QuestionCode, ReadingNoticeCode
from decks.text.meanings import Take
from decks.text.no_cards import says_otherwise
from decks.text.remarks import in_front_of_known
from decks.text.says_more import says_part
from decks.text.spelling import code_key, folded_code
from decks.text.tokens import Part

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_COUNTED = (*STATING, Part.PUNCTUATION)
_NO_NAME = re.compile(r"[,;!?。，；！？…+|/]| x |@")
"""What no name in another language has in it."""


class KnownNumbers:
    """Reads what stands beside the numbers of one game's cards."""

    def __init__(self, finder: CardFinder, like: LikeNames, by_name: KnownNames) -> None:
        self._finder = finder
        self._form = finder.form
        self._like = like
        self._by_name = by_name

    def takes(self, line: Line, anchor: Anchor) -> Iterator[Take]:
        """The readings by a known number; with `rest` if words beside it are not one of its names.

        A count that is also the card's name (`(2)`) is taken for either, on one side of the number.
        """
        sides = ((0, anchor.first), (anchor.last, len(line.tokens)))
        loose = loose_beside(self._finder, line, anchor)
        yield self._beside_known(line, anchor, sides, loose, None)
        for side in sides:
            for span in line.counts_between(*side, loose):
                if fit := self._finder.named_just(anchor.cards, line.words(*span)):
                    yield self._beside_known(line, anchor, sides, loose, (fit, *span))

    def _beside_known(
        self,
        line: Line,
        anchor: Anchor,
        sides: tuple[tuple[int, int], ...],
        loose: frozenset[int],
        named: tuple[tuple[ListedCard, ...], int, int] | None,
    ) -> Take:
        """The reading by a known number; `named` are the cards that a count beside it names, and its place."""
        cards, said, left, outside, notice = self._words_beside(line, anchor, sides, loose, named)
        left += self._other_names(line, outside, cards)
        left += self._other_codes(line, outside)
        if anchor.is_short and not said:
            left.append(line.words(anchor.first, anchor.last))
        count = line.count(without_energy_number(self._finder, line, outside))
        same = _with_number(cards, anchor.number) if said and len(cards) > 1 else None
        others = self._meant_as_well(line, anchor, said) if not left else ()
        if other := tuple(card for card in others if card not in cards):
            cards, same = (*cards, *other), None
        one = same or self._finder.one_of(cards, said)
        if not said and not left and self._is_name_and_digits(line, anchor):
            return Take("", cards, count, said, line.words(anchor.first, anchor.last - 1))
        return Take(
            one.number if one else "",
            (one,) if one else cards,
            count,
            said,
            " ".join(left),
            len(said),
            notice if one else None,
            bool(self._finder.ptcg) and bool(said) and anchor.first > 0,
            None if one else QuestionCode.AMBIGUOUS_NUMBER,
        )

    def _words_beside(
        self,
        line: Line,
        anchor: Anchor,
        sides: tuple[tuple[int, int], ...],
        loose: frozenset[int],
        named: tuple[tuple[ListedCard, ...], int, int] | None,
    ) -> tuple[tuple[ListedCard, ...], str, list[str], list[int], ReadingNoticeCode | None]:
        """What stands on both sides of a known number: the cards that the names there leave, the names, the words that
        are none of them, the tokens outside of names, and the notice about a name that is not the card's own."""
        cards, words = anchor.cards, []
        notice: ReadingNoticeCode | None = None
        left: list[str] = []
        outside: list[int] = []
        for first, last in sides:
            if first == last:
                continue
            if named and first <= named[1] < last:
                fit, start, end = named
            else:
                fit, start, end = self._own(line, cards, first, last, loose)
            text = line.words(start, end)
            if not fit:
                short = self._finder.shortened(cards, text)
                if short and not self._finder.catalogue.by_name(text):
                    fit, notice = short, ReadingNoticeCode.NAME_SHORTENED
                elif last == anchor.first and self._is_translation(line, anchor, text):
                    fit, notice = cards, ReadingNoticeCode.NAME_NOT_KNOWN
                else:
                    left.append(text)
            elif (starred := self._by_name.starred(line, start, end)) and self._like.marked_otherwise(starred):
                left.append(starred[-1])
            own = in_front_of_known(line, first, start) if start < end else start
            left += [line.words(own, start)] if own < start else []
            cards = fit or cards
            words.append(text)
            outside += [*range(first, start), *range(end, last)]
        return cards, " ".join(filter(None, words)), left, outside, notice

    def _is_translation(self, line: Line, anchor: Anchor, text: str) -> bool:
        """Whether a line is written as other programs write a card (count, name, number), with the name in a language
        that the pool does not know."""
        typed = line.words(anchor.first, anchor.last)
        if anchor.is_short or typed != typed.upper() or not line.begins_with_count or any(map(str.isdigit, text)):
            return False
        if _NO_NAME.search(text) or says_part(text) or says_otherwise(text):
            return False
        return self._like.is_translation(text, anchor.cards)

    def _meant_as_well(self, line: Line, anchor: Anchor, said: str) -> tuple[ListedCard, ...]:
        """The cards whose number is in the place of the name; if there is no name, the cards named exactly as the
        number is typed (`MEW 150`), unless the game prints it like that."""
        if said:
            is_code = said.isascii() and any(map(str.isdigit, said))
            return self._finder.catalogue.by_typed_code(said, fold=self._form.folds_zeros) if is_code else ()
        typed = line.words(anchor.first, anchor.last)
        return () if self.is_printed(typed) else self._finder.catalogue.by_name(typed)

    def _other_names(self, line: Line, outside: Iterable[int], cards: tuple[ListedCard, ...]) -> Iterator[str]:
        """The remarks beside a card that are exactly another card's name, such as `N`."""
        for place in outside:
            token = line.tokens[place]
            if token.part in (Part.REMARK, Part.SHORT_REMARK):
                named = self._finder.catalogue.by_name(token.value)
                if named and not any(card in named for card in cards):
                    yield token.value

    def _other_codes(self, line: Line, outside: Iterable[int]) -> Iterator[str]:
        """The numerals beside a card that are codes of known cards, such as a second passcode, not counts."""
        for place in outside:
            token = line.tokens[place]
            is_code = token.part is Part.NUMERAL and len(token.value) >= MIN_CODE_DIGITS
            if is_code and self._finder.catalogue.by_typed_code(token.value, fold=self._form.folds_zeros):
                yield token.value

    def _own(
        self, line: Line, cards: tuple[ListedCard, ...], first: int, last: int, loose: frozenset[int]
    ) -> tuple[tuple[ListedCard, ...], int, int]:
        """The cards named by the words between two tokens, and the place of those words; all of them if there are no
        words, none if the words are not a name of theirs."""
        if last - first == 1 and line.tokens[first].part in STATING:
            return cards, first, first  # A count alone is not a name.
        start, end = line.core(first, last, loose)
        if start < end and self._is_plain_name(line, cards, (first, start, end, last)):
            return cards, start, end
        for one, other in line.spans(first, last, loose):
            text = line.words(one, other)
            if not text:
                continue
            if not line.is_count(one, other):
                fit = self._finder.going_by(cards, text)
            else:
                # A text with several numerals states no count, and may be a name exactly as it is: `=1+1`.
                fit = self._finder.named_just(cards, text) if line.numerals(one, other) > 1 else ()
            if fit:
                return fit, one, other
        return (cards, first, first) if start == end else ((), start, end)

    def _is_plain_name(self, line: Line, cards: tuple[ListedCard, ...], places: tuple[int, int, int, int]) -> bool:
        """Whether words are exactly the only name of a card, and nothing stands beside them but a count and
        punctuation: no longer text there is its name."""
        first, start, end, last = places
        if len(cards) != 1 or cards[0].other_names or line.words(start, end) != cards[0].name:
            return False
        beside = (*line.tokens[first:start], *line.tokens[end:last])
        return all(token.part in _COUNTED for token in beside)

    def _is_name_and_digits(self, line: Line, anchor: Anchor) -> bool:
        """Whether a code with no name beside it is also another card's name with a number: `Mew 150`."""
        typed = line.words(anchor.first, anchor.last)
        if typed == typed.upper() or " " not in typed:
            return False
        named = self._finder.catalogue.by_name(typed.rpartition(" ")[0])
        return bool(named) and not any(card in named for card in anchor.cards)

    def is_printed(self, words: str) -> bool:
        """Whether words are a number exactly as the game prints them; some card may still have that name."""
        bare = _EDGES.sub("", words)
        return self._form.normalise_number(bare) == bare

    def or_number(self, take: Take) -> Take:
        """The reading by a name; a doubt if it may also be a number of the game, split differently: `SVI 1`."""
        bare = _EDGES.sub("", take.words)
        number = self._form.normalise_number(bare) if bare == bare.upper() and any(map(str.isdigit, bare)) else None
        if number is None or code_key(number) != code_key(bare):
            return take
        cards = (*take.cards, self._finder.catalogue.by_number(number) or ListedCard(number, ""))
        return replace(take, number="", cards=cards, code=QuestionCode.AMBIGUOUS_NUMBER)


def _with_number(cards: Iterable[ListedCard], typed: str) -> ListedCard | None:
    """The first of the cards that has a number exactly as typed, leading zeros ignored."""
    number = folded_code(typed)
    return next((card for card in cards if folded_code(card.number) == number), None)
