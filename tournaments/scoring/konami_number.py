"""Konami's way of printing a tie-break: one number ``PPAAABBB`` (Konami Official Tournament Policy).

Match points, then the opponents' and the opponents' opponents' match-win percentage in tenths of a percent. The table
ranks by the exact values; the number only shows them.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tournaments.scoring.presets import Tiebreak
from tournaments.scoring.standings import Standing


def konami_number(standing: Standing) -> int:
    """The number of one row that has OMW and OOMW, each rounded half up and 100 % shown as 999.

    33 points, 72.6 % and 67.7 % give 33726677. ``KeyError`` for a row without these two.
    """
    opponents = _thousandths(standing.tiebreakers[Tiebreak.OMW])
    opponents_opponents = _thousandths(standing.tiebreakers[Tiebreak.OOMW])
    return (standing.points * 1000 + opponents) * 1000 + opponents_opponents


def _thousandths(value: Fraction) -> int:
    return min(999, floor(value * 1000 + Fraction(1, 2)))
