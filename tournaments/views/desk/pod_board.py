"""What is happening at the pods of a round: who plays, which still owe a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Bye, MissedRound, PodSeat, Registration, Round
from tournaments.queries.pod_record import read_pods
from tournaments.queries.pods import PodRow, pods_of
from tournaments.queries.rounds import byes_of, missed_of
from tournaments.queries.standings import points_in
from tournaments.queries.stays import undecided
from tournaments.views.desk.tables import Part

MAX_PODS = 24
"""Pods that one page lists, of three lines or four each; the rest has pages of its own."""


def pod_parts(rows: Sequence[PodRow]) -> list[Part]:
    """The pages of a list of pods; none where one is enough."""
    cuts = [rows[at : at + MAX_PODS] for at in range(0, len(rows), MAX_PODS)]
    found = [Part(place, cut[0].table, cut[-1].table) for place, cut in enumerate(cuts, start=1)]
    return found if len(found) > 1 else []


def pod_part(rows: Sequence[PodRow], wanted: int) -> tuple[int, tuple[PodRow, ...]]:
    """The page of a list of pods nearest to the one wanted, and its rows; pages count from 1."""
    number = max(1, min(wanted, -(-len(rows) // MAX_PODS)))
    return number, tuple(rows[(number - 1) * MAX_PODS : number * MAX_PODS])


@dataclass(frozen=True)
class PodBoard:
    """The pods of one round: those that owe a result, and those that do not. `points` are everybody's before it."""

    round: Round
    open: tuple[PodRow, ...]
    done: tuple[PodRow, ...]
    byes: tuple[Bye, ...]
    missed: tuple[MissedRound, ...]
    points: dict[int, int]

    @property
    def rows(self) -> tuple[PodRow, ...]:
        """All pods in order of their table."""
        return tuple(sorted(self.open + self.done, key=lambda row: (row.table or 0, row.pod.pk)))

    @property
    def total(self) -> int:
        return len(self.open) + len(self.done)

    @property
    def parts(self) -> list[Part]:
        """The pages of the open pods; none where one is enough."""
        return pod_parts(self.open)

    @property
    def is_large(self) -> bool:
        """Whether the board has more pods than a page lists."""
        return self.total > MAX_PODS

    @property
    def recent(self) -> tuple[PodRow, ...]:
        """The finished pods that the desk lists: all in order, of a large event the newest results, newest first."""
        if not self.is_large:
            return self.done
        at = sorted(self.done, key=lambda row: (row.pod.updated_at, row.pod.pk), reverse=True)
        return tuple(at[: MAX_PODS // 2])

    def unlisted(self, part: int) -> tuple[PodRow, ...]:
        """The pods that are not on this page of the desk, which the line for typed results knows all the same."""
        listed = {row.pod.pk for row in (*pod_part(self.open, part)[1], *self.recent)}
        return tuple(row for row in self.rows if row.pod.pk not in listed)

    @property
    def seen(self) -> str:
        """The versions shown, `12:3,13:1`: what a typed result is checked against."""
        return ",".join(f"{row.pod.pk}:{row.pod.version}" for row in self.rows)

    @property
    def changed(self) -> int:
        """How many results were corrected, with a reason."""
        return sum(row.is_corrected for row in self.done)

    @property
    def absent(self) -> tuple[Registration, ...]:
        """Those who did not come to their pod and would still be seated in the next round, unless staff said so."""
        return tuple(undecided_in_pods(self.round, self.done))


def pod_board(round: Round) -> PodBoard:
    """The board of a round in pods, in a fixed number of queries."""
    rows = pods_of(round)
    return PodBoard(
        round=round,
        open=tuple(row for row in rows if row.is_open),
        done=tuple(row for row in rows if not row.is_open),
        byes=tuple(byes_of(round)),
        missed=tuple(missed_of(round)),
        points=points_in(read_pods(round.tournament, after_round=round.number - 1)) if round.number > 1 else {},
    )


def undecided_in_pods(round: Round, rows: Iterable[PodRow]) -> list[Registration]:
    """Who did not come to one of these pods of a round, and nobody has said yet whether they stay."""
    return undecided(round, [(one, row.pod.pk, row.pod.version) for row in rows for one in _absent_from_pod(row)])


def _absent_from_pod(row: PodRow) -> list[Registration]:
    """Who did not come to a pod that has its result and stays in the event; nobody where the round's end drops them."""
    if row.is_open or row.pod.round.tournament.drop_no_shows:
        return []
    away = [seat.registration for seat in row.seats if seat.seat.manner == PodSeat.Manner.NO_SHOW]
    return [entry for entry in away if entry.status == Registration.Status.ACTIVE]
