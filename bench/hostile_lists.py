"""Lists made to cost more than they weigh, each as long as a list may be; the slowest found of each kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from decks.text.catalogue import ListedCard
from decks.text.listing import MAX_CARDS, MAX_CHARACTERS, MAX_LINE_LENGTH, MAX_LINES

Cards = Sequence[ListedCard]

LIGATURE_TAPS = "ten cards added to 171 lines of 290 ligatures"
TAKEN_TAPS = "ten cards added to the 68 of them that are taken"
MORE_LIGATURES = "\n".join(["\ufdfa" * 290] * 171)
"""49,760 characters; each becomes eighteen when it is written out (Unicode form NFKC)."""


def crowded(cards: Cards) -> str:
    """Lines of everything that the grammar tries again and again."""
    return _cut([("3 x 2 ④ SR ¥1 A07-1 " * MAX_LINE_LENGTH)[: MAX_LINE_LENGTH - 1]] * MAX_LINES)


def misspelled(cards: Cards) -> str:
    """Names that nearly are some card's."""
    return _cut(f"3 {card.name[:-1]}Ω {card.name}"[:119] for card in _some(cards, MAX_LINES))


def slips(cards: Cards) -> str:
    """A table of numbers that are not card's, each beside some card's."""
    rows = (f"3,{card.number[:-1]}X,{card.name[:-1]}Ω" for card in _some(cards, MAX_CARDS))
    return _cut(["Count,Number,Name", *rows])


def glued(cards: Cards) -> str:
    """As many cards as a list may name, ten a line."""
    some = _some(cards, MAX_CARDS)
    return _cut(",".join(f"{card.number}x99" for card in some[at : at + 10]) for at in range(0, MAX_CARDS, 10))


def many_copies(cards: Cards) -> str:
    """Each card ninety-nine times, so that every one breaks a rule."""
    return _cut(f"99 {card.number} {card.name}" for card in _some(cards, MAX_CARDS))


def mixed_up(cards: Cards) -> str:
    """Names made of the characters of others."""
    chance = random.Random(2)
    names = "".join(card.name for card in _some(cards, 200))
    return _cut("".join(chance.choices(names, k=45)) + " 3" for _ in range(MAX_LINES))


LISTS: dict[str, Callable[[Cards], str]] = {
    "crowded lines": crowded,
    "names that nearly are": misspelled,
    "numbers that nearly are": slips,
    "many cards on a line": glued,
    "99 copies of each": many_copies,
    "names mixed up": mixed_up,
}


def _some(cards: Cards, count: int) -> list[ListedCard]:
    numbered = [card for card in cards if card.number and card.name]
    return (
        random.Random(1).choices(numbered, k=count)
        if len(numbered) < count
        else random.Random(1).sample(numbered, count)
    )


def _cut(lines: Iterable[str]) -> str:
    """As many of the lines as a list may have."""
    kept: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if len(kept) == MAX_LINES or length > MAX_CHARACTERS:
            break
        kept.append(line)
    return "\n".join(kept)
