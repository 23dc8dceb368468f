"""The leaderboard of a season: START HERE. Results of events go in, ranked lines with their arithmetic come out.

Exact: points are `Fraction`s, since those of a shared place may be divided. See docs/seasons.md for the rules in words.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.seasons.points import PointsTable


class SharedPlace(StrEnum):
    """What those get who share a place: its points each, or the points of all the places they fill, divided."""

    EACH = "each"
    DIVIDED = "divided"


class EqualTotals(StrEnum):
    """Who is ahead of two with equal totals: neither, or the one with the better places in the events that count."""

    SHARED = "shared"
    PLACES = "places"


class LeftOut(StrEnum):
    """Why a result does not count."""

    BEYOND_BEST = "beyond_best"
    SECOND_ENTRY = "second_entry"


@dataclass(frozen=True)
class Rules:
    """How points add up. `participation` is for everybody with a place; `best` results count, None for all."""

    points: PointsTable
    participation: int = 0
    best: int | None = None
    shared_place: SharedPlace = SharedPlace.EACH
    equal_totals: EqualTotals = EqualTotals.SHARED


@dataclass(frozen=True)
class Result:
    """An entry's result in an ended event. `place` is the final place from 1, equal for those who share it; None for
    the disqualified. `division` is empty in an event without divisions. Members of one `team` have one place between
    them: a field, and those who share a place, are counted in teams. `field` is the division that the place is one in,
    where the event gave each its own places: nobody of another field shares it.
    """

    event: int
    entry: int
    person: int
    place: int | None
    division: str = ""
    team: int | None = None
    field: str = ""

    @property
    def side(self) -> int:
        """The key of what was ranked: the team, or the entry."""
        return self.team or self.entry


@dataclass(frozen=True)
class Scored:
    """A result with its points: `shared_by` this many, in a field of `players`. `left_out` is why it does not count."""

    result: Result
    players: int
    shared_by: int
    place_points: Fraction
    participation: int
    left_out: LeftOut | None = None

    @property
    def points(self) -> Fraction:
        return self.place_points + self.participation

    @property
    def counts(self) -> bool:
        return self.left_out is None


@dataclass(frozen=True)
class Line:
    """A person's line: the rank, shared by equals, the total, and every result in the order of events."""

    rank: int
    person: int
    total: Fraction
    scored: tuple[Scored, ...]

    @property
    def counted(self) -> tuple[Scored, ...]:
        return tuple(one for one in self.scored if one.counts)

    @property
    def places(self) -> tuple[int, ...]:
        """The places that count, the best first."""
        return tuple(sorted(one.result.place for one in self.counted if one.result.place is not None))


def leaderboard(results: Iterable[Result], events: Sequence[int], rules: Rules) -> tuple[Line, ...]:
    """Everybody with a place in one of the `events`, which are in the order they were held, the best first.

    Lines of equal rank stand in the order of their persons. A person's second entry in one event never counts.
    """
    own: dict[int, list[Scored]] = defaultdict(list)
    for one in score(results, rules):
        own[one.result.person].append(one)
    order = {event: place for place, event in enumerate(events)}
    lines = [Line(0, person, *_added_up(scored, order, rules.best)) for person, scored in own.items()]
    lines.sort(key=lambda line: (*_rank_key(line, rules), line.person))
    ranked: list[Line] = []
    for place, line in enumerate(lines, start=1):
        level = bool(ranked) and _rank_key(ranked[-1], rules) == _rank_key(line, rules)
        ranked.append(replace(line, rank=ranked[-1].rank if level else place))
    return tuple(ranked)


def score(results: Iterable[Result], rules: Rules) -> list[Scored]:
    """The points of every result that has a place, whether or not it counts for its person in the end."""
    placed = [result for result in results if result.place is not None]
    sides = {(result.event, result.field, result.place, result.side) for result in placed}
    players = Counter((event, field) for event, field, _place, _side in sides)
    sharing = Counter((event, field, place) for event, field, place, _side in sides)
    scored = []
    for one in placed:
        among, level = players[one.event, one.field], sharing[one.event, one.field, one.place]
        points = _place_points(one.place or 0, level, among, rules)
        scored.append(Scored(one, among, level, points, rules.participation))
    return scored


def within(results: Iterable[Result], division: str) -> list[Result]:
    """The results of one division, placed again: 1 + how many of the division have a better final place."""
    own = [result for result in results if result.division == division]
    better: Mapping[int, list[int]] = _places_by_event(own)
    first = {event: _first_places(places) for event, places in better.items()}
    return [
        result if result.place is None else replace(result, place=first[result.event][result.place]) for result in own
    ]


def _places_by_event(results: Iterable[Result]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for event, place, _side in {(result.event, result.place, result.side) for result in results}:
        if place is not None:
            found[event].append(place)
    return found


def _first_places(places: Iterable[int]) -> dict[int, int]:
    first: dict[int, int] = {}
    for index, place in enumerate(sorted(places), start=1):
        first.setdefault(place, index)
    return first


def _place_points(place: int, shared_by: int, players: int, rules: Rules) -> Fraction:
    if rules.shared_place is SharedPlace.EACH:
        return Fraction(rules.points.points(place, players))
    filled = (rules.points.points(place + further, players) for further in range(shared_by))
    return Fraction(sum(filled), shared_by)


def _added_up(
    scored: Sequence[Scored], order: Mapping[int, int], best: int | None
) -> tuple[Fraction, tuple[Scored, ...]]:
    """The total, and the results in the order of events with why some do not count."""
    # The better place of equal points, then the earlier event: the choice changes no total.
    by_worth = sorted(
        scored, key=lambda one: (-one.points, one.result.place, order[one.result.event], one.result.entry)
    )
    marked: list[Scored] = []
    events: set[int] = set()
    for one in by_worth:
        if one.result.event in events:
            marked.append(replace(one, left_out=LeftOut.SECOND_ENTRY))
        elif best is not None and len(events) >= best:
            events.add(one.result.event)
            marked.append(replace(one, left_out=LeftOut.BEYOND_BEST))
        else:
            events.add(one.result.event)
            marked.append(one)
    marked.sort(key=lambda one: (order[one.result.event], one.result.entry))
    return sum((one.points for one in marked if one.counts), Fraction()), tuple(marked)


def _rank_key(line: Line, rules: Rules) -> tuple[Fraction, tuple[float, ...]]:
    """Smaller is better. More first places, then more second places …, is the smaller list with its end at infinity."""
    if rules.equal_totals is EqualTotals.SHARED:
        return -line.total, ()
    return -line.total, (*line.places, float("inf"))
