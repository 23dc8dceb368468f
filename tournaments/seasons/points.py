"""Points by place, with a row of points for each size of the field, as typed text and as a table."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import groupby, pairwise

MAX_BANDS, MAX_PLACES, MAX_POINTS = 12, 512, 100_000
MAX_TEXT = 2_000
"""Characters of a typed table."""

_HEAD = re.compile(r"(\d{1,4})\s*\+\s*:?\s*(.*)")
_RUN = re.compile(r"(\d{1,6})(?:x(0*[1-9]\d{0,2}))?")


class UnreadablePoints(ValueError):
    """A line that is not a row of points. `code` is the reason, `line` counts from 1, `part` is what was read there."""

    def __init__(self, code: str, line: int, part: str = "") -> None:
        super().__init__(f"{code} in line {line}: {part}")
        self.code, self.line, self.part = code, line, part


@dataclass(frozen=True)
class Band:
    """The points of places 1, 2, 3 … for fields of at least `players`."""

    players: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class PointsTable:
    """Bands by rising size of the field, the first from 0 players on."""

    bands: tuple[Band, ...]

    def band_for(self, players: int) -> Band:
        """The band of a field of this size: the last one that begins at or below it."""
        return max((band for band in self.bands if band.players <= players), key=lambda band: band.players)

    def points(self, place: int, players: int) -> int:
        """The points of a place, from 1, in a field of this size; 0 behind the last place that has any."""
        points = self.band_for(players).points
        return points[place - 1] if place <= len(points) else 0


def read_points(text: str) -> PointsTable:
    """The table of a typed text: one row of points for each size of the field, best place first.

    `10 7 5 3x4` gives places 4 to 7 three points each; `16+: 15 12 10` is for fields of 16 and more. The row without a
    size is for all smaller fields; where it is missing, they get no points for places. Full-width digits, commas and
    `×` are read as well. Raises UnreadablePoints: `points_empty`, `points_unreadable` (`3x0` is for no place),
    `points_rising` (a place worth more than the one above it), `points_too_many`, `points_twice` (two rows for one
    size).
    """
    plain = unicodedata.normalize("NFKC", text).replace("×", "x").replace("*", "x").lower()
    bands: dict[int, Band] = {}
    for number, line in enumerate(plain.splitlines(), start=1):
        if not line.strip():
            continue
        band = _read_line(line.strip(), number)
        if band.players in bands:
            raise UnreadablePoints("points_twice", number, str(band.players))
        bands[band.players] = band
        if len(bands) > MAX_BANDS:
            raise UnreadablePoints("points_too_many", number)
    if not bands:
        raise UnreadablePoints("points_empty", 1)
    bands.setdefault(0, Band(0, ()))
    return PointsTable(tuple(bands[players] for players in sorted(bands)))


def _read_line(line: str, number: int) -> Band:
    head = _HEAD.fullmatch(line)
    players, rest = (int(head[1]), head[2]) if head else (0, line)
    points: list[int] = []
    for part in re.split(r"[\s,;、]+", rest.strip(" ,;、")):
        run = _RUN.fullmatch(part)
        if run is None:
            raise UnreadablePoints("points_unreadable", number, part)
        points += [int(run[1])] * int(run[2] or 1)
        if len(points) > MAX_PLACES or points[-1:] > [MAX_POINTS]:
            raise UnreadablePoints("points_too_many", number, part)
    if any(lower > upper for upper, lower in pairwise(points)):
        raise UnreadablePoints("points_rising", number)
    return Band(players, tuple(points))


def format_points(table: PointsTable) -> str:
    """The table in its shortest form, which `read_points` reads back as the same table."""
    lines = []
    for band in table.bands:
        runs = ((value, len(list(run))) for value, run in groupby(band.points))
        words = " ".join(f"{value}x{count}" if count > 1 else str(value) for value, count in runs)
        if words:
            lines.append(f"{band.players}+: {words}" if band.players else words)
    return "\n".join(lines)
