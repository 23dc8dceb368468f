"""Everybody's place in a round by name, for a screen on the wall or a list on paper, in the order names are spoken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Round
from tournaments.queries.moved import moved_in
from tournaments.queries.name_order import spoken_key, spoken_letter
from tournaments.queries.names import shown_name
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import MatchRow, byes_of, missed_of


@dataclass(frozen=True)
class HallSeat:
    """A player's place in a round: a table, or None for `has_bye` and for a round not played."""

    name: str
    letter: str
    table: int | None = None
    opponent: str = ""
    has_bye: bool = False


def seats_by_name(round: Round, rows: list[MatchRow], *, private: bool = False) -> list[HallSeat]:
    """Everybody's seat in a round whose tables are `rows`, by name, with names as entered if `private`."""
    return sorted(_seats(round, rows, private), key=lambda seat: (spoken_key(seat.name), seat.name))


def moved_seats(round: Round) -> list[HallSeat]:
    """The seat of everybody who moved since the running round was published, by name."""
    seats = []
    for one in moved_in(round):
        name = shown_name(one.player, private=False)
        opponent = shown_name(one.opponent, private=False) if one.opponent is not None else ""
        seats.append(HallSeat(name, spoken_letter(name), one.after, opponent, has_bye=one.after is None))
    return seats


def _in_pods(round: Round, private: bool) -> Iterator[HallSeat]:
    """Everybody's table, with the others of the pod in the order of turns."""
    for pod in pods_of(round):
        names = {row.registration.pk: shown_name(row.registration, private=private) for row in pod.seats}
        for key, name in names.items():
            others = " · ".join(other for one, other in names.items() if one != key)
            yield HallSeat(name, spoken_letter(name), pod.table, others)


def _seats(round: Round, rows: list[MatchRow], private: bool) -> Iterator[HallSeat]:
    if round.tournament.is_in_pods:
        yield from _in_pods(round, private)
    for row in rows:
        one, two = (shown_name(entry, private=private) for entry in (row.match.player1, row.match.player2))
        yield HallSeat(one, spoken_letter(one), row.match.table, two)
        yield HallSeat(two, spoken_letter(two), row.match.table, one)
    for bye in byes_of(round):
        name = shown_name(bye.registration, private=private)
        yield HallSeat(name, spoken_letter(name), has_bye=True)
    for missed in missed_of(round):
        name = shown_name(missed.registration, private=private)
        yield HallSeat(name, spoken_letter(name))
