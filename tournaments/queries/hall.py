"""Everybody's place in a round by name, for a screen on the wall or a list on paper, in the order names are spoken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.models import Match, Registration, Round
from tournaments.queries.bracket import passed_through
from tournaments.queries.division_places import by_division, round_apart
from tournaments.queries.moved import moved_in
from tournaments.queries.name_order import spoken_key, spoken_letter
from tournaments.queries.names import shown_name
from tournaments.queries.pods import pods_of
from tournaments.queries.rounds import MatchRow, byes_of, missed_of
from tournaments.queries.teams import names_by_team


@dataclass(frozen=True)
class HallSeat:
    """A player's place in a round: a table, or None for `has_bye` and for a round not played.

    Each member of a team has a place of their own, at the table of the `team`; the `opponent` is the other team then.
    `is_out`: the round has no match of the player any more. `stays`: who moved has another opponent at the same table.
    `division` is the code of the player's. `is_third_place`: the match is that for third place, beside the final of the
    round. `walks_over`: the opponent in the top cut did not come or has left, or nobody reached that side of the
    bracket, so that there is nothing to play.
    """

    name: str
    letter: str
    table: int | None = None
    opponent: str = ""
    has_bye: bool = False
    team: str = ""
    is_out: bool = False
    division: str = ""
    stays: bool = False
    is_third_place: bool = False
    walks_over: bool = False

    @property
    def beside(self) -> str:
        """What stands beside or below the name: the team, and who is met."""
        return " – ".join(part for part in (self.team, self.opponent) if part)


def seats_by_name(round: Round, rows: list[MatchRow], *, private: bool = False) -> list[HallSeat]:
    """Everybody's seat in a round whose tables are `rows`, by name, with names as entered if `private`."""
    return sorted(_seats(round, rows, private), key=lambda seat: (spoken_key(seat.name), seat.name))


def seats_in_divisions(round: Round, seats: list[HallSeat]) -> dict[str, list[HallSeat]]:
    """The seats of each division, by its code, where they play the round by themselves; all under an empty one else."""
    return by_division(round.tournament, seats, lambda seat: seat.division, is_apart=round_apart(round))


def moved_seats(round: Round) -> list[HallSeat]:
    """The seat of everybody who moved since the running round was published, by name."""
    moved = moved_in(round)
    places = _Places(round, private=False, is_empty=not moved)
    return [
        replace(seat, stays=one.stays)
        for one in moved
        for seat in places.of(
            one.player, one.after, one.opponent, has_bye=one.after is None and not one.is_out, is_out=one.is_out
        )
    ]


class _Places:
    """The places of those who are paired, by the names of the people who look for them."""

    def __init__(self, round: Round, *, private: bool, is_empty: bool = False) -> None:
        self.private = private
        self.members = {} if is_empty else names_by_team(round.tournament, private=private)

    def of(
        self,
        entry: Registration,
        table: int | None = None,
        opponent: Registration | None = None,
        *,
        has_bye: bool = False,
        is_out: bool = False,
        is_third_place: bool = False,
    ) -> Iterator[HallSeat]:
        """The place of a player; of a team that of each member."""
        name = shown_name(entry, private=self.private)
        met = shown_name(opponent, private=self.private) if opponent is not None else ""
        for own in self.members.get(entry.pk, [""]):
            shown, team = (own, name) if own else (name, "")
            yield HallSeat(
                shown,
                spoken_letter(shown),
                table,
                met,
                has_bye,
                team,
                is_out,
                entry.division,
                is_third_place=is_third_place,
            )


def _in_pods(round: Round, private: bool) -> Iterator[HallSeat]:
    """Everybody's table, with the others of the pod in the order of turns."""
    for pod in pods_of(round):
        names = {row.registration.pk: shown_name(row.registration, private=private) for row in pod.seats}
        for key, name in names.items():
            others = " · ".join(other for one, other in names.items() if one != key)
            yield HallSeat(name, spoken_letter(name), pod.table, others)


def _is_walk_over(match: Match, round: Round) -> bool:
    """Whether nobody has to sit down for a match of the top cut: one of the two did not come or has left. A ruling on a
    match that is played is none."""
    in_cut = round.stage == Round.Stage.TOP_CUT
    return in_cut and match.is_complete and match.outcome == Match.Outcome.NO_SHOW


def _seats(round: Round, rows: list[MatchRow], private: bool) -> Iterator[HallSeat]:
    if round.tournament.is_in_pods:
        yield from _in_pods(round, private)
    places = _Places(round, private=private)
    for row in rows:
        match = row.match
        third = match.is_third_place
        if row.winner is not None and _is_walk_over(match, round):
            alone = places.of(row.winner, is_third_place=third)
            yield from (replace(place, walks_over=True) for place in alone)
            continue
        yield from places.of(match.player1, match.table, match.player2, is_third_place=third)
        yield from places.of(match.player2, match.table, match.player1, is_third_place=third)
    for bye in byes_of(round):
        yield from places.of(bye.registration, has_bye=True)
    for through in passed_through(round):
        yield from (replace(place, walks_over=True) for place in places.of(through))
    for missed in missed_of(round):
        yield from places.of(missed.registration)
