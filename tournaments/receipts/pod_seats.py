"""From the seating of a round in pods to its published tables: what staff gave before it, and exchanges after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import PodField
from tournaments.receipts.fields import MAX_ENTRANTS, MAX_ID
from tournaments.receipts.strict import Misfit, below, items, take_choice, take_int, take_ints, take_list, take_object

BYE, LOSS = "bye", "loss"
Given = tuple[tuple[int, str], ...]
"""Entrants for whom staff had settled the round, each with `BYE` or `LOSS`."""


@dataclass(frozen=True)
class PodSeats:
    """The pods of a round by table, in the order of seats, and who has the bye of the seating."""

    tables: Mapping[int, Sequence[int]]
    byes: Sequence[int]

    def cost_in(self, field: PodField) -> list[int]:
        """What these seats cost level by level, as a step keeps it."""
        return list(asdict(levels_of(field, self.tables.values(), self.byes)).values())


def record_given(given: Collection[tuple[int, str]]) -> list[list[Any]]:
    """What staff had settled before a round, in order of entrant."""
    return sorted(list(one) for one in given)


def read_given(value: Any, place: str, *, besides: Collection[int] = ()) -> Given:
    """What `record_given` wrote. Raises Misfit, also where somebody is there twice or `besides`."""
    found: dict[int, str] = {}
    for where, row in items(value, place, MAX_ENTRANTS):
        if len(take_list(row, where, 2)) != 2:
            raise Misfit(where, "2")
        key = take_int(row[0], f"{where}[0]", 0, MAX_ID)
        if key in found or key in besides:
            raise Misfit(f"{where}[0]", "× 1")
        found[key] = take_choice(row[1], f"{where}[1]", (BYE, LOSS))
    return tuple(sorted(found.items()))


def is_given(given: Given, published: Any, place: str) -> bool:
    """Whether the byes and losses before the seating are those that the round was published with. Raises Misfit."""
    plain = take_object(published, place, ["assigned"])
    return given == read_given(plain["assigned"], below(place, "assigned"))


def exchanged(seats: PodSeats, facts: Any, place: str) -> tuple[PodSeats, list[int]]:
    """The seats after an exchange, and what it says that they cost. Raises Misfit where somebody has no place."""
    plain = take_object(facts, place, ["one", "two", "cost"])
    one, two = (take_int(plain[key], below(place, key), 0, MAX_ID) for key in ("one", "two"))
    seated = {key for pod in seats.tables.values() for key in pod} | set(seats.byes)
    for name, key in (("one", one), ("two", two)):
        if key not in seated:
            raise Misfit(below(place, name), "seated")
    other = {one: two, two: one}
    tables = {table: [other.get(key, key) for key in pod] for table, pod in seats.tables.items()}
    cost = take_ints(plain["cost"], below(place, "cost"), 20, 0, MAX_ID)
    return PodSeats(tables, [other.get(key, key) for key in seats.byes]), cost


def moved(seats: PodSeats, facts: Any, place: str) -> PodSeats:
    """The seats after a pod got another table, and the pod there the one it had. Raises Misfit where there is no such
    pod."""
    plain = take_object(facts, place, ["pod", "table"])
    pod = take_ints(plain["pod"], below(place, "pod"), 4, 0, MAX_ID)
    table = take_int(plain["table"], below(place, "table"), 1, MAX_ID)
    was = next((number for number, keys in seats.tables.items() if list(keys) == pod), None)
    if was is None:
        raise Misfit(below(place, "pod"), "seated")
    other = {was: table, table: was}
    return PodSeats({other.get(number, number): keys for number, keys in seats.tables.items()}, seats.byes)


def record_reseated(number: int, before: PodSeats, after: PodSeats, cost: Sequence[int]) -> dict[str, Any]:
    """The facts of the choice `number` about a published round: the pods that changed, with their tables."""
    changed = sorted([table, *pod] for table, pod in after.tables.items() if list(before.tables[table]) != list(pod))
    return {"number": number, "pods": changed, "byes": sorted(after.byes), "cost": list(cost)}


def reseated(seats: PodSeats, facts: Any, place: str) -> tuple[PodSeats, list[int]]:
    """The seats after some pods were seated again, and what it says that they cost. Raises Misfit where another table
    or other players are named."""
    plain = take_object(facts, place, ["number", "pods", "byes", "cost"])
    tables = {table: list(pod) for table, pod in seats.tables.items()}
    for where, row in items(plain["pods"], below(place, "pods"), MAX_ENTRANTS):
        found = take_ints(row, where, 5, 0, MAX_ID)
        if not found or found[0] not in tables:
            raise Misfit(where, "seated")
        tables[found[0]] = found[1:]
    byes = take_ints(plain["byes"], below(place, "byes"), MAX_ENTRANTS, 0, MAX_ID)
    if _everybody(tables, byes) != _everybody(seats.tables, seats.byes):
        raise Misfit(below(place, "pods"), "seated")
    return PodSeats(tables, byes), take_ints(plain["cost"], below(place, "cost"), 20, 0, MAX_ID)


def number_of(facts: Any, place: str) -> int:
    """Which choice about a published round a step is about. Raises Misfit."""
    number = facts.get("number") if isinstance(facts, Mapping) else None
    return take_int(number, below(place, "number"), 1, MAX_ENTRANTS)


def _everybody(tables: Mapping[int, Sequence[int]], byes: Sequence[int]) -> list[int]:
    return sorted([*(key for pod in tables.values() for key in pod), *byes])


def published_difference(seats: PodSeats, published: Any) -> str | None:
    """The first place at which the published tables are not these seats. Raises Misfit."""
    tables = {table: list(pod) for table, pod in seats.tables.items()}
    plain = take_object(published, "published", ["tables", "byes"])
    for place, row in items(plain["tables"], "published.tables", MAX_ENTRANTS):
        found = take_ints(row, place, 5, 0, MAX_ID)
        if not found or tables.pop(found[0], None) != found[1:]:
            return place
    if tables:
        return "published.tables"
    own = take_ints(plain["byes"], "published.byes", MAX_ENTRANTS, 0, MAX_ID)
    return None if own == sorted(seats.byes) else "published.byes"
