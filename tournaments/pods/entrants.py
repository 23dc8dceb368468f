"""What seating a round in pods is given, and what it answers in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

POD, SHORT_POD = 4, 3
"""Players of a full pod, and of a short one."""


@dataclass(frozen=True, slots=True)
class PodEntrant:
    """One player before a round.

    `met` counts the pods shared with each other player; `short` the rounds in a pod of three or with the bye of the
    seating. `turns` are the seats so far as `(seat, players of the pod)`; seat 1 starts.
    """

    id: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    short: int = 0
    turns: tuple[tuple[int, int], ...] = ()

    @property
    def earliness(self) -> int:
        """How many players have had their turn after this one, over all rounds."""
        return sum(size - seat for seat, size in self.turns)


@dataclass(frozen=True, slots=True, order=True)
class PodLevels:
    """What a seating costs; each level outweighs all below it.

    `together`: pairs in one pod that are to be kept apart. `repeats`: over all pairs in a pod, the square of how often
    they met before. `short_again`: of those in a pod of three or with the bye, how often they were before.
    `bye_points`: points of those with the bye. `spread`: over all pairs in a pod, the square of the difference of their
    points. `seats`: over all players, their earliness times the players who have their turn after them now.
    """

    together: int = 0
    repeats: int = 0
    short_again: int = 0
    bye_points: int = 0
    spread: int = 0
    seats: int = 0


NAMES = ("together", "repeats", "short_again", "bye_points", "spread", "seats")
"""The levels, from the one that outweighs all others."""
PROVED = NAMES[:-1]
"""The levels that a certificate speaks of; the order of seats is the best one inside each pod."""


@dataclass(frozen=True)
class PodField:
    """Everybody to be seated, and the pairs who are to be kept apart."""

    entrants: tuple[PodEntrant, ...]
    apart: frozenset[frozenset[int]] = frozenset()

    @cached_property
    def by_id(self) -> dict[int, PodEntrant]:
        """The entrants by their keys."""
        return {one.id: one for one in self.entrants}


@dataclass(frozen=True)
class Seating:
    """A round in pods: each pod in the order of its seats, the strongest first, and who has the bye.

    `certified`: no seating costs less in the levels `PROVED`, and the independent check agrees. `bound` is what those
    levels cost at least. `searched` counts exchanges tried.
    """

    pods: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    achieved: PodLevels
    bound: PodLevels
    certified: bool
    every_seating: bool
    searched: int
