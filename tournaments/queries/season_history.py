"""What one person of a season did: events with places and points, records, opponents met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.queries.match_tallies import Tally, matches_and_byes
from tournaments.queries.seasons import Board, EventOfSeason, Person
from tournaments.seasons.leaderboard import Line, Scored


@dataclass(frozen=True)
class EventRow:
    """An event the person took part in; `scored` is None for somebody disqualified there."""

    event: EventOfSeason
    entry: int
    scored: Scored | None
    tally: Tally


@dataclass(frozen=True)
class OpponentRow:
    """Somebody the person met, and how those matches went for the person."""

    person: Person
    tally: Tally


@dataclass(frozen=True)
class History:
    """One person's season: `line` is None without a place in any event."""

    person: Person
    line: Line | None
    events: tuple[EventRow, ...]
    opponents: tuple[OpponentRow, ...]
    total: Tally


def history_of(board: Board, key: int) -> History:
    """The history of the person with this key. Three queries; its work grows with the person's own matches."""
    person = board.persons[key]
    line = next((line for line in board.lines if line.person == key), None)
    scored = {one.result.entry: one for one in line.scored} if line is not None else {}
    by_entry: dict[int, Tally] = defaultdict(Tally)
    by_opponent: dict[int, Tally] = defaultdict(Tally)
    for entry, opponent, tally in matches_and_byes({entry.pk for entry in person.entries}):
        by_entry[entry] += tally
        if opponent is not None and (other := board.person_of.get(opponent, key)) != key:
            by_opponent[other] += tally
    events = {event.pk: event for event in board.events}
    return History(
        person=person,
        line=line,
        events=tuple(
            EventRow(events[one.event], one.pk, scored.get(one.pk), by_entry[one.pk]) for one in person.entries
        ),
        opponents=_opponents(board, by_opponent),
        total=sum(by_entry.values(), Tally()),
    )


def _opponents(board: Board, tallies: Mapping[int, Tally]) -> tuple[OpponentRow, ...]:
    """Those met most often first, then as the leaderboard has them."""
    ranks = {line.person: line.rank for line in board.lines}
    rows = [OpponentRow(board.persons[key], tally) for key, tally in tallies.items()]

    def order(row: OpponentRow) -> tuple[int, int, int]:
        met = row.tally.wins + row.tally.losses + row.tally.draws
        return -met, ranks.get(row.person.key, len(ranks) + 1), row.person.key

    return tuple(sorted(rows, key=order))
