"""What is happening at the pods of a round: who plays, which still owe a result."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Bye, MissedRound, Round
from tournaments.queries.pod_record import read_pods
from tournaments.queries.pods import PodRow, pods_of
from tournaments.queries.rounds import byes_of, missed_of
from tournaments.queries.standings import points_in


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
    def changed(self) -> int:
        """How many results were corrected, with a reason."""
        return sum(row.is_corrected for row in self.done)


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
