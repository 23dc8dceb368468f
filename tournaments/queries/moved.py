"""Who sits elsewhere in a running round than it was first published: the list stays until the round ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Bye, Registration, Round, RoundRepair
from tournaments.queries.name_order import spoken_key


@dataclass(frozen=True)
class Moved:
    """A player who moved: the table as first published and the one now, None for the bye, and the opponent now."""

    player: Registration
    before: int | None
    after: int | None
    opponent: Registration | None


@dataclass(frozen=True)
class Place:
    """A player's table and opponent in a round as it was stored; neither with the bye."""

    table: int | None = None
    opponent: int | None = None


def places_on(wall: Mapping[str, Any]) -> dict[int, Place]:
    """Everybody's place, by entry, on a wall as `RoundRepair` stores it."""
    places = {}
    for line in wall["tables"]:
        one, two = line["players"]
        places[one], places[two] = Place(line["table"], two), Place(line["table"], one)
    places |= {key: Place() for key in byes_on(wall)}
    return places


def byes_on(wall: Mapping[str, Any]) -> list[int]:
    """Who has a paired bye on a wall: one of the round, or one of each part of it."""
    if "byes" in wall:
        return list(wall["byes"])
    return [wall["bye"]] if wall.get("bye") else []


def moved_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[int, tuple[Place | None, Place]]:
    """Whose table or opponent differs between two walls, with both places, by entry."""
    still, now = places_on(before), places_on(after)
    return {key: (still.get(key), place) for key, place in now.items() if place != still.get(key)}


def moved_in(round: Round | None, *, only: Collection[int] | None = None) -> list[Moved]:
    """Who moved since a running round was published, as names are spoken; `only` these entries where given.

    What was changed by hand since counts too: the round may have been a draft again after a repair. One query in a
    round that nobody repaired, at most four in others.
    """
    if round is None or round.status != Round.Status.PUBLISHED:
        return []
    repairs = [one for one in repairs_in(round) if one.choice != RoundRepair.Choice.KEEP]
    if not repairs:
        return []
    found = moved_between(repairs[0].before, _wall_now(round))
    wanted = {key: places for key, places in found.items() if only is None or key in only}
    keys = wanted.keys() | {now.opponent for _before, now in wanted.values() if now.opponent is not None}
    people = Registration.objects.select_related("player", "tournament").in_bulk(list(keys))
    moved = [
        Moved(
            people[key],
            before.table if before is not None else None,
            now.table,
            people[now.opponent] if now.opponent is not None else None,
        )
        for key, (before, now) in wanted.items()
    ]
    return sorted(moved, key=lambda one: (spoken_key(one.player.name), one.player.pk))


def _wall_now(round: Round) -> dict[str, Any]:
    """Tables and bye of the round as they are, as `RoundRepair` stores them."""
    lines = round.matches.values_list("table", "player1", "player2")
    return {
        "tables": [{"table": table, "players": [one, two]} for table, one, two in lines],
        "byes": list(round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True)),
    }


def repairs_in(round: Round) -> list[RoundRepair]:
    """The choices made about a published round that still stand, in order."""
    return list(round.repairs.filter(undone_at=None).order_by("number"))
