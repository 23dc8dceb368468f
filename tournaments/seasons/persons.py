"""Who is who across events: which entries are one person's, by their players and by what staff decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping


def persons_of(
    entries: Iterable[tuple[int, int]], merged: Mapping[int, int], set_apart: Mapping[int, int | None]
) -> dict[int, int]:
    """The person of each entry, named by the first entry of theirs: the smallest key.

    `entries` are pairs of an entry and its player. Entries of one player are one person's. `merged` maps a player to
    the one they were found to be as well; chains are followed. `set_apart` takes single entries from their player and
    gives them to another, or to nobody else (None): such an entry is a person of its own. Names decide nothing.
    """
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for entry, player in entries:
        given = set_apart.get(entry, player)
        groups[("entry", entry) if given is None else ("player", followed(given, merged))].append(entry)
    return {entry: min(group) for group in groups.values() for entry in group}


def followed(player: int, merged: Mapping[int, int]) -> int:
    """The player that a chain of merges ends at; of a chain that returns to itself, the smallest in the circle."""
    seen = [player]
    while (further := merged.get(seen[-1])) is not None:
        if further in seen:
            return min(seen[seen.index(further) :])
        seen.append(further)
    return seen[-1]
