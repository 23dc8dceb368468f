"""What a view hands over when a result is entered: plain values, validated by the services."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Match


@dataclass(frozen=True, kw_only=True)
class GameInput:
    """One game as entered. Seats are 1 and 2.

    Exactly one of `winner_seat` and `is_draw`. `method`, `ending` are keys of the game pack; `choice` is "first" or
    "second", what the chooser chose for themselves. Unknown details stay empty; with `details_known` false all do.
    `is_penalty`: lost by a penalty, before it began or while it was played; who chose and started is not kept.
    """

    winner_seat: int | None = None
    is_draw: bool = False
    chooser_seat: int | None = None
    method: str = ""
    choice: str = ""
    first_seat: int | None = None
    ending: str = ""
    conceded: bool = False
    stopped_by_time: bool = False
    details_known: bool = True
    is_penalty: bool = False


@dataclass(frozen=True, kw_only=True)
class ScoreInput:
    """A bare score: games won by seat 1, by seat 2, drawn games."""

    wins1: int
    wins2: int
    draws: int = 0
    stopped_by_time: bool = False


@dataclass(frozen=True, kw_only=True)
class OutcomeInput:
    """A result that no games decide; `winner_seat` where the outcome names a winner.

    `without_games`: a draw by correction of which no game is known, whatever is on the slip.
    """

    outcome: str
    winner_seat: int | None = None
    without_games: bool = False

    @property
    def is_draw(self) -> bool:
        """Whether both drew, as agreed or by a ruling."""
        if self.outcome == Match.Outcome.JUDGE_AWARD:
            return self.winner_seat is None
        return self.outcome == Match.Outcome.INTENTIONAL_DRAW
