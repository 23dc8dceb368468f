"""What is happening at the tables of a round: who plays, the score, which still owe a result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.models import Bye, Match, MatchRevision, MissedRound, Round
from tournaments.queries.rounds import MatchRow, byes_of, matches_of, missed_of


class TableState(StrEnum):
    """Whether a table has reported nothing, has some games, is done, or was done and then changed."""

    OPEN = "open"
    PLAYING = "playing"
    DONE = "done"
    CHANGED = "changed"


@dataclass(frozen=True)
class TableRow:
    """One table of the board."""

    row: MatchRow
    state: TableState

    @property
    def match(self) -> Match:
        return self.row.match

    @property
    def is_open(self) -> bool:
        return self.state in (TableState.OPEN, TableState.PLAYING)

    @property
    def score(self) -> str:
        """Games won by each, and drawn games if there were any: `2–1`, `1–1–1`; empty before the first game."""
        return score_text(self.row)

    @property
    def remark(self) -> str:
        """What the score does not say: a declared outcome, time."""
        if self.match.outcome != Match.Outcome.PLAYED:
            return self.match.get_outcome_display()
        return _("Time") if self.match.stopped_by_time else ""


@dataclass(frozen=True)
class Board:
    """The tables of one round: those that owe a result, and those that do not."""

    round: Round
    open: tuple[TableRow, ...]
    done: tuple[TableRow, ...]
    byes: tuple[Bye, ...]
    missed: tuple[MissedRound, ...]

    @property
    def total(self) -> int:
        return len(self.open) + len(self.done)

    @property
    def changed(self) -> int:
        """How many results were changed after they had been complete."""
        return sum(row.state is TableState.CHANGED for row in self.done)

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """All tables in order of their number."""
        return tuple(sorted(self.open + self.done, key=lambda row: (row.match.table or 0, row.match.pk)))

    @property
    def seen(self) -> str:
        """The versions shown, `12:3,13:1`: what a typed result is checked against."""
        return ",".join(f"{row.match.pk}:{row.match.version}" for row in self.rows)


def board_of(round: Round) -> Board:
    """The board of a round, in a fixed number of queries."""
    changed = set(
        MatchRevision.objects.filter(match__round=round, before__is_complete=True).values_list("match_id", flat=True)
    )
    rows = [TableRow(row, _state(row, changed)) for row in matches_of(round)]
    return Board(
        round=round,
        open=tuple(row for row in rows if row.is_open),
        done=tuple(row for row in rows if not row.is_open),
        byes=tuple(byes_of(round)),
        missed=tuple(missed_of(round)),
    )


def _state(row: MatchRow, changed: set[int]) -> TableState:
    if row.match.is_complete:
        return TableState.CHANGED if row.match.pk in changed else TableState.DONE
    return TableState.PLAYING if row.state.wins1 + row.state.wins2 + row.state.draws else TableState.OPEN


def score_text(row: MatchRow) -> str:
    """The score of a match in games, from seat one's side."""
    wins1, wins2, draws = row.wins1, row.wins2, row.draws
    if wins1 + wins2 + draws == 0:
        if row.winner_seat is not None:
            return "✓–" if row.winner_seat == 1 else "–✓"
        return "=" if row.is_drawn else ""
    return f"{wins1}–{wins2}–{draws}" if draws else f"{wins1}–{wins2}"
