"""Drawing lots where a cut needs an order the table does not give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol


class Placed(Protocol):
    """A row of a table."""

    @property
    def rank(self) -> int:
        """Shared by those level in everything."""

    @property
    def entrant(self) -> int:
        """Whose row it is."""


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """One shared rank that was drawn for, its entrants in drawn order. ``decides_cut``: some of them are out."""

    rank: int
    entrants: tuple[int, ...]
    decides_cut: bool


@dataclass(frozen=True, slots=True)
class LotsDraw:
    """The entrants of the cut in seed order, and every lot that was needed for it (to be kept with the seed)."""

    order: tuple[int, ...]
    lots: tuple[DrawnLot, ...]


def draw_lots(standings: Sequence[Placed], *, cut: int, rng: Random) -> LotsDraw:
    """Choose and seed the first ``cut`` of a table given in rank order; all of it if it is shorter.

    A shared rank is drawn for only if one of its places is in the cut. The same table and seed give the same draw on
    every machine: each entrant, by id, gets one random number, and the lowest is first.
    """
    order: list[int] = []
    lots: list[DrawnLot] = []
    start = 0
    while start < len(standings) and len(order) < cut:
        end = start
        while end < len(standings) and standings[end].rank == standings[start].rank:
            end += 1
        group = sorted(standing.entrant for standing in standings[start:end])
        if len(group) > 1:
            group = [entrant for _, entrant in sorted((rng.random(), entrant) for entrant in group)]
            lots.append(DrawnLot(standings[start].rank, tuple(group), decides_cut=len(order) + len(group) > cut))
        order += group
        start = end
    return LotsDraw(tuple(order[:cut]), tuple(lots))
