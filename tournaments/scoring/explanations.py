"""The arithmetic behind one cell of the table, as facts a page can print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.scoring.buchholz import all_adjusted, contributions, median_cut, rounds_counted
from tournaments.scoring.columns import compute_columns
from tournaments.scoring.frozen import frozen_positions, keeps_value
from tournaments.scoring.history import Entrant, History, ResultKind
from tournaments.scoring.presets import Measure, Preset, RateRule, Tiebreak
from tournaments.scoring.standings import StandingsTable
from tournaments.scoring.tallies import Outcome, Row, bounded
from tournaments.scoring.tiebreakers import MEANS, Field, empty_mean, late_rounds, opponents_rule, read_field


class Calculation(StrEnum):
    """How the terms make the value.

    ``RATE``: points won over points possible, then the bounds. ``MEAN``: the sum of the terms over their number.
    ``SUM``: the sum of the counted terms. ``HEAD_TO_HEAD``: who won between two who are level.
    """

    RATE = "rate"
    MEAN = "mean"
    SUM = "sum"
    HEAD_TO_HEAD = "head_to_head"


class Adjustment(StrEnum):
    """What was done to a percentage. ``FROZEN``: kept from the opponent's own last round."""

    NONE = "none"
    FLOOR = "floor"
    CAP = "cap"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class Term:
    """One round's part.

    ``opponent`` is empty for a round without one. ``points`` of ``possible`` is the fraction as the record has it: the
    opponent's for a mean, one's own round for a rate. ``value`` is what counts, after ``adjustment``. ``factor`` is
    what a Sonneborn-Berger term is multiplied by. ``counted`` is false for what a median leaves out, and in a
    rate for a round that is none of it.
    """

    round: int
    opponent: int | None
    points: Fraction | None
    possible: Fraction | None
    value: Fraction
    adjustment: Adjustment = Adjustment.NONE
    factor: int | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value and how it comes about.

    ``code`` is a `Tiebreak`, or that of another kind of event. ``total`` over ``divisor`` is the value before
    ``adjustment``; ``divisor`` 0 means nothing was possible and the value is the floor. ``as_of_round`` is set where
    the value was kept from the entrant's last round.
    """

    entrant: int
    code: StrEnum
    value: Fraction
    calculation: Calculation
    terms: tuple[Term, ...]
    total: Fraction
    divisor: Fraction
    floor: Fraction | None = None
    cap: Fraction | None = None
    adjustment: Adjustment = Adjustment.NONE
    as_of_round: int | None = None


def explain(history: History, preset: Preset, entrant: int, code: str, *, field: Field | None = None) -> Explanation:
    """Explain one tiebreaker of one entrant; the value equals the table's. `field`: of the history, where it is known.

    ``KeyError`` for an unknown entrant, ``ValueError`` for an unknown code. A code the preset does not rank by is
    explained by the preset's rules all the same, head-to-head apart.
    """
    tiebreak = Tiebreak(code)
    person = next((one for one in history.entrants if one.id == entrant), None)
    if person is None:
        raise KeyError(entrant)
    keeps = tiebreak in MEANS or opponents_rule(tiebreak, preset) is not None
    left = person.dropped_after
    if preset.freeze_after_drop and keeps and left is not None and left < history.last_round:
        return replace(explain(history.up_to(left), preset, entrant, code), as_of_round=left)
    if tiebreak is Tiebreak.H2H:
        return _explain_head_to_head(history, preset, person)
    field = field or read_field(history, preset)
    if tiebreak in MEANS:
        return _explain_second_mean(field, person, tiebreak)
    rule = opponents_rule(tiebreak, preset)
    if rule is not None:
        return _explain_mean(field, person, tiebreak, rule)
    if tiebreak is Tiebreak.GW:
        return _explain_game_win(field, person)
    return _explain_sum(field, person, tiebreak)


def _entrant(field: Field, entrant: int) -> Entrant:
    return field.entrants[field.positions[entrant]]


def _fractions(won: int, possible: int, rule: RateRule) -> tuple[Fraction, Fraction]:
    halves = 2 if rule.measure is Measure.HALF_DRAWS else 1
    return Fraction(won, halves), Fraction(possible, halves)


def _adjustment(won: int, possible: int, value: Fraction, rule: RateRule) -> Adjustment:
    if possible > 0 and value == Fraction(won, possible):
        return Adjustment.NONE
    return Adjustment.FLOOR if value == rule.floor else Adjustment.CAP


def _explain_mean(field: Field, person: Entrant, tiebreak: Tiebreak, rule: RateRule) -> Explanation:
    terms = []
    late = bool(late_rounds(field, tiebreak))
    for row in field.counted_rows(person.id):
        if row.opponent is None:
            if late and row.kind is ResultKind.MISSED:
                terms.append(_late_term(row, rule))
            continue
        opponent = _entrant(field, row.opponent)
        ratio = field.ratio(field.positions[opponent.id], rule, games=tiebreak is Tiebreak.OGW)
        value = Fraction(*bounded(ratio, rule, left_early=field.left_early(opponent)))
        points, possible = _fractions(*ratio, rule)
        terms.append(Term(row.round, opponent.id, points, possible, value, _adjustment(*ratio, value, rule)))
    return _mean(field, person, tiebreak, tuple(terms), rule)


def _explain_second_mean(field: Field, person: Entrant, tiebreak: Tiebreak) -> Explanation:
    below = MEANS[tiebreak]
    column = compute_columns(field, [below])[below]
    leavers = frozen_positions(field) if keeps_value(below, field.preset) else {}
    kept = {field.entrants[position].id for position in leavers}
    rule = opponents_rule(below, field.preset)
    late = bool(late_rounds(field, tiebreak))
    terms = []
    for row in field.counted_rows(person.id):
        if row.opponent is not None:
            adjustment = Adjustment.FROZEN if row.opponent in kept else Adjustment.NONE
            value = column.value(field.positions[row.opponent])
            terms.append(Term(row.round, row.opponent, None, None, value, adjustment))
        elif late and rule is not None and row.kind is ResultKind.MISSED:
            terms.append(_late_term(row, rule))
    return _mean(field, person, tiebreak, tuple(terms), rule)


def _late_term(row: Row, rule: RateRule) -> Term:
    """A round missed before a late entry, as an opponent at the floor."""
    return Term(row.round, None, None, None, rule.floor, Adjustment.FLOOR)


def _mean(
    field: Field, person: Entrant, tiebreak: Tiebreak, terms: tuple[Term, ...], rule: RateRule | None
) -> Explanation:
    total = sum((term.value for term in terms), Fraction(0))
    return Explanation(
        entrant=person.id,
        code=tiebreak,
        value=total / len(terms) if terms else empty_mean(tiebreak, field.preset),
        calculation=Calculation.MEAN,
        terms=terms,
        total=total,
        divisor=Fraction(len(terms)),
        floor=None if rule is None or not rule.floor else rule.floor,
        cap=None if rule is None else rule.cap_after_drop,
        adjustment=Adjustment.NONE if terms else Adjustment.FLOOR,
    )


def _explain_game_win(field: Field, person: Entrant) -> Explanation:
    rule, floored = field.preset.game_rate, field.preset.own_game_win_floored
    terms = []
    for row in field.counted_rows(person.id):
        points, possible = Fraction(row.game_points), Fraction(row.game_points_possible)
        value = points / possible if possible else Fraction(0)
        counted = rule.byes or not row.is_bye
        terms.append(Term(row.round, row.opponent, points, possible, value, counted=counted))
    won, possible_in_all = field.ratio(field.positions[person.id], rule, games=True)
    early = field.left_early(person)
    value = Fraction(*bounded((won, possible_in_all), rule, left_early=early, floored=floored))
    applied = rule if floored else replace(rule, floor=Fraction(0))
    return Explanation(
        entrant=person.id,
        code=Tiebreak.GW,
        value=value,
        calculation=Calculation.RATE,
        terms=tuple(terms),
        total=Fraction(won),
        divisor=Fraction(possible_in_all),
        floor=applied.floor or None,
        cap=rule.cap_after_drop,
        adjustment=_adjustment(won, possible_in_all, value, applied),
    )


def _explain_sum(field: Field, person: Entrant, tiebreak: Tiebreak) -> Explanation:
    if tiebreak is Tiebreak.WINS:
        terms = [
            Term(row.round, row.opponent, None, None, Fraction(1))
            for row in field.counted_rows(person.id)
            if row.outcome is Outcome.WIN
        ]
    else:
        terms = _chess_terms(field, person, tiebreak)
    total = sum(
        (term.value * (1 if term.factor is None else term.factor) for term in terms if term.counted), Fraction(0)
    )
    return Explanation(person.id, tiebreak, total, Calculation.SUM, tuple(terms), total, Fraction(1))


def _chess_terms(field: Field, person: Entrant, tiebreak: Tiebreak) -> list[Term]:
    counted = rounds_counted(field.history, field.last_round)
    adjusted = all_adjusted(field.rows, counted, field.history.points.draw)
    parts = contributions(person.id, field.rows, counted, adjusted)
    cut = median_cut(parts) if tiebreak is Tiebreak.MBH else frozenset()
    return [
        Term(
            part.round,
            part.opponent,
            None,
            None,
            Fraction(part.score),
            factor=part.own_points if tiebreak is Tiebreak.SB else None,
            counted=position not in cut,
        )
        for position, part in enumerate(parts)
    ]


def _explain_head_to_head(history: History, preset: Preset, person: Entrant) -> Explanation:
    if Tiebreak.H2H not in preset.tiebreaks:
        raise ValueError(f"{preset.code} does not rank by {Tiebreak.H2H}")
    depth = preset.tiebreaks.index(Tiebreak.H2H)
    table = StandingsTable(history, preset)
    position = table.field.positions[person.id]
    rival = table.level_pair(position, depth)
    terms: list[Term] = []
    if rival is not None:
        opponent = table.field.entrants[rival].id
        for row in table.field.counted_rows(person.id):
            if row.opponent == opponent:
                won = Fraction(1) if row.outcome is Outcome.WIN else Fraction(0)
                terms.append(Term(row.round, opponent, None, None, won))
    value = table.columns[depth].value(position)
    return Explanation(person.id, Tiebreak.H2H, value, Calculation.HEAD_TO_HEAD, tuple(terms), value, Fraction(1))
