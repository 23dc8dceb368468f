"""How matches go in these tests: decided by the two players' strengths alone, so that any legal pairing can be played.

Strengths are places, 0 the strongest. By their difference a match ends 2-1, 2-0, 2-0 with a drawn game in between, or
at 1-1 when time ran out. Who chooses follows clauses 1.2.2 and 1.2.2a, computed here once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

DRAWN = 0
ENDINGS = ("damage", "empty_deck_draw", "card_effect")


@dataclass(frozen=True)
class PlannedGame:
    """One game: winner and chooser are seats 1 and 2, the winner 0 for a drawn game."""

    number: int
    winner: int
    chooser: int
    choice: str
    ending: str

    @property
    def first(self) -> int:
        return self.chooser if self.choice == "first" else 3 - self.chooser


@dataclass(frozen=True)
class PlannedMatch:
    """The games of one match; `on_time`: it ended with their score when time ran out."""

    games: tuple[PlannedGame, ...]
    on_time: bool = False

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by seat 1, by seat 2, drawn."""
        winners = [game.winner for game in self.games]
        return winners.count(1), winners.count(2), winners.count(DRAWN)


def planned_match(one: int, two: int, *, decisive: bool = False) -> PlannedMatch:
    """The match of two strengths, player one sitting on seat 1. `decisive`: no drawn match, for elimination."""
    strong, weak = (1, 2) if one < two else (2, 1)
    difference = abs(one - two)
    if difference == 1 and not decisive:
        return PlannedMatch(games_won_by(strong, weak, chooser=strong), on_time=True)
    if difference == 2:
        return PlannedMatch(games_won_by(strong, DRAWN, strong, chooser=weak))
    if difference % 2:
        return PlannedMatch(games_won_by(strong, weak, strong, chooser=strong))
    return PlannedMatch(games_won_by(strong, strong, chooser=weak))


def games_won_by(*winners: int, chooser: int) -> tuple[PlannedGame, ...]:
    """Games in order; `chooser` won the agreed method before game 1."""
    games: list[PlannedGame] = []
    for number, winner in enumerate(winners, start=1):
        if games and games[-1].winner != DRAWN:
            chooser = 3 - games[-1].winner
        ending = "simultaneous" if winner == DRAWN else ENDINGS[(number + winner) % len(ENDINGS)]
        games.append(PlannedGame(number, winner, chooser, ("second", "first")[number % 2], ending))
    return tuple(games)


def strengths(names: Sequence[str]) -> dict[str, int]:
    """The names in order of strength, the strongest first."""
    return {name: place for place, name in enumerate(names)}
