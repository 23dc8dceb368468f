"""What is written down about the games of one match.

A match has two seats. A game record says who had the choice, what they chose, who started, who won or that the game was
drawn, and how it ended. A game that was entered as part of a bare score (``2-1``) has none of these details: its record
says ``known=False`` and leaves them empty, and ``placed=False`` where not even its place in the match is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Seat(IntEnum):
    """The two places at a table, in the order of the pairing."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Seat:
        """The seat opposite."""
        return Seat.TWO if self == Seat.ONE else Seat.ONE


class Choice(StrEnum):
    """What the chooser decided for themselves: to start, or to let the opponent start."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as recorded.

    ``winner`` is empty and ``drawn`` false while the game is being played. ``ending`` is a code of the game pack.
    ``stopped_by_time`` says the clock ended this game; ``conceded`` that the loser gave it up. ``known`` is false for a
    game of which only the result was entered. ``placed`` is false when even its place among the games of the match is
    unknown (the first two games of a bare ``2-1``). ``overridden`` marks a record a judge let stand against the rule of
    who chooses. ``penalty`` marks a game lost by a penalty before it began: nobody chose and nobody started.
    """

    number: int
    chooser: Seat | None = None
    choice: Choice | None = None
    first: Seat | None = None
    winner: Seat | None = None
    drawn: bool = False
    ending: str | None = None
    conceded: bool = False
    stopped_by_time: bool = False
    known: bool = True
    placed: bool = True
    overridden: bool = False
    penalty: bool = False

    @property
    def finished(self) -> bool:
        """Whether the game has a result."""
        return self.drawn or self.winner is not None

    @property
    def loser(self) -> Seat | None:
        """The seat that lost, if the game was won."""
        return None if self.winner is None else self.winner.other

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the details a complete record would still need, in the order they happen at the table.

        Empty for a game whose details are unknown by declaration and for a game lost before it began.
        """
        if not self.known or self.penalty:
            return ()
        wanted: list[tuple[str, bool]] = [
            ("chooser", self.chooser is not None),
            ("choice", self.choice is not None),
            ("first", self.first is not None),
            ("result", self.finished),
            ("ending", self.ending is not None or self.conceded or self.stopped_by_time),
        ]
        return tuple(name for name, present in wanted if not present)


@dataclass(frozen=True, slots=True)
class GameCount:
    """Games won by seat one, games won by seat two, drawn games."""

    wins1: int = 0
    wins2: int = 0
    draws: int = 0

    @property
    def leader(self) -> Seat | None:
        """The seat with more won games, or nobody."""
        if self.wins1 == self.wins2:
            return None
        return Seat.ONE if self.wins1 > self.wins2 else Seat.TWO


def count_games(games: Iterable[GameRecord]) -> GameCount:
    """Count the finished games by their result."""
    wins1 = wins2 = draws = 0
    for game in games:
        if game.drawn:
            draws += 1
        elif game.winner == Seat.ONE:
            wins1 += 1
        elif game.winner == Seat.TWO:
            wins2 += 1
    return GameCount(wins1, wins2, draws)


def places_of_score(winners: Sequence[Seat | None], *, last_decided: bool) -> tuple[bool, ...]:
    """Of which games of a bare score the place in the match is known; ``winners`` as they are written down, the games
    of the match's winner last.

    Games with one and the same result can only have come in one order (``2-0``). With ``last_decided`` the last won
    game ended the match (``2-1``), so its place is known too; of the others only where they are all alike.
    """
    if len(set(winners)) <= 1:
        return (True,) * len(winners)
    if not last_decided:
        return (False,) * len(winners)
    return (*places_of_score(winners[:-1], last_decided=False), True)
