"""The sheets of what was played: standings, and one sheet per round."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.decisions import say_decision
from tournaments.exports.sheet import Cell, Column, Kind, Row, Sheet
from tournaments.models import Registration, Round
from tournaments.models.match import TEAM_MATCH_LENGTH
from tournaments.pods.ranking import PodTiebreak
from tournaments.queries.bracket import passed_through
from tournaments.queries.divisions import division_names
from tournaments.queries.pairing_settings import is_feature
from tournaments.queries.pods import PodRow
from tournaments.queries.rounds import MatchRow, byes_of, missed_of
from tournaments.queries.standings import StandingRow
from tournaments.round_names import say_round
from tournaments.scoring.presets import Tiebreak
from tournaments.tiebreak_names import say_tiebreaker

Namer = Callable[[Registration], str]
"""What an entry is called in front of the viewer."""


def final_place_column(*, is_apart: bool) -> Column:
    """The column of final places, which are those in the division where `is_apart`."""
    return Column(_("Final place in the division") if is_apart else _("Final place"), Kind.WHOLE)


def division_columns(divisions: Mapping[str, str]) -> list[Column]:
    """The column of divisions, in an event that has any: `divisions` are their names by code."""
    return [Column(_("Division"))] if divisions else []


def division_cells(divisions: Mapping[str, str], *entries: Registration) -> list[Cell]:
    """What stands in that column: the division of those who sit there. Where they are in two, both in their order."""
    named = dict.fromkeys(divisions.get(entry.division, "") for entry in entries)
    return [_(", ").join(filter(None, named))] if divisions else []


def standings_sheet(
    rows: list[StandingRow],
    name: Namer,
    *,
    finished: bool,
    divisions: Mapping[str, str] | None = None,
    is_apart: bool = False,
) -> Sheet:
    """Rank, player, in an event with `divisions` (names by code) the division and the rank in it, points, record,
    tiebreakers as real numbers, the round after which somebody left.

    `is_apart`: the rows are those of one division after the other, with final places in them.
    """
    values = list(next((row.values for row in rows if row.values), ()))
    columns = [
        Column(_("Rank"), Kind.WHOLE),
        Column(_("Player")),
        Column(_("Team")),
        Column(_("Points"), Kind.WHOLE),
        Column(_("W-L-D")),
        Column(_("Wins"), Kind.WHOLE),
        Column(_("Losses"), Kind.WHOLE),
        Column(_("Draws"), Kind.WHOLE),
        *(Column(_value_header(value.code, value.is_percent), _value_kind(value.is_percent)) for value in values),
        Column(_("Left after round"), Kind.WHOLE),
    ]
    if divisions:
        columns[2:2] = [Column(_("Division")), Column(_("Rank in the division"), Kind.WHOLE)]
    if finished:
        columns.insert(0, final_place_column(is_apart=is_apart))
    body: list[Row] = []
    for row in rows:
        reals: list[Cell] = [value.real for value in row.values]
        reals += [None] * (len(values) - len(reals))
        cells = [
            row.rank,
            name(row.registration),
            row.registration.team,
            row.points,
            f"{row.wins}-{row.losses}-{row.draws}",
            row.wins,
            row.losses,
            row.draws,
            *reals,
            row.dropped_round,
        ]
        if divisions:
            cells[2:2] = [divisions.get(row.registration.division, ""), row.division_rank]
        body.append([row.final_place, *cells] if finished else cells)
    return Sheet(_("Standings"), columns, body, landscape=True)


def round_sheet(round_: Round, rows: list[MatchRow], name: Namer, *, reasons: bool) -> Sheet:
    """One row per table in order, then byes (won to nil), missed rounds and who passes a round of the top cut because
    nobody reached the other side. `reasons`: with what staff noted.

    The games are those the standings count, so that every percentage can be worked out from the rounds' sheets. Where
    there are feature tables, a match for third place, or divisions, a column says which.
    """
    tournament = round_.tournament
    to_win = (TEAM_MATCH_LENGTH if tournament.is_by_seat else round_.match_length) // 2 + 1
    stars = bool(tournament.feature_tables)

    plays_third = any(row.match.is_third_place for row in rows)
    divisions = division_names(tournament)

    def marks(table: int | None, *entries: Registration, is_third: bool = False) -> list[Cell]:
        star = [yes_or_blank(is_feature(tournament, table))] if stars else []
        third = [yes_or_blank(is_third)] if plays_third else []
        return [*star, *third, *division_cells(divisions, *entries)]

    columns = [
        Column(_("Table"), Kind.WHOLE),
        *([Column(_("Feature table"))] if stars else []),
        *([Column(_("Third place"))] if plays_third else []),
        *division_columns(divisions),
        Column(_("Player 1")),
        Column(_("Player 2")),
        Column(_("Games of player 1"), Kind.WHOLE),
        Column(_("Games of player 2"), Kind.WHOLE),
        Column(_("Drawn games"), Kind.WHOLE),
        Column(_("Winner")),
        Column(_("Result")),
        Column(_("Reason")),
    ]
    body: list[Row] = [
        [
            row.match.table,
            *marks(row.match.table, *row.match.entries, is_third=row.match.is_third_place),
            name(row.match.player1),
            name(row.match.player2),
            *row.score,
            name(row.winner) if row.winner is not None else None,
            result_words(row),
            row.match.reason if reasons else None,
        ]
        for row in rows
    ]
    for bye in byes_of(round_):
        winner = name(bye.registration)
        body.append(
            [None, *marks(None, bye.registration), winner, None, to_win, 0, 0, winner, bye.get_kind_display(), None]
        )
    for missed in missed_of(round_):
        absent = missed.registration
        body.append([None, *marks(None, absent), name(absent), None, 0, 0, 0, None, _("Missed round"), None])
    for through in passed_through(round_):
        passes = _("Advances: nobody on the other side")
        body.append([None, *marks(None, through), name(through), None, None, None, None, name(through), passes, None])
    return Sheet(say_round(round_), columns, body, landscape=True)


def pods_sheet(round_: Round, rows: list[PodRow], name: Namer, *, reasons: bool) -> Sheet:
    """One row per seat in order of table and turn, then byes and missed rounds. `reasons`: with what staff noted."""
    divisions = division_names(round_.tournament)
    columns = [
        Column(_("Table"), Kind.WHOLE),
        Column(_("Seat"), Kind.WHOLE),
        *division_columns(divisions),
        Column(_("Player")),
        Column(pgettext("of a result", "Place"), Kind.WHOLE),
        Column(_("Result")),
        Column(_("Stopped by time")),
        Column(_("Reason")),
    ]
    body: list[Row] = [
        [
            row.table,
            seat.seat.seat,
            *division_cells(divisions, seat.registration),
            name(seat.registration),
            seat.seat.place,
            pgettext("result", "Open") if row.is_open else seat.seat.get_manner_display(),
            yes_or_blank(row.pod.ended_by_time),
            row.pod.reason if reasons else None,
        ]
        for row in rows
        for seat in row.seats
    ]
    for bye in byes_of(round_):
        away = [*division_cells(divisions, bye.registration), name(bye.registration)]
        body.append([None, None, *away, None, bye.get_kind_display(), None, None])
    for missed in missed_of(round_):
        away = [*division_cells(divisions, missed.registration), name(missed.registration)]
        body.append([None, None, *away, None, _("Missed round"), None, None])
    return Sheet(say_round(round_), columns, body, landscape=True)


def result_words(row: MatchRow) -> str:
    """How the match ended, in a word or two."""
    if row.is_open:
        return pgettext("result", "Open")
    if not row.match.is_complete:
        return pgettext("result", "Not played")
    if row.match.is_lost_by_both:
        needed = row.match.length // 2 + 1
        words = {"decision": say_decision(row.match, wins1=row.wins1, wins2=row.wins2, draws=row.draws)}
        return _("%(decision)s; counts as 0–%(needed)s for each") % {**words, "needed": needed}
    if row.match.outcome != row.match.Outcome.PLAYED:
        return say_decision(row.match, wins1=row.wins1, wins2=row.wins2, draws=row.draws)
    if row.match.stopped_by_time:
        return _("Played, stopped by time")
    return _("Played")


def _value_header(code: str, is_percent: bool) -> str:
    """The plain word, with the code that documents use and the percent sign behind it."""
    unit = " %" if is_percent else ""
    known = next((one for one in (*Tiebreak, *PodTiebreak) if one.value == code), None)
    return say_tiebreaker(known).with_code(unit) if known is not None else f"{code}{unit}"


def _value_kind(is_percent: bool) -> Kind:
    return Kind.PERCENT if is_percent else Kind.DECIMAL


def yes_or_blank(value: bool) -> str:
    """What a column of exceptions shows: the word where it holds, nothing elsewhere."""
    return _("Yes") if value else ""
