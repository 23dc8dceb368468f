"""From what a list calls a card to what decks are counted by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from cardpool.lists.entries import (
    EVERY_OTHER,
    Entry,
    Fault,
    Problem,
    RestrictionKind,
    UnreadableList,
    entry_problems,
    without_repeats,
)
from cardpool.lists.names import fold_name

MAX_PASSCODE_LENGTH = 10


@dataclass(frozen=True)
class KnownCards:
    """What can be asked about a game's cards.

    `numbers` are the numbers there are, `by_code` what else cards are known by, `by_name` the numbers of the cards of a
    folded name (`fold_name`). `normalise` gives the canonical form of a card number of the game, None for what is none.
    `by_names` says that the game counts by name: a name then stands for all its printings, whichever they are.
    """

    numbers: frozenset[str]
    by_code: Mapping[str, str]
    by_name: Mapping[str, tuple[str, ...]]
    normalise: Callable[[str], str | None]
    by_names: bool


class CardNames(Protocol):
    """What finding a card needs of it."""

    @property
    def number(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def other_names(self) -> Iterable[str]: ...
    @property
    def codes(self) -> Iterable[str]: ...


def known_cards(cards: Iterable[CardNames], *, normalise: Callable[[str], str | None], by_names: bool) -> KnownCards:
    """Everything that can be asked about these cards; of two with one code the first has it."""
    numbers: dict[str, None] = {}
    codes: dict[str, str] = {}
    names: dict[str, dict[str, None]] = {}
    for card in cards:
        numbers[card.number] = None
        for code in card.codes:
            codes.setdefault(code, card.number)
        for name in (card.name, *card.other_names):
            names.setdefault(fold_name(name), {})[card.number] = None
    by_name = {name: tuple(borne) for name, borne in names.items() if name}
    return KnownCards(frozenset(filter(None, numbers)), codes, by_name, normalise, by_names)


@dataclass(frozen=True)
class Resolved:
    """Entries with every card as decks are counted by it; `unknown` are the cards that no card of the pool is."""

    entries: tuple[Entry, ...]
    unknown: tuple[str, ...]


def resolve(entries: Iterable[Entry], known: KnownCards) -> Resolved:
    """Find the cards that the entries name: by number, by code, by name. What several lines say is said once.

    A card the pool does not have is kept as it stands where it can be one of the game's (a number of its pattern, or
    a name where the game counts by name). Raises `UnreadableList` for what can be none, and for a name that several
    cards have in a game that counts by number.
    """
    problems: list[Problem] = []
    unknown: dict[str, None] = {}
    found = []
    for entry in entries:
        is_card = entry.kind is not RestrictionKind.UNLISTED
        cards = [_card(card, entry.line, known, problems, unknown) if is_card else EVERY_OTHER for card in entry.cards]
        found.append(replace(entry, cards=tuple(cards)))
    said = without_repeats(found)
    if not problems:
        problems = entry_problems(said)
    if problems:
        raise UnreadableList(problems)
    return Resolved(said, tuple(unknown))


def _padded(stated: str) -> tuple[str, ...]:
    """A passcode with other zeros before it: list files leave them out, or keep them."""
    bare = stated.lstrip("0")
    if not (bare.isascii() and bare.isdigit()):
        return ()
    return tuple(
        bare.zfill(width) for width in range(len(bare), MAX_PASSCODE_LENGTH + 1) if bare.zfill(width) != stated
    )


def _card(card: str, line: int, known: KnownCards, problems: list[Problem], unknown: dict[str, None]) -> str:
    stated = card.strip()
    padded = _padded(stated)
    number = next(filter(None, map(known.normalise, (stated, *padded))), None)
    for key in filter(None, (stated, number, *padded)):
        if key in known.numbers:
            return key
        if key in known.by_code:
            return known.by_code[key]
    named = known.by_name.get(fold_name(stated), ())
    if named and known.by_names:
        return stated
    if len(named) == 1:
        return named[0]
    if named:
        problems.append(Problem(Fault.AMBIGUOUS_CARD, line, stated, ", ".join(named[:8])))
        return stated
    if number is None and not known.by_names:
        problems.append(Problem(Fault.UNKNOWN_CARD, line, stated))
        return stated
    kept = number or stated
    unknown[kept] = None
    return kept
