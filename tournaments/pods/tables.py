"""Which table each pod sits at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SeatedAt:
    """The tables of the pods, and what they follow from: the tables of fixed seats by entrant, and the numbers in the
    order in which the event fills its tables."""

    tables: tuple[int, ...]
    fixed: Mapping[int, int]
    numbers: tuple[int, ...]


def seat_at_tables(pods: Sequence[Sequence[int]], fixed: Mapping[int, int], numbers: Sequence[int]) -> SeatedAt:
    """A table for each pod; `numbers` has at least as many as there are pods without a fixed seat's table."""
    return SeatedAt(tables_of_pods(pods, fixed, numbers), fixed, tuple(numbers))


def tables_of_pods(pods: Sequence[Sequence[int]], fixed: Mapping[int, int], numbers: Iterable[int]) -> tuple[int, ...]:
    """Each pod at the table of the first of its players who has a fixed seat that no pod before it took, the others at
    the tables left, in the order of both; fewer tables than pods where the numbers do not last."""
    taken: dict[int, int] = {}
    for place, pod in enumerate(pods):
        wanted = next((fixed[key] for key in pod if key in fixed and fixed[key] not in taken.values()), None)
        if wanted is not None:
            taken[place] = wanted
    used = set(taken.values())
    free = iter([number for number in numbers if number not in used])
    found = (taken[place] if place in taken else next(free, None) for place in range(len(pods)))
    return tuple(number for number in found if number is not None)
