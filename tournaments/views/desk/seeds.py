"""Who would be in a top cut before it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.standings import StandingRow


@dataclass(frozen=True)
class SeedPreview:
    """One place of the cut before it starts; `needs_lot`: the place depends on drawing lots among equals."""

    seed: int
    row: StandingRow
    needs_lot: bool


def seed_previews(rows: list[StandingRow], size: int) -> list[SeedPreview]:
    """Who would be in a cut of that size; players who left are passed over unless their opponents are to advance, and
    equals are marked if lots must decide.
    """
    here = [row for row in rows if row.rank is not None and is_in_cut(row.registration.tournament, row.registration)]
    shown = [
        SeedPreview(seed, row, sum(other.rank == row.rank for other in here) > 1)
        for seed, row in enumerate(here, start=1)
    ]
    last = shown[size - 1].row.rank if 0 < size <= len(shown) else None
    return [place for place in shown if place.seed <= size or (place.needs_lot and place.row.rank == last)]


def byes_of_cut(players: int) -> int:
    """How many byes the first round of a bracket of this number of players has."""
    return (1 << (players - 1).bit_length()) - players if players > 1 else 0
