"""What the organiser of a season reads as names: as entered where they are on the event's staff, else as shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from tournaments.queries.finding import folded
from tournaments.queries.season_names import entered_name
from tournaments.queries.seasons import Board, Person


@dataclass(frozen=True)
class Names:
    """The names of a board's people for one reader; `staffed` are the events whose staff the reader is on."""

    board: Board
    staffed: Collection[int]

    def of(self, key: int) -> str:
        """The name of the person with this key."""
        person = self.board.persons[key]
        return entered_name(person.entries, self.staffed) or person.name

    def of_player(self, player: int) -> str:
        """The name of a player: of an own entry, else the shown name of whom they count for, else the number."""
        person = self._by_player.get(player)
        if person is None:
            return f"#{player}"
        own = [entry for entry in person.entries if entry.player == player]
        return entered_name(own, self.staffed) or person.name

    def of_entry(self, entry: int) -> str:
        """The name of an entry, or its number where it is in no ended event."""
        key = self.board.person_of.get(entry)
        if key is None:
            return f"#{entry}"
        person = self.board.persons[key]
        own = [one for one in person.entries if one.pk == entry]
        return entered_name(own, self.staffed) or person.name

    def perhaps_one(self, *, limit: int) -> list[tuple[Person, Person]]:
        """Pairs that read the same and never took part in one event: somebody who knows them may merge them."""
        alike: dict[str, list[Person]] = defaultdict(list)
        for key, person in self.board.persons.items():
            if person.player is not None:
                alike[folded(self.of(key))].append(person)
        pairs = []
        for first, *others in alike.values():
            events = {entry.event for entry in first.entries}
            pairs += [(first, one) for one in others if events.isdisjoint(entry.event for entry in one.entries)]
        return pairs[:limit]

    @cached_property
    def _by_player(self) -> dict[int, Person]:
        return {entry.player: person for person in self.board.persons.values() for entry in person.entries}
