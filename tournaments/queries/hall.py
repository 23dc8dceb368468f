"""What a screen on the wall shows of an event: names as everybody reads them, in the order they are spoken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Registration, Round
from tournaments.queries.name_order import spoken_key, spoken_letter
from tournaments.queries.names import shown_name
from tournaments.queries.rounds import MatchRow, byes_of, missed_of


@dataclass(frozen=True)
class HallSeat:
    """A player's place in a round: a table, or None for `has_bye` and for a round not played."""

    name: str
    letter: str
    table: int | None = None
    opponent: str = ""
    has_bye: bool = False


def seats_by_name(round: Round, rows: list[MatchRow]) -> list[HallSeat]:
    """Everybody's seat in a round whose tables are `rows`, by name."""
    return sorted(_seats(round, rows), key=lambda seat: (spoken_key(seat.name), seat.name))


def _seats(round: Round, rows: list[MatchRow]) -> Iterator[HallSeat]:
    for row in rows:
        one, two = _name(row.match.player1), _name(row.match.player2)
        yield HallSeat(one, spoken_letter(one), row.match.table, two)
        yield HallSeat(two, spoken_letter(two), row.match.table, one)
    for bye in byes_of(round):
        name = _name(bye.registration)
        yield HallSeat(name, spoken_letter(name), has_bye=True)
    for missed in missed_of(round):
        name = _name(missed.registration)
        yield HallSeat(name, spoken_letter(name))


def _name(entry: Registration) -> str:
    return shown_name(entry, private=False)
