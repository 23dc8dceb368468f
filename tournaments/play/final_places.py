"""Final places: those of a top cut first, then the ranks of the table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence

from tournaments.play.bracket import Bracket, Results, SharedPlaces, final_placings


def places_among(ranked: Sequence[tuple[int, int]], first: Mapping[int, int]) -> dict[int, int]:
    """The places of these entrants, given with their ranks in order: those of the cut, which are `first`, then by
    rank."""
    places = dict(first)
    behind = [(key, rank) for key, rank in ranked if key not in places]
    level, place = 0, 0
    for offset, (key, rank) in enumerate(behind, start=len(places) + 1):
        if rank != level:
            level, place = rank, offset
        places[key] = place
    return places


def without(barred: Collection[int], places: dict[int, int]) -> dict[int, int]:
    """The places of the others: where a barred entrant had one, they close up, and those who share a place still do
    (Magic Infraction Procedure Guide 1.1)."""
    others = {key: place for key, place in places.items() if key not in barred}
    if len(others) == len(places):
        return places
    first = min(places.values())
    ordered = sorted(others.values())
    return {key: first + bisect_left(ordered, place) for key, place in others.items()}


def cut_places_of(bracket: Bracket, results: Results) -> dict[int, int]:
    """Places 1 to n of the cut's entrants; who lost in the same round is placed by seed, and who is still in it when
    the event ends early comes first, by seed."""
    places = {
        placing.entrant: placing.first for placing in final_placings(bracket, results, shared=SharedPlaces.BY_SEED)
    }
    open_places = [place for place in range(1, len(bracket.entrants) + 1) if place not in places.values()]
    undecided = [key for key in bracket.entrants if key not in places]
    return places | dict(zip(undecided, open_places, strict=False))
