"""Who sits elsewhere in a running round than it was first published, or was sent elsewhere and back again: the list
stays until the round ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Bye, PodSeat, Registration, Round, RoundRepair
from tournaments.queries.name_order import spoken_key


@dataclass(frozen=True)
class Moved:
    """A player who moved: the table as first published and the one now, None for the bye, and the opponent now.

    `is_back`: what moved the player was undone; `before` is the table they were sent to. `is_out`: the player has no
    match in the round any more; `before` is the last table they had in it. `is_late`: a late player was seated with the
    one who had the bye, and they are one of the two. `is_in`: they had no place in the round before. `is_company`: the
    player stays at the table of a pod, with others or in another order of turns.
    """

    player: Registration
    before: int | None
    after: int | None
    opponent: Registration | None
    is_back: bool = False
    is_out: bool = False
    is_late: bool = False
    is_company: bool = False
    is_in: bool = False

    @property
    def stays(self) -> bool:
        """Whether the table is the same and only the opponent another one."""
        return self.opponent is not None and self.before is not None and self.before == self.after


@dataclass(frozen=True)
class Place:
    """A player's table and opponent in a round as it was stored; neither with the bye. In a pod the others at the table
    are its `mates`, in the order of turns, and the player's own turn is `seat`; who stays at the table with others, or
    with another turn, has not moved."""

    table: int | None = None
    opponent: int | None = None
    mates: tuple[int, ...] = field(default=(), compare=False)
    seat: int = field(default=0, compare=False)

    @property
    def company(self) -> tuple[int, tuple[int, ...]]:
        """Everybody at the pod in the order of turns."""
        return self.seat, self.mates


def places_on(wall: Mapping[str, Any]) -> dict[int, Place]:
    """Everybody's place, by entry, on a wall as `RoundRepair` stores it."""
    places = {}
    for line in wall["tables"]:
        if "pod" in line:
            for seat, key in enumerate(line["players"], start=1):
                mates = tuple(other for other in line["players"] if other != key)
                places[key] = Place(line["table"], mates=mates, seat=seat)
            continue
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


def gone_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[int, Place]:
    """Who had a place on the first wall and has none on the second, with that place: in the top cut alone."""
    now = places_on(after)
    return {key: place for key, place in places_on(before).items() if key not in now}


def notified_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[int, Place]:
    """Who is to be notified where they sit now, with the place: who moved, and at a pod who has others at the table."""
    still, now = places_on(before), places_on(after)
    return {
        key: place
        for key, place in now.items()
        if key not in still or (place, place.company) != (still[key], still[key].company)
    }


def moved_in(
    round: Round | None, *, only: Collection[int] | None = None, with_company: bool = False
) -> list[Moved]:  # fmt: skip
    """Who moved since a running round was published, as names are spoken; `only` these entries where given. Of pods
    `with_company` also who stays at the table with others, which is news for the player alone.

    Whom an undone repair had moved has moved back: they may sit at the other table; so has whom a correction in the top
    cut had moved that was corrected again. What was changed by hand since counts too: the round may have been a draft
    again after a repair. One query in a round that nobody repaired, at most four in others.
    """
    if round is None or round.status != Round.Status.PUBLISHED:
        return []
    repairs = list(round.repairs.exclude(choice=RoundRepair.Choice.KEEP).order_by("number"))
    if not repairs:
        return []
    wall = _wall_now(round)
    standing = [one for one in repairs if one.undone_at is None]
    found = moved_between(standing[0].before, wall) if standing else {}
    places: dict[int, tuple[Place | None, Place | None]] = {**_moved_back(repairs, wall), **found}
    places |= {key: (place, None) for one in standing for key, place in gone_between(one.before, wall).items()}
    company = _other_company(repairs, wall) if with_company else {}
    places = {key: (now, now) for key, (now, _is_back) in company.items()} | places
    wanted = {key: both for key, both in places.items() if only is None or key in only}
    keys = wanted.keys() | {now.opponent for _before, now in wanted.values() if now and now.opponent is not None}
    people = Registration.objects.select_related("player", "tournament").in_bulk(list(keys))
    late = _seated_late(standing)
    moved = [
        Moved(
            people[key],
            before.table if before is not None else None,
            now.table if now is not None else None,
            people[now.opponent] if now is not None and now.opponent is not None else None,
            is_back=company[key][1] if before is now and key in company else key not in found and now is not None,
            is_out=now is None,
            is_late=key in late,
            is_company=before is now and key in company,
            is_in=before is None,
        )
        for key, (before, now) in wanted.items()
    ]
    return sorted(moved, key=lambda one: (spoken_key(one.player.name), one.player.pk))


def _seated_late(standing: Iterable[RoundRepair]) -> set[int]:
    """Who was last moved because a late player was seated."""
    late: set[int] = set()
    for repair in standing:
        moved = moved_between(repair.before, repair.after).keys()
        late = late | moved if repair.choice == RoundRepair.Choice.LATE else late - moved
    return late


def _moved_back(
    repairs: Iterable[RoundRepair], wall: Mapping[str, Any]
) -> dict[int, tuple[Place, Place]]:  # fmt: skip
    """Whom an undone repair, or a correction in the top cut, had moved, with the last other place that it gave them and
    the one now."""
    now, sent = places_on(wall), dict[int, Place]()
    for repair in repairs:
        if repair.undone_at is not None or repair.choice == RoundRepair.Choice.CUT:
            given = moved_between(repair.before, repair.after).items()
            sent |= {key: then for key, (_before, then) in given if then != now.get(key)}
    return {key: (place, now[key]) for key, place in sent.items() if key in now}


def _other_company(repairs: Iterable[RoundRepair], wall: Mapping[str, Any]) -> dict[int, tuple[Place, bool]]:
    """Who sits at the table that the round was published with, or was at a repair that is undone, but with others; and
    whether that was taken back."""
    now, found = places_on(wall), dict[int, tuple[Place, bool]]()
    standing = [one for one in repairs if one.undone_at is None]
    walls = [(one.after, True) for one in repairs if one.undone_at is not None]
    walls += [(one.before, False) for one in standing[:1]]
    for other, is_back in walls:
        for key, place in places_on(other).items():
            if key in now and place == now[key] and place.company != now[key].company:
                found[key] = now[key], is_back
    return found


def _wall_now(round: Round) -> dict[str, Any]:
    """Tables and bye of the round as they are, as `RoundRepair` stores them."""
    lines = round.matches.values_list("table", "player1", "player2")
    pods: dict[int, dict[str, Any]] = {}
    if round.tournament.is_in_pods:
        seats = PodSeat.objects.filter(round=round).order_by("pod", "seat")
        for pod, table, entry in seats.values_list("pod", "pod__table", "registration"):
            pods.setdefault(pod, {"pod": pod, "table": table, "players": []})["players"].append(entry)
    return {
        "tables": [{"table": table, "players": [one, two]} for table, one, two in lines] + list(pods.values()),
        "byes": list(round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True)),
    }


def repairs_in(round: Round) -> list[RoundRepair]:
    """The choices made about a published round that still stand, in order."""
    return list(round.repairs.filter(undone_at=None).order_by("number"))
