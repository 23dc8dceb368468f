"""The names of one list that no known card has, compared with one another where the rules count cards by name.

Two that may be spellings of one another (`Comfey` and `Comfeyy`) are two cards to the rules. Where there are more of
them together than the rules allow of one card, that matters, and the later one asks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardpool.lists.names import fold_name
from decks.text.card_finder import CardFinder
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.like_names import LikeNames
from decks.text.listing import LineCard, LineKind, ListForm, Question, QuestionCode, Reading, ReadLine
from decks.text.new_cards import is_meant_so
from decks.text.ptcg import mark_of
from decks.text.spelling import loose_key, plain_line


@dataclass
class _Name:
    """A name as it first stands in the list, at the place `first` of its cards, and all copies under it."""

    card: LineCard
    first: int
    copies: int = 0
    is_sure: bool = False


def like_before(cards: Sequence[LineCard], form: ListForm, catalogue: Catalogue) -> dict[int, str]:
    """The places of cards whose name may be a spelling of one before them, with that name. `cards` are those of a whole
    list, in order; a name that somebody has confirmed is none."""
    if not (form.by_name and form.most_copies):
        return {}
    names = _names(cards, catalogue)
    if len(names) < 2:
        return {}
    found: dict[int, str] = {}
    for one, other in sorted(_alike(tuple(names.values()), form), key=lambda pair: pair[0].first):
        if one.copies + other.copies > form.most_copies and not other.is_sure:
            found.setdefault(other.first, one.card.name)
    return found


def with_names_asked(
    lines: Iterable[ReadLine], form: ListForm, catalogue: Catalogue
) -> tuple[list[ReadLine], list[Question]]:
    """The lines of a whole list with those as questions whose name may be a spelling of one above them."""
    kept = list(lines)
    held = [(at, card) for at, line in enumerate(kept) if line.kind is LineKind.ENTRY for card in line.cards]
    asked: dict[int, Question] = {}
    for place, other in like_before([card for _, card in held], form, catalogue).items():
        at, card = held[place]
        asked.setdefault(at, _question(kept[at], card, other))
    for at in asked:
        kept[at] = ReadLine(kept[at].line, kept[at].text, LineKind.QUESTION, kept[at].section)
    return kept, list(asked.values())


def _question(line: ReadLine, card: LineCard, other: str) -> Question:
    if len(line.cards) > 1:
        splits = (tuple(one.text for one in line.cards),)
        return Question(QuestionCode.SEVERAL_CARDS, line.line, plain_line(line.text), splits=splits)
    number = "" if card.number == card.name else card.number
    readings = (Reading(number, other, card.count), Reading(number, card.name, card.count))
    return Question(QuestionCode.NAME_UNCLEAR, line.line, card.text, readings)


def _names(cards: Sequence[LineCard], catalogue: Catalogue) -> dict[str, _Name]:
    """The names of cards that are not known, by the form in which the rules compare them."""
    found: dict[str, _Name] = {}
    for place, card in enumerate(cards):
        if not card.name or catalogue.by_number(card.number) or catalogue.by_name(card.name):
            continue
        one = found.setdefault(fold_name(card.name), _Name(card, place))
        one.copies += card.count
        one.is_sure = one.is_sure or is_meant_so(card.text)
    return found


def _alike(names: Sequence[_Name], form: ListForm) -> Iterator[tuple[_Name, _Name]]:
    """The pairs of names of which one may stand for the other, the earlier first: they differ in punctuation or accents
    alone, or are as like as a typed name and a known one."""
    like = LikeNames(CardFinder(form, Catalogue.of(ListedCard(one.card.name, one.card.name) for one in names)))
    by_key: dict[str, list[_Name]] = {}
    for one in names:
        by_key.setdefault(loose_key(one.card.name), []).append(one)
    for one in names:
        own, perhaps = loose_key(one.card.name), like.others(one.card.name)
        keys = dict.fromkeys(map(loose_key, perhaps.names)) if perhaps else {}
        others = [other for key in keys if key != own for other in by_key.get(key, ())]
        same = [other for other in by_key[own] if other.first > one.first and not _are_two(one, other, form)]
        for other in (*others, *same):
            yield (one, other) if one.first < other.first else (other, one)


def _are_two(one: _Name, other: _Name, form: ListForm) -> bool:
    """Whether names that differ in their signs alone are of two cards, by the letter case that each is typed in."""
    lists = form.formats.ptcg
    marks = {mark_of(each.card.name, lists) for each in (one, other)} if lists else set()
    return len(marks) > 1 and all(each.card.name in each.card.text for each in (one, other))
