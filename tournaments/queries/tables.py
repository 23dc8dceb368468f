"""What follows from an event's Swiss rounds, cached: computed once for each change that counts in it.

`mark` is the mark of the event's table (`EventVersion.table_number`): results of the round under way leave it as it is.
"""

from __future__ import annotations

from tournaments.marks import Mark
from tournaments.models import Match, Registration, Tournament
from tournaments.queries.bracket import DrawnBracket, brackets_of
from tournaments.queries.drawn_finals import DrawnFinals, finals_of
from tournaments.queries.history import rounds_counted
from tournaments.queries.kept import kept_for
from tournaments.queries.pairing_reasons import Facts, reason_in, reasons_of
from tournaments.queries.records import Record, read_record
from tournaments.queries.standings import (
    ExplainedValue,
    StandingRow,
    explain_value,
    in_final_order,
    points_in,
    rows_in_division,
    standings_in,
)


def kept_standings(event: Tournament, mark: Mark, after_round: int | None = None) -> list[StandingRow]:
    """`standings_of` after a completed round, by default the last."""
    after = rounds_counted(event) if after_round is None else after_round
    return kept_for(mark, ("standings after", after), lambda: standings_in(_record(event, mark, after)))


def kept_placings(event: Tournament, mark: Mark) -> list[StandingRow]:
    """`final_placings` of the event."""
    return kept_for(mark, "final places", lambda: in_final_order(event, kept_standings(event, mark)))


def kept_division(
    event: Tournament, mark: Mark, division: str, after_round: int | None = None, *, final: bool = False
) -> list[StandingRow]:
    """The rows of one division out of `kept_placings` (`final`) or `kept_standings`."""
    after = rounds_counted(event) if after_round is None else after_round

    def read() -> list[StandingRow]:
        rows = kept_placings(event, mark) if final else kept_standings(event, mark, after)
        return rows_in_division(rows, division)

    return kept_for(mark, ("division", division, final, after), read)


def kept_points(event: Tournament, mark: Mark, after_round: int) -> dict[int, int]:
    """Everybody's match points after a completed round, by entry."""
    return kept_for(mark, ("points after", after_round), lambda: points_in(_record(event, mark, after_round)))


def kept_explanation(
    event: Tournament, mark: Mark, entry: Registration, code: str, *, after_round: int | None = None, private: bool
) -> ExplainedValue:
    """`explain_value` after a completed round, as above; for another entry or value nothing is read again."""
    after = rounds_counted(event) if after_round is None else after_round
    return explain_value(_record(event, mark, after), entry, code, private=private)


def kept_brackets(event: Tournament, mark: Mark) -> tuple[DrawnBracket, ...]:
    """`brackets_of` as everybody sees them, once for the version `mark` of the event, whatever the language."""
    return kept_for(mark, "brackets", lambda: brackets_of(event))


def kept_finals(event: Tournament, mark: Mark) -> DrawnFinals | None:
    """`finals_of`, the same way."""
    return kept_for(mark, "finals", lambda: (finals_of(event),))[0]


def kept_reason(match: Match, mark: Mark) -> Facts:
    """Why the two players of a Swiss match meet; what its round was paired from is read once."""
    return reason_in(kept_for(mark, ("reasons", match.round_id), lambda: reasons_of(match.round)), match)


def _record(event: Tournament, mark: Mark, after_round: int) -> Record:
    return kept_for(mark, ("record after", after_round), lambda: read_record(event, after_round=after_round))
