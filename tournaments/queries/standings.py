"""The table of a tournament after any round, the arithmetic behind each value, and the final places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import ranks_in_divisions
from tournaments.pods.ranking import PodStanding, PodTiebreak
from tournaments.queries.division_places import newest_apart, own_division, ranks_apart
from tournaments.queries.names import shown_name
from tournaments.queries.records import Record, read_record
from tournaments.scoring.explanations import Explanation, Term
from tournaments.scoring.presets import Tiebreak, find_preset
from tournaments.scoring.standings import Standing
from tournaments.scoring.tallies import Outcome

PERCENTAGES = frozenset({Tiebreak.OMW, Tiebreak.GW, Tiebreak.OGW, Tiebreak.OOMW, Tiebreak.OP, Tiebreak.OOP})
"""Tiebreakers that are shares of something and are printed as percentages."""


@dataclass(frozen=True)
class Value:
    """One tiebreaker of one entrant: exact, and rounded half up to two decimals (a percentage to hundredths of 1 %)."""

    code: str
    exact: Fraction

    @property
    def is_percent(self) -> bool:
        return self.code in PERCENTAGES

    @property
    def percent(self) -> Decimal:
        """The value in percent, two decimals: 66.67."""
        return rounded(self.exact * 100)

    @property
    def printed(self) -> Decimal:
        """What a cell shows: percent for a percentage, else the number, both with two decimals at most."""
        return self.percent if self.is_percent else rounded(self.exact)

    @property
    def real(self) -> float:
        """The value as a real number, for spreadsheets and charts."""
        return float(self.exact)


@dataclass(frozen=True)
class StandingRow:
    """One row of the table.

    `rank` is shared on true ties and None for a disqualified entrant, whose row comes last; where divisions are ranked
    apart it is that in the division. `results` are the rounds in order as "win", "loss", "draw" (None: no result in
    that round). `dropped_round` is the last round of an entrant who left. `final_place` is set once the event has
    finished.
    `division_rank` is the rank among the rows of the entrant's division, in the order of the table; None without one.
    """

    rank: int | None
    registration: Registration
    points: int
    wins: int
    losses: int
    draws: int
    byes: int
    rounds: int
    values: tuple[Value, ...]
    results: tuple[str | None, ...]
    dropped_round: int | None
    final_place: int | None
    division_rank: int | None = None

    @property
    def tiebreakers(self) -> Mapping[str, Fraction]:
        """The exact values by code."""
        return {value.code: value.exact for value in self.values}

    @property
    def record(self) -> tuple[int, int, int]:
        """Matches won, lost, drawn."""
        return self.wins, self.losses, self.draws


@dataclass(frozen=True)
class ExplainedTerm:
    """One line of an explanation: the opponent (None for a bye or a missed round), their shown name, the numbers."""

    opponent: Registration | None
    name: str
    term: Term


@dataclass(frozen=True)
class ExplainedValue:
    """A value opened to its arithmetic; `explanation` has the totals, the bounds and which of them applied; `byes` are
    the rounds the entrant had one in.
    """

    registration: Registration
    name: str
    value: Value
    explanation: Explanation
    terms: tuple[ExplainedTerm, ...]
    after_round: int
    byes: tuple[int, ...] = ()


def tiebreaks_of(tournament: Tournament) -> tuple[Tiebreak, ...] | tuple[PodTiebreak, ...]:
    """What ranks entrants who are level on points, in order: the columns of the table."""
    return tuple(PodTiebreak) if tournament.is_in_pods else find_preset(tournament.preset).tiebreaks


def rounded(value: Fraction, places: int = 2) -> Decimal:
    """An exact value rounded half up for printing."""
    scale = 10**places
    whole = (value.numerator * scale * 2 + value.denominator) // (2 * value.denominator)
    return (Decimal(whole) / scale).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def standings_of(tournament: Tournament, after_round: int | None = None) -> list[StandingRow]:
    """The Swiss table in rank order after a round, by default the last completed one. A fixed number of queries.

    Before the first round every entrant stands level. Disqualified entrants come last, without a rank. Where divisions
    are ranked apart (`ranks_apart`) each has a table, one after the other.
    """
    return standings_in(read_record(tournament, after_round=after_round))


def standings_in(record: Record, *, together: bool = False) -> list[StandingRow]:
    """The table of what has been read; `together`: of everybody, even where divisions are ranked apart."""
    standings = record.standings()
    strips = _result_strips(record)
    rows = [_row(record, standing, strips) for standing in standings]
    ranked = {standing.entrant for standing in standings}
    rows += [_unranked(record, key, strips) for key in record.registrations if key not in ranked]
    rows = _ranked_in_divisions(rows, lambda row: row.rank)
    if together or not ranks_apart(record.tournament):
        return rows
    return _by_division(record.tournament, [replace(row, rank=row.division_rank) for row in rows])


def rows_in_division(rows: Sequence[StandingRow], division: str) -> list[StandingRow]:
    """The rows of one division, in the order of the table."""
    return [row for row in rows if row.registration.division == division]


def _ranked_in_divisions(rows: list[StandingRow], place: Callable[[StandingRow], int | None]) -> list[StandingRow]:
    """The rows with their ranks in their divisions, by the places they have: equal places share a rank."""
    ranks = ranks_in_divisions([(row.registration.division, place(row)) for row in rows])
    return [replace(row, division_rank=rank) for row, rank in zip(rows, ranks, strict=True)]


def _by_division(tournament: Tournament, rows: list[StandingRow]) -> list[StandingRow]:
    """The rows division by division, in the order that the event has them in."""
    order = {one["code"]: place for place, one in enumerate(tournament.divisions)}
    return sorted(rows, key=lambda row: order[own_division(tournament, row.registration.division)])


def points_in(record: Record) -> dict[int, int]:
    """Everybody's match points, by entry: the table without its ranks and tiebreakers."""
    return {key: sum(row.points for row in own) for key, own in record.rows.items()}


def final_placings(tournament: Tournament) -> list[StandingRow]:
    """The rows in final order: places of the top cut over the Swiss rank. Before the end, the Swiss table."""
    return in_final_order(tournament, standings_of(tournament))


def in_final_order(tournament: Tournament, rows: list[StandingRow]) -> list[StandingRow]:
    """The rows of the table in the order of final places, as far as there are any; one division after the other where
    these are places in the division.
    """
    last = len(rows) + 1
    placed = sorted(rows, key=lambda row: (row.final_place or last, row.rank or last))
    placed = _ranked_in_divisions(placed, lambda row: row.final_place or row.rank)
    return _by_division(tournament, placed) if newest_apart(tournament) else placed


def explain_value(record: Record, registration: Registration, code: str, *, private: bool = False) -> ExplainedValue:
    """The arithmetic behind one tiebreaker of one entrant. `private`: names as entered (staff).

    Raises Refusal `no_such_entry` for somebody who is not in the table, `no_such_value` for an unknown code.
    """
    person = record.registrations.get(registration.pk)
    if person is None:
        raise Refusal("no_such_entry")
    try:
        found = record.explained(person.pk, code)
    except ValueError:
        raise Refusal("no_such_value", value=code) from None
    return ExplainedValue(
        registration=person,
        name=shown_name(person, private=private),
        value=Value(found.code.value, found.value),
        explanation=found,
        terms=tuple(_term(record, term, private) for term in found.terms),
        after_round=record.after_round,
        byes=record.byes_of(person.pk),
    )


def _term(record: Record, term: Term, private: bool) -> ExplainedTerm:
    opponent = record.registrations.get(term.opponent or 0)
    return ExplainedTerm(opponent, shown_name(opponent, private=private) if opponent is not None else "", term)


BYE = "bye"
"""What a record strip has for a round won without an opponent."""

_Strips = Mapping[int, tuple[str | None, ...]]


def _result_strips(record: Record) -> _Strips:
    """Each entrant's rounds up to the table's: win, loss, draw, `bye`, or None for no match."""
    strips = {}
    for key, rows in record.rows.items():
        strip: list[str | None] = [None] * record.after_round
        for row in rows:
            strip[row.round - 1] = BYE if row.is_bye else row.outcome.value
        strips[key] = tuple(strip)
    return strips


def _row(record: Record, standing: Standing | PodStanding, strips: _Strips) -> StandingRow:
    registration = record.registrations[standing.entrant]
    return StandingRow(
        rank=standing.rank,
        registration=registration,
        points=standing.points,
        wins=standing.wins,
        losses=standing.losses,
        draws=standing.draws,
        byes=standing.byes,
        rounds=standing.rounds,
        values=tuple(Value(code, exact) for code, exact in standing.tiebreakers.items()),
        results=strips[standing.entrant],
        dropped_round=standing.dropped_after,
        final_place=registration.final_place,
    )


def _unranked(record: Record, key: int, strips: _Strips) -> StandingRow:
    """A disqualified entrant: what was played, no rank and no tiebreakers."""
    registration = record.registrations[key]
    rows = record.rows[key]
    outcomes = [row.outcome for row in rows]
    return StandingRow(
        rank=None,
        registration=registration,
        points=sum(row.points for row in rows),
        wins=outcomes.count(Outcome.WIN),
        losses=outcomes.count(Outcome.LOSS),
        draws=outcomes.count(Outcome.DRAW),
        byes=sum(row.is_bye for row in rows),
        rounds=len(rows),
        values=(),
        results=strips[key],
        dropped_round=registration.status_round,
        final_place=registration.final_place,
    )
