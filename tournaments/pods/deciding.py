"""Who sits together by decision of the staff, and who does not: the cheapest exchange of two that makes it so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass

from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import PodField

Pods = Mapping[int, Sequence[int]]
"""The players of each pod in the order of turns, by any key."""


class NoExchange(ValueError):
    """No exchange of two players makes it so without breaking another decision."""


@dataclass(frozen=True)
class Decided:
    """Two players who sit at one table in the round, or do not."""

    pair: frozenset[int]
    together: bool

    def holds_in(self, pods: Pods) -> bool:
        """Whether these pods have it so; one with the bye sits with nobody."""
        return self.together == any(self.pair <= set(pod) for pod in pods.values())


def cheapest_exchange(
    field: PodField, pods: Pods, byes: Sequence[int], wanted: Decided, others: Collection[Decided] = ()
) -> tuple[int, int] | None:
    """The two players to exchange so that `wanted` holds and all `others` that hold now still do, at the least cost;
    None where it holds already. Raises `NoExchange`."""
    if wanted.holds_in(pods):
        return None
    held = [wanted, *(one for one in others if one.holds_in(pods))]
    seats: dict[int, int | None] = {key: number for number, pod in pods.items() for key in pod}
    seats |= dict.fromkeys(byes)
    best: tuple[tuple[int, ...], tuple[int, int]] | None = None
    for one, other in _candidates(pods, seats, wanted):
        if one not in field.by_id or other not in field.by_id:
            continue
        touched = {number: pods[number] for number in (seats[one], seats[other]) if number is not None}
        after, resting = _exchanged(touched, byes, one, other)
        if not all(decided.holds_in({**pods, **after}) for decided in held):
            continue
        found = (_difference(field, (touched, byes), (after, resting)), (one, other))
        if best is None or found < best:
            best = found
    if best is None:
        raise NoExchange
    return best[1]


def _candidates(pods: Pods, seats: Mapping[int, int | None], wanted: Decided) -> Iterator[tuple[int, int]]:
    """Pairs whose exchange makes it so: one of the two goes to the other's pod, or away from it."""
    one, other = sorted(wanted.pair)
    for mover, anchor in ((one, other), (other, one)):
        if mover not in seats or anchor not in seats:
            return
        own, there = seats[mover], seats[anchor]
        if wanted.together:
            yield from ((mover, key) for key in (pods[there] if there is not None else ()) if key != anchor)
        else:
            yield from ((mover, key) for key, number in seats.items() if number != own)


def _exchanged(pods: Pods, byes: Sequence[int], one: int, two: int) -> tuple[dict[int, list[int]], list[int]]:
    new = {one: two, two: one}
    return {number: [new.get(key, key) for key in pod] for number, pod in pods.items()}, [new.get(k, k) for k in byes]


def _difference(
    field: PodField, before: tuple[Pods, Sequence[int]], after: tuple[Pods, Sequence[int]]
) -> tuple[int, ...]:  # fmt: skip
    """What an exchange adds to each level, the most important first; players who left since are not counted."""
    was, now = (
        astuple(levels_of(field, [[k for k in pod if k in field.by_id] for pod in pods.values()],
                          [k for k in byes if k in field.by_id]))
        for pods, byes in (before, after)
    )  # fmt: skip
    return tuple(new - old for old, new in zip(was, now, strict=True))
