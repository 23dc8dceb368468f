"""The names of one list that no known card has, compared with one another where the rules count cards by name.

Two that may be spellings of one another (`Comfey` and `Comfeyy`) are two cards to the rules. Where there are more of
them together than the rules allow of one card, that matters, and the later one asks.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardpool.lists.names import fold_name
from decks.text.card_finder import CardFinder
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.like_names import LikeNames
from decks.text.listing import LineCard, LineKind, ListForm, Question, QuestionCode, Reading, ReadLine
from decks.text.new_card_doubts import is_meant_so
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
    pairs = [pair for pair in _alike(tuple(names.values()), form) if not pair[1].is_sure]
    together = _copies_together(pairs)
    found: dict[int, _Name] = {}
    for one, other in pairs:
        if together[other.first] > form.most_copies:
            known = found.setdefault(other.first, one)
            found[other.first] = one if one.first < known.first else known
    return {place: one.card.name for place, one in sorted(found.items())}


def _copies_together(pairs: Iterable[tuple[_Name, _Name]]) -> dict[int, int]:
    """For the place of each name the copies of all that pairs join with it, directly or by others."""
    groups: dict[int, list[_Name]] = {}
    for one, other in pairs:
        first, second = groups.setdefault(one.first, [one]), groups.setdefault(other.first, [other])
        if first is not second:
            small, large = sorted((first, second), key=len)
            large += small
            groups.update((name.first, large) for name in small)
    return {place: sum(name.copies for name in group) for place, group in groups.items()}


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
    marks = [mark_of(one.card.name, form.formats.ptcg) if form.formats.ptcg else "" for one in names]
    # One name of each key and mark is enough: many of one key would be compared with one another again and again.
    spelled = {(loose_key(one.card.name), mark): one.card.name for one, mark in zip(names, marks, strict=True)}
    like = LikeNames(CardFinder(form, Catalogue.of(ListedCard(name, name) for name in spelled.values())))
    typed = {one.first: mark for one, mark in zip(names, marks, strict=True) if one.card.name in one.card.text}
    by_key: dict[str, list[_Name]] = {}
    for one in names:
        by_key.setdefault(loose_key(one.card.name), []).append(one)
    for one in names:
        own, perhaps = loose_key(one.card.name), like.others(one.card.name)
        keys = dict.fromkeys(map(loose_key, perhaps.names)) if perhaps else {}
        others = [other for key in keys if key != own for other in by_key.get(key, ())]
        same = [other for other in by_key[own] if other.first > one.first and not _are_two(one, other, typed)]
        for other in (*others, *same):
            yield (one, other) if one.first < other.first else (other, one)


def _are_two(one: _Name, other: _Name, typed: Mapping[int, str]) -> bool:
    """Whether names that differ in their signs alone are of two cards, by the letter case of their last word, where it
    is `typed`."""
    return one.first in typed and other.first in typed and typed[one.first] != typed[other.first]
