"""What one list of restricted cards changes against another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cardpool.lists.entries import Entry, RestrictionKind


class ChangeKind(StrEnum):
    """What happens to a card: newly restricted, restricted in another way than before, or no longer restricted."""

    ADDED = "added"
    CHANGED = "changed"
    FREED = "freed"


@dataclass(frozen=True)
class Change:
    """A card (by the group it stands in, for a choice) with its entries before and after."""

    kind: ChangeKind
    card: str
    before: tuple[Entry, ...]
    after: tuple[Entry, ...]


def compare_lists(before: Iterable[Entry], after: Iterable[Entry]) -> tuple[Change, ...]:
    """Every card whose restrictions differ: newly restricted, then changed, then no longer restricted; by card in each.

    Notes make no difference.
    """
    old, new = _by_card(before), _by_card(after)
    changes = []
    for card in sorted(old.keys() | new.keys()):
        was, becomes = old.get(card, ()), new.get(card, ())
        if {_meaning(entry) for entry in was} != {_meaning(entry) for entry in becomes}:
            kind = ChangeKind.ADDED if not was else ChangeKind.FREED if not becomes else ChangeKind.CHANGED
            changes.append(Change(kind, card, was, becomes))
    return tuple(sorted(changes, key=lambda change: list(ChangeKind).index(change.kind)))


def _by_card(entries: Iterable[Entry]) -> dict[str, tuple[Entry, ...]]:
    found: dict[str, tuple[Entry, ...]] = {}
    for entry in entries:
        for card in dict.fromkeys(entry.cards):
            found[card] = (*found.get(card, ()), entry)
    return found


def _meaning(entry: Entry) -> tuple[object, ...]:
    group = frozenset(entry.cards) if entry.kind is RestrictionKind.CHOOSE_ONE else None
    return entry.kind, group, entry.limit, entry.starts, entry.ends
