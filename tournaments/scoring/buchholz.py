"""The chess family: Buchholz, Median-Buchholz and Sonneborn-Berger as FIDE Handbook C.07 has them (1 August 2024).

Unplayed rounds follow its article 16: an opponent's rounds after the last one they played or had a bye in
count as draws for those who met them (16.3.2), and one's own round without an opponent counts as played against a dummy
with one's own final score (16.4). A no-show is a match as played here, not an unplayed round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.scoring.history import History
from tournaments.scoring.presets import Tiebreak
from tournaments.scoring.tallies import Row

Rows = Mapping[int, tuple[Row, ...]]


CHESS = (Tiebreak.BH, Tiebreak.MBH, Tiebreak.SB)


class Contribution(NamedTuple):
    """What one round adds to Buchholz.

    ``score`` is the opponent's adjusted score, or one's own for a round without an opponent. ``own_points`` are the
    points of that round. ``absent``: a round the entrant stayed out of (missed, or after leaving).
    """

    round: int
    opponent: int | None
    score: int
    own_points: int
    absent: bool


def rounds_counted(history: History, last_round: int) -> range:
    """The rounds the tiebreakers look at."""
    return range(history.tiebreaks_from, last_round + 1)


def adjusted_score(rows: Sequence[Row], counted: range, draw_points: int) -> int:
    """An entrant's score as opponents see it: rounds after the last one they were in are draws (16.3.2)."""
    score, present = 0, counted.start - 1
    so_far = 0
    for row in rows:
        if row.round in counted:
            so_far += row.points
            if row.opponent is not None or row.is_bye:
                score, present = so_far, row.round
    return score + draw_points * (counted.stop - 1 - present)


def contributions(entrant: int, rows: Rows, counted: range, adjusted: Mapping[int, int]) -> list[Contribution]:
    """What each counted round adds, in order. ``adjusted`` has the adjusted score of every opponent."""
    own = rows[entrant]
    if len(counted) < counted.stop - 1:
        own = tuple(row for row in own if row.round in counted)
    own_score = sum([row.points for row in own])
    parts = [
        Contribution(row.round, None, own_score, row.points, not row.is_bye)
        if row.opponent is None
        else Contribution(row.round, row.opponent, adjusted[row.opponent], row.points, False)
        for row in own
    ]
    if len(own) == len(counted):
        return parts
    there = {row.round for row in own}
    parts += [Contribution(number, None, own_score, 0, True) for number in counted if number not in there]
    return sorted(parts, key=lambda part: part.round)


def median_cut(parts: Sequence[Contribution]) -> frozenset[int]:
    """Positions of the contributions Median-Buchholz leaves out: the lowest and the highest.

    As the lowest, a round the entrant stayed out of goes before any other (14.1.1). Of equals the earlier round goes.
    """
    if not parts:
        return frozenset()
    candidates = [position for position, part in enumerate(parts) if part.absent] or list(range(len(parts)))
    lowest = min(candidates, key=lambda position: (parts[position].score, position))
    others = [position for position in range(len(parts)) if position != lowest]
    if not others:
        return frozenset({lowest})
    highest = max(others, key=lambda position: (parts[position].score, -position))
    return frozenset({lowest, highest})


def chess_sum(tiebreak: Tiebreak, parts: Sequence[Contribution]) -> int:
    """Buchholz (8.1), Median-Buchholz (14.3) or Sonneborn-Berger (9.1) of one entrant's contributions."""
    if tiebreak is Tiebreak.BH:
        return sum(part.score for part in parts)
    if tiebreak is Tiebreak.MBH:
        cut = median_cut(parts)
        return sum(part.score for position, part in enumerate(parts) if position not in cut)
    return sum(part.score * part.own_points for part in parts)


def all_adjusted(rows: Rows, counted: range, draw_points: int) -> dict[int, int]:
    """The adjusted score of everybody."""
    return {entrant: adjusted_score(own, counted, draw_points) for entrant, own in rows.items()}
