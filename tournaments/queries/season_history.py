"""What one person of a season did: events with places and points, records, opponents met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.queries.match_tallies import Tally, matches_and_byes
from tournaments.queries.seasons import Board, EventOfSeason, Person
from tournaments.queries.teams import keys_of_members, paired_as
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
    """The history of the person with this key. Five queries; its work grows with the person's own matches.

    A match of a team of two is one of each member, against both members of the other.
    """
    person = board.persons[key]
    line = next((line for line in board.lines if line.person == key), None)
    scored = {one.result.entry: one for one in line.scored} if line is not None else {}
    by_entry: dict[int, Tally] = defaultdict(Tally)
    by_opponent: dict[int, Tally] = defaultdict(Tally)
    own = paired_as([entry.pk for entry in person.entries])
    played = list(matches_and_byes(own.keys()))
    members = keys_of_members({opponent for _entry, opponent, _tally in played if opponent is not None})
    for entry, opponent, tally in played:
        by_entry[own[entry]] += tally
        for met in members.get(opponent, [opponent]) if opponent is not None else ():
            if (other := board.person_of.get(met, key)) != key:
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
        return -row.tally.matches, ranks.get(row.person.key, len(ranks) + 1), row.person.key

    return tuple(sorted(rows, key=order))
