"""What one person of a season did: events with places and points, records, opponents met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Bye, Match, Round
from tournaments.play.records import Seat
from tournaments.queries.match_records import winner_seat_of
from tournaments.queries.seasons import Board, EventOfSeason, Person
from tournaments.seasons.leaderboard import Line, Scored


@dataclass(frozen=True)
class Tally:
    """Matches won, lost and drawn, and byes."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    byes: int = 0

    @property
    def record(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws, self.byes + other.byes
        )


WON, LOST, DRAWN, BYE = Tally(wins=1), Tally(losses=1), Tally(draws=1), Tally(byes=1)


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
    for entry, opponent, tally in _matches(person):
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


def _matches(person: Person) -> Iterator[tuple[int, int | None, Tally]]:
    """Each match and bye of the person's entries in completed rounds: the entry, the opponent's, how it went."""
    own = {entry.pk for entry in person.entries}
    found = (
        Match.objects.filter(Q(player1__in=own) | Q(player2__in=own), is_complete=True)
        .filter(round__status=Round.Status.COMPLETED)
        .select_related("round__tournament")
        .prefetch_related("games")
        .order_by("pk")
    )
    for match in found:
        winner = winner_seat_of(match, tournament=match.round.tournament, stage=match.round.stage)
        lost_by_both = match.outcome == Match.Outcome.DOUBLE_LOSS
        for seat, entry, opponent in (
            (Seat.ONE, match.player1_id, match.player2_id),
            (Seat.TWO, match.player2_id, match.player1_id),
        ):
            if entry in own:
                tally = WON if winner == seat else LOST if winner is not None or lost_by_both else DRAWN
                yield entry, opponent, tally
    for entry in Bye.objects.filter(registration__in=own, round__status=Round.Status.COMPLETED).values_list(
        "registration", flat=True
    ):
        yield entry, None, BYE
