"""A list as it is being written: what it says, what is wrong, what it changes. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from cardpool.lists.comparing import Change, compare_lists
from cardpool.lists.entries import Entry, Problem, UnreadableList
from cardpool.lists.resolving import resolve
from cardpool.lists.table import read_table
from cardpool.models import CardGame, RestrictionList
from cardpool.queries.restrictions import card_names, cards_known, entries_of, lists_on


@dataclass(frozen=True)
class ShownCard:
    """A card of an entry with its name, empty where the pool does not know it."""

    key: str
    name: str


@dataclass(frozen=True)
class ShownEntry:
    """An entry and its place in the list (0 the first)."""

    place: int
    entry: Entry
    cards: tuple[ShownCard, ...]


@dataclass(frozen=True)
class ShownChange:
    """A card whose restrictions another list has otherwise; `name` is empty where the pool does not know it."""

    change: Change
    name: str


@dataclass(frozen=True)
class Preview:
    """The list as it stands in the box. `against` is the list whose place it takes; None where there is none."""

    entries: tuple[ShownEntry, ...]
    problems: tuple[Problem, ...]
    unknown: tuple[str, ...]
    changes: tuple[ShownChange, ...]
    against: RestrictionList | None

    @property
    def cards(self) -> int:
        """How many cards it names."""
        return sum(len(shown.cards) for shown in self.entries)


def preview_list(
    game: CardGame, text: str, *, format: str, day: date | None, replaces: RestrictionList | None
) -> Preview:
    """Read the text and compare it with the list it replaces, else the one in force before it in its format."""
    against = replaces or (_in_force(game, format, day) if day is not None else None)
    if not text.strip():
        return Preview((), (), (), (), against)
    try:
        found = resolve(read_table(text), cards_known(game))
    except UnreadableList as unreadable:
        return Preview((), unreadable.problems, (), (), against)
    before = entries_of(against) if against is not None else ()
    changes = compare_lists(before, found.entries)
    names = card_names(game, [card for entry in (*before, *found.entries) for card in entry.cards])
    return Preview(
        entries=shown_entries(found.entries, names),
        problems=(),
        unknown=found.unknown,
        changes=tuple(ShownChange(change, names.get(change.card, "")) for change in changes),
        against=against,
    )


def show_list(stored: RestrictionList) -> tuple[ShownEntry, ...]:
    """The entries of a stored list with the names of their cards."""
    entries = entries_of(stored)
    return shown_entries(entries, card_names(stored.game, [card for entry in entries for card in entry.cards]))


def shown_entries(entries: Iterable[Entry], names: dict[str, str]) -> tuple[ShownEntry, ...]:
    """Entries with the names of their cards."""
    return tuple(
        ShownEntry(place, entry, tuple(ShownCard(card, names.get(card, "")) for card in entry.cards))
        for place, entry in enumerate(entries)
    )


def _in_force(game: CardGame, format: str, day: date) -> RestrictionList | None:
    return next((held.list for held in lists_on(game, day) if held.list.format == format), None)
