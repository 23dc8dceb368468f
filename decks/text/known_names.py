"""Reading a line by the name of a known card alone, with a set, a number or a count beside it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from decks.text.card_finder import CardFinder
from decks.text.catalogue import ListedCard
from decks.text.like_names import LikeNames
from decks.text.line_parts import CountTrouble, Line, StatedCount
from decks.text.line_sides import STATING, is_set, without_energy_number
from decks.text.listing import QuestionCode
from decks.text.meanings import Take
from decks.text.ptcg import mark_of
from decks.text.remarks import closes_emphasis, in_front_of_known, word_behind_known
from decks.text.spelling import folded_code
from decks.text.tokens import Part


class KnownNames:
    """Reads the names of one game's cards that stand in lines without a known number."""

    def __init__(self, finder: CardFinder, like: LikeNames) -> None:
        self._finder = finder
        self._like = like

    def takes(self, line: Line) -> Iterator[Take]:
        """Every reading by a name alone that covers the line."""
        sets = frozenset(place for place in range(len(line.tokens)) if is_set(self._finder, line, place))
        for first, last in line.spans(0, len(line.tokens), sets):
            name = line.words(first, last)
            found = self._finder.named(name)
            if found and line.is_count(first, last):
                found = self._finder.named_just(found, name) if not line.touches_characters(first, last) else ()
            if found and line.ends_in_tally(last):
                found = self._finder.named_just(found, name)
            if not found:
                continue
            outside = [*range(first), *range(last, len(line.tokens))]
            within = [line.tokens[place].value for place in outside if place in sets]
            found = self._marked_otherwise(line, first, last, name) or found
            cards = self._of_sets(found, within)
            if self._finder.ptcg and (printed := line.printed_number(last)):
                within.append(line.words(*printed))
                cards = _numbered(cards, line.tokens[printed[0]].value)
                outside = [place for place in outside if not printed[0] <= place < printed[1]]
            count = line.count(
                place for place in without_energy_number(self._finder, line, outside) if place not in sets or not cards
            )
            if within and count.is_stated and self._is_behind_set(line, outside, sets):
                count = replace(count, copies=None, trouble=CountTrouble.TWO, options=(*_options_of(count), 1))
            own, more = in_front_of_known(line, 0, first), word_behind_known(line, last, len(line.tokens))
            other = self._makes_another(line, last, found, name)
            if own < first or more > last or not cards or other:
                words = line.words(own, first) or line.words(last, more) or other
                yield Take("", cards or found, count, name, words or " ".join(within))
                continue
            one = self._finder.one_of(cards, name)
            yield Take(
                one.number if one else "",
                (one,) if one else cards,
                count,
                name,
                covered=len(name),
                code=None if one else QuestionCode.AMBIGUOUS_NAME,
            )

    def _marked_otherwise(self, line: Line, first: int, last: int, name: str) -> tuple[ListedCard, ...]:
        """The cards that a name may be whose end no card prints so: `Charizard EX`, `Mew V*`. Empty where they are not
        several."""
        names = self._like.marked_otherwise(self.starred(line, first, last) or name.rstrip("*"))
        cards = dict.fromkeys(card for one in names for card in self._finder.catalogue.by_name(one))
        return tuple(cards) if len({card.name for card in cards}) > 1 else ()

    def starred(self, line: Line, first: int, last: int) -> str:
        """The name that ends with V with one of the stars behind it: `Mew V*`. Empty for any other, and where the stars
        close an emphasis."""
        if "*" not in line.text:
            return ""
        name = line.words(first, last)
        bare = name.rstrip("*")
        behind = name[len(bare) :] + line.text[line.tokens[last - 1].end :].partition(" ")[0]
        is_starred = bare.endswith("V") and behind.startswith("*") and not closes_emphasis(line, first, behind)
        return f"{bare}*" if is_starred else ""

    def _is_behind_set(self, line: Line, outside: Iterable[int], sets: frozenset[int]) -> bool:
        """Whether the only count stands right behind a set, where the number of a card has its place: `LOR, 4`."""
        stating = [place for place in outside if line.tokens[place].part in STATING and place not in sets]
        if len(stating) != 1 or line.tokens[stating[0]].part is not Part.NUMERAL:
            return False
        before = stating[0] - 1
        while before > 0 and line.tokens[before].part is Part.PUNCTUATION:
            before -= 1
        return before in sets

    def _makes_another(self, line: Line, last: int, found: tuple[ListedCard, ...], name: str) -> str:
        """What makes another card's name of a known one: a character right behind it that names of the game have (`◇`),
        or the letter case of its last word. Empty if nothing does."""
        lists = self._finder.ptcg
        if lists is None:
            return ""
        if last < len(line.tokens) and line.tokens[last].value in lists.name_words:
            return line.tokens[last].value if line.tokens[last].part is Part.PUNCTUATION else ""
        return "" if self._finder.marked_alike(found, name) else mark_of(name, lists)

    def _of_sets(self, cards: tuple[ListedCard, ...], sets: Iterable[str]) -> tuple[ListedCard, ...]:
        for one in sets:
            prefix = one.upper()
            cards = tuple(
                card for card in cards if any(code.upper().startswith(prefix) for code in (card.number, *card.codes))
            )
        return cards


def _options_of(count: StatedCount) -> tuple[int, ...]:
    return count.options or ((count.copies,) if count.copies else ())


def _numbered(cards: Iterable[ListedCard], printed: str) -> tuple[ListedCard, ...]:
    """Those of the cards whose number in their set is the printed one, leading zeros ignored."""
    wanted = folded_code(printed)
    return tuple(
        card for card in cards if any(folded_code(code).endswith(f"-{wanted}") for code in (card.number, *card.codes))
    )
