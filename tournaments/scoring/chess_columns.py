"""The chess family for a whole field at once.

The adjusted score of an entrant who met somebody in every counted round, as most do, is their points, and no round
has to be looked at by itself. The rounds of the others are listed and added up by article 16
(`tournaments.scoring.buchholz`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.scoring.buchholz import Rows, adjusted_score, chess_sum, contributions, rounds_counted
from tournaments.scoring.history import ResultKind
from tournaments.scoring.presets import Tiebreak
from tournaments.scoring.records import points_of, shares
from tournaments.scoring.tallies import Games, Ratio, rows_of
from tournaments.scoring.tiebreakers import Column, Field


def chess_columns(field: Field, tiebreaks: Sequence[Tiebreak]) -> dict[Tiebreak, Column]:
    """These tiebreakers of everybody."""
    others = _others(field)
    rows = rows_of(field.history, field.preset, others) if others else {}
    adjusted = _adjusted_scores(field, others, rows)
    plain = {
        Tiebreak.BH: lambda: _buchholz(field, adjusted),
        Tiebreak.MBH: lambda: _median(field, adjusted),
        Tiebreak.SB: lambda: _sonneborn_berger(field, adjusted),
    }
    sums = _sums_of(field, others, rows, tiebreaks, adjusted)
    return {tiebreak: Column(plain[tiebreak](), 1).replaced(sums[tiebreak]) for tiebreak in tiebreaks}


def _others(field: Field) -> dict[int, int]:
    """Who did not meet somebody in every counted round, with their positions."""
    rounds = len(rounds_counted(field.history, field.last_round))
    opponents = field.counted.opponents
    return {entrant: position for entrant, position in field.positions.items() if len(opponents[position]) != rounds}


def _adjusted_scores(field: Field, others: Mapping[int, int], rows: Rows) -> list[int]:
    """Everybody's score as opponents see it, in the order of the entrants."""
    points = field.history.points
    adjusted = [points_of(total, points) for total in field.counted.sums]
    counted = rounds_counted(field.history, field.last_round)
    for entrant, position in others.items():
        adjusted[position] = adjusted_score(rows[entrant], counted, points.draw)
    return adjusted


def _sums_of(
    field: Field, others: Mapping[int, int], rows: Rows, tiebreaks: Sequence[Tiebreak], adjusted: Sequence[int]
) -> dict[Tiebreak, dict[int, Ratio]]:
    """These tiebreakers of the others alone, each from all their rounds."""
    counted = rounds_counted(field.history, field.last_round)
    found: dict[Tiebreak, dict[int, Ratio]] = {tiebreak: {} for tiebreak in tiebreaks}
    for entrant, position in others.items():
        met = {row.opponent for row in rows[entrant]} - {None}
        scores = {opponent: adjusted[field.positions[opponent]] for opponent in met if opponent is not None}
        parts = contributions(entrant, rows, counted, scores)
        for tiebreak in tiebreaks:
            found[tiebreak][position] = chess_sum(tiebreak, parts), 1
    return found


def _buchholz(field: Field, adjusted: Sequence[int]) -> list[int]:
    score = adjusted.__getitem__
    return [sum(map(score, met)) for met in field.counted.opponents]


def _median(field: Field, adjusted: Sequence[int]) -> list[int]:
    """The lowest and the highest left out; of two opponents or fewer nothing stays."""
    score = adjusted.__getitem__
    lists = [list(map(score, met)) for met in field.counted.opponents]
    return [sum(scores) - min(scores) - max(scores) if len(scores) > 2 else 0 for scores in lists]


def _sonneborn_berger(field: Field, adjusted: Sequence[int]) -> list[int]:
    sums = [0] * len(field.entrants)
    at, first, ordinary = field.positions, field.history.tiebreaks_from, ResultKind.PLAYED
    history, preset, points = field.history, field.preset, field.history.points
    played: dict[Games, tuple[int, int]] = {}
    for result in history.results:
        if result.two is None or result.round < first:
            continue
        games = (result.wins1, result.wins2, result.draws)
        found = played.get(games) if result.kind is ordinary else None
        if found is None:
            share1, share2 = shares(result, history, preset)
            found = points_of(share1, points), points_of(share2, points)
            if result.kind is ordinary:
                played[games] = found
        one, two = at[result.one], at[result.two]
        sums[one] += found[0] * adjusted[two]
        sums[two] += found[1] * adjusted[one]
    return sums
