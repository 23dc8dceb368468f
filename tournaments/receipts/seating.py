"""Who sits where in a round, from its draw through every edit by hand and every repair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID
from tournaments.receipts.strict import Misfit, below, items, take_int, take_ints, take_object, take_pair
from tournaments.swiss.costs import Levels

Pair = tuple[int, int]
MAX_COST = 10**12
"""Of one level of a cost; far above what a field of `MAX_ENTRANTS` can come to."""


@dataclass
class Seating:
    """Tables by number, and who has the bye."""

    tables: dict[int, Pair] = field(default_factory=dict)
    byes: list[int] = field(default_factory=list)

    def copy(self) -> Seating:
        """The same seats, to be changed."""
        return Seating(dict(self.tables), list(self.byes))

    @property
    def seated(self) -> set[int]:
        """Everybody who has a place."""
        return {player for pair in self.tables.values() for player in pair} | set(self.byes)

    def seat(self, pairs: Iterable[Pair], tables: Iterable[int], bye: int | None, place: str) -> None:
        """Add drawn pairs. Raises Misfit where a table is taken, or a player has a place already."""
        seated = self.seated
        for table, pair in zip(tables, pairs, strict=True):
            if table in self.tables or seated & set(pair):
                raise Misfit(place, f"{table}: {pair[0]}, {pair[1]} × 1")
            self.tables[table] = pair
            seated.update(pair)
        if bye is not None:
            self.byes.append(bye)

    def swap(self, facts: Mapping[str, Any], place: str) -> None:
        """Exchange two players."""
        plain = take_object(facts, place, ["one", "two", "cost"])
        take_ints(plain["cost"], below(place, "cost"), len(Levels._fields), 0, MAX_COST)
        one = take_int(plain["one"], below(place, "one"), 0, MAX_ID)
        two = take_int(plain["two"], below(place, "two"), 0, MAX_ID)
        seated = self.seated
        for key, player in (("one", one), ("two", two)):
            if player not in seated:
                raise Misfit(below(place, key), "seated")
        other = {one: two, two: one}
        for table, pair in self.tables.items():
            self.tables[table] = (other.get(pair[0], pair[0]), other.get(pair[1], pair[1]))
        self.byes = [other.get(player, player) for player in self.byes]

    def move(self, facts: Mapping[str, Any], place: str) -> None:
        """Move a pair to another table; who sits there takes the table it had."""
        plain = take_object(facts, place, ["pair", "table"])
        pair = take_pair(plain["pair"], below(place, "pair"), 0, MAX_ID)
        table = take_int(plain["table"], below(place, "table"), 1, MAX_ID)
        was = next((number for number, seated in self.tables.items() if set(seated) == set(pair)), None)
        if was is None:
            raise Misfit(below(place, "pair"), "seated")
        if was == table:
            return
        there = self.tables.pop(table, None)
        self.tables[table] = self.tables.pop(was)
        if there is not None:
            self.tables[was] = there

    def join(self, pair: Pair, table: int, place: str) -> None:
        """Turn the bye of the first player into a match with the second one, who had no place. Raises Misfit."""
        one, two = pair
        if one not in self.byes or two in self.seated:
            raise Misfit(below(place, "pair"), "seated")
        self.byes.remove(one)
        self.seat([pair], [table], None, below(place, "table"))

    def part(self, pair: Pair, place: str) -> None:
        """Take `join` back. Raises Misfit where the two do not sit together."""
        table = next((number for number, seated in self.tables.items() if set(seated) == set(pair)), None)
        if table is None:
            raise Misfit(place, "seated")
        del self.tables[table]
        self.byes.append(pair[0])

    def rows(self) -> list[list[int]]:
        """Each table in order of its number with its players, the smaller number first."""
        return [[table, *sorted(pair)] for table, pair in sorted(self.tables.items())]


def first_difference(seating: Seating, published: Any) -> str | None:
    """The first place at which what was published is not this seating. Raises Misfit where it is not read."""
    plain = take_object(published, "published", ["tables", "byes"])
    found = [
        (place, take_ints(row, place, 3, 0, MAX_ID))
        for place, row in items(plain["tables"], "published.tables", MAX_ENTRANTS)
    ]
    wanted = seating.rows()
    for (place, row), own in zip(found, wanted, strict=False):
        if row != own:
            return place
    if len(found) != len(wanted):
        return f"published.tables[{min(len(found), len(wanted))}]"
    if take_ints(plain["byes"], "published.byes", MAX_ENTRANTS, 0, MAX_ID) != sorted(seating.byes):
        return "published.byes"
    return None
