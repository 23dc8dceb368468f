"""At which tables a draft sits, and at which it would sit by its event's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tournaments.models import Match, Pod, Round
from tournaments.queries.pairing_settings import is_feature, table_settings
from tournaments.queries.pod_drafts import pod_draft
from tournaments.swiss.tables import has_table, table_numbers


@dataclass(frozen=True)
class Seated:
    """A match or a pod of a draft, and the keys of those who sit there, in order of seat."""

    row: Match | Pod
    players: tuple[int, ...]

    @property
    def table(self) -> int:
        """Its number, 0 for none."""
        return self.row.table or 0


def seated_in(round: Round) -> list[Seated]:
    """The matches or pods of a draft."""
    if round.tournament.is_in_pods:
        at, draft = round.pods.in_bulk(), pod_draft(round)
        return [Seated(at[key], players) for key, players in draft.pods.items()]
    return [Seated(match, (match.player1_id, match.player2_id)) for match in round.matches.all()]


def moves_by_settings(round: Round, filled: Sequence[int] | None = None) -> list[tuple[Seated, int]]:
    """Who moves where for the draft to sit at the tables that fill by the settings, in the order that it has.

    `filled` are the tables, in order, that filled when it was paired: a match that was moved by hand to another one
    keeps it while it exists. Without them all may move, marked tables first. Who has a fixed seat keeps that. Nobody
    moves where there are fewer tables than the draft has.
    """
    tournament, seats = round.tournament, seated_in(round)
    if filled is None:
        filled = sorted((seat.table for seat in seats), key=lambda table: (not is_feature(tournament, table), table))
    now, places = table_settings(tournament), {table: place for place, table in enumerate(filled)}
    fixed = set(tournament.registrations.filter(fixed_table__isnull=False).values_list("pk", "fixed_table"))
    moving, kept = [], set()
    for seat in seats:
        is_own = seat.table not in places or any((key, seat.table) in fixed for key in seat.players)
        if is_own and has_table(now, seat.table):
            kept.add(seat.table)
        else:
            moving.append(seat)
    moving.sort(key=lambda seat: (places.get(seat.table, len(seats)), seat.table))
    free = list(islice((number for number in table_numbers(now) if number not in kept), len(moving)))
    if len(free) < len(moving):
        return []
    return [(seat, table) for seat, table in zip(moving, free, strict=True) if seat.table != table]


def sits_elsewhere(round: Round) -> bool:
    """Whether a draft has a table that does not fill by the settings, but for those of fixed seats."""
    moves = moves_by_settings(round)
    return {seat.table for seat, _table in moves} != {table for _seat, table in moves}
