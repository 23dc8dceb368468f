"""How many pods of four, of three and byes a number of players makes.

Pods of four, and pods of three where the number does not divide: as few of them as there can be, which is what stores
announce for multiplayer Magic (Hareruya: a four-player table as the basic format, others by the number of players).
Five players cannot be divided so; one of them has the bye, as multiplayer tournament rules know it (MTR/IPG Addendum
for Commander Events, MTRA 3.1), because a table of five plays another game than a table of four.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pods.entrants import POD, SHORT_POD

MIN_PLAYERS = SHORT_POD


class TooFewPlayers(ValueError):
    """Fewer than three players make no pod."""


@dataclass(frozen=True)
class PodSizes:
    """Pods of four, pods of three, and byes."""

    fours: int
    threes: int
    byes: int = 0

    @property
    def pods(self) -> int:
        """How many tables it takes."""
        return self.fours + self.threes


def sizes_of(players: int) -> PodSizes:
    """The pods of this many players, with as few pods of three as possible. Raises `TooFewPlayers` below three."""
    if players < MIN_PLAYERS:
        raise TooFewPlayers(players)
    if players == POD + 1:
        return PodSizes(1, 0, 1)
    threes = -players % POD
    return PodSizes((players - SHORT_POD * threes) // POD, threes)
