"""A season's leaderboard as one sheet: rank, player, total, and a column of points for each event."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.exports.sheet import Cell, Column, Kind, Row, Sheet
from tournaments.queries.seasons import Board, EventOfSeason
from tournaments.seasons.leaderboard import Line, Scored


def season_sheet(board: Board, lines: Sequence[Line], title: str) -> Sheet:
    """Every line of the leaderboard under public names. Points that do not count stand in brackets, as text."""
    counted = [event for event in board.events if event.is_counted]
    columns = [
        Column(_("Rank"), Kind.WHOLE),
        Column(_("Player")),
        Column(_("Total"), Kind.DECIMAL),
        Column(_("Results that count"), Kind.WHOLE),
        *(Column(_header(event, board)) for event in counted),
    ]
    rows: list[Row] = []
    for line in lines:
        by_event: dict[int, list[Scored]] = {}
        for scored in line.scored:
            by_event.setdefault(scored.result.event, []).append(scored)
        points = [_cell(by_event.get(event.pk, ())) for event in counted]
        rows.append([line.rank, board.persons[line.person].name, _number(line.total), len(line.counted), *points])
    return Sheet(title, columns, rows, landscape=True)


def _header(event: EventOfSeason, board: Board) -> str:
    return _("%(event)s (by division)") % {"event": event.name} if event.pk in board.apart else event.name


def _cell(results: Sequence[Scored]) -> Cell:
    """A number where the one result counts."""
    if len(results) == 1 and results[0].counts:
        return _number(results[0].points)
    return " ".join(str(_number(one.points)) if one.counts else f"({_number(one.points)})" for one in results)


def _number(points: Fraction) -> int | float:
    return points.numerator if points.denominator == 1 else round(float(points), 4)
