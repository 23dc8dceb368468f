"""What is happening at the tables of a round: who plays, the score, which still owe a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from tournaments.decisions import format_score, say_declared
from tournaments.models import Bye, Match, MatchRevision, MissedRound, Registration, Round
from tournaments.queries.boards import boards_shown
from tournaments.queries.bracket import cut_of, key_of, passed_through, read_cuts
from tournaments.queries.rounds import MatchRow, byes_of, matches_of, missed_of
from tournaments.queries.stays import NO_SHOWS, undecided


class TableState(StrEnum):
    """Whether a table has reported nothing, has some games, is done, or was done and then changed."""

    OPEN = "open"
    PLAYING = "playing"
    DONE = "done"
    CHANGED = "changed"


class Density(StrEnum):
    """How large the rows of a board are."""

    LARGE = "large"
    MEDIUM = "medium"
    DENSE = "dense"


SEMIFINALISTS = 4
MAX_LARGE, MAX_MEDIUM = 12, 40
"""Tables up to which rows are large, and up to which they are of middle size: two columns of either fit on a screen."""


def density_of(tables: int) -> Density:
    """How large the rows are drawn: all of a small event fit on a screen, of a large one as many as can be read."""
    if tables <= MAX_LARGE:
        return Density.LARGE
    return Density.MEDIUM if tables <= MAX_MEDIUM else Density.DENSE


MAX_ROWS = 60
"""Tables that one page lists; the rest has pages of its own."""
MAX_RECENT = 24
"""Results that the desk of a large event shows, the newest of them."""


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
        return result_remark(self.match)


class AtTable(Protocol):
    """What a list of tables has a row for."""

    @property
    def match(self) -> Match: ...


Row = TypeVar("Row", bound=AtTable)


@dataclass(frozen=True)
class Part:
    """A page of a list of tables, from 1, with its first and last table."""

    number: int
    first: int | None
    last: int | None


def parts_of(rows: Sequence[AtTable]) -> list[Part]:
    """The pages of a list of tables; none where one is enough."""
    count = -(-len(rows) // MAX_ROWS)
    cuts = [rows[at * MAX_ROWS : (at + 1) * MAX_ROWS] for at in range(count)] if count > 1 else []
    return [Part(place, cut[0].match.table, cut[-1].match.table) for place, cut in enumerate(cuts, start=1)]


def part_of(rows: Sequence[Row], wanted: int) -> tuple[int, tuple[Row, ...]]:
    """The page of a list of tables nearest to the one wanted, and its rows; pages count from 1."""
    number = max(1, min(wanted, -(-len(rows) // MAX_ROWS)))
    return number, tuple(rows[(number - 1) * MAX_ROWS : number * MAX_ROWS])


@dataclass(frozen=True)
class Board:
    """The tables of one round: those that owe a result, and those that do not; who has none of them, `through` being
    those who pass a round of the top cut without a match."""

    round: Round
    open: tuple[TableRow, ...]
    done: tuple[TableRow, ...]
    byes: tuple[Bye, ...]
    through: tuple[Registration, ...]
    missed: tuple[MissedRound, ...]

    @property
    def total(self) -> int:
        return len(self.open) + len(self.done)

    @property
    def density(self) -> Density:
        """How large the rows are drawn."""
        return density_of(self.total)

    @property
    def is_large(self) -> bool:
        """Whether the board has more tables than a page lists."""
        return self.total > MAX_ROWS

    @property
    def parts(self) -> list[Part]:
        """The pages of the open tables; none where one is enough."""
        return parts_of(self.open)

    def part(self, wanted: int) -> tuple[int, tuple[TableRow, ...]]:
        """The page of the open tables nearest to the one wanted, and its rows; pages count from 1."""
        return part_of(self.open, wanted)

    @property
    def recent(self) -> tuple[TableRow, ...]:
        """The finished tables that the desk lists: all in order, of a large event the newest results, newest first."""
        if not self.is_large:
            return self.done
        at = sorted(self.done, key=lambda row: (row.match.updated_at, row.match.pk), reverse=True)
        return tuple(at[:MAX_RECENT])

    def unlisted(self, part: int) -> tuple[TableRow, ...]:
        """The tables that are not on this page of the desk, which the line for typed results knows all the same."""
        listed = {row.match.pk for row in (*self.part(part)[1], *self.recent)}
        return tuple(row for row in self.rows if row.match.pk not in listed)

    @property
    def changed(self) -> int:
        """How many results were changed after they had been complete."""
        return sum(row.state is TableState.CHANGED for row in self.done)

    @property
    def absent(self) -> tuple[Registration, ...]:
        """Those who did not come to their table and would still be paired in the next round, unless staff said so."""
        return tuple(undecided_in(self.round, [row.match for row in self.done]))

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """All tables in order of their number."""
        return tuple(sorted(self.open + self.done, key=lambda row: (row.match.table or 0, row.match.pk)))

    @property
    def seen(self) -> str:
        """The versions shown, of boards too, `12:3,13:1`: what a typed result is checked against."""
        boards = [row.match for rows in boards_shown(self.round).values() for row in rows]
        return ",".join(f"{one.pk}:{one.version}" for one in (*(row.match for row in self.rows), *boards))


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
        through=tuple(passed_through(round)),
        missed=tuple(missed_of(round)),
    )


def undecided_in(round: Round, matches: Iterable[Match]) -> list[Registration]:
    """Who did not come to one of these matches of a round, and nobody has said yet whether they stay."""
    return undecided(round, [(one, match.pk, match.version) for match in matches for one in _absent_from(match)])


def _absent_from(match: Match) -> list[Registration]:
    """Who did not come to a match and stays in the event; nobody where the round's end drops them."""
    if not match.is_complete or match.outcome not in NO_SHOWS:
        return []
    if match.round.stage == Round.Stage.SWISS and match.round.tournament.drop_no_shows:
        return []
    if match.round.stage == Round.Stage.TOP_CUT and not _plays_for_third(match):
        return []
    absent = [entry for seat, entry in enumerate(match.entries, start=1) if seat != match.winner_seat]
    return [entry for entry in absent if entry.status == Registration.Status.ACTIVE]


def _plays_for_third(match: Match) -> bool:
    """Whether who loses a match of the top cut plays on, for third place; nobody else does. Three queries."""
    if not match.round.tournament.third_place_match:
        return False
    cut = cut_of(read_cuts(match.round.tournament), match)
    return cut.players_in(key_of(match, cut.first_round).round) == SEMIFINALISTS


def _state(row: MatchRow, changed: set[int]) -> TableState:
    if row.match.is_complete:
        return TableState.CHANGED if row.match.pk in changed else TableState.DONE
    return TableState.PLAYING if row.state.wins1 + row.state.wins2 + row.state.draws else TableState.OPEN


def result_remark(match: Match) -> str:
    """What the score of a match does not say: a declared outcome, time."""
    if match.outcome != Match.Outcome.PLAYED:
        return say_declared(match)
    return _("Time") if match.stopped_by_time else ""


def score_text(row: MatchRow) -> str:
    """The score of a match in games as it counts, from seat one's side; empty before the first game."""
    return format_score(row.score) if row.match.is_complete or any(row.score) else ""
