"""How well a card answers a search: by number, by name, by keyword. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_DASHES = dict.fromkeys(map(ord, "-‐‑‒–—―−_·.~～ー / "))
LONGEST_SEARCH = 100


@dataclass(frozen=True)
class SearchText:
    """What a card is found by, folded once: its number without dashes, its names, its keywords."""

    number: str
    names: tuple[str, ...]
    words: tuple[str, ...]


def search_text(number: str, names: Iterable[str], words: Iterable[str]) -> SearchText:
    """Fold a card's number, names and keywords for searching."""
    return SearchText(_bare(number), tuple(fold(name) for name in names), tuple(fold(word) for word in words))


def fold(text: str) -> str:
    """Without differences of width and case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def rank_of(text: str, card: SearchText) -> int | None:
    """How close the card is, 0 the closest; None where a word of the text is not found in it.

    0 the very number or name, 1 the number's start, 2 a name's start, 3 inside a number or name, 4 only keywords.
    """
    wanted = fold(text[:LONGEST_SEARCH])
    number = _bare(text[:LONGEST_SEARCH])
    if (number and number == card.number) or wanted in card.names:
        return 0
    if number and card.number.startswith(number):
        return 1
    if any(name.startswith(wanted) for name in card.names):
        return 2
    ranks = [_rank_of_word(word, card) for word in wanted.split()]
    return max((rank for rank in ranks if rank is not None), default=None) if None not in ranks else None


def _rank_of_word(word: str, card: SearchText) -> int | None:
    number = _bare(word)
    if (number and number in card.number) or any(word in name for name in card.names):
        return 3
    return 4 if any(word in keyword for keyword in card.words) else None


def _bare(number: str) -> str:
    return unicodedata.normalize("NFKC", number).casefold().translate(_DASHES)
