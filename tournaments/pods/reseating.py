"""Seating a published round again, or the pods of it that have not begun: with few moves, or all by lot."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass
from random import Random

from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import PROVED, PodField, PodLevels
from tournaments.pods.every_seating import MAX_PLAYERS
from tournaments.pods.exchanging import Exchanging
from tournaments.pods.fewest_moves import fewest_moves
from tournaments.pods.seating import in_turn, seat_round

Tables = Mapping[int, tuple[int, ...]]
"""The players of each pod in the order of turns, by any key of its table."""


@dataclass(frozen=True)
class Reseated:
    """The same tables with their players, and who has the bye."""

    tables: Tables
    byes: tuple[int, ...]

    def cost_in(self, field: PodField) -> PodLevels:
        """What it costs level by level."""
        return levels_of(field, self.tables.values(), self.byes)

    def moved_from(self, before: Reseated) -> tuple[int, ...]:
        """Who sits at another table than before, or has another bye, in order."""
        was, now = before.place_of, self.place_of
        return tuple(sorted(key for key in now if now[key] != was.get(key)))

    @property
    def place_of(self) -> dict[int, int | None]:
        """The table of everybody; None with the bye."""
        seated: dict[int, int | None] = {key: table for table, pod in self.tables.items() for key in pod}
        return seated | dict.fromkeys(self.byes)


def seat_few(field: PodField, published: Reseated, fixed: Mapping[int, int], rng: Random) -> Reseated:
    """The seating that costs least in the levels `PROVED`, and of these the one that moves fewest: of all there are, up
    to `MAX_PLAYERS`; of more players, of those known: as published, improved from there by exchanging two at a time,
    or seated again. Nobody moves where nothing is gained, else who always sits at a table goes there."""
    if len(field.entrants) <= MAX_PLAYERS:
        found = [published, _fewest(field, published, fixed)]
    else:
        found = [published, _at_tables(field, *_seated_again(field, rng), published, fixed)]
        if not published.byes:
            found.append(_at_tables(field, _exchanged(field, published), (), published, fixed))
    return min(found, key=lambda one: (_proved(one.cost_in(field)), len(one.moved_from(published))))


def seat_all(field: PodField, published: Reseated, fixed: Mapping[int, int], rng: Random) -> Reseated:
    """Everybody seated again, equals by lot; the pods stay at the tables where most of their players are."""
    return _at_tables(field, *_seated_again(field, rng), published, fixed)


def _fewest(field: PodField, published: Reseated, fixed: Mapping[int, int]) -> Reseated:
    pods, byes = fewest_moves(field, published.tables, published.byes, fixed)
    return Reseated({table: _in_order(field, pod, published.tables[table]) for table, pod in pods.items()}, byes)


def _seated_again(field: PodField, rng: Random) -> tuple[Sequence[tuple[int, ...]], tuple[int, ...]]:
    seating = seat_round(field, rng)
    return seating.pods, seating.byes


def _exchanged(field: PodField, published: Reseated) -> list[tuple[int, ...]]:
    """The published pods, improved until no exchange of two players is an improvement."""
    players = sorted(field.entrants, key=lambda one: (-one.points, one.id))
    place = {one.id: at for at, one in enumerate(players)}
    groups = tuple(tuple(sorted(place[key] for key in pod)) for pod in published.tables.values())
    work = Exchanging(PodField(tuple(players), field.apart), groups)
    work.improve()
    return [tuple(players[at].id for at in group) for group in work.groups()]


def _at_tables(
    field: PodField,
    pods: Sequence[tuple[int, ...]],
    byes: tuple[int, ...],
    published: Reseated,
    fixed: Mapping[int, int],
) -> Reseated:
    """The pods at the published tables: at the one where a player always sits, else where most of them are. Who stays
    together keeps the order of turns."""
    tables: dict[int, tuple[int, ...]] = {}
    left = [frozenset(pod) for pod in pods]
    for wanted in (_fixed_first(left, fixed, published.tables), None):
        for table, pod in wanted if wanted is not None else _by_overlap(left, published.tables, tables.keys()):
            if table not in tables and pod in left:
                tables[table] = _in_order(field, pod, published.tables[table])
                left.remove(pod)
    return Reseated({table: tables[table] for table in published.tables}, byes)


def _fixed_first(
    pods: Sequence[frozenset[int]], fixed: Mapping[int, int], tables: Tables
) -> list[tuple[int, frozenset[int]]]:  # fmt: skip
    return [(fixed[key], pod) for pod in pods for key in sorted(pod) if fixed.get(key) in tables]


def _by_overlap(
    pods: Sequence[frozenset[int]], tables: Tables, taken: Collection[int]
) -> list[tuple[int, frozenset[int]]]:  # fmt: skip
    """Each free table with each pod, those that share most players first."""
    found = [(table, pod) for table in tables if table not in taken for pod in pods]
    return sorted(found, key=lambda one: (-len(one[1] & set(tables[one[0]])), one[0], sorted(one[1])))


def _in_order(field: PodField, pod: frozenset[int], before: tuple[int, ...]) -> tuple[int, ...]:
    return before if pod == set(before) else in_turn([field.by_id[key] for key in sorted(pod)])


def _proved(levels: PodLevels) -> tuple[int, ...]:
    return astuple(levels)[: len(PROVED)]
